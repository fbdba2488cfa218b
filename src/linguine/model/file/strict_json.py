"""Strict JSON: one spelling for each value when written, no surprises when read.

Python's json module writes NaN, turns the key 1 into "1", and reads duplicate keys and 1e999
without a word. A model file must mean the same to every reader, so none of these pass here.
"""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

__all__ = ["read_json", "write_json"]

# Far above any configuration, far below what makes a parser in some language overflow its stack.
_MAX_DEPTH = 64


def write_json(value: object) -> str:
    r"""Return ``value`` as canonical JSON: keys sorted, no spaces, ASCII only.

    Tuples become lists. Whatever has no exact JSON form raises ValueError with its place.

    Examples
    --------
    >>> write_json({"b": (1, 2.5), "a": "é"})
    '{"a":"\\u00e9","b":[1,2.5]}'
    """
    _check(value, "config", 0)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def read_json(text: str) -> Any:
    """Return the value of a JSON text; raise ValueError for anything out of the ordinary.

    Examples
    --------
    >>> read_json('{"a": 1, "a": 2}')
    Traceback (most recent call last):
        ...
    ValueError: the key 'a' stands twice in one object
    """
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
        if "\\ud" in text or "\\uD" in text:  # only an escape can stand for half a character
            _check(value, "it", 0)
        return value
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _check(value: object, place: str, depth: int) -> None:
    if depth > _MAX_DEPTH:
        raise ValueError(f"{place[:60]}... is nested deeper than {_MAX_DEPTH} levels")
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise ValueError(f"{place} has the key {key!r}, which is not a string")
            _check_text(key, f"a key of {place}")
            _check(item, f"{place}[{key!r}]", depth + 1)
    elif isinstance(value, list | tuple):
        for i, item in enumerate(value):
            _check(item, f"{place}[{i}]", depth + 1)
    elif isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{place} is {value}, which JSON does not have")
    elif isinstance(value, str):
        _check_text(value, place)
    elif not isinstance(value, int | float | None):
        raise ValueError(f"{place} is of type {type(value).__name__}")


def _check_text(value: str, place: str) -> None:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{place[:60]} holds half a character (a lone surrogate)") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"the key {_first_double(pairs)[:60]!r} stands twice in one object")
    return found


def _first_double(pairs: list[tuple[str, Any]]) -> str:
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            return key
        seen.add(key)
    return ""


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"it holds {name}, which JSON does not have")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"the number {digits[:40]} is too large")
    return number
