"""Columns: features that come with a name and a number instead of from a text."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import DataError, ParameterError
from linguine.features.text.templates import Template

__all__ = ["Bag", "BagTemplate", "Categorical", "Function", "Given", "find_column"]

#: Row borders (n + 1,), one name per entry, one number per entry.
Bag = tuple[NDArray[np.int64], _core.Texts, NDArray[np.float32]]


class BagTemplate(Template):
    """A template whose features are made in Python, one bag of them per document."""

    is_raw: ClassVar[bool] = True

    def learn(self, texts: _core.Texts, columns: Mapping[str, Any]) -> BagTemplate:
        """Return the template with what it has to learn from some documents: most, nothing."""
        return self

    def bag(self, texts: _core.Texts, columns: Mapping[str, Any]) -> Bag:
        """Return names and numbers of all documents."""
        raise NotImplementedError


def make_bag(rows: Iterable[Iterable[tuple[str, float]]]) -> Bag:
    """Return rows of (name, number) as a bag."""
    offsets, names, values = [0], [], []
    for row in rows:
        for name, value in row:
            names.append(name)
            values.append(value)
        offsets.append(len(names))
    return np.array(offsets, np.int64), _core.Texts(names), np.array(values, np.float32)


def find_column(columns: Mapping[str, Any], name: str, n: int) -> Any:
    """Return a column, which must have one value for each of n texts."""
    if name not in columns:
        there = ", ".join(repr(each) for each in columns) or "none"
        raise DataError(
            f"The features need the column {name!r}; the columns are {there}. "
            "Add it to the columns, or leave the template out."
        )
    if len(columns[name]) != n:
        raise DataError(
            f"A column must have one value per text; {name!r} has {len(columns[name])} for {n} "
            "texts. Cut both from the same table."
        )
    return columns[name]


@dataclass(frozen=True)
class Categorical(BagTemplate):
    """A column of names: the feature ``column=value`` is 1.

    Examples
    --------
    >>> Categorical("country").column
    'country'
    """

    kind: ClassVar[str] = "categorical"
    column: str

    def bag(self, texts: _core.Texts, columns: Mapping[str, Any]) -> Bag:
        """Return names and numbers of all documents."""
        cells = find_column(columns, self.column, len(texts))
        if isinstance(cells, _core.Texts):
            cells = cells.tolist()
        names = [f"{self.column}={cell}" for cell in cells]
        n = len(names)
        return np.arange(n + 1, dtype=np.int64), _core.Texts(names), np.ones(n, np.float32)


@dataclass(frozen=True)
class Given(BagTemplate):
    """Features that the data come with: ``word:count`` bags or svmlight. Counted, not raw.

    Examples
    --------
    >>> Given().column
    'bag'
    """

    kind: ClassVar[str] = "given"
    is_raw: ClassVar[bool] = False
    column: str = "bag"

    def bag(self, texts: _core.Texts, columns: Mapping[str, Any]) -> Bag:
        """Return names and numbers of all documents."""
        found = columns.get(self.column)
        if not isinstance(found, tuple):
            raise DataError(
                f"The features need a bag called {self.column!r} (row borders, names, numbers); "
                f"got {type(found).__name__}. Read the data as word:count or svmlight."
            )
        return found


@dataclass(frozen=True)
class Function(BagTemplate):
    """Features by a Python function: slow, and able to do anything.

    Parameters
    ----------
    function
        Takes the text and returns a mapping from names to numbers, or names.
    name
        How a saved model calls the function; loading asks for it again.

    Examples
    --------
    >>> Function(lambda text: {"length": len(text)}, name="length").name
    'length'
    """

    kind: ClassVar[str] = "function"
    function: Callable[[str], Mapping[str, float] | Iterable[str]]
    name: str = ""

    def to_config(self) -> dict[str, Any]:
        """Return the template as plain data; the function itself is code, so it stays behind."""
        if not self.name:
            raise ParameterError(
                "A Function must have a name to be saved, because code is not stored in a model; "
                "got none. Write Function(f, name='...') and give it again when loading."
            )
        return {"template": self.kind, "name": self.name}

    def bag(self, texts: _core.Texts, columns: Mapping[str, Any]) -> Bag:
        """Return names and numbers of all documents."""
        return make_bag(self._rows(texts[i]) for i in range(len(texts)))

    def _rows(self, text: str) -> Iterable[tuple[str, float]]:
        found = self.function(text)
        if isinstance(found, Mapping):
            return [(_name(name, text), _number(name, found[name], text)) for name in found]
        if isinstance(found, (str, bytes)) or not isinstance(found, Iterable):
            raise DataError(
                "A feature function must return a mapping or names; got "
                f"{type(found).__name__} for {text[:40]!r}. Return a dict or a list."
            )
        return [(_name(name, text), 1.0) for name in found]


def _name(name: object, text: str) -> str:
    if isinstance(name, str):
        return name
    raise DataError(
        f"A feature function must name its features by str; got {name!r} for {text[:40]!r}. "
        "Use str(...)."
    )


def _number(name: object, value: object, text: str) -> float:
    is_number = isinstance(value, (Real, np.bool_)) and math.isfinite(float(value))
    if is_number:
        return float(value)  # type: ignore[arg-type]
    raise DataError(
        f"A feature function must give finite numbers; got {value!r} for the feature {name!r} of "
        f"{text[:40]!r}. Leave the feature out there."
    )
