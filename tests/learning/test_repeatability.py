"""Same data, same seed, same bits: for any number of threads, however the fit is repeated."""

from __future__ import annotations

import dataclasses
import warnings
from typing import Any

import numpy as np
import pytest

from ..configurations import CONFIGURATIONS, NAIVE_BAYES, make, make_naive_bayes
from ..problems import Toy, counts, dense, sparse

# Large enough that the work is cut into several chunks, else threads would have nothing to share.
LARGE = {"dense": dense(3, n=3000, d=20), "sparse": sparse(3, n=2500, d=400)}
LARGE_BINARY = {"dense": dense(2, n=3000, d=20), "sparse": sparse(2, n=2500, d=400)}
RULES = ("perceptron", "mira", "sgd", "pegasos", "adagrad")
ONLINE = [name for name in CONFIGURATIONS if name.startswith(RULES)]


def bits(model: Any) -> bytes:
    return bytes(np.ascontiguousarray(model.coef_).tobytes() + model.intercept_.tobytes())


def fit_bits(name: str, toy: Toy, kind: str, n_threads: int) -> bytes:
    X = toy.csr if kind == "sparse" else toy.X
    # few iterations suffice: bits that part never meet again
    learner = CONFIGURATIONS[name]["learner"]
    options = {"max_iterations": 8} if hasattr(learner, "max_iterations") else {"epochs": 2}
    short = dataclasses.replace(learner, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # 8 iterations do not converge, and need not
        return bits(make(name, learner=short, n_threads=n_threads).fit(X, toy.y))


@pytest.mark.parametrize("kind", LARGE)
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_threads_do_not_change_a_bit_with_three_labels(name: str, kind: str) -> None:
    one = fit_bits(name, LARGE[kind], kind, 1)
    assert fit_bits(name, LARGE[kind], kind, 2) == one
    assert fit_bits(name, LARGE[kind], kind, 3) == one


@pytest.mark.parametrize("kind", LARGE_BINARY)
@pytest.mark.parametrize("name", [name for name in CONFIGURATIONS if name.endswith("-joint")])
def test_threads_do_not_change_a_bit_with_two_labels(name: str, kind: str) -> None:
    one = fit_bits(name, LARGE_BINARY[kind], kind, 1)
    assert fit_bits(name, LARGE_BINARY[kind], kind, 2) == one
    assert fit_bits(name, LARGE_BINARY[kind], kind, 3) == one


@pytest.mark.parametrize("model", NAIVE_BAYES)
def test_threads_do_not_change_a_bit_of_naive_bayes(model: str) -> None:
    toy = counts(3, n=3000, d=50)
    all_bits = {bits(make_naive_bayes(model, n_threads=n).fit(toy.csr, toy.y)) for n in (1, 2, 3)}
    assert len(all_bits) == 1


@pytest.mark.parametrize("n_threads", [2, 3])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_threads_do_not_change_a_bit_of_the_scores(dtype: type, n_threads: int) -> None:
    toy = LARGE["sparse"]
    X = toy.csr.astype(dtype)
    model = make("lbfgs-logistic-joint", n_threads=1).fit(X, toy.y)
    alone = model.decision_function(X)
    model.set_params(n_threads=n_threads)
    assert model.decision_function(X).tobytes() == alone.tobytes()


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_the_same_seed_gives_the_same_bits(name: str) -> None:
    toy = dense(3, n=50, d=5)
    first = make(name, random_state=5).fit(toy.X, toy.y)
    assert bits(make(name, random_state=5).fit(toy.X, toy.y)) == bits(first)


@pytest.mark.parametrize("name", ONLINE)
def test_another_seed_shuffles_otherwise(name: str) -> None:
    toy = dense(3, n=50, d=5)
    assert bits(make(name, random_state=1).fit(toy.X, toy.y)) != bits(
        make(name, random_state=2).fit(toy.X, toy.y)
    )


@pytest.mark.parametrize("name", ["sgd-logistic-joint", "perceptron-perceptron-joint"])
def test_without_shuffling_the_seed_does_not_matter(name: str) -> None:
    toy = dense(3, n=50, d=5)
    learner = dataclasses.replace(CONFIGURATIONS[name]["learner"], shuffle=False)
    assert bits(make(name, learner=learner, random_state=1).fit(toy.X, toy.y)) == bits(
        make(name, learner=learner, random_state=2).fit(toy.X, toy.y)
    )


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_a_second_fit_forgets_the_first(name: str) -> None:
    toy, other = dense(3, n=50, d=5), dense(4, n=40, d=7, seed=9)
    fresh = make(name).fit(toy.X, toy.y)
    again = make(name).fit(other.X, other.y).fit(toy.X, toy.y)
    assert bits(again) == bits(fresh)


def test_reading_the_same_matrix_dense_or_sparse_shuffles_the_same_way() -> None:
    toy = sparse(3)
    dense_fit = make("sgd-logistic-joint").fit(toy.X, toy.y)
    sparse_fit = make("sgd-logistic-joint").fit(toy.csr, toy.y)
    np.testing.assert_allclose(dense_fit.coef_, sparse_fit.coef_, rtol=1e-10, atol=1e-12)
