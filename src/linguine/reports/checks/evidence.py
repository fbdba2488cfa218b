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

__all__ = ["Data", "Evidence"]

Data: TypeAlias = Documents | Sentences | Constituents


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
    """

    data: Data
    answers: NDArray[np.int64]
    labels: list[str] | None = None

    def __len__(self) -> int:
        return len(self.data)

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

    def text(self, i: int) -> str:
        """Return the words of an example."""
        return words_of(self.data, i)

    def item(self, i: int, note: str = "") -> Item:
        """Return an example as a place of a finding."""
        return Item(f"{self.source}:{self.line(i)}", self.text(i), note)

    def answer(self, i: int) -> str:
        """Return what is said about an example, if that is a label."""
        return self.labels[int(self.answers[i])] if self.labels is not None else ""
