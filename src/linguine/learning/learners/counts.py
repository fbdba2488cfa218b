"""Counts: naive Bayes, learned in one pass by counting, predicting like every linear model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.data import Examples
from linguine.errors import ParameterError, check_number, named, said, show_value
from linguine.learning.generative.naive_bayes import (
    CountsAgainstRest,
    CountsState,
    Table,
    bernoulli,
    gaussian,
    multinomial,
)
from linguine.learning.label_problem import LabelProblem, LabelWeights, require_labels, to_columns
from linguine.learning.problem import Fitted, Problem, W
from linguine.learning.standing import Standing
from linguine.registry import Registry

if TYPE_CHECKING:
    from linguine.learning.chain_problem import ChainProblem, ChainWeights

__all__ = ["NAIVE_BAYES_MODELS", "Counts", "CountsState"]

_SINGLE = np.dtype(np.float32)


#: name -> (statistics, alpha) -> (weights per label, bias per label)
NAIVE_BAYES_MODELS: Registry[Callable[[CountsState, float], tuple[Table, Table]]] = Registry(
    "naive Bayes model",
    {"multinomial": multinomial, "bernoulli": bernoulli, "gaussian": gaussian},
)


@dataclass(frozen=True)
class Counts:
    r"""Set theta to the maximum of the joint likelihood, in closed form.

    .. math:: \theta, b = \arg\max \sum_i w_i \log p(x_i, y_i)

    The formulas of the three models stand in :mod:`linguine.learning.generative.naive_bayes`.

    Parameters
    ----------
    model
        ``"multinomial"`` for counts, ``"bernoulli"`` for presence (x > 0), ``"gaussian"`` for
        any numbers, with one variance per feature shared by all labels.
    alpha
        Pseudo-count of multinomial and Bernoulli; None is 1 (Laplace), 0 does not smooth: what was
        not seen with a label then makes it impossible.
    variance
        Of the Gaussian model: a variance that is known, one for all features or one for each; None
        is that of the data.

    Examples
    --------
    >>> Counts("bernoulli", alpha=0.5).is_binary
    True
    """

    model: str = "multinomial"
    _: KW_ONLY
    alpha: float | None = None
    variance: ArrayLike | None = None

    def __post_init__(self) -> None:
        NAIVE_BAYES_MODELS.get(self.model)
        self._check_variance()
        if self.alpha is None:
            return
        if self.model == "gaussian":
            raise ParameterError(
                f"Gaussian naive Bayes has no pseudo-count; got {said('alpha', self.alpha)}. "
                f"Leave {named('alpha')} out."
            )
        fix = "Use 1.0 (Laplace) or less; 0 does not smooth."
        check_number("Counts", "alpha", self.alpha, low=0, high_open=True, fix=fix)

    def _check_variance(self) -> None:
        if self.variance is None:
            return
        if self.model != "gaussian":
            raise ParameterError(
                f"is of the Gaussian model; got variance={show_value(self.variance)} with "
                f"{said('model', self.model)}. Leave it out, or use {said('model', 'gaussian')}.",
                owner="Counts",
                parameter="variance",
            )
        try:
            given = np.asarray(self.variance, np.float64)
        except (TypeError, ValueError):
            given = np.array(np.nan)
        if given.ndim > 1 or not (np.isfinite(given).all() and (given > 0).all()):
            raise ParameterError(
                "must be a positive number, or one for each feature; got "
                f"{show_value(self.variance)}. Use 1.0, or leave it out for that of the data.",
                owner="Counts",
                parameter="variance",
            )

    @property
    def name(self) -> str:
        """The row of the table of pairs."""
        return "counts"

    @property
    def is_binary(self) -> bool:
        """True if the model sees only whether a feature is positive."""
        return self.model == "bernoulli"

    def fit(self, problem: Problem[W]) -> Fitted[W]:
        """Count once: labels with their features, or those of a chain with what follows what."""
        if not isinstance(problem, LabelProblem):
            from linguine.learning.chain_problem import ChainProblem  # texts do without

            if isinstance(problem, ChainProblem):
                return Fitted(self._count_chain(problem), np.zeros(0))  # type: ignore[arg-type]
        labels = require_labels(problem, "Counts")
        counted = self.advance(self.begin(labels), labels)
        return Fitted(problem.unpack(counted.weights), counted.bias, state=counted.state)

    def _count_chain(self, problem: ChainProblem) -> ChainWeights:
        from linguine.learning.generative.chain_counts import count_chain

        if self.model != "multinomial":
            raise ParameterError(
                "The words of a chain are drawn from a multinomial; got "
                f"{said('model', self.model)}. Use {said('model', 'multinomial')}."
            )
        return count_chain(problem, 1.0 if self.alpha is None else self.alpha)

    def begin(
        self,
        problem: LabelProblem,
        start: tuple[NDArray[Any], NDArray[Any]] | None = None,
        standing: Standing | None = None,
    ) -> CountsState:
        """Return the state before anything is counted; it cannot start from given weights."""
        if start is not None:
            raise ParameterError(
                "Counting cannot go on from weights: they do not tell how much was counted. "
                f"Use partial_fit from the start, or {said('learner', 'sgd')}."
            )
        if not problem.intercept.is_fitted:
            raise ParameterError(
                "Naive Bayes keeps the log prior of the labels in the intercept; got "
                "fit_intercept=False. Use fit_intercept=True."
            )
        if problem.data.sets is not None:
            return self._begin_sets(problem)
        shape = (problem.sites.n_features, problem.n_labels)
        variance = self._variance(problem.sites.n_features)
        counts_squares = self.model == "gaussian" and variance is None
        squares = np.zeros(shape) if counts_squares else None
        return CountsState(np.zeros(shape), squares, np.zeros(problem.n_labels), variance)

    def _begin_sets(self, problem: LabelProblem) -> CountsState:
        if self.model == "gaussian":
            raise ParameterError(
                f"Sets of labels are for counts; got {said('model', self.model)}. Use "
                f"{said('model', 'multinomial', 'bernoulli')}."
            )
        shape = (problem.sites.n_features, problem.n_labels + 1)
        return CountsAgainstRest(np.zeros(shape), None, np.zeros(problem.n_labels + 1))

    def _variance(self, n_features: int) -> Table | None:
        if self.variance is None:
            return None
        given = np.asarray(self.variance, np.float64)
        if given.ndim == 1 and len(given) != n_features:
            raise ParameterError(
                f"must be one number, or one for each feature; got {len(given)} for {n_features} "
                "features. Give one for each column of X.",
                owner="Counts",
                parameter="variance",
            )
        return np.broadcast_to(given, (n_features,))

    def advance(self, state: CountsState, problem: LabelProblem) -> Fitted[LabelWeights]:
        """Add the problem's examples to ``state`` and set theta from all that was counted."""
        self.learn(state, problem)
        return Fitted(*self.answer(state, problem.dtype), state=state)

    def learn(self, state: CountsState, problem: LabelProblem) -> None:
        """Add the problem's examples to ``state``."""
        sites, examples = problem.sites, problem.data
        if self.model == "multinomial":
            sites.check_not_negative("multinomial naive Bayes counts features")
        if isinstance(state, CountsAgainstRest):
            examples = _with_all(examples, problem.n_labels)
        n_labels = len(state.label_weights)
        where = (sites.native, examples.rows, examples.gold, examples.weights, n_labels)
        state.sums += _core.class_sums(*where, False)
        if state.squares is not None:
            state.squares += _core.class_sums(*where, True)
        state.label_weights += examples.label_weights(n_labels)

    def moves_all_rows(self, problem: LabelProblem) -> bool:
        """Return False: what is not seen is not counted."""
        return False

    def answer(
        self, state: CountsState, dtype: np.dtype[Any] = _SINGLE
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the weights and bias that a state stands for."""
        alpha = 1.0 if self.alpha is None else self.alpha
        model = NAIVE_BAYES_MODELS.get(self.model)
        if isinstance(state, CountsAgainstRest):
            return to_columns(*state.answer(model, alpha), dtype)
        weights, bias = model(state, alpha)
        return to_columns(weights, bias, dtype)


def _with_all(examples: Examples, n_labels: int) -> Examples:
    """Return an example for each label of a set, and one of label ``n_labels`` for each row."""
    each = examples.spread()
    rows = np.concatenate([each.rows, examples.rows])
    gold = np.concatenate([each.gold, np.full(len(examples), n_labels, np.int32)])
    weights = np.concatenate([each.weights, examples.weights])
    order = np.argsort(rows, kind="stable")
    return Examples(rows[order], gold[order], weights[order])
