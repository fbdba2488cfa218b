"""Learning in pieces: partial_fit, with classes that may appear later."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import Target, find_classes, join_classes, make_examples, read_target
from linguine.errors import DataError, ParameterError, named
from linguine.features import read_matrix
from linguine.model.composition import Incremental
from linguine.model.estimators.availability import available_unless
from linguine.model.estimators.linear_estimator import LinearEstimator
from linguine.model.estimators.scikit_learn import flatten_column, validate_data

__all__ = ["IncrementalEstimator"]

Self = TypeVar("Self", bound="IncrementalEstimator")


def _why_no_partial_fit(self: IncrementalEstimator) -> str | None:
    composition = self._composition()
    if composition.is_incremental:
        return None
    name = composition.learner if isinstance(composition.learner, str) else composition.learner.name
    return (
        f"{type(self).__name__} has no partial_fit: the learner {name!r} needs all data at once. "
        "Use Perceptron, Mira, NaiveBayes or LinearClassifier(learner='sgd')."
    )


class IncrementalEstimator(LinearEstimator):
    """An estimator whose learner may be able to go on from where it stopped."""

    @available_unless(_why_no_partial_fit)
    def partial_fit(
        self: Self,
        X: Any,
        y: ArrayLike,
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Learn from one more piece of data: one pass of an online learner, or more counts.

        The penalty l2 is shared by all examples so far. After ``fit``, online learners go on from
        the weights found, which count in the average as one pass over their examples, at most a
        thousand steps. Naive Bayes counts on.

        Parameters
        ----------
        X, y, sample_weight
            As for ``fit``; y may have one class only.
        classes
            Labels to expect; optional, because new labels may appear in any call.

        Returns
        -------
        self
            The estimator.
        """
        composition = self._composition()
        is_first = not hasattr(self, "classes_")
        if isinstance(self.class_weight, str):
            raise ParameterError(
                f"partial_fit cannot know the class balance; got {self.class_weight!r} as "
                f"{named('class_weight')}. Give a dict, or use fit."
            )
        sites = read_matrix(
            X,
            dtype=None if is_first else self._weights.dtype,
            n_features=None if is_first else self.n_features_in_,
            owner=type(self).__name__,
            binary=composition.is_binary,
        )
        if not is_first:
            validate_data(self, X, reset=False, skip_check_array=True)
        target = read_target(flatten_column(y), sites.n_rows)
        known = None if is_first else self.classes_
        all_classes = _all_classes(target, classes, known)
        if target.soft is not None and target.soft.is_numbered:  # columns in the order of classes
            target = Target.of_soft(replace(target.soft, names=all_classes))
        examples = make_examples(
            target,
            all_classes,
            sample_weight=sample_weight,
            class_weight=self.class_weight,
            may_name_unseen=True,
        )
        if len(examples) == 0:
            raise DataError(
                "partial_fit needs an example with positive weight; "
                f"{named('class_weight')} leaves none. Give some class of y a positive weight."
            )
        with self._composed(composition, sites, examples, len(all_classes), incremental=True) as (
            learner,
            problem,
        ):
            assert isinstance(learner, Incremental)  # guarded above; for the type checker
            state = None if is_first else self._state
            if state is None:
                start = None if is_first else (self._weights, self._bias)
                state = learner.begin(problem, start, getattr(self, "_standing", None))
            if known is not None and len(known) < len(all_classes):
                state.widen(np.searchsorted(all_classes, known), len(all_classes))
            fitted = learner.advance(state, problem)  # type: ignore[arg-type]
        self._keep(fitted, all_classes, composition)
        self.n_iter_ = fitted.n_iterations + (0 if is_first else self.n_iter_)
        if is_first:
            validate_data(self, X, reset=True, skip_check_array=True)
        return self


def _all_classes(
    target: Target, classes: ArrayLike | None, known: NDArray[Any] | None
) -> NDArray[Any]:
    """Return the sorted union of the labels known, announced and found."""
    announced = None if classes is None else read_target(classes, len(np.asarray(classes))).values
    given = [each for each in (known, announced) if each is not None]
    if target.soft is not None and target.soft.is_numbered:
        union, n_columns = (
            join_classes(given) if given else target.soft.names,
            len(target.soft.names),
        )
        if len(union) != n_columns:
            raise DataError(
                f"Proportions must have one column per class; y has {n_columns}, the "
                f"model has {len(union)} classes. Name new classes with classes=."
            )
        return union
    return join_classes([*given, find_classes(target)])
