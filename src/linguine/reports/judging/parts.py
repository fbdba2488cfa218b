"""Parts: examples sorted by what they have, numbers by ranges and rare values together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.errors import DataError

__all__ = ["make_parts"]

#: More different numbers become ranges, each with as many examples; of more different texts the
#: rarest are one part.
_MOST_NUMBERS, _N_RANGES, _MOST_TEXTS = 8, 4, 20
_OTHERS, _NOTHING = "(others)", "(none)"


def make_parts(values: ArrayLike, by: str = "part") -> list[tuple[str, NDArray[np.int64]]]:
    """Return the name and the places of each part.

    Examples
    --------
    >>> [(name, places.tolist()) for name, places in make_parts(["b", "a", "b", ""])]
    [('b', [0, 2]), ('(none)', [3]), ('a', [1])]
    >>> [name for name, _ in make_parts(range(1, 101))]
    ['1 to 25', '26 to 50', '51 to 75', '76 to 100']
    """
    given = np.asarray(values)
    cells = [str(each).strip() for each in given.tolist()]
    numbers = _as_numbers(cells)
    if numbers is not None and len(np.unique(numbers[~np.isnan(numbers)])) > _MOST_NUMBERS:
        return _ranges(numbers)
    counts = Counter(cells)
    if len(counts) > _MOST_TEXTS and 2 * len(counts) > len(cells):
        raise DataError(
            f"{by} must be the same for many examples, so that there are parts; got "
            f"{len(counts):,} different ones of {len(cells):,} examples, such as {cells[0][:40]!r}."
            " Choose another column."
        )
    ranked = sorted(counts, key=lambda cell: (-counts[cell], cell))
    kept = ranked if len(ranked) <= _MOST_TEXTS else ranked[: _MOST_TEXTS - 1]
    place = {cell: i for i, cell in enumerate(kept)}
    codes = np.array([place.get(cell, len(kept)) for cell in cells], np.int64)
    names = [cell or _NOTHING for cell in kept] + [_OTHERS] * (len(kept) < len(ranked))
    return [(name, np.flatnonzero(codes == i)) for i, name in enumerate(names)]


def _as_numbers(cells: Sequence[str]) -> NDArray[np.float64] | None:
    """Return the cells as numbers, NaN for an empty one; None if one is something else."""
    try:
        numbers = np.array([float(cell) if cell else np.nan for cell in cells])
    except ValueError:
        return None
    return numbers if not np.isinf(numbers).any() else None


def _ranges(numbers: NDArray[np.float64]) -> list[tuple[str, NDArray[np.int64]]]:
    """Return ranges with about as many examples each; equal numbers stay together."""
    is_there = ~np.isnan(numbers)
    ends = np.quantile(
        numbers[is_there], np.arange(1, _N_RANGES) / _N_RANGES, method="inverted_cdf"
    )
    codes = np.searchsorted(np.unique(ends), numbers, side="left")
    parts = []
    for code in range(_N_RANGES):
        places = np.flatnonzero((codes == code) & is_there)
        if len(places):
            low, high = numbers[places].min(), numbers[places].max()
            parts.append((f"{low:,.6g} to {high:,.6g}" if low < high else f"{low:,.6g}", places))
    if not is_there.all():
        parts.append((_NOTHING, np.flatnonzero(~is_there)))
    return parts
