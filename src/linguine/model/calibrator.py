r"""Calibrators: from scores to probabilities that mean what they say.

Scores of a linear model order the labels; only held-out scores tell how often that order is
right. A calibrator stretches and bends the distances between scores, all of a text in the same
way and never past each other, so it can change confidence but no decision: ``predict`` and
``predict_proba`` cannot disagree.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import POSITIVE, DataError, ParameterError, check_number
from linguine.registry import Registry

__all__ = ["Calibrator", "Shape"]

#: Parameters of each kind.
_KINDS = Registry("calibration", {"temperature": 1, "platt": 2, "power": 3, "spread": 3})
#: A tie after rounding must still go to the label with the higher score: 4 units in the last place.
_NUDGE = 1.0 - 4.0 * float(np.finfo(np.float64).eps)
#: Up to so many scores a row of Python floats is faster than a chain of NumPy calls.
_FEW = 32
#: A label so far below the best is one that nobody has seen, and says nothing about the spread.
_UNSEEN = -1e5
#: Of an exponent: beyond, every probability is 0 or 1 anyway, and the square still a number.
_MOST_LOG = 300.0


@dataclass(frozen=True)
class Shape:
    """How distances from the best score are bent: d^kappa / sigma^gamma; the usual one not at all.

    Examples
    --------
    >>> Shape(kappa=2.0).bend(np.array([[-3.0, 0.0, -1.0]])).round(6).tolist()
    [[-9.0, -0.0, -1.0]]
    """

    kappa: float = 1.0
    gamma: float = 0.0

    def check(self, fix: str) -> None:
        """Raise ParameterError unless numbers stay numbers."""
        check_number("Calibrator", "kappa", self.kappa, low=0.01, high=100, fix=fix)
        check_number("Calibrator", "gamma", self.gamma, low=-100, high=100, fix=fix)

    @property
    def is_straight(self) -> bool:
        """True if it does nothing."""
        return self == Shape()

    def bend(self, below: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what a slope is applied to, of scores less the best of each row; both <= 0."""
        if self.is_straight:
            return below
        log_d, log_sigma = logs(below)
        return -np.exp(np.minimum(self.kappa * log_d - self.gamma * log_sigma, _MOST_LOG))

    def bend_row(self, below: list[float]) -> list[float]:
        """Do the same for one row."""
        return below if self.is_straight else self.bend(np.array([below]))[0].tolist()


def logs(below: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return ln d, -inf for the best, and ln sigma, 0 where all are equal : (n, K), (n, 1)."""
    with np.errstate(divide="ignore"):
        log_d = np.log(-below)
    seen = below > _UNSEEN
    sigma = below.std(axis=1, where=seen, keepdims=True)
    sigma[sigma == 0.0] = 1.0
    return log_d, np.log(sigma)


@dataclass(frozen=True)
class Calibrator:
    r"""Slopes that turn scores into probabilities.

    .. math:: p(y \mid x) = \frac{\exp \beta s_y}{\sum_z \exp \beta s_z}

    ``"temperature"`` has one slope (1 over the temperature of Guo et al. 2017). ``"platt"``, for
    two labels, is the sigmoid of Platt (1999) held at 1/2 where the score is 0, with one slope
    where the first label wins and one where the second does. Platt's own sigmoid(a s + b) moves
    the point of indecision to -b/a, so between 0 and -b/a the label that is predicted has the
    lower probability; the second slope describes unequal classes about as well as b without it.

    Two kinds bend the scores as well, by how far each lies below the best, and by the spread of
    all scores of a text, which grows with its length:

    .. math:: p(y \mid x) \propto \exp(-\beta\, d_y^\kappa \sigma^{-\gamma}), \quad
              d_y = \max_z s_z - s_y, \quad \sigma^2 = \mathrm{Var}_z\, s_z

    ``"spread"``, for three labels and more, has a slope, kappa and gamma; ``"power"``, for two,
    the slopes of Platt and kappa (gamma would say the same).

    Parameters
    ----------
    kind
        ``"temperature"``, ``"platt"``, ``"power"`` or ``"spread"``.
    parameters
        The slopes, positive: one, or those of the first and the second label. Then kappa,
        positive, and gamma.
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
        n_parameters = _KINDS.get(self.kind)
        fix = "Fit a calibrator with fit_calibrator()."
        check_number("Calibrator", "n_labels", self.n_labels, low=1, integer=True, fix=fix)
        if len(self.parameters) != n_parameters:
            raise ParameterError(
                f"Calibrator {self.kind!r} must have {n_parameters} parameter(s); "
                f"got {len(self.parameters)}. {fix}"
            )
        for slope in self.slopes:
            check_number("Calibrator", "parameters", slope, **POSITIVE, fix=fix)
        self.shape.check(fix)
        if self.kind in ("platt", "power") and self.n_labels != 2:
            raise ParameterError(
                f"Calibrator {self.kind!r} needs exactly 2 labels; got n_labels={self.n_labels}. "
                "Use kind='temperature'."
            )
        if self.kind == "spread" and self.n_labels < 3:
            raise ParameterError(
                f"Calibrator 'spread' needs at least 3 labels; got n_labels={self.n_labels}. "
                "Use kind='power'."
            )

    @property
    def slopes(self) -> tuple[float, ...]:
        """One slope, or those of the first and the second label."""
        return self.parameters[: 1 if self.kind in ("temperature", "spread") else 2]

    @property
    def shape(self) -> Shape:
        """How scores are bent before a slope is applied."""
        return Shape(*self.parameters[len(self.slopes) :])

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
        s = self.shape.bend(s)
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
        shifted = [beta * s for s in self.shape.bend_row([s - highest for s in row])]
        log_z = math.log(sum(map(math.exp, shifted)))
        log_p = [s - log_z for s in shifted]
        log_p[row.index(highest)] = -log_z * _NUDGE
        return log_p

    def _two_labels(self, scores: NDArray[Any]) -> NDArray[np.float64]:
        first, second = self.slopes[0], self.slopes[-1]
        kappa = self.shape.kappa
        if len(scores) == 1:
            s = float(scores[0, 0])
            margin = (second if s > 0 else first) * abs(s) ** kappa
            log_z = math.log1p(math.exp(-margin))
            won, lost = -log_z * _NUDGE, -log_z - margin
            return np.array([[lost, won] if s > 0 else [won, lost]])
        s_all = scores[:, 0].astype(np.float64)
        is_second = s_all > 0
        margins = np.where(is_second, second, first) * np.abs(s_all) ** kappa
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
