"""Grid: the settings that are tried, the simplest first."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass
from typing import Any

from linguine.errors import LinguineError, ParameterError, named, show_value
from linguine.model.estimator import Estimator

__all__ = ["Grid", "Point", "expand", "fresh", "make_points", "usual_grid"]

#: Penalties, and whether larger ones are simpler: these come first, and are the next one's start.
_PENALTIES = {"alpha": True, "l2": True, "l1": True, "C": False}
#: What is tried if nobody says, of the first of these that an algorithm has: times its own.
_USUAL: dict[str, tuple[float, ...]] = {
    "C": (1 / 256, 1 / 64, 1 / 16, 1 / 4, 1.0, 4.0, 16.0),
    "alpha": (10.0, 3.0, 1.0, 0.3, 0.1, 0.03, 0.01),
    "epochs": (1, 2, 4, 8, 16),
}
Grid = Mapping[str, Iterable[Any]]


@dataclass(frozen=True, eq=False)
class Point:
    """Settings to try.

    Parameters
    ----------
    changes
        What they are, by name.
    estimator
        What would learn so; it has not.
    """

    changes: Mapping[str, Any]
    estimator: Any


def expand(grid: Grid | Sequence[Grid]) -> list[dict[str, Any]]:
    """Return all settings of a grid, or of several, the simplest first.

    Penalties go from strong to weak, other values come in the order given; penalties change
    fastest, so that each setting is near to the one before it.

    Examples
    --------
    >>> expand({"C": [1, 0.1], "values": ["binary", "count"]})[:3]
    [{'values': 'binary', 'C': 0.1}, {'values': 'binary', 'C': 1}, {'values': 'count', 'C': 0.1}]
    """
    grids = [grid] if isinstance(grid, Mapping) else list(grid)
    found: dict[str, dict[str, Any]] = {}
    for each in grids:
        if not isinstance(each, Mapping):
            raise ParameterError(
                f"A grid must be a dict from parameters to lists of values, or a list of such; got "
                f"{show_value(each)}. Write {{'C': [0.1, 1, 10]}}."
            )
        values = {name: _ordered(name, each[name]) for name in each}
        names = sorted(values, key=lambda name: name in _PENALTIES)
        for chosen in itertools.product(*(values[name] for name in names)):
            changes = dict(zip(names, chosen, strict=True))
            found.setdefault(repr(changes), changes)
    if not found or found.keys() == {"{}"}:
        raise ParameterError(
            f"A grid must have something to try; got {show_value(grid)}. "
            "Write {'C': [0.1, 1, 10]}, or leave it out."
        )
    return list(found.values())


def make_points(estimator: Any, grid: Grid | Sequence[Grid] | None) -> list[Point]:
    """Return the points of a grid around an estimator; None is the usual one."""
    points = []
    for changes in expand(usual_grid(estimator) if grid is None else grid):
        try:
            points.append(Point(changes, fresh(estimator).set_params(**changes)))
        except LinguineError:
            raise
        except (TypeError, ValueError) as error:
            raise ParameterError(
                f"A grid must name parameters of {type(estimator).__name__}; got "
                f"{', '.join(changes)}: {error}. Choose among those of get_params()."
            ) from None
    return points


def fresh(estimator: Any) -> Any:
    """Return another estimator with the same parameters; those of others may hold estimators."""
    return copy(estimator) if isinstance(estimator, Estimator) else deepcopy(estimator)


def usual_grid(estimator: Any) -> dict[str, list[Any]]:
    """Return what is tried if nobody says: the penalty, around what it usually is."""
    row = getattr(getattr(estimator, "settings", None), "row", None)
    for name, values in _USUAL.items():
        if row is not None and name in row.options:
            own = (row.C or 1.0) if name == "C" else 1
            return {name: [own * value for value in values]}
    raise ParameterError(
        f"A grid must be given for {estimator!r}; it has no penalty that one would try by itself. "
        f"Give a grid of its parameters, or name an algorithm ({named('algorithm')}) that has C or "
        "alpha."
    )


def _ordered(name: str, values: Any) -> list[Any]:
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise ParameterError(
            f"A grid must have a list of values for each parameter; got {show_value(values)} for "
            f"{name}. Write {{{name!r}: [{show_value(values)}]}}."
        )
    made = list(values)
    if not made:
        raise ParameterError(
            f"A grid must have values to try; got none for {name}. Give some, or leave it out."
        )
    is_number = all(isinstance(each, int | float) and each == each for each in made)
    if name in _PENALTIES and is_number:
        made.sort(reverse=_PENALTIES[name])
    return made
