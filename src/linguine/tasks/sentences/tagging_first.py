"""Taggers that come first: they fill columns that a parser or another tagger looks at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from linguine.data import Sentences, Tags
from linguine.data.reading.column_names import TAG, UNIVERSAL
from linguine.data.targets.tag_scheme import TagScheme
from linguine.errors import DataError
from linguine.features.arc.defaults import tag_column_of

if TYPE_CHECKING:
    from linguine.tasks.tagger.model import TaggerModel

__all__ = ["WORDS", "Looking", "TaggingFirst", "is_nameless"]

WORDS = ("form", "w")
_UPOS = "upos"
#: Names that columns have when nobody names them.
_NAMELESS = re.compile(rf"c\d+|{TAG}")


class Looking(Protocol):
    """What looks at columns: a parser or a tagger."""

    @property
    def needed(self) -> Sequence[str]:
        """The columns that it looks at."""

    @property
    def columns(self) -> Sequence[str]:
        """The columns that it knows by name, the words first."""

    @property
    def n_threads(self) -> int | None:
        """Threads; None is all processors."""


class TaggingFirst:
    """Tags sentences before a model sees them, each tagger its column.

    The taggers are model files, and messages call who looks at their columns what it is: a
    ``"parser"`` or a ``"tagger"``.
    """

    def __init__(self, paths: Sequence[str], model: Looking, what: str) -> None:
        self._needed = list(model.needed)
        self._words = {*WORDS, *model.columns[:1]} if what == "tagger" else {*WORDS}
        found: dict[str, TaggerModel] = {}  # by the column that they fill
        for path in paths:
            tagger = _load_tagger(path, model.n_threads)
            column = self._column_of(path, tagger, what)
            if column in found:
                raise DataError(
                    f"{path}: each --tagger must fill a column of its own; another one fills "
                    f"{column!r} already. Leave one of them out."
                )
            found[column] = tagger
        self._taggers = _in_order(found)

    @property
    def filled(self) -> tuple[str, ...]:
        """The columns that taggers fill."""
        return tuple(self._taggers)

    @property
    def given(self) -> list[str]:
        """The columns that must be there before anything is tagged."""
        names: dict[str, None] = {}
        done: set[str] = set()
        for column, tagger in self._taggers.items():
            names |= dict.fromkeys(each for each in tagger.needed if each not in done)
            done.add(column)
        names |= dict.fromkeys(each for each in self._needed if each not in done)
        return [each for each in names if each not in WORDS or "form" not in names or each != "w"]

    @property
    def missing(self) -> list[str]:
        """The columns that plain text does not have, and no tagger fills."""
        return [each for each in self.given if each not in self._words]

    def tag(self, sentences: Sentences) -> Sentences:
        """Return the sentences with the columns that taggers fill."""
        for column, tagger in self._taggers.items():
            codes = np.zeros(0, np.int32)
            if sentences.n_tokens:
                codes = tagger.tag(tagger.rows(sentences))
            tags = Tags(list(tagger.tags), codes)
            if column not in sentences.columns and _UPOS in sentences.columns:
                sentences = sentences.with_column(_UPOS, tags)  # under the name that CoNLL-U has
            sentences = sentences.with_column(column, tags)
        return sentences

    def changed(self, sentences: Sentences) -> list[str]:
        """Return the columns of a file that taggers have filled."""
        original = sentences.original
        there = list(sentences.columns)[: None if original is None else original.n_columns]
        names = [each if each in there else _UPOS for each in self._taggers]
        return [each for each in names if each in there]

    def _column_of(self, path: str, tagger: TaggerModel, what: str) -> str:
        """Return the column that a tagger fills: its own, or else the parts of speech."""
        own = tagger.tag_column
        others = [each for each in self._needed if each not in self._words]
        if own in others:
            return own
        is_pos = tagger.scheme is TagScheme.PLAIN and (tag_column_of([own]) or is_nameless(own))
        column = tag_column_of(others) if is_pos else None
        if column is None and len(others) == 1 and any(map(is_nameless, (own, *others))):
            column = others[0]
        if column is None or (column in UNIVERSAL and own in UNIVERSAL):
            advice = f", or train one with --tag-column {others[0]}" if others else ""
            raise DataError(
                f"{path}: --tagger must fill a column that the {what} looks at; this one gives "
                f"{own!r}, and the {what} looks at {', '.join(others) or 'words'} only. "
                f"Leave it out{advice}."
            )
        return column


def _load_tagger(path: str, n_threads: int | None) -> TaggerModel:
    """Load a model file that must be a tagger."""
    from linguine.model.file.container import load_model
    from linguine.tasks.task import task_of, task_of_file

    opened = load_model(path)
    row = task_of_file(opened)
    if row is not task_of("tag"):
        raise DataError(
            f"{path}: --tagger must be the model of a tagger; this one is {row.makes}. Train one: "
            "linguine train FILE.conllu --task tag --model OUT."
        )
    tagger: TaggerModel = row.load(opened, n_threads)
    return tagger


def is_nameless(column: str) -> bool:
    """Return True for a name that a column has when nobody names it, which says nothing."""
    return _NAMELESS.fullmatch(column) is not None


def _in_order(taggers: dict[str, TaggerModel]) -> dict[str, TaggerModel]:
    """Return taggers so that each comes behind those whose columns it looks at, if that is so."""
    waiting, ordered = dict(taggers), {}
    while waiting:
        ready = (
            column
            for column, tagger in waiting.items()
            if not {*tagger.needed} & {*waiting} - {column}
        )
        column = next(ready, next(iter(waiting)))
        ordered[column] = waiting.pop(column)
    return ordered
