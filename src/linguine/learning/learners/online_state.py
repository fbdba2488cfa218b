"""The memory of an online learner: weights, what their sums lack, and AdaGrad's squares."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.learning.problem import Problem, W, new_weights
from linguine.learning.standing import Standing

__all__ = ["OnlineState", "new_state"]

#: What was fitted or loaded counts for at most so many steps: one text more is a thousandth of the
#: average, and a thousand can teach a label that is new.
_MOST_STEPS = 1000


@dataclass(eq=False)
class OnlineState:
    r"""Where an online learner stands, changed in place by every pass.

    .. math:: \theta = s v, \quad
        \bar\theta = \tfrac1t \sum_{t'=1}^{t} \theta^{(t')} = \tfrac1t (c v - u), \quad
        c = \sum_{t'=1}^{t} s^{(t')}

    Algorithm 2 of [LxMLS] averages so; a weight that does not move keeps v and u, so that the cost
    of a pass does not depend on the size of theta.

    Parameters
    ----------
    weights, bias
        v, and the current bias, which has no scale : (n_features, stride), (stride,).
    weight_lags, bias_lags
        u; of the bias with c = t. Empty if not averaged.
    weight_squares, bias_squares
        AdaGrad's sums of squared gradients; empty for other rules.
    learning_rate, intercept_scaling
        Resolved once, at the first pass.
    share_of_pair
        What each of two labels takes of their one column when a third appears: the second
        this share, the first its negative. See :func:`_widen`.
    new_bias
        Where the bias of a new label begins, see :func:`_bias_of_nobody`; None: in the middle.
    is_averaged
        Whether the answer is the average or the last weights.
    first_square
        What AdaGrad's sums begin with, of new features and labels too; None for other rules.
    steps_done
        t; it also moves the shuffle on from call to call.
    n_examples
        How many examples have been seen: they share the penalty with those to come.
    scale, scale_sum
        s and c.
    folds
        The scales and sums of scales that the last pass has folded into the rows it had.
    """

    weights: NDArray[Any]
    bias: NDArray[Any]
    weight_lags: NDArray[Any]
    bias_lags: NDArray[Any]
    weight_squares: NDArray[Any]
    bias_squares: NDArray[Any]
    learning_rate: float
    intercept_scaling: float
    share_of_pair: float
    new_bias: float | None
    is_averaged: bool
    first_square: float | None = None
    steps_done: int = 0
    n_examples: int = 0
    scale: float = 1.0
    scale_sum: float = 0.0
    folds: list[tuple[float, float]] = field(default_factory=list)

    def widen(self, old_in_new: NDArray[np.intp], n_labels: int) -> None:
        """Insert columns for new labels."""
        for name in ("weights", "bias", "weight_lags", "bias_lags"):
            pair = (-self.share_of_pair, self.share_of_pair)
            setattr(self, name, _widen(getattr(self, name), old_in_new, n_labels, pair))
        if self.new_bias is not None and len(old_in_new) >= 2:
            is_new = np.ones(n_labels, np.bool_)
            is_new[old_in_new] = False
            self.bias[:n_labels][is_new] = self.new_bias
        # Gradients are not shared: each of two columns would have got the whole, g or -g.
        for name, fill in (("weight_squares", self.first_square), ("bias_squares", 0.0)):
            table = _widen(getattr(self, name), old_in_new, n_labels, (1.0, 1.0), fill or 0.0)
            setattr(self, name, table)

    def row_tables(self) -> dict[str, float]:
        """Return the names of the tables that have a row for each feature; what new rows hold."""
        tables = {"weights": 0.0}
        if self.is_averaged:
            tables["weight_lags"] = 0.0
        if self.first_square is not None:
            tables["weight_squares"] = self.first_square
        return tables

    def fold(self, done: Any) -> None:
        """Fold into the table what a pass over other rows has folded into those."""
        for scale, scale_sum in done.folds:
            if self.is_averaged:
                self.weight_lags -= self.weights.dtype.type(scale_sum) * self.weights
            self.weights *= self.weights.dtype.type(scale)

    def answer(self, *, in_place: bool = False) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the weights and bias to answer with; ``in_place`` spends them, saving a copy."""
        real = self.weights.dtype.type
        out = self.weights if in_place else None
        if not self.is_averaged:
            if self.scale == 1.0:
                return self.weights, self.bias
            return np.multiply(self.weights, real(self.scale), out=out), self.bias
        weights = np.multiply(self.weights, real(self.scale_sum), out=out)
        weights -= self.weight_lags
        weights /= self.steps_done
        return weights, (self.bias * real(self.steps_done) - self.bias_lags) / self.steps_done

    def standing(self, n_passes: int = 1) -> Standing:
        """Return what is to be kept besides the answer, after some passes over the examples."""
        n_steps = -(-self.steps_done // n_passes)
        return Standing(n_steps, self.n_examples, self.learning_rate, self.intercept_scaling)


def new_state(
    problem: Problem[W],
    start: tuple[NDArray[Any], NDArray[Any]] | None,
    standing: Standing,
    *,
    averaged: bool,
    first_square: float | None,
    learning_rate: float,
    intercept_scaling: float,
) -> OnlineState:
    """Return the starting weights and bias (None: zero) and the tables that the rule needs.

    ``first_square`` fills the table of squares; None is for rules that have none. Given weights
    enter the average as often as ``standing`` says, up to a thousand times.
    """
    n_steps = min(standing.n_steps, _MOST_STEPS)
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
        new_bias=_bias_of_nobody(problem),
        is_averaged=averaged,
        first_square=first_square,
        steps_done=n_steps,
        n_examples=standing.n_examples,
        scale_sum=float(n_steps),
    )


def _bias_of_nobody(problem: Problem[W]) -> float | None:
    """Return the bias of a label against the rest that no example has had so far.

    Joint scores are relative, and a new label's zeros lie in their middle. One-versus-all scores
    are not: all may be below 0, so that zeros would win. Of a new label all examples so far were
    the rest, for which a score of -1 has the margin of the hinges and is the target of squares.
    """
    has_margin = problem.loss.name in ("hinge", "squared-hinge", "squared", "logistic")
    return -1.0 if problem.one_versus_all and problem.intercept.is_fitted and has_margin else None


def _widen(
    table: NDArray[Any],
    old_in_new: NDArray[np.intp],
    n_labels: int,
    pair: tuple[float, float],
    fill: float = 0.0,
) -> NDArray[Any]:
    r"""Copy the columns of ``table`` (..., stride) to their places among ``n_labels``.

    .. math:: \theta_1 = -\tfrac12 \theta, \quad \theta_2 = \tfrac12 \theta, \quad
        \theta_{\text{new}} = 0

    The one column of two labels is the difference of their scores. Split so, the difference
    stays and a new label lies between: what was sure of either stays so. One-versus-all and
    squared problems have \pm\theta as scores, so each label takes the whole. ``pair`` says by
    what the column is multiplied for either label, ``fill`` what new columns hold.
    """
    n_columns = 1 if n_labels <= 2 else n_labels
    wide = np.full((*table.shape[:-1], _core.stride(n_columns)), fill, dtype=table.dtype)
    n_old = len(old_in_new)
    if n_old >= 3:
        wide[..., old_in_new] = table[..., :n_old]
    elif n_old == 2:
        for column, factor in zip(old_in_new, pair, strict=True):
            wide[..., column] = factor * table[..., 0]
    return wide  # with one old label nothing was learned yet
