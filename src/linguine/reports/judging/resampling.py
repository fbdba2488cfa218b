r"""Resampling: the sums of a test set that might as well have been drawn.

The bootstrap of [Efron1979]: examples are drawn as often as there are, each as likely as the other,
and a figure of what was drawn varies as the figure of another test set would. What belongs
together, such as the tokens of a sentence, is drawn together.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Rows", "draw_subsets", "draw_sums"]

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]

#: Kinds are drawn by how often each occurs where they are no more than this share of the examples.
_FEW_KINDS = 1 / 16
#: Numbers that are held at a time, and examples that are drawn in all before draws get fewer.
_AT_A_TIME, _MOST_DRAWN, _FEWEST_DRAWS = 1 << 21, 50_000_000, 200

#: To look at a number costs so much less than at an entry.
_FULL = 8


class Rows:
    """What an example of each kind adds to each sum, by its entries that are not 0.

    Sums are added in one order, so that they are the same on every machine.

    Parameters
    ----------
    kinds, columns, values
        Of each entry : (n_entries,).
    shape
        How many kinds and columns there are.

    Examples
    --------
    >>> rows = Rows([0, 1, 1], [0, 0, 2], [1, 1, 5], (2, 3))
    >>> rows.add_up(np.array([[10, 1]]))
    array([[11.,  0.,  5.]])
    >>> rows.dense([2])
    array([[0.],
           [5.]])
    """

    def __init__(
        self, kinds: ArrayLike, columns: ArrayLike, values: ArrayLike, shape: tuple[int, int]
    ) -> None:
        of_column = np.asarray(columns, np.int64)
        order = np.argsort(of_column, kind="stable")
        self.kinds = np.asarray(kinds, np.int64)[order]
        self.values: Floats = np.asarray(values, np.float64)[order]
        self.columns = of_column[order]
        self.n_kinds, self.n_columns = shape
        self._present, self._begins = np.unique(self.columns, return_index=True)

    @classmethod
    def of_table(cls, table: ArrayLike) -> Rows:
        """Return the rows of a table : (n_kinds, n_columns)."""
        dense = np.asarray(table, np.float64)
        kinds, columns = np.nonzero(dense)
        return cls(kinds, columns, dense[kinds, columns], (dense.shape[0], dense.shape[1]))

    def add_up(self, counts: Counts) -> Floats:
        """Return the sums of as many examples of each kind : (n_draws, n_columns)."""
        if self._table is not None:
            return np.asarray(np.einsum("dk,ck->dc", counts.astype(np.float64), self._table))
        sums = np.zeros((len(counts), self.n_columns))
        parts = counts[:, self.kinds] * self.values
        sums[:, self._present] = np.add.reduceat(parts, self._begins, axis=1)
        return sums

    @cached_property
    def _table(self) -> Floats | None:
        """All columns : (n_columns, n_kinds), where that is faster than entry by entry."""
        is_full = self.n_kinds * self.n_columns <= _FULL * len(self.kinds)
        return self.dense(range(self.n_columns)).T.copy() if is_full else None

    def dense(self, columns: ArrayLike) -> Floats:
        """Return some columns as a table : (n_kinds, n_chosen)."""
        chosen = np.asarray(columns, np.int64)
        place = np.full(self.n_columns, -1)
        place[chosen] = np.arange(len(chosen))
        found = place[self.columns]
        table = np.zeros((self.n_kinds, len(chosen)))
        kept = found >= 0
        np.add.at(table, (self.kinds[kept], found[kept]), self.values[kept])
        return table


def draw_sums(rows: Rows, kinds: Counts, *, n_draws: int, seed: int) -> Floats:
    """Return the sums of examples drawn with replacement : (n_draws, n_columns).

    Where hundreds of thousands of examples all differ, there are fewer draws: 200 at least.

    Parameters
    ----------
    rows
        What examples add to sums.
    kinds
        The kind of each example : (n,).
    n_draws
        How many test sets.
    seed
        The same seed gives the same sums.

    Examples
    --------
    >>> rows = Rows.of_table([[1, 0], [0, 1]])
    >>> draw_sums(rows, np.array([0, 0, 1]), n_draws=4, seed=0).sum(axis=1)
    array([3., 3., 3., 3.])
    """
    generator = np.random.default_rng(seed)
    n = len(kinds)
    if rows.n_kinds <= max(2, n * _FEW_KINDS):
        shares = np.bincount(kinds, minlength=rows.n_kinds) / n
        chunk = max(1, _AT_A_TIME // max(rows.n_kinds, len(rows.kinds)))
        sizes = (min(chunk, n_draws - begin) for begin in range(0, n_draws, chunk))
        drawn: Iterator[Counts] = (generator.multinomial(n, shares, size=each) for each in sizes)
    else:
        n_draws = min(n_draws, max(_FEWEST_DRAWS, _MOST_DRAWN // n))
        drawn = _draw_examples(rows, kinds, n_draws, generator)
    return np.concatenate([rows.add_up(counts) for counts in drawn])


def _draw_examples(
    rows: Rows, kinds: Counts, n_draws: int, generator: np.random.Generator
) -> Iterator[Counts]:
    """Yield how often each kind was drawn : (n_chunk, n_kinds)."""
    n, n_kinds = len(kinds), rows.n_kinds
    chunk = max(1, _AT_A_TIME // max(n, len(rows.kinds)))
    for begin in range(0, n_draws, chunk):
        size = min(chunk, n_draws - begin)
        places = generator.integers(n, size=(size, n), dtype=np.int32)
        yield np.stack([np.bincount(kinds[each], minlength=n_kinds) for each in places])


def draw_subsets(table: Floats, kinds: Counts, size: int, *, n_draws: int, seed: int) -> Floats:
    """Return the sums of subsets of the examples, all as likely : (n_draws, n_columns).

    Parameters
    ----------
    table
        What an example of each kind adds : (n_kinds, n_columns).
    kinds
        The kind of each example : (n,).
    size
        Of a subset; 1 to n.
    n_draws, seed
        How many subsets, and what they are drawn from.

    Examples
    --------
    >>> draw_subsets(np.eye(2), np.array([0, 0, 1]), 3, n_draws=2, seed=0)
    array([[2., 1.],
           [2., 1.]])
    """
    n, generator = len(kinds), np.random.default_rng(seed)
    if len(table) <= max(2, min(n * _FEW_KINDS, size)):
        counts = np.bincount(kinds, minlength=len(table))
        return np.asarray(generator.multivariate_hypergeometric(counts, size, size=n_draws) @ table)
    # A random order is cut into subsets: each by itself is as likely as any other.
    n_cuts = n // size
    made = []
    for _ in range(-(-n_draws // n_cuts)):
        order = kinds[generator.permutation(n)[: n_cuts * size]]
        made.append(table[order].reshape(n_cuts, size, -1).sum(axis=1))
    return np.concatenate(made)[:n_draws]
