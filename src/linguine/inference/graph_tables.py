"""Graph tables: the scores of a factor graph as tables of their own shapes, and as rows of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from numbers import Integral
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from linguine.errors import ParameterError, show_value
from linguine.inference.structure import Table, read_scores

__all__ = ["Tables", "pack", "read_scopes", "read_sizes", "shapes_of", "unpack"]

#: One table per variable, then one per factor; or all as rows of one array.
Tables: TypeAlias = Sequence[ArrayLike] | Table
Sizes: TypeAlias = Sequence[int]
Scopes: TypeAlias = Sequence[Sequence[int]]

_LARGEST = 2**31 - 1


def _integers(given: Any, what: str) -> tuple[int, ...]:
    try:
        numbers = tuple(given)
    except TypeError:
        numbers = (given,)
    for each in numbers:
        if isinstance(each, bool) or not isinstance(each, Integral) or abs(int(each)) > _LARGEST:
            raise ParameterError(
                f"{what} must be whole numbers; got {show_value(each)}. Write them as a list."
            )
    return tuple(int(each) for each in numbers)


def read_sizes(n_values: Any) -> tuple[int, ...]:
    """Return the numbers of values, checked as far as Python has to."""
    return _integers(n_values, "The numbers of values of variables")


def read_scopes(factors: Any) -> tuple[tuple[int, ...], ...]:
    """Return the variables of each factor, checked as far as Python has to."""
    return tuple(
        _integers(scope, f"The variables of factor {i}") for i, scope in enumerate(factors)
    )


def shapes_of(n_values: Sizes, factors: Scopes) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the name and the shape of every table, variables first."""
    for v, n in enumerate(n_values):
        yield f"variable {v}", (n,)
    for f, scope in enumerate(factors):
        yield f"factor {f}", tuple(n_values[v] for v in scope)


def pack(tables: Tables, n_values: Sizes, factors: Scopes, n_rows: int) -> Table:
    """Return the rows of all tables, checked : (n_rows, n_labels or more)."""
    n_labels = max(n_values, default=1)
    if isinstance(tables, np.ndarray) and tables.ndim == 2:
        if tables.shape[0] != n_rows or tables.shape[1] < n_labels:
            raise ParameterError(
                f"Rows of a graph must have shape ({n_rows}, {n_labels}): a row per variable, then "
                "of each factor a row for every joint value of its variables but the last; got "
                f"{tables.shape}. Give a list of tables instead."
            )
        return read_scores(tables, "Give a table of numbers.")
    shapes = list(shapes_of(n_values, factors))
    if len(tables) != len(shapes):
        raise ParameterError(
            f"There must be a table for each of {len(n_values)} variables and {len(factors)} "
            f"factors; got {len(tables)}. Give zeros where there is nothing to say."
        )
    rows, first = np.zeros((n_rows, n_labels)), 0
    for given, (name, shape) in zip(tables, shapes, strict=True):
        fix = f"Give {' x '.join(map(str, shape))} numbers."
        table = read_scores(given, fix, name=f"The table of {name}")
        if table.shape != shape:
            raise ParameterError(
                f"The table of {name} must have shape {shape}, an axis for each of its variables; "
                f"got {table.shape}. {fix}"
            )
        n = prod(shape[:-1])
        rows[first : first + n, : shape[-1]] = table.reshape(n, shape[-1])
        first += n
    return rows


def unpack(rows: Table, n_values: Sizes, factors: Scopes) -> list[Table]:
    """Return rows as one table per variable, then one per factor."""
    found, first = [], 0
    for _, shape in shapes_of(n_values, factors):
        n = prod(shape[:-1])
        found.append(rows[first : first + n, : shape[-1]].reshape(shape))
        first += n
    return found
