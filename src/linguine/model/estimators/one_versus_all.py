"""OneVersusAll: many classes from any classifier of two."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import find_classes, make_examples, read_target
from linguine.errors import ParameterError
from linguine.features import read_matrix
from linguine.model.estimators.availability import available_unless
from linguine.model.estimators.linear_estimator import ScoringClassifier, check_two_classes
from linguine.model.estimators.scikit_learn import (
    MetaEstimatorMixin,
    check_is_fitted,
    clone,
    flatten_column,
    get_tags,
    validate_data,
)

__all__ = ["OneVersusAll"]


def _why_no_probabilities(self: OneVersusAll) -> str | None:
    if hasattr(self.estimator, "predict_proba"):
        return None
    return (
        f"OneVersusAll has no probabilities because {type(self.estimator).__name__} has none. "
        "Use LogisticRegression, or scikit-learn's CalibratedClassifierCV around this estimator."
    )


class OneVersusAll(MetaEstimatorMixin, ScoringClassifier):
    r"""One binary problem per class: this class, or any other.

    .. math:: h(x) = \arg\max_\ell f_\ell(x)

    Section 1.2 of [Zhang2010]. With two classes there is one problem. linguine's own estimators
    do the same in one run with ``multiclass="one-versus-all"``, which is faster.

    Parameters
    ----------
    estimator
        Any classifier of two classes with ``decision_function``; it is cloned.

    Attributes
    ----------
    estimators_
        The fitted classifiers, in the order of ``classes_``; one for two classes.
    classes_
        Sorted labels.
    n_features_in_
        Number of features.

    Examples
    --------
    >>> from linguine import Perceptron
    >>> X = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    >>> OneVersusAll(Perceptron()).fit(X, ["a", "b", "c"]).predict([[0.0, 2.0, 0.0]]).item()
    'b'
    """

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> OneVersusAll:
        """Fit one clone per class; X, y and the weights are as for the estimator's own ``fit``."""
        if not hasattr(self.estimator, "decision_function"):
            raise ParameterError(
                "OneVersusAll needs a classifier with decision_function; got "
                f"{self.estimator!r}. Use any estimator of linguine."
            )
        n_rows = read_matrix(X).n_rows
        target = read_target(flatten_column(y), n_rows)
        if target.soft is not None:
            raise ParameterError(
                "OneVersusAll needs one label per row; got proportions of shape "
                f"{target.soft.shape}. Use LinearClassifier(multiclass='one-versus-all')."
            )
        classes = find_classes(target)
        examples = make_examples(target, classes, sample_weight=sample_weight)
        check_two_classes(examples, classes, n_rows)
        gold = target.encode(classes)
        columns = range(len(classes)) if len(classes) > 2 else [1]
        options = {} if sample_weight is None else {"sample_weight": np.asarray(sample_weight)}
        self.estimators_ = [
            clone(self.estimator).fit(X, (gold == column).astype(np.int32), **options)
            for column in columns
        ]
        self.classes_ = classes
        validate_data(self, X, reset=True, skip_check_array=True)
        return self

    @available_unless(_why_no_probabilities)
    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the clones' probabilities, divided by their sum : (n_rows, n_classes)."""
        self._check(X)
        positive = np.column_stack([each.predict_proba(X)[:, 1] for each in self.estimators_])
        if positive.shape[1] == 1:
            return np.hstack([1 - positive, positive])
        total = positive.sum(axis=1, keepdims=True)
        shares: NDArray[np.float64] = np.divide(
            positive, total, out=np.full_like(positive, 1 / positive.shape[1]), where=total > 0
        )
        return shares

    def _scores(self, X: Any) -> NDArray[Any]:
        self._check(X)
        return np.column_stack([each.decision_function(X) for each in self.estimators_])

    def _check(self, X: Any) -> None:
        check_is_fitted(self, "classes_")
        read_matrix(X, n_features=self.n_features_in_, owner=type(self).__name__)
        validate_data(self, X, reset=False, skip_check_array=True)

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn what the wrapped estimator can take."""
        tags = super().__sklearn_tags__()
        inner = get_tags(self.estimator)
        tags.input_tags = inner.input_tags
        tags.classifier_tags.poor_score = inner.classifier_tags.poor_score
        return tags
