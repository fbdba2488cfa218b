r"""Calibration: from scores to probabilities that mean what they say.

Scores of a linear model order the labels; only held-out scores tell how often that order is
right. A calibrator is one or two positive slopes fitted on such scores, so it can stretch
confidence but never change a decision: ``predict`` and ``predict_proba`` cannot disagree.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import POSITIVE, DataError, ParameterError, check_number
from linguine.registry import Registry

__all__ = ["Calibrator", "fit_calibrator"]

#: Slopes of each kind.
_KINDS = Registry("calibration", {"temperature": 1, "platt": 2})
#: A tie after rounding must still go to the label with the higher score: 4 units in the last place.
_NUDGE = 1.0 - 4.0 * float(np.finfo(np.float64).eps)
#: Up to so many scores a row of Python floats is faster than a chain of NumPy calls.
_FEW = 32
#: Weight, in rows, of the whole sample when a slope is fitted to one side of it.
_SHARED_ROWS = 10.0


@dataclass(frozen=True)
class Calibrator:
    r"""Slopes that turn scores into probabilities.

    .. math:: p(y \mid x) = \frac{\exp \beta s_y}{\sum_z \exp \beta s_z}

    ``"temperature"`` has one slope (1 over the temperature of Guo et al. 2017). ``"platt"``, for
    two labels, is the sigmoid of Platt (1999) held at 1/2 where the score is 0, with one slope
    where the first label wins and one where the second does. Platt's own sigmoid(a s + b) moves
    the point of indecision to -b/a, so between 0 and -b/a the label that is predicted has the
    lower probability; the second slope describes unequal classes about as well as b without it.

    Parameters
    ----------
    kind
        ``"temperature"`` or ``"platt"``.
    parameters
        The slopes, positive: one, or those of the first and the second label.
    n_labels
        Number of labels; a single label has probability 1.

    Examples
    --------
    >>> calibrator = Calibrator("platt", (1.0, 2.0), n_labels=2)
    >>> calibrator.probabilities(np.array([[-1.0], [1.0]])).round(3).tolist()
    [[0.731, 0.269], [0.119, 0.881]]
    """

    kind: str
    parameters: tuple[float, ...]
    n_labels: int

    def __post_init__(self) -> None:
        n_slopes = _KINDS.get(self.kind)
        fix = "Fit a calibrator with fit_calibrator()."
        check_number("Calibrator", "n_labels", self.n_labels, low=1, integer=True, fix=fix)
        if len(self.parameters) != n_slopes:
            raise ParameterError(
                f"Calibrator {self.kind!r} must have {n_slopes} parameter(s); "
                f"got {len(self.parameters)}. {fix}"
            )
        for slope in self.parameters:
            check_number("Calibrator", "parameters", slope, **POSITIVE, fix=fix)
        if self.kind == "platt" and self.n_labels != 2:
            raise ParameterError(
                f"Calibrator 'platt' needs exactly 2 labels; got n_labels={self.n_labels}. "
                "Use kind='temperature'."
            )

    def log_probabilities(self, scores: NDArray[Any]) -> NDArray[np.float64]:
        """Return log p(y | x), never above 0 : (n_rows, n_labels).

        Up to two labels have one column of scores, more have one each : (n_rows, n_columns).
        """
        n_columns = self.n_labels if self.n_labels > 2 else 1
        if scores.ndim != 2 or scores.shape[1] != n_columns:
            raise DataError(
                f"Scores must have the shape (n_rows, {n_columns}) for {self.n_labels} label(s); "
                f"got {scores.shape}. Give the scores of the model that was calibrated."
            )
        if self.n_labels == 1:
            return np.zeros(scores.shape)
        if n_columns == 1:
            return self._two_labels(scores)
        if len(scores) == 1 and n_columns <= _FEW:
            return np.array([self._one_row(scores[0].tolist())])
        s = scores.astype(np.float64)
        rows, best = np.arange(len(s)), s.argmax(axis=1)
        s -= s[rows, best][:, None]
        s *= self.parameters[0]
        log_z = np.log(np.exp(s).sum(axis=1))
        s -= log_z[:, None]
        s[rows, best] = -log_z * _NUDGE
        return s

    def probabilities(self, scores: NDArray[Any]) -> NDArray[np.float64]:
        """Return p(y | x) : (n_rows, n_labels); each row adds to 1 within 1e-12."""
        return np.asarray(np.exp(self.log_probabilities(scores)))

    def _one_row(self, row: list[float]) -> list[float]:
        beta, highest = self.parameters[0], max(row)
        shifted = [beta * (s - highest) for s in row]
        log_z = math.log(sum(map(math.exp, shifted)))
        log_p = [s - log_z for s in shifted]
        log_p[row.index(highest)] = -log_z * _NUDGE
        return log_p

    def _two_labels(self, scores: NDArray[Any]) -> NDArray[np.float64]:
        first, second = self.parameters[0], self.parameters[-1]
        if len(scores) == 1:
            s = float(scores[0, 0])
            margin = second * s if s > 0 else -first * s
            log_z = math.log1p(math.exp(-margin))
            won, lost = -log_z * _NUDGE, -log_z - margin
            return np.array([[lost, won] if s > 0 else [won, lost]])
        s_all = scores[:, 0].astype(np.float64)
        is_second = s_all > 0
        margins = np.where(is_second, second, -first) * s_all
        log_z_all = np.log1p(np.exp(-margins))
        winners, losers = -log_z_all * _NUDGE, -log_z_all - margins
        both = (np.where(is_second, losers, winners), np.where(is_second, winners, losers))
        return np.stack(both, axis=1)

    def to_config(self) -> dict[str, Any]:
        """Return what a model file stores, as plain data."""
        return {
            "kind": self.kind,
            "parameters": [float(slope) for slope in self.parameters],
            "n_labels": int(self.n_labels),
        }

    @classmethod
    def from_config(cls, config: object) -> Calibrator:
        """Return the calibrator of ``to_config()``, or raise DataError for anything else.

        Examples
        --------
        >>> Calibrator.from_config({"kind": "platt", "parameters": [1.0, 2.0], "n_labels": 2}).kind
        'platt'
        """
        keys = {"kind", "parameters", "n_labels"}
        fix = "The file is damaged or from another version; save the model again."
        if not isinstance(config, Mapping) or set(config) != keys:
            raise DataError(f"A calibration must hold {sorted(keys)}; got {config!r}. {fix}")
        slopes, n_labels = config["parameters"], config["n_labels"]
        if not isinstance(slopes, list) or not all(isinstance(slope, float) for slope in slopes):
            raise DataError(f"Calibration parameters must be numbers; got {slopes!r}. {fix}")
        try:
            return cls(config["kind"], tuple(slopes), n_labels)
        except ParameterError as error:
            raise DataError(f"The calibration of the model is not valid: {error} {fix}") from error


def fit_calibrator(
    scores: NDArray[Any], gold: NDArray[Any], n_labels: int, *, kind: str = "auto"
) -> Calibrator:
    r"""Fit the slopes to scores of rows that the model was not trained on.

    Maximises the likelihood of the gold labels, each smoothed by Laplace's rule of one imagined
    success and one imagined failure: with all n rows right, gold counts (n + 1)/(n + 2), as in
    Platt (1999), so that separable scores keep a finite slope. The function of a slope is
    convex; Newton's method inside a bracket, without the cancellation that Lin, Lin and Weng
    (2007) warn of, finds its minimum. Scores that are worse than chance get a slope near 0.

    Scores are as in :meth:`Calibrator.log_probabilities`, ``gold`` are indices of labels, of which
    some may be missing : (n_rows,). ``"auto"`` is ``"platt"`` for two labels, else
    ``"temperature"``.

    Examples
    --------
    >>> scores = np.array([[-4.0], [-2.0], [1.0], [3.0], [5.0], [2.0]])
    >>> calibrator = fit_calibrator(scores, np.array([0, 0, 0, 1, 1, 1]), n_labels=2)
    >>> calibrator.probabilities(np.array([[4.0]])).round(2).tolist()
    [[0.13, 0.87]]
    """
    if kind == "auto":
        kind = "platt" if n_labels == 2 else "temperature"
    n_slopes = _KINDS.get(kind)
    s, y = _check_held_out(scores, gold, n_labels)
    if n_labels == 1:
        return Calibrator(kind, (1.0,) * n_slopes, n_labels)
    if n_labels == 2:
        s = np.hstack([np.zeros_like(s), s])
    everywhere = np.ones(len(s))
    if kind == "temperature":
        return Calibrator(kind, (_fit_slope(s, y, everywhere),), n_labels)
    is_second = s[:, 1] > 0
    # Few rows on one side must not give a steep slope, so each side also sees the whole sample.
    shared = _SHARED_ROWS / len(s)
    sides = (np.where(is_second, 0.0, 1.0) + shared, np.where(is_second, 1.0, 0.0) + shared)
    return Calibrator(kind, tuple(_fit_slope(s, y, side) for side in sides), n_labels)


def _check_held_out(
    scores: NDArray[Any], gold: NDArray[Any], n_labels: int
) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    n_columns = n_labels if n_labels > 2 else 1
    s, y = np.asarray(scores, dtype=np.float64), np.asarray(gold)
    if s.ndim != 2 or s.shape[1] != n_columns or y.shape != (len(s),) or len(s) == 0:
        raise DataError(
            f"Calibration needs scores (n_rows, {n_columns}) and as many gold labels, at least 1; "
            f"got {s.shape} and {y.shape}. Hold out some rows, or leave calibration out."
        )
    if not np.isfinite(s).all():
        row = int(np.argmin(np.isfinite(s).all(axis=1)))
        raise DataError(
            f"Calibration needs finite scores; row {row} has {s[row].tolist()}. "
            "Regularise the model more."
        )
    if not issubclass(y.dtype.type, Integral) or y.min() < 0 or y.max() >= n_labels:
        raise DataError(
            f"Gold labels must be integers from 0 to {n_labels - 1}; "
            f"got {y.dtype} from {y.min()} to {y.max()}. Give the index of each label."
        )
    return s, y.astype(np.intp)


def _fit_slope(s: NDArray[np.float64], y: NDArray[np.intp], weights: NDArray[np.float64]) -> float:
    """Return the beta that maximises the smoothed likelihood; scores : (n, n_labels)."""
    d = s - s.max(axis=1, keepdims=True)
    weights = weights / weights.sum()
    scale = -float(weights @ d.mean(axis=1))
    if scale == 0.0:  # all scores are equal: every slope gives the same probabilities
        return 1.0
    d /= scale  # so that squares of wild scores neither overflow nor vanish
    epsilon = 1.0 / (len(d) + 2.0)
    at_gold = d[np.arange(len(d)), y]
    elsewhere = (d.sum(axis=1) - at_gold) / (d.shape[1] - 1)
    target = float(weights @ ((1.0 - epsilon) * at_gold + epsilon * elsewhere))

    def derivatives(beta: float) -> tuple[float, float]:
        p = np.exp(beta * d)
        p /= p.sum(axis=1, keepdims=True)
        mean = (p * d).sum(axis=1)
        variance = (p * d * d).sum(axis=1) - mean * mean
        return float(weights @ mean) - target, float(weights @ variance)

    low, high = 1e-3, 1.0
    if derivatives(low)[0] >= 0.0:
        return low / scale
    # Ends: smoothing makes the derivative positive far out, unless it underflows first.
    while derivatives(high)[0] < 0.0 and high < 1e12:
        low, high = high, 2.0 * high
    beta = 0.5 * (low + high)
    for _ in range(100):
        gradient, curvature = derivatives(beta)
        low, high = (beta, high) if gradient < 0.0 else (low, beta)
        step = beta - gradient / curvature if curvature > 0.0 else low
        following = step if low < step < high else 0.5 * (low + high)
        if abs(following - beta) <= 1e-12 * beta:
            break
        beta = following
    return beta / scale
