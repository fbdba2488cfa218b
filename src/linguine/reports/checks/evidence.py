"""Evidence: what checks look at, the same for texts, tags and trees."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine.data import Constituents, Documents, Sentences
from linguine.data.splitting import same_words, words_of
from linguine.features.near_duplicates import WordSets, word_sets
from linguine.reports.checks.finding import Item

__all__ = ["Data", "Evidence", "Marks"]

Data: TypeAlias = Documents | Sentences | Constituents


@dataclass(frozen=True, eq=False)
class Marks:
    """The labels of what is said about examples: of each text, each token or each arc.

    Parameters
    ----------
    names
        The different labels.
    codes
        The label of each, as an index of the names : (n,).
    rows
        The example that each belongs to : (n,).
    what
        What they are called.
    """

    names: list[str]
    codes: NDArray[np.int64]
    rows: NDArray[np.int64]
    what: str = "labels"

    @property
    def counts(self) -> NDArray[np.int64]:
        """How often each label is there : (n_names,)."""
        return np.bincount(self.codes, minlength=len(self.names))

    def first(self, code: int) -> int:
        """Return the place of the first of a label."""
        return int(np.argmax(self.codes == code))


@dataclass(frozen=True, eq=False)
class Evidence:
    """Examples with what is said about them.

    Parameters
    ----------
    data
        The examples.
    answers
        A number for what is said about each example, equal for equal answers : (n_examples,).
    labels
        Names of the answers, if each is one label.
    inner
        The labels of tokens or arcs, if each example has several.
    """

    data: Data
    answers: NDArray[np.int64]
    labels: list[str] | None = None
    inner: Marks | None = None

    def __len__(self) -> int:
        return len(self.data)

    @property
    def marks(self) -> Marks | None:
        """The labels, of examples or of what is in them; None where there are none."""
        if self.labels is None:
            return self.inner
        return Marks(self.labels, self.answers, np.arange(len(self)))

    @cached_property
    def same(self) -> NDArray[np.int64]:
        """Equal numbers for equal words."""
        return same_words(self.data)

    @cached_property
    def sets(self) -> WordSets:
        """The different words of each example."""
        return word_sets(self.data)

    @property
    def source(self) -> str:
        """The name of the file."""
        data = self.data
        return data.sentences.source if isinstance(data, Constituents) else data.source

    def line(self, i: int) -> int:
        """Return the line on which an example begins."""
        data = self.data
        if isinstance(data, Documents):
            return int(data.lines[i]) if len(data.lines) else i + 1
        sentences = data.sentences if isinstance(data, Constituents) else data
        return int(sentences.lines[sentences.offsets[i]]) if len(sentences.lines) else i + 1

    def line_of_mark(self, k: int) -> int:
        """Return the line of a label: that of its token, or of its example."""
        data = self.data
        if self.inner is not None and isinstance(data, Sentences) and len(data.lines):
            return int(data.lines[k])
        marks = self.marks
        return self.line(k if marks is None else int(marks.rows[k]))

    def text(self, i: int) -> str:
        """Return the words of an example."""
        return words_of(self.data, i)

    def item(self, i: int, note: str = "") -> Item:
        """Return an example as a place of a finding."""
        return Item(f"{self.source}:{self.line(i)}", self.text(i), note)

    def answer(self, i: int) -> str:
        """Return what is said about an example, if that is a label."""
        return self.labels[int(self.answers[i])] if self.labels is not None else ""
