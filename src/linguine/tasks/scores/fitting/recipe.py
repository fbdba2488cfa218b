"""Recipe: an algorithm of scores on weighted rows, complete but for its data."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Examples
from linguine.features import Sites
from linguine.learning import (
    EpsilonInsensitive,
    Fitted,
    Huber,
    Intercept,
    LabelWeights,
    Loss,
    Ordinal,
    Poisson,
    ScoreProblem,
    Squared,
)
from linguine.learning.score_problem import thresholds
from linguine.model.concurrency import Resources
from linguine.tasks.algorithm import Options
from linguine.tasks.learner import Composed, compose
from linguine.tasks.scores.algorithms import SCORE_ALGORITHMS
from linguine.tasks.scores.link import Link

__all__ = ["ScoreRecipe"]

#: delta and epsilon where nobody says, in spreads of the scores.
_DELTA, _EPSILON = 1.0, 0.1


@dataclass(frozen=True, eq=False)
class ScoreRecipe:
    """An algorithm and its options.

    Parameters
    ----------
    name, options
        The row of the table, and what was said.

    Examples
    --------
    >>> ScoreRecipe("ridge", {"C": 4.0}).compose(Link()).penalty.l2
    0.25
    """

    name: str
    options: Options = field(default_factory=dict)

    @property
    def loss(self) -> str:
        """The name of its loss."""
        return SCORE_ALGORITHMS.get(self.name).loss

    def compose(self, link: Link) -> Composed:
        """Return loss, learner and penalty for scores of a link."""
        row = SCORE_ALGORITHMS.get(self.name)
        return compose(self.name, row, self.options, self._loss(link))

    def fit(
        self,
        sites: Sites,
        examples: Examples,
        numbers: NDArray[np.float64],
        use: Resources,
        values: NDArray[np.float64] | None = None,
    ) -> tuple[Fitted[LabelWeights], Link]:
        """Find weights, and what their scores mean.

        ``numbers`` are the scores of all rows; ``values`` all ordered values that there may be.
        """
        link = Link.of(self.loss, numbers[examples.rows], values)
        learner, problem = self.problem(sites, examples, link.aims(numbers), link, use)
        fitted: Fitted[LabelWeights] = learner.fit(problem)
        if link.kind == "ordinal":
            link = link.with_thresholds(thresholds(fitted.bias, len(link.values)))
        return replace(fitted, bias=fitted.bias[:1]), link

    def problem(
        self,
        sites: Sites,
        examples: Examples,
        aims: NDArray[np.float64],
        link: Link,
        use: Resources,
    ) -> tuple[Any, ScoreProblem]:
        """Return a learner and its problem."""
        composed = self.compose(link)
        choice = composed.choose("score", 2)
        is_regularized = choice.learner.name == "dual"
        return choice.learner, ScoreProblem(
            sites=sites,
            data=examples,
            targets=aims,
            loss=composed.loss,
            l2=choice.l2 * link.l2_factor,
            l1=choice.l1 * link.l2_factor,
            intercept=Intercept(is_regularized=is_regularized),
            n_threads=use.n_threads,
            seed=use.seed,
            report=use.report,
        )

    def _loss(self, link: Link) -> Loss:
        if self.loss == "huber":
            delta = self.options.get("delta")
            return Huber(_DELTA if delta is None else delta / link.spread)
        if self.loss == "epsilon-insensitive":
            epsilon = self.options.get("epsilon")
            return EpsilonInsensitive(_EPSILON if epsilon is None else epsilon / link.spread)
        if self.loss == "ordinal":
            return Ordinal(max(2, len(link.values)))
        return Poisson() if self.loss == "poisson" else Squared()
