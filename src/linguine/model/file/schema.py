"""Schema: what plain data out of a file must look like, and where they do not.

A schema is made of small functions that each describe one value. Fields that it does not name are
left alone, so that files of a later version with one more field can still be read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Kind", "anything", "choice", "either", "flag", "if_there", "list_of", "maybe",
           "number", "record", "table_of", "text", "whole"]  # fmt: skip

#: From a value and its place to what is wrong with it, or None.
Kind = Callable[[object, str], str | None]


@dataclass(frozen=True, eq=False)
class Optional:
    """A value that may be left out of a record."""

    kind: Kind

    def __call__(self, value: object, place: str) -> str | None:
        """Return what is wrong with a value, or None."""
        return self.kind(value, place)


#: What a schema says of such a value.
if_there = Optional


def maybe(kind: Kind) -> Kind:
    """Return a value that may be null, and may be left out of a record."""
    return Optional(lambda value, place: None if value is None else kind(value, place))


def anything(value: object, place: str) -> str | None:
    """Take any value at all."""
    return None


def text(value: object, place: str) -> str | None:
    """Take a text.

    Examples
    --------
    >>> text(3, "name")
    'name is 3, not a text'
    """
    return None if isinstance(value, str) else _not(value, place, "a text")


def flag(value: object, place: str) -> str | None:
    """Take true or false."""
    return None if isinstance(value, bool) else _not(value, place, "true or false")


def choice(names: Sequence[str]) -> Kind:
    """Return one of some texts."""
    known, wanted = frozenset(names), f"one of {', '.join(names)}"
    return lambda value, place: (
        None if isinstance(value, str) and value in known else _not(value, place, wanted)
    )


def either(one: Kind, other: Kind) -> Kind:
    """Return a value of one of two kinds.

    Examples
    --------
    >>> either(text, flag)("auto", "scale"), either(text, flag)(3, "scale")
    (None, 'scale is 3, not true or false')
    """
    return lambda value, place: one(value, place) and other(value, place)


def number(low: float = -1e30, high: float = 1e30) -> Kind:
    """Return a number within bounds.

    Examples
    --------
    >>> number(0, 1)(0.5, "share"), number(0, 1)(True, "share")
    (None, 'share is True, not a number from 0 to 1')
    """
    return _between(int | float, low, high, f"a number from {low:g} to {high:g}")


def whole(low: int = 0, high: int = (1 << 53) - 1) -> Kind:
    """Return a whole number within bounds; the last that every reader of JSON has exactly."""
    return _between(int, low, high, f"a whole number from {low} to {high}")


def list_of(kind: Kind, at_least: int = 0, at_most: float = math.inf) -> Kind:
    """Return a list of values of one kind."""

    def complain(value: object, place: str) -> str | None:
        if not isinstance(value, list):
            return _not(value, place, "a list")
        if not at_least <= len(value) <= at_most:
            most = " or more" if math.isinf(at_most) else f" to {at_most}"
            return f"{place} has {len(value)} entries, not {at_least}{most}"
        return _first(kind(each, f"{place}[{i}]") for i, each in enumerate(value))

    return complain


def table_of(kind: Kind) -> Kind:
    """Return an object with any keys and values of one kind."""

    def complain(value: object, place: str) -> str | None:
        if not isinstance(value, dict):
            return _not(value, place, "an object")
        return _first(kind(each, f"{place}[{key[:40]!r}]") for key, each in value.items())

    return complain


def record(fields: Mapping[str, Kind], together: Sequence[tuple[str, str]] = ()) -> Kind:
    """Return an object with known fields; all must be there but those that are optional.

    Pairs of fields that are ``together`` are both there or not at all.

    Examples
    --------
    >>> schema = record({"order": whole(1, 2), "info": record({"seed": if_there(whole())})})
    >>> schema({"order": 1, "info": {}, "new": "yes"}, "config") is None
    True
    >>> schema({"order": 1, "info": {"seed": "x"}}, "config")
    "config['info']['seed'] is 'x', not a whole number from 0 to 9007199254740991"
    """

    def complain(value: object, place: str) -> str | None:
        if not isinstance(value, dict):
            return _not(value, place, "an object")
        for name, kind in fields.items():
            if name in value:
                if wrong := kind(value[name], f"{place}[{name!r}]"):
                    return wrong
            elif not isinstance(kind, Optional):
                return f"{place} has no {name!r}"
        alone = (f"{a!r} and {b!r}" for a, b in together if (a in value) != (b in value))
        return _first(f"{place} has only one of {each}" for each in alone)

    return complain


def _between(kinds: Any, low: float, high: float, wanted: str) -> Kind:
    def complain(value: Any, place: str) -> str | None:
        is_number = isinstance(value, kinds) and not isinstance(value, bool)
        return None if is_number and low <= value <= high else _not(value, place, wanted)

    return complain


def _first(found: Iterable[str | None]) -> str | None:
    return next(filter(None, found), None)


def _not(value: object, place: str, wanted: str) -> str:
    shown = repr(value)
    return f"{place} is {shown if len(shown) <= 40 else shown[:40] + '...'}, not {wanted}"
