r"""Link: what a learned score means, from the number that was to be hit and back to an answer.

=========  ===========================================  ===============================
kind       learned from                                 answer at the learned score s
=========  ===========================================  ===============================
identity   (t - center) / spread                        center + spread s
log        t / exp(center), center = log of the mean    exp(center + s)
ordinal    the place of t among the values              the value between whose
                                                        thresholds s lies: the middle
                                                        of its distribution
=========  ===========================================  ===============================

Learners see numbers of about 1, whatever the scores are measured in, so that one penalty means the
same for stars and for prices, and a score of a million keeps its digits.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError

__all__ = ["MOST_VALUES", "Link", "check_numbers"]

Floats = NDArray[np.float64]
#: Of the loss: the kind.
_KINDS = {"poisson": "log", "ordinal": "ordinal"}
#: Ordered values; more are a scale, and need no thresholds.
MOST_VALUES = 1_000
#: exp of more is not finite.
_LARGEST_LOG = 700.0
#: Quartiles of the normal distribution lie so many standard deviations apart.
_QUARTILES = 1.3489795003921634


def _nothing() -> Floats:
    return np.zeros(0)


@dataclass(frozen=True, eq=False)
class Link:
    """How learned scores become answers.

    Parameters
    ----------
    kind
        ``"identity"``, ``"log"`` or ``"ordinal"``.
    center, spread
        Where the numbers lie, and how far apart.
    values, thresholds
        Of ordered values: what they are, and what lies between them : (n_values,) and one less.

    Examples
    --------
    >>> link = Link.of("squared", np.array([10.0, 20.0, 30.0, 40.0]))
    >>> link.answers(link.aims(np.array([35.0]))).tolist()
    [35.0]
    """

    kind: str = "identity"
    center: float = 0.0
    spread: float = 1.0
    values: Floats = field(default_factory=_nothing)
    thresholds: Floats = field(default_factory=_nothing)

    @classmethod
    def of(cls, loss: str, numbers: Floats, values: Floats | None = None) -> Link:
        """Return the link of a loss for some numbers; ``values`` are all that there may be."""
        kind = _KINDS.get(loss, "identity")
        if kind == "ordinal":
            return cls(kind, values=np.unique(numbers) if values is None else values)
        if kind == "log":
            return cls(kind, float(np.log(numbers.mean() or 1.0)))
        low, middle, high = np.quantile(numbers, [0.25, 0.5, 0.75]).tolist()
        spread = (high - low) / _QUARTILES or float(numbers.std()) or 1.0
        return cls(kind, middle, spread)

    def aims(self, numbers: Floats) -> Floats:
        """Return what a learner has to hit."""
        if self.kind == "ordinal":
            return np.searchsorted(self.values, numbers).astype(np.float64)
        if self.kind == "log":
            return np.asarray(numbers * np.exp(-self.center))
        return (numbers - self.center) / self.spread

    @property
    def l2_factor(self) -> float:
        """What the penalty is multiplied with: losses of counts are divided by the mean."""
        return float(np.exp(-self.center)) if self.kind == "log" else 1.0

    def totals(self, scores: NDArray[Any]) -> Floats:
        """Return what contributions add up to: the score, its logarithm, or its place."""
        return np.asarray(self.center + self.spread * scores.astype(np.float64))

    def answers(self, scores: NDArray[Any]) -> Floats:
        """Return the answers at learned scores."""
        if self.kind == "ordinal":
            return np.asarray(self.values[self.places(scores)])
        totals = self.totals(scores)
        return np.exp(np.minimum(totals, _LARGEST_LOG)) if self.kind == "log" else totals

    def places(self, scores: NDArray[Any]) -> NDArray[np.intp]:
        """Return the place of each answer among the ordered values."""
        return np.searchsorted(self.thresholds, scores.astype(np.float64))

    def probabilities(self, scores: NDArray[Any]) -> Floats:
        """Return the probability of each of the ordered values : (n, n_values)."""
        rest = self.thresholds - scores.astype(np.float64)[:, None]
        below = 0.5 * (1.0 + np.tanh(0.5 * rest))  # the logistic function, without overflow
        edges = np.zeros((len(scores), 1))
        return np.diff(np.hstack([edges, below, edges + 1.0]), axis=1)

    def with_thresholds(self, thresholds: Floats) -> Link:
        """Return the same with what was learned between the values."""
        return replace(self, thresholds=thresholds)


def check_numbers(loss: str, numbers: Floats) -> None:
    """Raise DataError for numbers that a loss cannot have."""
    if loss == "poisson" and (numbers < 0).any():
        place = int(np.flatnonzero(numbers < 0)[0])
        raise DataError(
            f"'poisson' is about counts, which are 0 or more; score {place} is "
            f"{numbers[place]:g}. Use 'ridge' or 'huber', which take all numbers."
        )
    if loss == "poisson" and not numbers.any():
        raise DataError(
            "'poisson' needs a count above 0; all are 0. Add texts, or check the column of scores."
        )
    if loss == "ordinal":
        n_values = len(np.unique(numbers))
        if n_values < 2:
            raise DataError(
                f"'ordinal' needs at least two different values; all scores are {numbers[0]:g}. "
                "Add texts with another value, or check the column of scores."
            )
        if n_values > MOST_VALUES:
            raise DataError(
                f"'ordinal' is for a few ordered values, at most {MOST_VALUES:,}; the scores have "
                f"{n_values:,}. Use 'ridge' or 'huber', or round the scores."
            )
