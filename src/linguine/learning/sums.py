"""Sums over parts: learning is a sum over the data, so it can be done part by part, anywhere.

A part answers for itself (``local``), and two answers make one (``merge``). What is merged in the
order of the parts has the same bits wherever they were worked out, and by how many.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linguine.learning.generative.naive_bayes import CountsState
from linguine.learning.problem import Problem, Table

__all__ = ["GradientSum", "add_counts", "add_gradients", "sum_gradients"]


@dataclass(frozen=True, eq=False)
class GradientSum:
    r"""The losses of some examples at some weights, and their derivatives.

    .. math:: \sum_i w_i \ell_i(\theta), \quad \sum_i w_i \nabla \ell_i(\theta)

    Parameters
    ----------
    value
        The sum of the losses.
    by_weights, by_bias
        Its derivatives : (n_features, stride), (stride,).
    """

    value: float
    by_weights: Table
    by_bias: Table

    def __sizeof__(self) -> int:
        """Return how much it is, so that Dask merges where most of it lies."""
        return self.by_weights.nbytes + self.by_bias.nbytes

    @classmethod
    def local(cls, part: Problem[Any], weights: Table, bias: Table) -> GradientSum:
        """Return that of the examples of a part."""
        # what came with a message of another process may begin at any byte of it
        weights, bias = (np.require(each, requirements="A") for each in (weights, bias))
        value, by_weights, by_bias = part.gradient(weights, bias)
        full = np.zeros_like(bias)
        full[: len(by_bias)] = by_bias[: len(bias)]
        return cls(value, by_weights, full)

    def merge(self, other: GradientSum) -> GradientSum:
        """Return that of the examples of both; this one is spent."""
        np.add(self.by_weights, other.by_weights, out=self.by_weights)
        np.add(self.by_bias, other.by_bias, out=self.by_bias)
        return GradientSum(self.value + other.value, self.by_weights, self.by_bias)


def sum_gradients(sums: Iterable[GradientSum]) -> GradientSum:
    """Return the sum of some, in their order.

    Examples
    --------
    >>> parts = (GradientSum(v, np.full((1, 1), v), np.zeros(1)) for v in (1.0, 2.0))
    >>> sum_gradients(parts).value
    3.0
    """
    total: GradientSum | None = None
    for each in sums:
        total = each if total is None else total.merge(each)
    assert total is not None
    return total


def add_gradients(parts: Sequence[GradientSum | None]) -> GradientSum | None:
    """Return the sum of some, in their order, which stay as they are; None has no example."""
    there = [each for each in parts if each is not None]
    if not there:
        return None
    first = there[0]
    total = GradientSum(first.value, first.by_weights.copy(), first.by_bias.copy())
    return sum_gradients([total, *there[1:]])


def add_counts(parts: Sequence[CountsState]) -> CountsState:
    """Return what was counted in all parts, which stay as they are."""
    total = replace(parts[0], sums=parts[0].sums.copy())
    for each in parts[1:]:
        total.sums += each.sums
        total.label_weights = total.label_weights + each.label_weights
        if total.squares is not None and each.squares is not None:
            total.squares = total.squares + each.squares
    return total
