r"""Mixing: parts are gone through side by side from the same weights, and the results averaged.

.. math::
    \theta^{(e + 1)} = \sum_p \frac{n_p}{n} \theta_p^{(e)}, \qquad
    \theta_p^{(e)} = \text{a pass over part } p \text{ from } \theta^{(e)}

Iterative parameter mixing: Fig. 3 of [McDonald2010]. Averaged learners answer with the mean of the
weights over all steps of all parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from linguine.learning.learners.online import Online
from linguine.learning.learners.online_state import OnlineState
from linguine.learning.problem import Problem, Table
from linguine.learning.standing import Standing

__all__ = ["Mixed", "Mixture", "mix"]


@dataclass(frozen=True, eq=False)
class Mixture:
    """What passes over some parts have come to, each times its share of all examples.

    Parameters
    ----------
    weights, bias
        Where the passes ended.
    mean_weights, mean_bias
        Where they were on the way; empty if nobody asks.
    weight_squares, bias_squares
        AdaGrad's sums, or AROW's variances; empty for other rules.
    loss
        The mean loss.
    """

    weights: Table
    bias: Table
    mean_weights: Table
    mean_bias: Table
    weight_squares: Table
    bias_squares: Table
    loss: float

    def __sizeof__(self) -> int:
        """Return how much it is, so that Dask merges where most of it lies."""
        return sum(each.nbytes for each in vars(self).values() if isinstance(each, np.ndarray))

    @classmethod
    def local(
        cls, learner: Online, part: Problem[Any], start: OnlineState, epoch: int, n_examples: int
    ) -> Mixture:
        """Make a pass over a part from given weights, which stay as they are.

        The number of the epoch moves the shuffle on, and a rate that falls with the steps.
        """
        n_steps = -(-len(part.example_weights) // learner.batch_size)
        before = epoch * n_steps
        state = replace(
            start,
            weights=start.weights.copy(),
            bias=start.bias.copy(),
            weight_lags=np.zeros_like(start.weights[: None if start.is_averaged else 0]),
            bias_lags=start.bias * start.bias.dtype.type(before),
            weight_squares=start.weight_squares.copy(),
            bias_squares=start.bias_squares.copy(),
            steps_done=before,
            folds=[],
        )
        loss = learner.advance_part(state, part, n_examples)
        share = len(part.example_weights) / n_examples
        return cls(**_shares(state, n_steps, share), loss=loss * share)


def _shares(state: OnlineState, n_steps: int, share: float) -> dict[str, Table]:
    """Return a share of where a pass has ended, and of its mean; the tables of the state are spent.

    A part has little work and large tables, so they are written over instead of being made anew.
    """
    real = state.weights.dtype.type
    weights, bias, mean_weights, mean_bias = (
        state.weights,
        state.bias,
        state.weights[:0],
        state.bias,
    )
    if state.is_averaged:
        mean_weights = state.weight_lags
        mean_weights *= real(-share / n_steps)
        mean_weights += weights * real(state.scale_sum * share / n_steps)
        mean_bias = (bias * real(state.steps_done) - state.bias_lags) / real(n_steps)
    weights *= real(state.scale * share)
    state.weight_squares *= real(share)
    return {
        "weights": weights,
        "bias": bias * real(share),
        "mean_weights": mean_weights,
        "mean_bias": mean_bias * real(share),
        "weight_squares": state.weight_squares,
        "bias_squares": state.bias_squares * real(share),
    }


def mix(parts: Sequence[Mixture | None]) -> Mixture | None:
    """Return the sum of mixtures, in their order; None is that of a part without an example.

    Examples
    --------
    >>> one = np.ones(1, np.float32)
    >>> mixed = mix([Mixture(one, one, one, one, one, one, 0.5), None] * 2)
    >>> mixed.weights.tolist(), mixed.loss
    ([2.0], 1.0)
    """
    there = [each for each in parts if each is not None]
    if len(there) < 2:
        return there[0] if there else None
    sums: dict[str, Any] = {}
    for name in (each.name for each in fields(Mixture)):
        total = getattr(there[0], name) + getattr(there[1], name)
        for each in there[2:]:
            total += getattr(each, name)
        sums[name] = total
    return Mixture(**sums)


class Mixed:
    """Where a training by mixing stands.

    Parameters
    ----------
    start
        The state before the first epoch.
    n_steps
        Steps of an epoch over all parts.
    """

    def __init__(self, start: OnlineState, n_steps: int) -> None:
        self.start = replace(start, weight_lags=start.weights[:0], bias_lags=start.bias[:0])
        self._n_steps = n_steps
        self._means = np.zeros_like(start.weights), np.zeros_like(start.bias)
        self.n_epochs = 0

    def advance(self, mixture: Mixture) -> None:
        """Go on from what the passes of an epoch have come to."""
        self.start = replace(
            self.start,
            weights=mixture.weights,
            bias=mixture.bias,
            weight_squares=mixture.weight_squares,
            bias_squares=mixture.bias_squares,
        )
        self.n_epochs += 1
        if self.start.is_averaged:
            weights, bias = self._means
            self._means = weights + mixture.mean_weights, bias + mixture.mean_bias

    def answer(self, *, in_place: bool = False) -> tuple[Table, Table]:
        """Return the weights and the bias to answer with."""
        if not self.start.is_averaged:
            return self.start.weights, self.start.bias
        real = self.start.weights.dtype.type(self.n_epochs)
        return self._means[0] / real, self._means[1] / real

    def standing(self, n_examples: int) -> Standing:
        """Return what is to be kept besides the answer."""
        done = replace(
            self.start,
            steps_done=self._n_steps * self.n_epochs,
            n_examples=self.start.n_examples + n_examples,
        )
        return done.standing(max(self.n_epochs, 1))
