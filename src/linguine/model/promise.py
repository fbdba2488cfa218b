r"""Promise: a share of right answers that a model vouches for, kept by answering less.

A text is answered if the probability of its label is at least t, else it is deferred. Of the
thresholds :math:`t_1 > t_2 > \dots` of a list that is fixed beforehand, each is tested on held-out
answers, of which :math:`n_j` are answered and :math:`k_j` right:

.. math:: H_j: P(\text{right} \mid \text{answered}) < \pi, \quad
    p_j = P(X \ge k_j), \; X \sim \mathrm{Binomial}(n_j, \pi)

one after another, until the first that cannot be rejected at :math:`1 - c`. The last one before
is the threshold: with confidence c the promise holds, however many are tested, for only the
first that is false can be the first mistake. Fixed-sequence testing of
[Angelopoulos2021]; the bound of one threshold is that of Clopper and Pearson (1934).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError, check_number, said
from linguine.model.binomial import at_least, at_most, lower_bound, upper_bound

__all__ = ["LEVELS", "USUAL_CONFIDENCE", "Promise", "Verdict", "check_promise", "find_promise"]

USUAL_CONFIDENCE = 0.95
#: From 1e-6 short of certainty to any answer at all, twenty to a power of ten: more would give luck
#: more chances to stop the sequence, fewer would step over answers that could be given.
LEVELS = np.round(np.append(1.0 - 10.0 ** (-np.arange(120, 0, -1) / 20.0), 0.0), 8)
#: What is told of the traffic, whatever confidence the promise has.
_TOLD = 0.975


@dataclass(frozen=True)
class Promise:
    """That a share of the answers is right, and the held-out answers that say so.

    Examples
    --------
    >>> promise = Promise(0.9, 0.95, 0.8, n_held_out=1000, n_answered=500, n_right=470)
    >>> round(promise.bound, 3), promise.coverage
    (0.919, 0.5)
    """

    precision: float
    confidence: float
    threshold: float  # answers less probable are deferred
    n_held_out: int
    n_answered: int
    n_right: int

    @property
    def bound(self) -> float:
        """The share of right answers that is exceeded with this confidence."""
        return lower_bound(self.n_right, self.n_answered, self.confidence)

    @property
    def coverage(self) -> float:
        """Share of the texts that is expected to be answered."""
        return self.n_answered / self.n_held_out

    @property
    def coverage_interval(self) -> tuple[float, float]:
        """Its exact 95 % interval."""
        seen = self.n_answered, self.n_held_out, _TOLD
        return lower_bound(*seen), upper_bound(*seen)

    def judge(self, n: int, n_answered: int, n_right: int) -> Verdict:
        """Return what new answers say about it."""
        return Verdict(self, n, n_answered, n_right)

    def to_config(self) -> dict[str, Any]:
        """Return plain data for the model file, which has the threshold itself."""
        return {
            "precision": self.precision,
            "confidence": self.confidence,
            "bound": round(self.bound, 6),
            "coverage": round(self.coverage, 6),
            "n_held_out": self.n_held_out,
            "n_answered": self.n_answered,
            "n_right": self.n_right,
        }

    @classmethod
    def from_config(cls, config: Mapping[str, Any], threshold: float) -> Promise:
        """Return the promise of a model file."""
        names = ("n_held_out", "n_answered", "n_right")
        counts = {name: config[name] for name in names}
        return cls(config["precision"], config["confidence"], threshold, **counts)


@dataclass(frozen=True)
class Verdict:
    """What new answers say about a promise.

    Examples
    --------
    >>> promise = Promise(0.9, 0.95, 0.8, n_held_out=1000, n_answered=500, n_right=470)
    >>> promise.judge(200, 100, 80).is_refuted, promise.judge(200, 100, 88).is_refuted
    (True, False)
    """

    promise: Promise
    n: int
    n_answered: int
    n_right: int

    @property
    def precision(self) -> float | None:
        """Share of the answers that are right; None if there are none."""
        return self.n_right / self.n_answered if self.n_answered else None

    @property
    def p_value(self) -> float:
        """How often so few answers would be right if the promise just holds."""
        return at_most(self.n_right, self.n_answered, self.promise.precision)

    @property
    def is_below(self) -> bool:
        """Whether fewer answers are right than were promised."""
        return self.n_right < self.promise.precision * self.n_answered

    @property
    def is_refuted(self) -> bool:
        """Whether that is more than luck explains, at the confidence of the promise."""
        return self.is_below and self.p_value <= 1.0 - self.promise.confidence

    def is_broken(self, *, strictly: bool = False) -> bool:
        """Whether it is refuted; strictly, whether fewer answers are right than promised."""
        return self.is_below if strictly else self.is_refuted

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            **self.promise.to_config(),
            "seen": {
                "n": self.n,
                "n_answered": self.n_answered,
                "n_right": self.n_right,
                "precision": self.precision,
                "coverage": self.n_answered / self.n,
                "p_value": self.p_value,
                "is_below": self.is_below,
                "is_refuted": self.is_refuted,
            },
        }


def find_promise(
    probabilities: NDArray[np.float64],
    right: NDArray[np.bool_],
    precision: float,
    confidence: float = USUAL_CONFIDENCE,
) -> Promise:
    """Return the promise that answers the most texts, or raise DataError if it cannot be kept.

    The sequence begins where the probabilities alone, without the right labels, let expect the
    clearest result: among the surest few answers one mistake would be the end of it.

    Parameters
    ----------
    probabilities
        Of the answer to each held-out text : (n,).
    right
        Whether it is right : (n,).
    precision
        The share of right answers that is promised.
    confidence
        How sure the promise is.

    Examples
    --------
    >>> p = np.repeat([0.99, 0.6], 500)
    >>> find_promise(p, np.arange(1000) % 500 >= np.repeat([5, 200], 500), 0.95).n_answered
    500
    """
    levels = _Levels.of(probabilities, right)
    if (found := levels.last(precision, confidence)) is not None:
        return levels.promise(found, precision, confidence)
    raise DataError(
        f"A share of {precision:g} right answers cannot be promised; "
        f"{_reason(levels, precision, confidence)} {_advice(levels, precision, confidence)}"
    )


def _reason(levels: _Levels, precision: float, confidence: float) -> str:
    needed, n = _fewest(precision, confidence), levels.n_held_out
    if n < needed:
        return f"that takes {needed:,} answers without a mistake, and {n:,} texts are held out."
    start = levels.start(precision, confidence)
    k, answered = int(levels.right[start]), int(levels.n[start])
    bound = lower_bound(k, answered, confidence)
    return (
        f"{k:,} of {answered:,} answers to {n:,} held-out texts are right where it is clearest, "
        f"which makes {bound:.3f} sure."
    )


def _advice(levels: _Levels, precision: float, confidence: float) -> str:
    for percent in range(math.ceil(precision * 100) - 1, 0, -1):
        if (found := levels.last(percent / 100, confidence)) is not None:
            less = levels.promise(found, percent / 100, confidence)
            return (
                f"Promise {percent / 100:g}, for {100 * less.coverage:.0f} % of the texts, or "
                "train on more texts."
            )
    return "Train on more texts, and check their labels."


def _fewest(precision: float, confidence: float) -> int:
    """Return how many answers it takes if all of them are right."""
    return math.ceil(math.log(1 - confidence) / math.log(precision))


@dataclass(frozen=True, eq=False)
class _Levels:
    """How many texts are answered from each threshold on, how many of them rightly."""

    n: NDArray[np.int64]  # (n_levels,)
    right: NDArray[np.int64]
    expected: NDArray[np.float64]  # rightly, by their probabilities
    n_held_out: int

    @classmethod
    def of(cls, p: NDArray[np.float64], right: NDArray[np.bool_]) -> _Levels:
        order = np.argsort(-p, kind="stable")
        n = np.searchsorted(-p[order], -LEVELS, side="right")
        rights = np.concatenate([[0], np.cumsum(right[order])])
        sums = np.concatenate([[0.0], np.cumsum(p[order])])
        return cls(n, rights[n], sums[n], len(p))

    def start(self, precision: float, confidence: float) -> int:
        """Return the level at which the probabilities let expect the clearest result."""
        clear = (self.expected - precision * self.n) / np.sqrt(np.maximum(self.n, 1))
        clear[self.n < min(_fewest(precision, confidence), self.n_held_out)] = -np.inf
        return int(clear.argmax())

    def last(self, precision: float, confidence: float) -> int | None:
        """Return the last level of the sequence that passes; None if the first does not."""
        found = None
        for j in range(self.start(precision, confidence), len(self.n)):
            k, n = int(self.right[j]), int(self.n[j])
            if n == 0 or at_least(k, n, precision) > 1.0 - confidence:
                break
            found = j
        return found

    def promise(self, level: int, precision: float, confidence: float) -> Promise:
        counts = self.n_held_out, int(self.n[level]), int(self.right[level])
        return Promise(precision, confidence, float(LEVELS[level]), *counts)


def check_promise(owner: str, precision: object, confidence: object) -> None:
    """Raise ParameterError unless it is a share between, but not, 0 and 1, with a confidence."""
    bounds: dict[str, Any] = {"low": 0, "high": 1, "low_open": True, "high_open": True}
    fix = f"Nothing is certain, and 0 promises nothing: try {said('promise', 0.95)}."
    check_number(owner, "promise", precision, fix=fix, **bounds)
    check_number(owner, "promise_confidence", confidence, fix="Use 0.95.", **bounds)
