"""Counts: naive Bayes, learned in one pass by counting, predicting like every linear model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import ParameterError, check_number, named, said
from linguine.learning.generative.naive_bayes import bernoulli, gaussian, multinomial
from linguine.learning.label_problem import LabelProblem, LabelWeights, require_labels
from linguine.learning.problem import Fitted, Problem, W
from linguine.learning.standing import Standing
from linguine.registry import Registry

__all__ = ["NAIVE_BAYES_MODELS", "Counts", "CountsState"]

Table: TypeAlias = NDArray[np.float64]
_SINGLE = np.dtype(np.float32)


@dataclass(eq=False)
class CountsState:
    """Sufficient statistics of naive Bayes; counting on means adding to them.

    Parameters
    ----------
    sums
        Weighted sum of each feature per label : (n_features, n_labels).
    squares
        Weighted sum of squares; None unless the model is Gaussian.
    label_weights
        Total weight of each label : (n_labels,).
    """

    sums: Table
    squares: Table | None
    label_weights: Table

    def widen(self, old_in_new: NDArray[np.intp], n_labels: int) -> None:
        """Insert zero counts for new labels."""
        self.sums = _widen(self.sums, old_in_new, n_labels)
        self.label_weights = _widen(self.label_weights, old_in_new, n_labels)
        if self.squares is not None:
            self.squares = _widen(self.squares, old_in_new, n_labels)

    def row_tables(self) -> dict[str, float]:
        """Return the names of the tables that have a row for each feature; what new rows hold."""
        return {"sums": 0.0} if self.squares is None else {"sums": 0.0, "squares": 0.0}

    def fold(self, done: Any) -> None:
        """Leave the other rows alone: what is not seen is not counted."""


def _widen(table: Table, old_in_new: NDArray[np.intp], n_labels: int) -> Table:
    wide = np.zeros((*table.shape[:-1], n_labels))
    wide[..., old_in_new] = table
    return wide


def _fit_multinomial(state: CountsState, alpha: float) -> tuple[Table, Table]:
    return multinomial(state.sums, state.label_weights, alpha)


def _fit_bernoulli(state: CountsState, alpha: float) -> tuple[Table, Table]:
    return bernoulli(state.sums, state.label_weights, alpha)


def _fit_gaussian(state: CountsState, alpha: float) -> tuple[Table, Table]:
    squares = np.zeros_like(state.sums) if state.squares is None else state.squares
    return gaussian(state.sums, squares, state.label_weights)


#: name -> (statistics, alpha) -> (weights per label, bias per label)
NAIVE_BAYES_MODELS: Registry[Callable[[CountsState, float], tuple[Table, Table]]] = Registry(
    "naive Bayes model",
    {"multinomial": _fit_multinomial, "bernoulli": _fit_bernoulli, "gaussian": _fit_gaussian},
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
        Pseudo-count of multinomial and Bernoulli; None is 1 (Laplace).

    Examples
    --------
    >>> Counts("bernoulli", alpha=0.5).is_binary
    True
    """

    model: str = "multinomial"
    _: KW_ONLY
    alpha: float | None = None

    def __post_init__(self) -> None:
        NAIVE_BAYES_MODELS.get(self.model)
        if self.alpha is None:
            return
        if self.model == "gaussian":
            raise ParameterError(
                f"Gaussian naive Bayes has no pseudo-count; got {said('alpha', self.alpha)}. "
                f"Leave {named('alpha')} out."
            )
        fix = "Use 1.0 (Laplace) or less; 0 does not smooth."
        check_number("Counts", "alpha", self.alpha, low=0, high_open=True, fix=fix)

    @property
    def name(self) -> str:
        """The row of the table of pairs."""
        return "counts"

    @property
    def is_binary(self) -> bool:
        """True if the model sees only whether a feature is positive."""
        return self.model == "bernoulli"

    def fit(self, problem: Problem[W]) -> Fitted[W]:
        """Count once."""
        labels = require_labels(problem, "Counts")
        state = self.begin(labels)
        self.learn(state, labels)
        weights, bias = self.answer(state, labels.dtype)
        return Fitted(problem.unpack(weights), bias, state=state)

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
        shape = (problem.sites.n_features, problem.n_labels)
        squares = np.zeros(shape) if self.model == "gaussian" else None
        return CountsState(np.zeros(shape), squares, np.zeros(problem.n_labels))

    def advance(self, state: CountsState, problem: LabelProblem) -> Fitted[LabelWeights]:
        """Add the problem's examples to ``state`` and set theta from all that was counted."""
        self.learn(state, problem)
        return Fitted(*self.answer(state, problem.dtype), state=state)

    def learn(self, state: CountsState, problem: LabelProblem) -> None:
        """Add the problem's examples to ``state``."""
        sites, examples = problem.sites, problem.data
        if self.model == "multinomial":
            sites.check_not_negative("multinomial naive Bayes counts features")
        where = (sites.native, examples.rows, examples.gold, examples.weights, problem.n_labels)
        state.sums += _core.class_sums(*where, False)
        if state.squares is not None:
            state.squares += _core.class_sums(*where, True)
        state.label_weights += examples.label_weights(problem.n_labels)

    def moves_all_rows(self, problem: LabelProblem) -> bool:
        """Return False: what is not seen is not counted."""
        return False

    def answer(
        self, state: CountsState, dtype: np.dtype[Any] = _SINGLE
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the weights and bias that a state stands for."""
        alpha = 1.0 if self.alpha is None else self.alpha
        weights, bias = NAIVE_BAYES_MODELS.get(self.model)(state, alpha)
        return _to_columns(len(state.label_weights), weights, bias, dtype)


def _to_columns(
    n_labels: int, weights: Table, bias: Table, dtype: np.dtype[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Pad to the core's layout; with two labels keep the difference, as everywhere."""
    if n_labels <= 2:
        weights = weights[:, 1:] - weights[:, :1]
        bias = bias[1:] - bias[:1]
    stride, n_columns = _core.stride(1 if n_labels <= 2 else n_labels), weights.shape[1]
    padded = np.zeros((len(weights), stride), dtype=dtype)
    padded_bias = np.zeros(stride, dtype=dtype)
    padded[:, :n_columns] = weights
    padded_bias[:n_columns] = bias
    return padded, padded_bias
