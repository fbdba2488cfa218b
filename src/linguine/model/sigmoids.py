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

__all__ = ["Sigmoids", "fit_common_sigmoid", "fit_sigmoids"]

Table = NDArray[np.float64]

#: How far a label's slope (its logarithm) and offset usually lie from those of all labels, on
#: scores that the common sigmoid has made logits: the standard deviations of the prior.
_SPREAD = (0.5, 1.0)
#: Beyond, a probability is 0 or 1 in print and in a product.
_MOST = 35.0
_STEPS = 30
#: So many scores tell two numbers; of more, texts at equal distances are asked.
_MANY = 100_000
#: More texts than these are counted in cells of equal width, on scores that are logits: within a
#: cell a probability is a straight line to the third digit.
_N_CELLS, _CELL = 400, 0.1
#: Labels that are counted together, so that their tables stay in the cache.
_TOGETHER = 32
#: A smaller step of a slope or an offset is the last.
_ENOUGH = 1e-3
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
    w = weights / weights.mean()
    some = slice(None, None, max(1, scores.size // _MANY))
    slope, offset = fit_common_sigmoid(scores[some].astype(np.float64), right[some], w[some])
    found = [
        _fit_each(*_cells(scores[:, part] * slope + offset, right[:, part], w))
        for part in (slice(k, k + _TOGETHER) for k in range(0, scores.shape[1], _TOGETHER))
    ]
    ln_slopes, offsets = np.concatenate(found, axis=1)
    slopes = np.exp(ln_slopes)
    return Sigmoids(slope * slopes, offset * slopes + offsets)


def fit_common_sigmoid(s: Table, right: NDArray[np.bool_], w: Table) -> tuple[float, float]:
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
        if float(np.abs(step).max()) < _ENOUGH:
            break
    return max(float(at[0]), 1e-3) / size, float(at[1])


def _cells(logits: Table, right: NDArray[np.bool_], w: Table) -> tuple[Table, Table, Table]:
    """Return logits, how many texts have them, and how many of these are right, label by label.

    Few texts stand for themselves, many are counted in cells : (n_labels, n_cells).
    """
    n_texts, n_labels = logits.shape
    if n_texts <= _N_CELLS:
        return logits.T, np.broadcast_to(w, (n_labels, n_texts)), right.T * w
    reach = _N_CELLS * _CELL / 2.0
    cells = np.clip((logits + reach) / _CELL, 0.0, _N_CELLS - 1.0).astype(np.intp)
    cells += np.arange(n_labels) * _N_CELLS

    def add(at: NDArray[np.intp], values: Table) -> Table:
        sums = np.bincount(at, weights=values, minlength=n_labels * _N_CELLS)
        return np.asarray(sums.reshape(n_labels, _N_CELLS), np.float64)

    total = add(cells.ravel(), np.repeat(w, n_labels))
    sums = add(cells.ravel(), (logits * w[:, None]).ravel())
    rows, _ = np.nonzero(right)
    means = np.divide(sums, total, out=np.zeros_like(sums), where=total > 0)
    return means, total, add(cells[right], w[rows])


def _fit_each(logits: Table, total: Table, right: Table) -> tuple[Table, Table]:
    """Return what each label's sigmoid has besides the common one: ln of a slope, an offset."""
    n_labels = len(logits)
    found = np.zeros((2, n_labels))
    prior = 1.0 / np.square(_SPREAD)
    going = np.arange(n_labels)  # labels that are not done
    for _ in range(_STEPS):
        ln_slope, offset = found[:, going]
        u = logits * np.exp(ln_slope)[:, None]
        p = _sigmoid(u + offset[:, None])
        error, curve = total * p - right, total * p * (1.0 - p)
        by_slope = np.einsum("kn,kn->k", error, u) + prior[0] * ln_slope
        by_offset = error.sum(axis=1) + prior[1] * offset
        # Fisher's matrix, two by two for each label.
        b_each = curve * u
        a = np.einsum("kn,kn->k", b_each, u) + prior[0]
        b = b_each.sum(axis=1)
        c = curve.sum(axis=1) + prior[1]
        determinant = a * c - b * b
        steps = (
            (c * by_slope - b * by_offset) / determinant,
            (a * by_offset - b * by_slope) / determinant,
        )
        size = np.abs(steps).max(axis=0)
        found[:, going] -= np.array(steps) / np.maximum(1.0, size)
        stays = size >= _ENOUGH
        if not stays.any():
            break
        going, logits, total, right = going[stays], logits[stays], total[stays], right[stays]
    return found[0], found[1]


def _sigmoid(z: Table) -> Table:
    # In place: new memory for a table of many labels costs as much as what is worked out.
    p = np.clip(z, -_MOST, _MOST)
    np.negative(p, out=p)
    np.exp(p, out=p)
    p += 1.0
    return np.reciprocal(p, out=p)
