"""The memory of an online learner: weights, their sums, and AdaGrad's squares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.learning.problem import LearningProblem, new_weights

__all__ = ["OnlineState", "insert_rows", "new_state"]


@dataclass(eq=False)
class OnlineState:
    r"""Where an online learner stands, changed in place by every pass.

    .. math:: \bar\theta = \tfrac1t \sum_{t'=1}^{t} \theta^{(t')}

    Algorithm 2 of [LxMLS] averages so; the core keeps the sum at a cost that does not
    depend on the size of theta.

    Parameters
    ----------
    weights, bias
        Current, not averaged : (n_features, stride), (stride,).
    weight_sums, bias_sums
        Sums over steps; empty if not averaged.
    weight_squares, bias_squares
        AdaGrad's sums of squared gradients; empty for other rules.
    learning_rate, intercept_scaling
        Resolved once, at the first pass.
    share_of_pair
        What each of two labels takes of their one column when a third appears: the second
        this share, the first its negative. See :func:`_widen`.
    steps_done
        How much was learned so far; it also moves the shuffle on from call to call.
    """

    weights: NDArray[Any]
    bias: NDArray[Any]
    weight_sums: NDArray[Any]
    bias_sums: NDArray[Any]
    weight_squares: NDArray[Any]
    bias_squares: NDArray[Any]
    learning_rate: float
    intercept_scaling: float
    share_of_pair: float
    steps_done: int = 0

    def widen(self, old_in_new: NDArray[np.intp], n_labels: int) -> None:
        """Insert zero columns for new labels."""
        for name in ("weights", "bias", "weight_sums", "bias_sums"):
            pair = (-self.share_of_pair, self.share_of_pair)
            setattr(self, name, _widen(getattr(self, name), old_in_new, n_labels, pair))
        # Gradients are not shared: each of two columns would have got the whole, g or -g.
        for name in ("weight_squares", "bias_squares"):
            setattr(self, name, _widen(getattr(self, name), old_in_new, n_labels, (1.0, 1.0)))

    def grow(self, old_in_new: NDArray[np.intp], n_features: int) -> None:
        """Insert zero rows for new features; old feature j becomes ``old_in_new[j]``."""
        for name in ("weights", "weight_sums", "weight_squares"):
            table = getattr(self, name)
            if len(table):  # empty where the rule has none
                setattr(self, name, insert_rows(table, old_in_new, n_features))

    def average(self, *, in_place: bool) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return averaged weights and bias; ``in_place`` spends the sums and saves a copy."""
        out = (self.weight_sums, self.bias_sums) if in_place else (None, None)
        return (
            np.divide(self.weight_sums, self.steps_done, out=out[0]),
            np.divide(self.bias_sums, self.steps_done, out=out[1]),
        )


def insert_rows(table: NDArray[Any], old_in_new: NDArray[np.intp], n_rows: int) -> NDArray[Any]:
    """Return a table of ``n_rows`` with the old rows in their new places and zeros elsewhere."""
    grown = np.zeros((n_rows, *table.shape[1:]), dtype=table.dtype)
    grown[old_in_new] = table
    return grown


def new_state(
    problem: LearningProblem,
    start: tuple[NDArray[Any], NDArray[Any]] | None,
    *,
    averaged: bool,
    first_square: float | None,
    learning_rate: float,
    intercept_scaling: float,
) -> OnlineState:
    """Return the starting weights and bias (None: zero) and the tables that the rule needs.

    ``first_square`` fills the table of squares; None is for rules that have none.
    """
    if start is None:
        support = problem.support
        weights, bias = new_weights(problem, None if support is None else support.n_lines)
    else:
        weights, bias = start[0].copy(), start[1].copy()
    is_opposite = problem.one_versus_all or problem.loss.name == "squared"
    return OnlineState(
        weights,
        bias,
        np.zeros_like(weights[: None if averaged else 0]),
        np.zeros_like(bias),
        np.full_like(weights[: 0 if first_square is None else None], first_square or 0.0),
        np.zeros_like(bias),
        learning_rate,
        intercept_scaling,
        share_of_pair=1.0 if is_opposite else 0.5,
    )


def _widen(
    table: NDArray[Any],
    old_in_new: NDArray[np.intp],
    n_labels: int,
    pair: tuple[float, float],
) -> NDArray[Any]:
    r"""Copy the columns of ``table`` (..., stride) to their places among ``n_labels``.

    .. math:: \theta_1 = -\tfrac12 \theta, \quad \theta_2 = \tfrac12 \theta, \quad
        \theta_{\text{new}} = 0

    The one column of two labels is the difference of their scores. Split so, the difference
    stays and a new label lies between: what was sure of either stays so. One-versus-all and
    squared problems have \pm\theta as scores, so each label takes the whole. ``pair`` says by
    what the column is multiplied for either label.
    """
    n_columns = 1 if n_labels <= 2 else n_labels
    wide = np.zeros((*table.shape[:-1], _core.stride(n_columns)), dtype=table.dtype)
    n_old = len(old_in_new)
    if n_old >= 3:
        wide[..., old_in_new] = table[..., :n_old]
    elif n_old == 2:
        for column, factor in zip(old_in_new, pair, strict=True):
            wide[..., column] = factor * table[..., 0]
    return wide  # with one old label nothing was learned yet
