"""Bad data gets an error in three parts: the rule, what came and where, what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from linguine import (
    DataError,
    LinearSVM,
    LogisticRegression,
    Mira,
    NaiveBayes,
    Perceptron,
    RidgeClassifier,
)
from linguine.errors import LinguineError

from ..messages import assert_three_parts

ESTIMATORS: dict[str, Callable[[], Any]] = {
    "naive-bayes": NaiveBayes,
    "perceptron": Perceptron,
    "mira": Mira,
    "svm": LinearSVM,
    "logistic": LogisticRegression,
    "ridge": RidgeClassifier,
}
by_estimator = pytest.mark.parametrize("make", ESTIMATORS.values(), ids=ESTIMATORS.keys())

X = np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0], [3.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
Y = ["a", "b", "a", "b"]


def changed(row: int, column: int, value: float) -> np.ndarray:
    other = X.copy()
    other[row, column] = value
    return other


# name -> (call, words of the rule, words of what came, words of what to do)
Case = tuple[Callable[[Any], Any], str, str, str]
ON_FIT: dict[str, Case] = {
    "nan-dense": (
        lambda m: m.fit(changed(1, 2, np.nan), Y),
        r"NaN|finite", r"row 1\b.*column 2\b", r"[Rr]eplace|[Rr]emove|[Dd]rop|impute|[Cc]heck",
    ),
    "nan-csr": (
        lambda m: m.fit(sp.csr_matrix(changed(1, 2, np.nan)), Y),
        r"NaN|finite", r"row 1\b.*column 2\b", r"[Rr]eplace|[Rr]emove|[Dd]rop|impute|[Cc]heck",
    ),
    "infinity-dense": (
        lambda m: m.fit(changed(2, 0, np.inf), Y),
        r"inf|finite", r"row 2\b.*column 0\b", r"[Rr]eplace|[Rr]emove|[Dd]rop|impute|[Cc]heck",
    ),
    "infinity-csr": (
        lambda m: m.fit(sp.csr_matrix(changed(2, 0, np.inf)), Y),
        r"inf|finite", r"row 2\b.*column 0\b", r"[Rr]eplace|[Rr]emove|[Dd]rop|impute|[Cc]heck",
    ),
    "one-class": (
        lambda m: m.fit(X, ["a"] * 4), r"at least two|two classes|two labels", r"'a'|one|1 class",
        r"[Gg]ive|[Aa]dd|[Uu]se|[Cc]heck",
    ),
    "zero-rows": (
        lambda m: m.fit(np.zeros((0, 3)), []), r"at least one row", r"0", r"[Cc]heck",
    ),
    "zero-rows-csr": (
        lambda m: m.fit(sp.csr_matrix((0, 3)), []), r"at least one row", r"0", r"[Cc]heck",
    ),
    "empty-vocabulary": (
        lambda m: m.fit(np.zeros((4, 0)), Y), r"at least one column", r"\b0\b",
        r"vocabulary.*check",
    ),
    "empty-vocabulary-csr": (
        lambda m: m.fit(sp.csr_matrix((4, 0)), Y), r"at least one column", r"\b0\b",
        r"vocabulary.*check",
    ),
    "mixed-labels": (
        lambda m: m.fit(X, ["a", 1, "a", 2]), r"one type", r"str \(row 0\).*int \(row 1\)",
        r"[Cc]onvert",
    ),
    "mixed-labels-object-array": (
        lambda m: m.fit(X, np.array(["a", 1, "a", 2], dtype=object)), r"one type",
        r"str \(row 0\).*int \(row 1\)", r"[Cc]onvert",
    ),
    "none-among-labels": (
        lambda m: m.fit(X, ["a", None, "a", "b"]), r"one type", r"NoneType.*row 1",
        r"[Cc]onvert",
    ),
    "continuous-labels": (
        lambda m: m.fit(X, [0.5, 1.0, 1.5, 2.0]), r"strings or whole numbers", r"0\.5.*row 0",
        r"[Cc]ut|[Cc]onvert",
    ),
    "nan-label": (
        lambda m: m.fit(X, [1.0, np.nan, 2.0, 1.0]), r"NaN", r"row 1\b", r"[Dd]rop|[Rr]epair",
    ),
    "shorter-y": (
        lambda m: m.fit(X, Y[:3]), r"same length", r"4.*3", r"[Cc]heck",
    ),
    "shorter-weights": (
        lambda m: m.fit(X, Y, sample_weight=[1.0, 1.0]), r"one number per row", r"\(2,\)",
        r"[Cc]heck",
    ),
    "negative-weight": (
        lambda m: m.fit(X, Y, sample_weight=[1.0, -1.0, 1.0, 1.0]), r"not negative",
        r"row 1\b.*-1", r"[Uu]se 0",
    ),
    "nan-weight": (
        lambda m: m.fit(X, Y, sample_weight=[1.0, 1.0, np.nan, 1.0]), r"finite",
        r"row 2\b.*nan", r"[Uu]se 0",
    ),
    "all-weights-zero": (
        lambda m: m.fit(X, Y, sample_weight=[0.0] * 4), r"non-zero|positive", r"zero", r"[Gg]ive",
    ),
    "proportions-do-not-sum-to-one": (
        lambda m: m.fit(X, np.full((4, 2), 0.4)), r"sum to 1", r"row 0\b.*0\.4", r"[Dd]ivide",
    ),
    "negative-proportion": (
        lambda m: m.fit(X, np.array([[1.5, -0.5]] * 4)), r"non-negative", r"row 0\b",
        r"[Dd]ivide|[Cc]heck",
    ),
    "one-dimension": (
        lambda m: m.fit(X[0], Y), r"two dimensions", r"\(3,\)", r"[Rr]eshape",
    ),
    "three-dimensions": (
        lambda m: m.fit(X[None], Y), r"two dimensions", r"\(1, 4, 3\)", r"[Rr]eshape",
    ),
    "text": (
        lambda m: m.fit([["free"], ["cash"], ["click"], ["now"]], Y), r"numbers", r"free",
        r"[Tt]urn texts into",
    ),
    "no-y": (lambda m: m.fit(X, None), r"requires y", r"None", r"[Gg]ive"),
}  # fmt: skip


@by_estimator
@pytest.mark.parametrize("case", ON_FIT)
def test_fit_refuses_bad_data_and_says_how_to_repair_it(make: Callable[[], Any], case: str) -> None:
    call, rule, got, fix = ON_FIT[case]
    with pytest.raises(DataError) as caught:
        call(make())
    assert_three_parts(caught.value, rule, got, fix)


@by_estimator
def test_predict_refuses_another_number_of_features(make: Callable[[], Any]) -> None:
    model = make().fit(X, Y)
    for other in (X[:, :2], sp.csr_matrix(np.hstack([X, X]))):
        with pytest.raises(DataError) as caught:
            model.predict(other)
        assert_three_parts(
            caught.value, r"expecting 3 features", rf"has {other.shape[1]} features", r"Transform"
        )


@by_estimator
def test_predict_refuses_nan_with_its_place(make: Callable[[], Any]) -> None:
    model = make().fit(X, Y)
    with pytest.raises(DataError, match=r"row 3\b.*column 1\b"):
        model.predict(changed(3, 1, np.nan))


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix], ids=["dense", "csr"])
@pytest.mark.parametrize("model", ["multinomial"])
def test_naive_bayes_refuses_negative_counts(model: str, form: Callable[[Any], Any]) -> None:
    with pytest.raises(DataError) as caught:
        NaiveBayes(model).fit(form(changed(3, 1, -2.0)), Y)
    assert_three_parts(caught.value, r"[Nn]egative", r"row 3, column 1", r"[Gg]ive counts|gaussian")


@by_estimator
def test_a_refused_fit_loses_nothing(make: Callable[[], Any]) -> None:
    """The weights of an earlier fit survive a later one that fails."""
    model = make().fit(X, Y)
    before = model.decision_function(X)
    with pytest.raises(LinguineError):
        model.fit(changed(0, 0, np.nan), Y)
    np.testing.assert_array_equal(model.decision_function(X), before)


@by_estimator
def test_predicting_before_fitting_says_so(make: Callable[[], Any]) -> None:
    from sklearn.exceptions import NotFittedError

    with pytest.raises(NotFittedError, match=r"fit"):
        make().predict(X)
