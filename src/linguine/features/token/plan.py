"""Token plans: templates compiled for the columns that sentences have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import DataError
from linguine.features.token.language import MADE_IN_PYTHON, TokenAtom
from linguine.features.token.templates import TokenTemplates

__all__ = ["CompiledTemplates", "NativeColumn", "TokenTable", "visible_columns"]

#: Atoms without a column, as the core numbers them.
_PLACES = {"first": -1, "last": -2}


#: Codes, what they stand for and, if a function made it, which is there.
NativeColumn: TypeAlias = tuple[NDArray[np.int32], _core.Texts, NDArray[np.uint8] | None]


class TokenTable(Protocol):
    """Sentences as columns of codes."""

    @property
    def columns(self) -> Mapping[str, Any]:
        """Columns by name, each with ``codes`` and ``values``."""

    @property
    def offsets(self) -> NDArray[np.int64]:
        """Borders of the sentences : (n_sentences + 1,)."""


def visible_columns(sentences: TokenTable) -> tuple[str, ...]:
    """Return the names of the columns that templates may look at.

    All but the tags, and but for those that are there only because the file has them.
    """
    tags, hidden = getattr(sentences, "tag_column", None), getattr(sentences, "hidden", None) or ()
    return tuple(name for name in sentences.columns if name != tags and name not in hidden)


class CompiledTemplates:
    """The core's plan for some templates over some columns, and how to feed it."""

    def __init__(self, templates: TokenTemplates, columns: Sequence[str]) -> None:
        templates.check_columns(columns)
        self.templates = templates
        self._there = list(columns)
        #: The core's columns, numbered: one of the sentences, perhaps through a Python function.
        self._native: dict[tuple[str, str, str], int] = {}
        self.plan = _core.TokenPlan(skip_beyond=templates.beyond == "skip")
        for name in templates.lexicons:
            words, classes = templates.lexicon(name)
            self.plan.add_lexicon(name, _core.Texts(words), _core.Texts(classes))
        for each in templates.parsed:
            atoms = [(self._source(atom), atom.offset) for atom in each.atoms]
            self.plan.add_template(atoms, list(each.pieces), each.is_edge, each.group)

    def _source(self, atom: TokenAtom) -> int:
        if atom.is_place:
            return _PLACES[atom.column]
        column = self.templates.column_of(atom.column, self._there)
        steps, made = list(atom.form), ("", "")
        if steps and steps[0][0] in MADE_IN_PYTHON:
            kind, _, name = steps.pop(0)
            made = kind, name
        place = self._native.setdefault((column, *made), len(self._native))
        return self.plan.add_source(place, steps)

    def feed(self, sentences: TokenTable) -> _core.TokenColumns:
        """Return sentences as the plan reads them."""
        native = [self._column(sentences, *each) for each in self._native]
        return _core.TokenColumns(native, np.ascontiguousarray(sentences.offsets, np.int64))

    def _column(self, sentences: TokenTable, name: str, kind: str, function: str) -> NativeColumn:
        column = sentences.columns[name]
        codes = np.ascontiguousarray(column.codes, np.int32)
        if not kind:
            return codes, column.values, None
        call: Callable[[str], Any] = getattr(self.templates, kind + "s")[function]
        made = [_checked(call(cell), function, cell) for cell in column.values.tolist()]
        there = np.array([each is not None for each in made], np.uint8)
        return codes, _core.Texts([each or "" for each in made]), there


def _checked(made: Any, function: str, cell: str) -> str | bytes | None:
    if made is None or isinstance(made, (str, bytes)):
        return made
    raise DataError(
        f"The function {function!r} must give a str, or None for nothing; got {made!r} for "
        f"{cell[:40]!r}. Use str(...)."
    )
