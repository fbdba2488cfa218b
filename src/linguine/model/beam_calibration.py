r"""Beam calibration: probabilities of the labels that a beam has found, from two numbers.

Of one label per text: the labels that were found compete with all others, which share one place.

.. math:: p_y = \frac{\exp(\beta s_y)}{\exp(c) + \sum_k \exp(\beta s_k)}

Of several labels per text each stands alone: :math:`p_y = \sigma(\beta s_y + c)`. Both are found by
maximum likelihood on held-out texts; the order of labels stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError
from linguine.model.candidates import Candidates
from linguine.model.sigmoids import fit_common_sigmoid

__all__ = ["BeamCalibrator", "fit_beam_sigmoid", "fit_beam_softmax"]

Table = NDArray[np.float64]

_KINDS = ("beam-softmax", "beam-sigmoid")
_STEPS = 50
#: Weight of half the squares of both numbers, so that separable texts have a maximum.
_RIDGE = 1e-3
_LEAST_SLOPE = 1e-3


@dataclass(frozen=True)
class BeamCalibrator:
    """A slope and an offset for all labels.

    Examples
    --------
    >>> found = Candidates(np.array([[1, 0]]), np.array([[2.0, 0.0]]), -np.inf, 3)
    >>> BeamCalibrator("beam-softmax", 1.0, 0.0, 3).probabilities(found).values.round(3).tolist()
    [[0.787, 0.107]]
    """

    kind: str
    slope: float
    offset: float
    n_labels: int

    def probabilities(self, scores: Candidates) -> Candidates:
        """Return how likely each label is that was found; 0 for others."""
        values = np.where(scores.is_there, scores.values.astype(np.float64), -np.inf)
        if self.kind == "beam-sigmoid":
            z = np.clip(self.slope * values + self.offset, -700.0, 700.0)
            return scores.valued(np.where(scores.is_there, 1.0 / (1.0 + np.exp(-z)), 0.0), 0.0)
        return scores.valued(_softmax(values, self.slope, self.offset)[0], 0.0)

    def score_at(self, probability: float) -> float:
        """Return the score at which a label that stands alone has a probability."""
        p = float(np.clip(probability, 1e-15, 1.0 - 1e-15))
        return float((np.log(p / (1.0 - p)) - self.offset) / self.slope)

    def to_config(self) -> dict[str, Any]:
        """Return what a model file stores, as plain data."""
        parameters = [self.slope, self.offset]
        return {"kind": self.kind, "parameters": parameters, "n_labels": self.n_labels}

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> BeamCalibrator:
        """Return the calibrator of ``to_config()``, or raise DataError."""
        kind, numbers = config["kind"], config["parameters"]
        if kind not in _KINDS or len(numbers) != 2 or not numbers[0] > 0:
            raise DataError(
                f"The probabilities of a label tree must be {' or '.join(_KINDS)} with a positive "
                f"slope and an offset; got {kind!r} with {len(numbers)} numbers. The file is "
                "damaged; save the model again."
            )
        return cls(kind, float(numbers[0]), float(numbers[1]), config["n_labels"])


def _softmax(s: Table, slope: float, offset: float) -> tuple[Table, Table]:
    """Return p of the labels that were found, and of all others together : (n, k), (n,)."""
    with np.errstate(invalid="ignore"):
        z = np.where(np.isfinite(s), slope * s, -np.inf)
    top = np.maximum(z.max(axis=1, initial=-np.inf), offset)[:, None]
    found, others = np.exp(z - top), np.exp(offset - top[:, 0])
    total = found.sum(axis=1) + others
    return found / total[:, None], others / total


def fit_beam_softmax(
    scores: Candidates, gold: NDArray[np.integer], weights: Table
) -> BeamCalibrator:
    """Fit the probabilities of one label per text, by Newton's method on the log-likelihood.

    Parameters
    ----------
    scores
        Of texts that were not learned from.
    gold
        Their labels : (n,).
    weights
        How much each counts : (n,).

    Examples
    --------
    >>> found = Candidates(np.array([[0, 1]] * 4), np.array([[1.0, 0.0]] * 4), -np.inf, 2)
    >>> fitted = fit_beam_softmax(found, np.array([0, 0, 0, 1]), np.ones(4))
    >>> fitted.probabilities(found).values[0].round(2).tolist()
    [0.62, 0.21]
    """
    s = np.where(scores.is_there, scores.values.astype(np.float64), -np.inf)
    size = max(float(np.abs(s, where=scores.is_there, out=np.zeros_like(s)).max(initial=0)), 1e-300)
    finite = np.where(scores.is_there, s, 0.0) / size
    at_gold = scores.valued(finite, np.nan).at(np.arange(len(scores)), gold)
    w, is_found = weights / max(float(weights.mean()), 1e-300), ~np.isnan(at_gold)
    # Gold counts (n + 1) / (n + 2), as Platt's targets do: few texts promise nothing for sure.
    sure = (len(w) + 1.0) / (len(w) + 2.0)
    n_found = float(w[is_found].sum())
    observed = np.array(
        [sure * (w[is_found] @ at_gold[is_found]), w.sum() - n_found + (1.0 - sure) * n_found]
    )
    at = np.array([1.0, 0.0])
    for _ in range(_STEPS):
        p, others = _softmax(np.where(scores.is_there, finite, -np.inf), at[0], at[1])
        mean, square = (p * finite).sum(axis=1), (p * finite * finite).sum(axis=1)
        gradient = observed - [w @ mean + _RIDGE * at[0], w @ others + _RIDGE * at[1]]
        hessian = np.array(
            [[w @ (square - mean * mean), -(w @ (mean * others))],
             [-(w @ (mean * others)), w @ (others * (1.0 - others))]]
        )  # fmt: skip
        step = np.linalg.solve(hessian + _RIDGE * np.eye(2), gradient)
        step *= min(1.0, 3.0 / max(float(np.abs(step).max()), 1e-300))
        at = at + step
        at[0] = max(at[0], _LEAST_SLOPE)
        if float(np.abs(step).max()) < 1e-6:
            break
    return BeamCalibrator("beam-softmax", float(at[0] / size), float(at[1]), scores.n_labels)


def fit_beam_sigmoid(
    scores: Candidates, right: NDArray[np.bool_], weights: Table
) -> BeamCalibrator:
    """Fit the probabilities of labels that stand alone.

    Parameters
    ----------
    scores
        Of texts that were not learned from.
    right
        Which candidates they have : (n, k).
    weights
        How much each text counts : (n,).
    """
    is_there = scores.is_there
    w = np.broadcast_to((weights / weights.mean())[:, None], is_there.shape)[is_there]
    values = scores.values[is_there].astype(np.float64)[:, None]
    slope, offset = fit_common_sigmoid(values, right[is_there][:, None], w)
    return BeamCalibrator("beam-sigmoid", slope, offset, scores.n_labels)
