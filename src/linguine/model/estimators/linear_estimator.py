"""The machinery that all estimators share: read, compose, learn, keep, predict."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.data import Examples, find_classes, make_examples, read_target
from linguine.errors import DataError, LinguineError, named
from linguine.features import Sites, read_matrix
from linguine.features.threads import count_threads
from linguine.learning import Dual, Fitted, LabelProblem, LabelWeights, Learner, Loss
from linguine.learning.standing import Standing
from linguine.model.composition import Composition
from linguine.model.estimators.availability import available_unless
from linguine.model.estimators.scikit_learn import (
    BaseEstimator,
    ClassifierMixin,
    ConvergenceWarning,
    check_is_fitted,
    draw_seed,
    flatten_column,
    validate_data,
)
from linguine.model.margins import Margins, measure_margins, share_of_rows
from linguine.model.prediction import choose_labels, log_probabilities
from linguine.progress import resolve

__all__ = ["LinearEstimator", "ScoringClassifier", "check_two_classes", "shared"]

Self = TypeVar("Self", bound="LinearEstimator")


def _why_no_probabilities(self: LinearEstimator) -> str | None:
    loss = self._composition().loss
    if loss.is_likelihood:
        return None
    return (
        f"{type(self).__name__} has no probabilities: its loss {loss.name!r} is not a likelihood. "
        "Use LogisticRegression, or scikit-learn's CalibratedClassifierCV around this estimator."
    )


class ScoringClassifier(ClassifierMixin, BaseEstimator):
    """Chooses the class with the best score; a subclass has ``_scores`` : (n_rows, n_columns)."""

    classes_: NDArray[Any]

    def _scores(self, X: Any) -> NDArray[Any]:
        raise NotImplementedError

    def decision_function(self, X: Any) -> NDArray[Any]:
        """Return the score of each class : (n_rows, n_classes).

        With two classes the score of the second against the first : (n_rows,).
        """
        scores = self._scores(X)
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the best label of each row : (n_rows,)."""
        scores = self._scores(X)
        return self.classes_[choose_labels(scores, len(self.classes_))]


