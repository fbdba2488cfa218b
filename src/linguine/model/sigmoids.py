r"""Sigmoids: the probability of each label by itself, where a text may have several or none.

.. math:: p_y(x) = \frac{1}{1 + e^{-(a_y s_y(x) + b_y)}}

Platt (1999), for each label. A label with few texts cannot tell two numbers: its sigmoid is drawn
towards the one that describes all labels together, the more the fewer texts there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError

__all__ = ["Sigmoids", "fit_sigmoids"]

Table = NDArray[np.float64]

#: How far a label's slope (its logarithm) and offset usually lie from those of all labels, on
#: scores that the common sigmoid has made logits: the standard deviations of the prior.
_SPREAD = (0.5, 1.0)
#: Beyond, a probability is 0 or 1 in print and in a product.
_MOST = 35.0
_STEPS = 30
_SMALLEST = 1e-9


@dataclass(frozen=True, eq=False)
class Sigmoids:
    """A slope and an offset for each label.

    Parameters
    ----------
    slopes, offsets
        a and b : (n_labels,); slopes are positive, so that probabilities are in the order of
        scores.

    Examples
    --------
    >>> sigmoids = Sigmoids(np.array([1.0, 2.0]), np.array([0.0, -1.0]))
    >>> sigmoids.probabilities(np.array([[0.0, 1.0]])).round(3).tolist()
    [[0.5, 0.731]]
    """

    slopes: Table
    offsets: Table

    kind = "sigmoids"

    @property
    def n_labels(self) -> int:
        """Number of labels."""
        return len(self.slopes)

    def probabilities(self, scores: NDArray[Any]) -> Table:
        """Return how likely each label is; rows add up to anything : (n_rows, n_labels)."""
        return _sigmoid(scores * self.slopes + self.offsets)

    def scores_at(self, probability: float | Table) -> Table:
        """Return the score at which each label has a probability : (n_labels,)."""
        p = np.clip(probability, 1e-15, 1.0 - 1e-15)
        return np.asarray((np.log(p / (1.0 - p)) - self.offsets) / self.slopes)

    def to_config(self) -> dict[str, Any]:
        """Return what a model file stores, as plain data."""
        parameters = [*self.slopes.tolist(), *self.offsets.tolist()]
        return {"kind": self.kind, "parameters": parameters, "n_labels": self.n_labels}

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> Sigmoids:
        """Return the sigmoids of ``to_config()``, or raise DataError."""
        if config["kind"] != cls.kind:
            raise DataError(
                f"The probabilities of several labels must be of the kind {cls.kind!r}; got "
                f"{config['kind']!r}. The file is damaged; save the model again."
            )
        numbers, n_labels = np.array(config["parameters"], np.float64), config["n_labels"]
        if numbers.shape != (2 * n_labels,) or not (numbers[:n_labels] > 0).all():
            raise DataError(
                f"The probabilities of {n_labels} labels must have a positive slope and an offset "
                f"each; got {len(numbers)} numbers. The file is damaged; save the model again."
            )
        return cls(numbers[:n_labels], numbers[n_labels:])


def fit_sigmoids(scores: NDArray[Any], right: NDArray[np.bool_], weights: Table) -> Sigmoids:
    """Fit the sigmoids to held-out scores.

    Parameters
    ----------
    scores, right
        Of texts that were not learned from, and which labels they have : (n_rows, n_labels).
    weights
        How much each text counts : (n_rows,).

    Examples
    --------
    >>> scores = np.array([[-3.0], [-2.0], [-1.0], [1.0], [2.0], [3.0]])
    >>> sigmoids = fit_sigmoids(scores, scores > 1.5, np.ones(6))
    >>> bool(sigmoids.slopes[0] > 0 > sigmoids.offsets[0])
    True
    """
    s = scores.astype(np.float64)
    w = weights / weights.mean()
    slope, offset = _fit_common(s, right, w)
    logits = s * slope + offset
    ln_slopes, offsets = _fit_each(logits, right, w)
    slopes = np.exp(ln_slopes)
    return Sigmoids(slope * slopes, offset * slopes + offsets)


def _fit_common(s: Table, right: NDArray[np.bool_], w: Table) -> tuple[float, float]:
    """Return the slope and the offset that describe all labels, by Newton's method.

    Targets are smoothed as Platt's, by one success and one failure more.
    """
    n_right = float(w @ right.sum(axis=1))
    n_wrong = float(w.sum() * s.shape[1]) - n_right
    high, low = (n_right + 1.0) / (n_right + 2.0), 1.0 / (n_wrong + 2.0)
    target = np.where(right, high, low)
    size = max(float(np.abs(s).max(initial=0.0)), 1e-300)
    z, weight = (s / size).ravel(), np.repeat(w, s.shape[1])
    at = np.array([1.0, np.log((n_right + 1.0) / (n_wrong + 1.0))])
    for _ in range(_STEPS):
        p = _sigmoid(z * at[0] + at[1])
        error, curve = weight * (p - target.ravel()), weight * p * (1.0 - p)
        gradient = np.array([error @ z, error.sum()])
        hessian = np.array([[curve @ (z * z), curve @ z], [curve @ z, curve.sum()]])
        step = np.linalg.solve(hessian + 1e-9 * np.eye(2) * np.trace(hessian), gradient)
        step *= min(1.0, 10.0 / max(float(np.abs(step).max()), 1e-300))
        at = at - step
        if float(np.abs(step).max()) < 1e-4:
            break
    return max(float(at[0]), 1e-3) / size, float(at[1])


def _fit_each(logits: Table, right: NDArray[np.bool_], w: Table) -> tuple[Table, Table]:
    """Return what each label's sigmoid has besides the common one: ln of a slope, an offset."""
    n_labels = logits.shape[1]
    ln_slope, offset = np.zeros(n_labels), np.zeros(n_labels)
    prior = 1.0 / np.square(_SPREAD)
    weight = w[:, None]
    for _ in range(_STEPS):
        u = logits * np.exp(ln_slope)
        p = _sigmoid(u + offset)
        error, curve = weight * (p - right), weight * p * (1.0 - p)
        by_slope = (error * u).sum(axis=0) + prior[0] * ln_slope
        by_offset = error.sum(axis=0) + prior[1] * offset
        # Fisher's matrix, two by two for each label.
        a = (curve * u * u).sum(axis=0) + prior[0]
        b = (curve * u).sum(axis=0)
        c = curve.sum(axis=0) + prior[1]
        determinant = a * c - b * b
        steps = (
            (c * by_slope - b * by_offset) / determinant,
            (a * by_offset - b * by_slope) / determinant,
        )
        longest = np.maximum(1.0, np.maximum(np.abs(steps[0]), np.abs(steps[1])))
        ln_slope, offset = ln_slope - steps[0] / longest, offset - steps[1] / longest
        if max(float(np.abs(each).max(initial=0.0)) for each in steps) < 1e-4:
            break
    return ln_slope, offset


def _sigmoid(z: Table) -> Table:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(z, -_MOST, _MOST))))
