"""However a matrix is stored, the model is the same, and the matrix is left as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from linguine import LinearClassifier, NaiveBayes
from linguine.learning import Batch

from ..configurations import make
from ..problems import sparse

TOY = sparse(3, n=30, d=40)


def unsorted(X: Any) -> Any:
    csr = sp.csr_matrix(X)
    for row in range(csr.shape[0]):
        part = slice(csr.indptr[row], csr.indptr[row + 1])
        csr.indices[part] = csr.indices[part][::-1].copy()
        csr.data[part] = csr.data[part][::-1].copy()
    csr.has_sorted_indices = False
    csr.has_canonical_format = False
    return csr


def with_duplicates(X: Any) -> Any:
    """Every entry stored twice, as a third and two thirds."""
    csr = sp.csr_matrix(X)
    indices = np.repeat(csr.indices, 2)
    data = np.repeat(csr.data, 2) * np.tile([1 / 3, 2 / 3], csr.nnz)
    return sp.csr_matrix((data, indices, 2 * csr.indptr), shape=csr.shape)


def with_duplicates_apart(X: Any) -> Any:
    """Every row stored twice, one after the other, as a third and two thirds."""
    rows = [sp.csr_matrix(row) for row in np.atleast_2d(X)]
    indices = np.concatenate([np.tile(each.indices, 2) for each in rows])
    data = np.concatenate([np.outer([1 / 3, 2 / 3], each.data).ravel() for each in rows])
    return sp.csr_matrix((data, indices, 2 * sp.csr_matrix(X).indptr), shape=X.shape)


def with_int64(X: Any) -> Any:
    csr = sp.csr_matrix(X)
    csr.indices, csr.indptr = csr.indices.astype(np.int64), csr.indptr.astype(np.int64)
    return csr


def with_explicit_zeros(X: Any) -> Any:
    """The first row is stored in full."""
    csr = sp.csr_matrix(np.where(np.arange(len(X))[:, None] == 0, np.where(X == 0, 7.0, X), X))
    csr.data[csr.data == 7.0] = 0.0
    return csr


def strided(X: Any) -> Any:
    wide = np.zeros((2 * X.shape[0], 2 * X.shape[1]))
    wide[::2, ::2] = X
    return wide[::2, ::2]


FORMS: dict[str, Callable[[Any], Any]] = {
    "dense-fortran": np.asfortranarray,
    "dense-strided": strided,
    "dense-list": lambda X: X.tolist(),
    "csr-int32": sp.csr_matrix,
    "csr-int64": with_int64,
    "csr-array": sp.csr_array,
    "csr-unsorted": unsorted,
    "csr-duplicates": with_duplicates,
    "csr-duplicates-apart": with_duplicates_apart,
    "csr-explicit-zeros": with_explicit_zeros,
    "csc": sp.csc_matrix,
    "coo": sp.coo_matrix,
    "coo-array": sp.coo_array,
    "lil": sp.lil_matrix,
    "dok": sp.dok_matrix,
    "bsr": sp.bsr_matrix,
    "dia": sp.dia_matrix,
}
LEARNERS = [
    "lbfgs-logistic-joint",
    "sgd-logistic-joint",
    "dual-hinge-joint",
    "dual-squared-hinge-one-versus-all",
    "mira-hinge-joint",
    "adagrad-hinge-joint",
    "exact-squared-joint",
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", LEARNERS)
def test_every_form_of_a_matrix_gives_the_same_model(name: str, form: str) -> None:
    X = FORMS[form](TOY.X)
    model = make(name).fit(X, TOY.y)
    plain = make(name).fit(TOY.X, TOY.y)
    # sums over a row's entries run in another order; iterative solvers amplify the last bits
    tolerance = 1e-4 if name.startswith(("lbfgs", "dual", "exact")) else 1e-9
    np.testing.assert_allclose(model.coef_, plain.coef_, rtol=tolerance, atol=tolerance)
    np.testing.assert_allclose(
        model.decision_function(X), plain.decision_function(TOY.X), rtol=tolerance, atol=tolerance
    )
    np.testing.assert_array_equal(model.predict(X), plain.predict(TOY.X))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("model", ["multinomial", "bernoulli", "gaussian"])
def test_every_form_of_a_matrix_gives_the_same_counts(model: str, form: str) -> None:
    X = TOY.X[:, :10] if model == "gaussian" else TOY.X
    ours = NaiveBayes(model).fit(FORMS[form](X), TOY.y)
    plain = NaiveBayes(model).fit(X, TOY.y)
    np.testing.assert_allclose(ours.coef_, plain.coef_, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(
        ours.predict_proba(FORMS[form](X)), plain.predict_proba(X), rtol=1e-9, atol=1e-12
    )


@pytest.mark.parametrize("form", ["dense-fortran", "csr-int32", "csr-int64"])
@pytest.mark.parametrize("name", LEARNERS)
def test_single_precision_gives_the_same_model_within_its_precision(name: str, form: str) -> None:
    X = FORMS[form](TOY.X).astype(np.float32)
    model = make(name).fit(X, TOY.y)
    assert model.coef_.dtype == np.float32
    plain = make(name).fit(TOY.X, TOY.y)
    np.testing.assert_allclose(model.coef_, plain.coef_, atol=2e-3)  # 24 bits, a few hundred sums
    assert (model.predict(X) == plain.predict(TOY.X)).mean() > 0.9


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64, np.uint16, bool, np.float16])
def test_other_number_types_are_read_as_numbers(dtype: type) -> None:
    X: Any = np.round(TOY.X * 3).astype(dtype)
    ours = make("lbfgs-logistic-joint").fit(X, TOY.y)
    plain = make("lbfgs-logistic-joint").fit(X.astype(float), TOY.y)
    np.testing.assert_allclose(ours.coef_, plain.coef_, atol=1e-3)


@pytest.mark.parametrize("name", LEARNERS)
def test_boolean_csr_needs_no_values(name: str) -> None:
    present = sp.csr_matrix(TOY.X > 0)
    ours = make(name).fit(present, TOY.y)
    plain = make(name).fit((TOY.X > 0).astype(float), TOY.y)
    np.testing.assert_allclose(ours.coef_, plain.coef_, rtol=1e-3, atol=1e-3)
    np.testing.assert_array_equal(ours.predict(present), plain.predict((TOY.X > 0).astype(float)))


def test_boolean_csr_with_stored_false_is_not_read_as_true() -> None:
    present = sp.csr_matrix(TOY.X > 0)
    stored = with_explicit_zeros(TOY.X)
    stored = sp.csr_matrix((stored.data != 0, stored.indices, stored.indptr), shape=stored.shape)
    assert stored.nnz > present.nnz
    ours = make("sgd-logistic-joint").fit(stored, TOY.y)
    plain = make("sgd-logistic-joint").fit(present, TOY.y)
    np.testing.assert_array_equal(ours.coef_, plain.coef_)


@pytest.mark.parametrize("form", FORMS)
def test_fitting_leaves_the_matrix_as_it_was(form: str) -> None:
    X = FORMS[form](TOY.X)
    before = X.copy() if hasattr(X, "copy") else X
    y, weight = TOY.y.copy(), np.ones(TOY.n)
    for name in LEARNERS:
        make(name).fit(X, y, sample_weight=weight).predict(X)
    if sp.issparse(X):
        assert type(X) is type(before)
        if X.format == "csr":  # same arrays, entry by entry, even if unsorted
            np.testing.assert_array_equal(X.indices, before.indices)
            np.testing.assert_array_equal(X.indptr, before.indptr)
            np.testing.assert_array_equal(X.data, before.data)
        np.testing.assert_array_equal(X.toarray(), before.toarray())
    else:
        np.testing.assert_array_equal(X, before)
    np.testing.assert_array_equal(y, TOY.y)
    np.testing.assert_array_equal(weight, 1.0)


@pytest.mark.parametrize("form", ["dense", "csr"])
def test_read_only_arrays_are_fine(form: str) -> None:
    X: Any = TOY.X.copy() if form == "dense" else TOY.csr
    for array in (X,) if form == "dense" else (X.data, X.indices, X.indptr):
        array.setflags(write=False)
    y = TOY.y.copy()
    y.setflags(write=False)
    for name in LEARNERS:
        assert make(name).fit(X, y).predict(X).shape == (TOY.n,)


def test_a_row_without_features_is_scored_by_the_bias() -> None:
    empty = sp.csr_matrix((2, TOY.d))
    for name in LEARNERS:
        model = make(name).fit(TOY.csr, TOY.y)
        np.testing.assert_allclose(
            model.decision_function(empty), np.tile(model.intercept_, (2, 1)), rtol=1e-6
        )


def test_a_matrix_of_empty_rows_only_learns_the_bias() -> None:
    learner = Batch(tolerance=1e-12)
    model = LinearClassifier("logistic", learner, l2=1.0)
    model.fit(sp.csr_matrix((6, 4)), [0, 0, 0, 0, 1, 1])
    assert (model.coef_ == 0).all()
    found = model.predict_proba(sp.csr_matrix((1, 4)))
    np.testing.assert_allclose(found, [[2 / 3, 1 / 3]], atol=1e-5)


def test_one_column_and_one_row_per_label_suffice() -> None:
    model = LinearClassifier("logistic", l2=1.0).fit([[1.0], [-1.0]], ["a", "b"])
    assert model.predict([[2.0], [-2.0]]).tolist() == ["a", "b"]