class LinearEstimator(ScoringClassifier):
    """Base of the estimators; a subclass only says what its parameters mean.

    Every subclass has the parameters ``class_weight`` and ``n_threads`` and the method
    ``_composition``; those that shuffle or take time also have ``random_state`` and ``progress``.
    """

    class_weight: Any
    n_threads: int | None
    random_state: Any = 0
    progress: Any = None

    n_features_in_: int
    n_iter_: int
    _standing: Standing | None
    history_: NDArray[np.float64]

    def _composition(self) -> Composition:
        """Translate the parameters into a composition, checking them."""
        raise NotImplementedError

    def _compose(self, loss: Loss, learner: str | Learner, **more: Any) -> Composition:
        """Return a composition of this and the parameters that have the names of its options."""
        return Composition(
            **{**shared(self, Composition), "loss": loss, "learner": learner, **more}
        )

    def fit(self: Self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn from a matrix and its labels.

        Parameters
        ----------
        X
            Dense or sparse : (n_rows, n_features).
        y
            Labels (n_rows,), or proportions of the labels 0, 1, ... : (n_rows, n_labels).
        sample_weight
            Weight of each row : (n_rows,).

        Returns
        -------
        self
            The fitted estimator.
        """
        composition = self._composition()
        sites = read_matrix(X, binary=composition.is_binary)
        target = read_target(flatten_column(y), sites.n_rows)
        classes = find_classes(target)
        examples = make_examples(
            target, classes, sample_weight=sample_weight, class_weight=self.class_weight
        )
        check_two_classes(examples, classes, sites.n_rows)
        with self._composed(composition, sites, examples, len(classes)) as (learner, problem):
            if isinstance(learner, Dual):
                empty = np.zeros((len(examples), problem.n_columns))
                problem = replace(problem, multipliers=empty)
            fitted = learner.fit(problem)
        self._keep(fitted, classes, composition)
        if problem.multipliers is not None:
            self.multipliers_ = share_of_rows(problem)
            self.support_ = np.flatnonzero(self.multipliers_.any(axis=1))
        if fitted.standing is None:  # a minimum has no steps: each example is one
            self._standing = Standing(len(examples), len(examples))
        self.n_iter_ = fitted.n_iterations
        validate_data(self, X, reset=True, skip_check_array=True)
        if not fitted.converged:
            owner = type(self).__name__
            warnings.warn(ConvergenceWarning(fitted.advice, owner=owner), stacklevel=2)
        return self

    @contextmanager
    def _composed(
        self, composition: Composition, sites: Sites, examples: Examples, n_labels: int, **more: Any
    ) -> Iterator[tuple[Learner, LabelProblem]]:
        """Return the learner and its problem, with threads, seed and progress."""
        with resolve(self.progress) as report:
            yield composition.compose(
                sites,
                examples,
                n_labels,
                n_threads=count_threads(self.n_threads),
                seed=draw_seed(self.random_state),
                report=report,
                **more,
            )

    def _keep(
        self, fitted: Fitted[LabelWeights], classes: NDArray[Any], composition: Composition
    ) -> None:
        """Store what was learned; nothing of a former fit remains."""
        self.classes_ = classes
        self._weights, self._bias = fitted.weights, fitted.bias
        self._state, self._standing = fitted.state, fitted.standing
        self._is_one_versus_all = composition.is_one_versus_all
        self._is_binary = composition.is_binary
        self.history_ = np.array(fitted.history)
        found = {"objective_": fitted.objective, "duality_gap_": fitted.gap}
        for name in (*found, "support_", "multipliers_"):
            self.__dict__.pop(name, None)
        for name, value in found.items():
            if value is not None:
                setattr(self, name, value)

    @property
    def _n_columns(self) -> int:
        return 1 if len(self.classes_) <= 2 else len(self.classes_)

    @property
    def coef_(self) -> NDArray[Any]:
        """Weights, a view : (n_columns, n_features); one column for two classes."""
        weights: NDArray[Any] = self._weights
        return weights[:, : self._n_columns].T

    @property
    def intercept_(self) -> NDArray[Any]:
        """Bias, a view : (n_columns,)."""
        return self._bias[: self._n_columns]

    def _scores(self, X: Any) -> NDArray[Any]:
        """Return the scores of a checked X : (n_rows, n_columns)."""
        check_is_fitted(self, "classes_")
        sites = read_matrix(
            X,
            dtype=self._weights.dtype,
            n_features=self.n_features_in_,
            owner=type(self).__name__,
            binary=self._is_binary,
        )
        validate_data(self, X, reset=False, skip_check_array=True)
        threads = count_threads(self.n_threads)
        return _core.scores(sites.native, self._weights, self._bias, self._n_columns, threads)

    def margins(self, X: Any, y: ArrayLike) -> Margins:
        """Return by how much each row's right label leads, and how far that is in space.

        Parameters
        ----------
        X, y
            Rows and the right label of each, one of ``classes_``.
        """
        scores = self._scores(X)
        target = read_target(flatten_column(y), len(scores)).hard("margins")
        unknown = sorted(set(find_classes(target).tolist()) - set(self.classes_.tolist()))
        if unknown:
            raise DataError(
                f"A margin is that of a label the model knows; got {unknown[0]!r}, and it knows "
                f"{self.classes_.tolist()}. Leave rows of other labels out."
            )
        return measure_margins(scores, target.encode(self.classes_), self.coef_)

    @available_unless(_why_no_probabilities)
    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the log-probability of each class : (n_rows, n_classes)."""
        return log_probabilities(
            self._scores(X), len(self.classes_), one_versus_all=self._is_one_versus_all
        )

    @available_unless(_why_no_probabilities)
    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the probability of each class : (n_rows, n_classes)."""
        return np.exp(self.predict_log_proba(X))

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn what this estimator can take."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        try:
            composition = self._composition()
        except LinguineError:  # tags must not raise; fit will say what is wrong
            return tags
        tags.input_tags.positive_only = composition.counts_features
        # On data that are not counts, which is what scikit-learn's checks feed.
        tags.classifier_tags.poor_score = composition.counts_features or composition.is_binary
        return tags


def shared(estimator: LinearEstimator, kind: type) -> dict[str, Any]:
    """Return the parameters of an estimator that a dataclass has too."""
    own = vars(estimator)
    return {each.name: own[each.name] for each in fields(kind) if each.name in own}


def check_two_classes(examples: Examples, classes: NDArray[Any], n_rows: int) -> None:
    """Raise DataError unless at least two classes have examples."""
    seen = classes[examples.label_weights(len(classes)) > 0].tolist()
    if len(seen) < 2:
        raise DataError(
            "fit needs examples of at least two classes with positive weight; "
            f"y has one class, {seen[0]!r} (n_samples={n_rows}). "
            "Add examples of another class, or use partial_fit with classes=."
            if seen
            else f"fit needs examples with positive weight; {named('class_weight')} and "
            "sample_weight together leave zero. Give some class a positive weight."
        )
