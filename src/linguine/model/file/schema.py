"""Schema: what plain data out of a file must look like, and where they do not.

A schema is made of small parts that each describe one value. Fields that it does not name are left
alone, so that files of a later version with one more field can still be read.

The parts are made whenever a model is opened, so they have no more methods than they need.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

__all__ = ["Anything", "Choice", "Flag", "IfThere", "Kind", "ListOf", "Maybe", "Number", "Record",
           "TableOf", "Text", "Whole"]  # fmt: skip


class Kind(Protocol):
    """What one value must be."""

    def complain(self, value: object, place: str) -> str | None:
        """Return what is wrong with a value, or None.

        Parameters
        ----------
        value
            Plain JSON data.
        place
            Where it was found, for the message.
        """
        ...


@dataclass(eq=False, repr=False)
class Anything:
    """Any value at all."""

    def complain(self, value: object, place: str) -> str | None:
        """Return None."""
        return None


@dataclass(eq=False, repr=False)
class Text:
    """A text.

    Examples
    --------
    >>> Text().complain(3, "name")
    'name is 3, not a text'
    """

    def complain(self, value: object, place: str) -> str | None:
        """Return what is wrong with a value, or None."""
        return None if isinstance(value, str) else _not(value, place, "a text")


@dataclass(eq=False, repr=False)
class Flag:
    """True or False."""

    def complain(self, value: object, place: str) -> str | None:
        """Return what is wrong with a value, or None."""
        return None if isinstance(value, bool) else _not(value, place, "true or false")


@dataclass(eq=False, repr=False)
class Choice:
    """One of some texts."""

    names: tuple[str, ...]

    def complain(self, value: object, place: str) -> str | None:
        """Return what is wrong with a value, or None."""
        if isinstance(value, str) and value in self.names:
            return None
        return _not(value, place, f"one of {', '.join(self.names)}")


@dataclass(eq=False, repr=False)
class Number:
    """A number within bounds.

    Examples
    --------
    >>> Number(0, 1).complain(0.5, "share"), Number(0, 1).complain(True, "share")
    (None, 'share is True, not a number from 0 to 1')
    """

    low: float = -1e30
    high: float = 1e30

    def complain(self, value: object, place: str) -> str | None:
        """Return what is wrong with a value, or None."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number and self.low <= value <= self.high:  # type: ignore[operator]
            return None
        return _not(value, place, f"a number from {self.low:g} to {self.high:g}")


@dataclass(eq=False, repr=False)
class Whole:
    """A whole number within bounds."""

    low: int = 0
    high: int = (1 << 53) - 1  # the last that every reader of JSON has exactly

    def complain(self, value: object, place: str) -> str | None:
        """Return what is wrong with a value, or None."""
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        if is_whole and self.low <= value <= self.high:  # type: ignore[operator]
            return None
        return _not(value, place, f"a whole number from {self.low} to {self.high}")


@dataclass(eq=False, repr=False)
class IfThere:
    """A value that may be left out of a record."""

    kind: Kind

    def complain(self, value: object, place: str) -> str | None:
        """Return what is wrong with a value, or None."""
        return self.kind.complain(value, place)


@dataclass(eq=False, repr=False)
class Maybe:
    """A value that may be null, and may be left out of a record."""

    kind: Kind

    def complain(self, value: object, place: str) -> str | None:
        """Return what is wrong with a value, or None."""
        return None if value is None else self.kind.complain(value, place)


@dataclass(eq=False, repr=False)
class ListOf:
    """A list of values of one kind."""

    kind: Kind
    at_least: int = 0
    at_most: float = math.inf

    def complain(self, value: object, place: str) -> str | None:
        """Return what is wrong with a value, or None."""
        if not isinstance(value, list):
            return _not(value, place, "a list")
        if not self.at_least <= len(value) <= self.at_most:
            most = "" if math.isinf(self.at_most) else f" to {self.at_most}"
            return f"{place} has {len(value)} entries, not {self.at_least}{most or ' or more'}"
        found = (self.kind.complain(each, f"{place}[{i}]") for i, each in enumerate(value))
        return next(filter(None, found), None)


@dataclass(eq=False, repr=False)
class TableOf:
    """An object with any keys and values of one kind."""

    kind: Kind

    def complain(self, value: object, place: str) -> str | None:
        """Return what is wrong with a value, or None."""
        if not isinstance(value, dict):
            return _not(value, place, "an object")
        found = (self.kind.complain(each, f"{place}[{key[:40]!r}]") for key, each in value.items())
        return next(filter(None, found), None)


@dataclass(eq=False, repr=False)
class Record:
    """An object with known fields; all must be there but those that are IfThere or Maybe.

    Examples
    --------
    >>> schema = Record({"order": Whole(1, 2), "info": Record({"seed": IfThere(Whole())})})
    >>> schema.complain({"order": 1, "info": {}, "new": "yes"}, "config") is None
    True
    >>> schema.complain({"order": 1, "info": {"seed": "x"}}, "config")
    "config['info']['seed'] is 'x', not a whole number from 0 to 9007199254740991"
    """

    fields: Mapping[str, Kind]
    #: Fields that are there together or not at all.
    together: Sequence[tuple[str, str]] = ()

    def complain(self, value: object, place: str) -> str | None:
        """Return what is wrong with a value, or None."""
        if not isinstance(value, dict):
            return _not(value, place, "an object")
        for name, kind in self.fields.items():
            if name not in value:
                if isinstance(kind, IfThere | Maybe):
                    continue
                return f"{place} has no {name!r}"
            wrong = kind.complain(value[name], f"{place}[{name!r}]")
            if wrong is not None:
                return wrong
        for a, b in self.together:
            if (a in value) != (b in value):
                return f"{place} has only one of {a!r} and {b!r}"
        return None


def _not(value: Any, place: str, wanted: str) -> str:
    shown = repr(value)
    return f"{place} is {shown if len(shown) <= 40 else shown[:40] + '...'}, not {wanted}"
