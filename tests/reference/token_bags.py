"""Features that a user gives for a token: names and numbers, as python-crfsuite reads them.

Decisions, where the wording leaves a choice: a name that comes twice is added up, as it is when
CRFsuite multiplies every attribute with its weight; zeros (False) are absent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

SEPARATOR = ":"


def attributes(token: Mapping[str, Any] | Iterable[str]) -> list[tuple[str, float]]:
    """Return (name, number) of everything that is given."""
    if not isinstance(token, Mapping):
        return [(name, 1.0) for name in token]
    found = []
    for key, value in token.items():
        if isinstance(value, (dict, list, set)):
            found += [(key + SEPARATOR + name, x) for name, x in attributes(value)]
        elif isinstance(value, str):
            found.append((key + SEPARATOR + value, 1.0))
        else:
            found.append((key, float(value)))
    return found


def bag(token: Mapping[str, Any] | Iterable[str]) -> dict[str, float]:
    """Return the features of a token."""
    total: dict[str, float] = defaultdict(float)
    for name, value in attributes(token):
        if value != 0:
            total[name] += value
    return dict(total)
