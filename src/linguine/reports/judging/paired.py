r"""Paired tests of any figure: whether one system beats another on the same examples.

If two systems are equally good, each example might as well have had their answers swapped. The
p-value is the share of swaps after which the figures of the two differ no less:

.. math:: p = P(|F(A') - F(B')| \ge |F(A) - F(B)|)

by approximate randomization [Noreen1989], which [Yeh2000] has for F1. For a share of sums whose
wholes are the same for both, such as an accuracy, that is :func:`paired_p_value`, exact where
examples are right or wrong: the test of [McNemar1947].
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from linguine.reports.judging.figures import Figure
from linguine.reports.judging.ledger import Ledger
from linguine.reports.significance import paired_p_value

__all__ = ["shared_figures", "swap_p_value"]

Floats = NDArray[np.float64]

#: Swaps that are tried, and examples that are looked at at a time.
_N_SWAPS, _AT_A_TIME = 10_000, 1 << 20
#: Where more examples differ, each in its own way, the sum of swaps is as good as normal.
_MANY_KINDS, _STEP = 1_000, 1e-6
#: Figures that are equal but for rounding are equal.
_ROUNDING = 1e-12


def shared_figures(first: Ledger, second: Ledger) -> Iterator[Figure]:
    """Yield the figures with one value that both have, but those that say the same as another."""
    seen: set[tuple[float, float]] = set()
    for each in first.figures:
        pair = (first.values.get(each.name, math.nan), second.values.get(each.name, math.nan))
        if np.isnan(pair).any() or pair in seen or (seen and pair == (1, 1)):
            continue
        seen.add(pair)
        yield each


def swap_p_value(
    first: Ledger, second: Ledger, *, name: str | None = None, seed: int = 0
) -> float | None:
    """Return how often two systems that are equally good would differ at least this much.

    It is about one figure of two ledgers of the same examples, by default their first. None: the
    figure does not exist.

    Examples
    --------
    >>> from linguine.reports.judging.figures import share
    >>> accuracy = share("accuracy", 0, 1)
    >>> one, other = (Ledger.of_table([[right, 1] for right in each], [accuracy])
    ...               for each in ([1] * 10, [0] * 6 + [1] * 4))
    >>> round(swap_p_value(one, other), 5)
    0.03125
    """
    figure = first.figure(first.head.name if name is None else name)
    one, other = _tables(first, second, figure.name)
    if np.isnan([first.values[figure.name], second.values[figure.name]]).any():
        return None
    if figure.is_ratio and np.array_equal(one[:, 1], other[:, 1]):
        parts = [each[:, 0] for each in (one, other)]
        if all(np.array_equal(each, np.round(each)) for each in parts):
            return paired_p_value(*(each.astype(np.int64) for each in parts), seed=seed)
    # Half of the sums stays, and half of the difference goes to and fro.
    middle = (one + other).sum(axis=0) / 2
    halves, n_alike = np.unique((one - other) / 2, axis=0, return_counts=True)
    ends = figure.measure(np.stack([other.sum(axis=0), one.sum(axis=0)]))
    lead = abs(float(ends[1] - ends[0]))
    if len(halves) > _MANY_KINDS:
        spread = _spread(figure, middle, halves, n_alike)
        return math.erfc(lead / spread / math.sqrt(2.0)) if spread else 1.0
    generator = np.random.default_rng(seed)
    n_far, chunk = 0, max(1, _AT_A_TIME // len(halves))
    for begin in range(0, _N_SWAPS, chunk):
        size = (min(chunk, _N_SWAPS - begin), len(halves))
        shift = (2 * generator.binomial(n_alike, 0.5, size=size) - n_alike) @ halves
        leads = figure.measure(middle + shift) - figure.measure(middle - shift)
        n_far += int((np.abs(leads) >= lead - _ROUNDING).sum())
    return (1 + n_far) / (1 + _N_SWAPS)


def _tables(first: Ledger, second: Ledger, name: str) -> tuple[Floats, Floats]:
    """Return the sums of each example that a figure needs, in the same columns for both ledgers.

    Systems may know other labels: then each has a column for all of both.
    """
    both = (first, second)
    columns = [each.figure(name).columns for each in both]
    one, other = (
        each.rows.dense(chosen)[each.kinds] for each, chosen in zip(both, columns, strict=True)
    )
    names = [each.names_of(chosen) for each, chosen in zip(both, columns, strict=True)]
    if names[0] is None or names[1] is None or names[0] == names[1]:
        return one, other
    place = {label: i for i, label in enumerate(dict.fromkeys([*names[0], *names[1]]))}
    wide = []
    for table, mine in zip((one, other), names, strict=True):
        made = np.zeros((len(table), 3, len(place)))
        made[:, :, [place[label] for label in mine or ()]] = table.reshape(len(table), 3, -1)
        wide.append(made.reshape(len(table), -1))
    return wide[0], wide[1]


def _spread(figure: Figure, middle: Floats, halves: Floats, n_alike: NDArray[np.int64]) -> float:
    """Return the standard deviation of the lead, which is linear in so small parts of the sums."""
    steps = np.diag(np.maximum(np.abs(middle), 1.0) * _STEP)
    slopes = (figure.measure(middle + steps) - figure.measure(middle - steps)) / (
        2 * steps.diagonal()
    )
    return float(np.sqrt((n_alike * (2 * halves @ slopes) ** 2).sum()))
