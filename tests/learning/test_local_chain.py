"""Local models: a learner of labels sees the label before; Viterbi joins what it says."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from linguine import LinearClassifier
from linguine.errors import DataError, ParameterError
from linguine.features.matrix import read_matrix
from linguine.learning import (
    Batch,
    Dual,
    Exact,
    Hinge,
    JointLikelihood,
    Learner,
    Logistic,
    Loss,
    Online,
    PerceptronLoss,
    SoftmaxMargin,
    Squared,
    SquaredHinge,
)
from linguine.learning.local_chain import fit_local, local_problem

from ..chain_toys import ChainToy, chain_toy, decode, written_out

Array = NDArray[np.float64]
#: Loss, learner, one-versus-all, l2.
PAIRS: dict[str, tuple[Loss, Learner, bool, float]] = {
    "memm": (Logistic(), Batch("lbfgs", tolerance=1e-10), False, 0.1),
    "softmax-margin": (SoftmaxMargin(), Batch("lbfgs", tolerance=1e-10), False, 0.1),
    "svm": (Hinge(), Dual(tolerance=1e-8, max_iterations=50_000), False, 0.1),
    "logistic one-versus-all": (Logistic(), Dual(tolerance=1e-8), True, 0.1),
    "squared hinge": (SquaredHinge(), Batch("lbfgs", tolerance=1e-10), True, 0.1),
    "least squares": (Squared(), Exact(), False, 0.1),
    "perceptron": (PerceptronLoss(), Online("perceptron", epochs=40), False, 0.0),
    "mira": (Hinge(), Online("mira", epochs=40), False, 0.0),
    "sgd": (Logistic(), Online("sgd", epochs=40), False, 0.01),
}
by_pair = pytest.mark.parametrize("pair", PAIRS)
by_order = pytest.mark.parametrize("order", [1, 2, 3])


def with_labels_before(toy: ChainToy, order: int) -> Array:
    """Return the rows of a local model, written out token by token."""
    L, firsts = toy.n_labels, set(toy.offsets.tolist())
    extra = np.zeros((len(toy.gold), toy.rules(order).n_rows))
    for t in range(len(toy.gold)):
        before = L if t in firsts else toy.gold[t - 1]
        extra[t, before] = 1
        if order >= 2 and t not in firsts:
            second = L if t - 1 in firsts else toy.gold[t - 2]
            extra[t, L + 2 + second * L + before] = 1
            if order == 3 and t - 1 not in firsts:
                third = L if t - 2 in firsts else toy.gold[t - 3]
                first = L + 2 + (L + 1) * L
                extra[t, first + third * L * L + second * L + before] = 1
    return np.hstack([toy.X, extra])


@by_order
@by_pair
@pytest.mark.parametrize("n_labels", [2, 3])
def test_weights_are_those_of_a_learner_of_labels(pair: str, order: int, n_labels: int) -> None:
    loss, learner, one_versus_all, l2 = PAIRS[pair]
    toy = chain_toy(2, n_labels=n_labels)
    problem = toy.problem(loss, order=order, l2=l2, one_versus_all=one_versus_all)
    found = written_out(fit_local(problem, learner).weights, n_labels)
    classifier = LinearClassifier(
        loss,
        learner,
        l2=l2 if l2 else None,
        fit_intercept=False,
        multiclass="one-versus-all" if one_versus_all else "joint",
    ).fit(with_labels_before(toy, order), toy.gold)
    wanted = classifier.coef_.T
    if n_labels == 2:  # the label learner has their difference
        found = found[:, 1:] - found[:, :1]
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


@by_order
def test_rows_have_the_labels_before_as_features(order: int) -> None:
    toy = chain_toy(5)
    sites = local_problem(toy.problem(Logistic(), order=order)).sites
    dense = np.zeros((sites.n_rows, sites.n_features))
    assert sites.indptr is not None
    assert sites.indices is not None
    rows = np.repeat(np.arange(sites.n_rows), np.diff(sites.indptr))
    dense[rows, sites.indices] = sites.values
    np.testing.assert_array_equal(dense, with_labels_before(toy, order))


def local_probabilities(
    toy: ChainToy, table: Array, order: int, sentence: int
) -> dict[tuple[int, ...], float]:
    """Return the product of the local softmaxes of every labelling."""
    L = toy.n_labels
    X = toy.X[toy.offsets[sentence] : toy.offsets[sentence + 1]]
    rows = table[X.shape[1] :]
    found = {}
    for y in product(range(L), repeat=len(X)):
        p = 1.0
        for t, x in enumerate(X):
            s = x @ table[: X.shape[1]] + rows[y[t - 1] if t else L]
            if order >= 2 and t:
                s = s + rows[L + 2 + (y[t - 2] if t > 1 else L) * L + y[t - 1]]
            if order == 3 and t > 1:
                third = y[t - 3] if t > 2 else L
                s = s + rows[2 + L + (L + 1) * L + (third * L + y[t - 2]) * L + y[t - 1]]
            p *= np.exp(s[y[t]] - s.max()) / np.exp(s - s.max()).sum()
        found[y] = p
    return found


@by_order
@pytest.mark.parametrize("n_labels", [1, 2, 3])
def test_a_memm_is_a_product_of_local_probabilities(order: int, n_labels: int) -> None:
    toy = chain_toy(1, n_labels=n_labels, n=6, longest=4)
    weights = fit_local(toy.problem(Logistic(), order=order, l2=0.05)).weights
    tagger = decode(toy, weights, order=order, is_local=True)
    outputs, values = tagger.k_best(1000)
    marginals, tags = tagger.marginals(), tagger.tag()
    table = written_out(weights, n_labels)
    for i in range(toy.n):
        wanted = local_probabilities(toy, table, order, i)
        assert sum(wanted.values()) == pytest.approx(1, rel=1e-12)
        found = dict(zip(map(tuple, outputs[i]), values[i], strict=True))
        assert found.keys() == wanted.keys()
        for y, p in wanted.items():
            assert found[y] == pytest.approx(p, rel=1e-4)  # weights and scores are float32
        tokens = slice(toy.offsets[i], toy.offsets[i + 1])
        shares = np.zeros((toy.offsets[i + 1] - toy.offsets[i], n_labels))
        for y, p in wanted.items():
            shares[np.arange(len(y)), list(y)] += p
        np.testing.assert_allclose(marginals[tokens], shares, atol=2e-6)
        assert tuple(tags[tokens]) == max(wanted, key=lambda y: wanted[y])


@by_order
@by_pair
def test_every_learner_of_labels_tags_what_it_has_learned(pair: str, order: int) -> None:
    loss, learner, one_versus_all, l2 = PAIRS[pair]
    toy = chain_toy(3, n=60, noise=0.0)
    problem = toy.problem(loss, order=order, l2=l2, one_versus_all=one_versus_all)
    weights = fit_local(problem, learner).weights
    tagger = decode(toy, weights, order=order, is_local=True)
    # a label that lies between two others is hard for one against the rest and least squares
    assert np.mean(tagger.tag() == toy.gold) > 0.82


def test_the_first_of_two_labels_scores_nothing() -> None:
    toy = chain_toy(0, n_labels=2)
    found = written_out(fit_local(toy.problem(Hinge(), l2=1.0), "dual").weights, 2)
    assert not found[:, 0].any()


def test_naive_bayes_keeps_its_prior_in_the_transitions() -> None:
    toy = chain_toy(4)
    toy = replace(toy, X=(toy.X > 0).astype(np.float64))
    found = written_out(fit_local(toy.problem(JointLikelihood()), "counts").weights, 3)
    rows = with_labels_before(toy, 1)
    wanted = LinearClassifier("joint-likelihood").fit(rows, toy.gold)
    scores = rows @ found
    np.testing.assert_allclose(scores, wanted.decision_function(rows), rtol=1e-5)


@by_order
def test_only_tokens_whose_labels_before_are_known_count(order: int) -> None:
    toy = chain_toy(6, n=3, longest=6)
    longest = int(np.argmax(np.diff(toy.offsets)))
    forgotten, end = int(toy.offsets[longest]) + 1, int(toy.offsets[longest + 1])
    rows = local_problem(toy.forget(forgotten).problem(Logistic(), order=order)).data.rows
    # the token itself, the one behind it, and with two labels before the one behind that
    left_out = set(range(forgotten, min(forgotten + order + 1, end)))
    assert set(rows.tolist()) == set(range(len(toy.gold))) - left_out


def test_sentence_weights_are_the_weights_of_their_tokens() -> None:
    toy = chain_toy(0)
    toy = replace(toy, weights=np.arange(1.0, toy.n + 1))
    found = local_problem(toy.problem(Logistic())).data.weights
    np.testing.assert_array_equal(found, np.repeat(toy.weights, np.diff(toy.offsets)))


def test_dense_rows_are_taken_too() -> None:
    toy = chain_toy(0)
    problem = toy.problem(Logistic(), l2=1.0)
    assert problem.data is not None
    dense = replace(problem.data, tokens=read_matrix(toy.X))
    same = fit_local(replace(problem, data=dense)).weights
    np.testing.assert_array_equal(same.values, fit_local(problem).weights.values)


def test_held_out_sentences_stop_a_learner_early() -> None:
    toy, held_out = chain_toy(0, n=40), chain_toy(1, n=10)
    problem = toy.problem(Logistic(), l2=0.1, held_out=held_out.data())
    fitted = fit_local(problem, Online("sgd", epochs=200, patience=2))
    assert fitted.n_iterations < 200


def test_progress_and_convergence_are_passed_on() -> None:
    seen: list[int] = []

    def report(stage: str, step: int, n_steps: int, value: float) -> None:
        seen.append(step)

    problem = chain_toy(0).problem(Logistic(), l2=1e-3, report=report)
    fitted = fit_local(problem, Batch("lbfgs", max_iterations=2))
    assert not fitted.converged
    assert "max_iterations" in fitted.advice
    assert seen


@by_order
def test_observed_transitions_are_features_once_for_each_label_before(order: int) -> None:
    """z(y_t, y_t-1, x) of Eq. (1.19) of [Zhang2010]: x at the place of the label before."""
    toy = chain_toy(5)
    data = replace(toy.data(), edges=toy.data().tokens)
    problem = replace(toy.problem(Logistic(), order=order), data=data)
    sites = local_problem(problem).sites
    assert sites.indptr is not None
    assert sites.indices is not None
    dense = np.zeros((sites.n_rows, sites.n_features))
    rows = np.repeat(np.arange(sites.n_rows), np.diff(sites.indptr))
    dense[rows, sites.indices] = sites.values
    plain, (n, d), L = with_labels_before(toy, order), toy.X.shape, toy.n_labels
    products = np.zeros((n, d, L))
    for t in set(range(n)) - set(toy.offsets.tolist()):
        products[t, :, toy.gold[t - 1]] = toy.X[t]
    wanted = np.hstack([plain[:, :d], products.reshape(n, d * L), plain[:, d:]])
    np.testing.assert_array_equal(dense, wanted)


def test_nothing_known_is_reported() -> None:
    toy = chain_toy(0)
    problem = toy.forget(*range(len(toy.gold))).problem(Logistic())
    with pytest.raises(DataError, match="Give more labels"):
        fit_local(problem)


@pytest.mark.parametrize(
    ("loss", "learner", "message"),
    [
        (Hinge(), "lbfgs", "'lbfgs' cannot minimise the loss 'hinge'"),
        (SquaredHinge(), "lbfgs", "Use multiclass='one-versus-all'"),
        (Hinge(), "frank-wolfe", "does not learn from structure 'label'"),
    ],
)
def test_pairs_are_those_of_labels(loss: Loss, learner: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        fit_local(chain_toy(0).problem(loss, l2=1.0), learner)
