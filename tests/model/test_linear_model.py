"""LinearModel composes features, structure, loss and learner, and learns what the others learn."""

from __future__ import annotations

import copy
from itertools import product
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.optimize import minimize

from linguine import LinearClassifier, LinearModel
from linguine.errors import ConvergenceWarning, DataError, NotAvailableError, ParameterError
from linguine.inference import Candidates, Chain, DependencyTree, Label
from linguine.learning import Batch, Online
from linguine.learning.losses import read_loss
from linguine.learning.pairs import LEARNERS

from ..chain_toys import chain_toy, written_out
from ..messages import assert_three_parts
from ..problems import dense
from ..reference.trees import all_trees

Array = NDArray[np.float64]


@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize(
    ("loss", "learner"),
    [("logistic", "auto"), ("hinge", "mira"), ("squared", "auto"), ("hinge", "sgd")],
)
def test_labels_have_the_weights_of_linear_classifier(
    loss: str, learner: str, n_labels: int
) -> None:
    toy = dense(n_labels)
    model = LinearModel(loss=loss, learner=learner, seed=3).fit(toy.X, toy.y)
    wanted = LinearClassifier(loss, learner, random_state=3).fit(toy.X, toy.y)
    columns = slice(1, 2) if n_labels == 2 else slice(None)
    assert model.weights_.shape == (toy.d, n_labels)
    np.testing.assert_array_equal(model.weights_[:, columns].T, wanted.coef_)
    np.testing.assert_array_equal(model.bias_[columns], wanted.intercept_)
    assert model.predict(toy.X) == wanted.predict(toy.X).tolist()
    assert model.score(toy.X, toy.y) == pytest.approx(wanted.score(toy.X, toy.y))


def test_marginals_of_labels_are_their_probabilities() -> None:
    toy = dense(3)
    model = LinearModel(structure=Label()).fit(sp.csr_matrix(toy.X), toy.y)
    wanted = LinearClassifier("logistic").fit(toy.X, toy.y).predict_proba(toy.X)
    np.testing.assert_allclose(model.marginals(toy.X), wanted, atol=1e-9)


@pytest.mark.parametrize(
    ("loss", "learner"), [("logistic", "lbfgs"), ("perceptron", "perceptron"), ("hinge", "mira")]
)
@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("kind", ["dense", "sparse"])
def test_chains_have_the_weights_of_the_chain_problem(
    loss: str, learner: str, order: int, kind: str
) -> None:
    toy = chain_toy(0, n=20)
    sentences = toy.sentences()
    X: list[Any] = [s.X if kind == "dense" else sp.csr_matrix(s.X) for s in sentences]
    Y = [s.y for s in sentences]
    model = LinearModel(structure=Chain(order), loss=loss, learner=learner).fit(X, Y)
    everything = {"all_states": True, "all_transitions": True}
    l2: dict[str, Any] = {"l2": 1.0} if learner == "lbfgs" else {}
    problem = toy.problem(read_loss(loss), order=order, **everything, **l2)
    wanted = written_out(LEARNERS.get(learner)().fit(problem).weights, 3)
    found = np.concatenate([model.weights_, model.structural_weights_])
    # dense rows are added up in another order
    np.testing.assert_allclose(found, wanted, atol=1e-9 if learner != "mira" else 1e-3)
    right = sum((a == b).sum() for a, b in zip(model.predict(X), map(np.array, Y), strict=True))
    assert model.score(X, Y) == pytest.approx(right / len(toy.gold))


def arcs_of(random: np.random.Generator, n: int, d: int) -> Array:
    return random.normal(size=(n * (n + 1), d))


@pytest.mark.parametrize(("projective", "single_root"), list(product([True, False], repeat=2)))
def test_trees_reach_the_optimum_over_all_trees(projective: bool, single_root: bool) -> None:
    random = np.random.default_rng(5)
    sizes = [2, 3, 4, 3, 1, 3]
    X = [arcs_of(random, n, 4) for n in sizes]
    trees = {n: [np.array(t) for t in all_trees(n, projective, single_root)] for n in sizes}
    Y = [trees[n][random.integers(len(trees[n]))] for n in sizes]
    structure = DependencyTree(projective, single_root)

    def features(x: Array, heads: Any) -> Array:
        n = len(heads)
        return np.asarray(x.reshape(n, n + 1, -1)[np.arange(n), heads].sum(axis=0))

    def objective(theta: Array) -> float:
        total = 0.5 * theta @ theta
        for x, y, n in zip(X, Y, sizes, strict=True):
            scores = [features(x, heads) @ theta for heads in trees[n]]
            total += np.logaddexp.reduce(scores) - features(x, y) @ theta
        return float(total)

    model = LinearModel(structure=structure, learner=Batch(tolerance=1e-10), l2=1.0).fit(X, Y)
    best = minimize(objective, np.zeros(4), options={"gtol": 1e-8})
    np.testing.assert_allclose(model.weights_[:, 0], best.x, atol=1e-4)
    for x, heads in zip(X, model.predict(X), strict=True):
        of_trees = [features(x, each) @ best.x for each in trees[len(heads)]]
        assert heads.tolist() == trees[len(heads)][int(np.argmax(of_trees))].tolist()
    shares = model.marginals(X)
    np.testing.assert_allclose(shares[2].sum(axis=1), 1.0)
    words = np.concatenate(model.predict(X)) == np.concatenate(Y)
    assert model.score(X, Y) == pytest.approx(words.mean())


def tokens(words: list[str]) -> list[Any]:
    return [{"word": word, "last": word[-1]} for word in words]


def test_features_may_be_a_function() -> None:
    X = [["the", "cat", "sat"], ["the", "dog", "ran"], ["a", "cat", "ran"]]
    Y = [[0, 1, 2]] * 3
    model = LinearModel(tokens, Chain(), "perceptron").fit(X, Y)
    assert [y.tolist() for y in model.predict([["a", "dog", "sat"]])] == [[0, 1, 2]]
    assert model.score(X, Y) == 1.0


def test_features_of_a_label_are_one_bag() -> None:
    texts = ["buy now", "see you", "buy this", "you and me"]
    model = LinearModel(str.split, Label(), "logistic").fit(texts, [1, 0, 1, 0])
    assert model.predict(["buy", "you"]) == [1, 0]


def test_weights_of_examples_count() -> None:
    toy = chain_toy(0, n=6)
    X, Y = [s.X for s in toy.sentences()], [s.y for s in toy.sentences()]
    twice = LinearModel(structure=Chain(), learner=Batch(tolerance=1e-9)).fit(X + X[:2], Y + Y[:2])
    weighed = LinearModel(structure=Chain(), learner=Batch(tolerance=1e-9))
    weighed.fit(X, Y, sample_weight=[2, 2, 1, 1, 1, 1])
    np.testing.assert_allclose(weighed.weights_, twice.weights_, atol=1e-4)


def test_threads_do_not_matter_and_seeds_do() -> None:
    toy = chain_toy(0, n=40)
    X, Y = [s.X for s in toy.sentences()], [s.y for s in toy.sentences()]
    make: Any = lambda **given: LinearModel(structure=Chain(), **given).fit(X, Y)  # noqa: E731
    found = [make(n_threads=n).weights_.tobytes() for n in (1, 2)]
    assert found[0] == found[1]
    steps = [make(learner="sgd", seed=seed).weights_.tobytes() for seed in (1, 1, 2)]
    assert steps[0] == steps[1] != steps[2]


def test_a_model_can_be_copied_and_its_parameters_read() -> None:
    toy = dense(3)
    model = LinearModel(structure=Label(), loss="hinge").fit(toy.X, toy.y)
    assert copy.deepcopy(model).predict(toy.X) == model.predict(toy.X)
    assert model.get_params()["loss"] == "hinge"
    assert "loss='hinge'" in repr(model)


def test_a_learner_that_stops_early_warns() -> None:
    toy = dense(3)
    with pytest.warns(ConvergenceWarning, match="max_iterations=1"):
        LinearModel(learner=Batch(max_iterations=1, tolerance=1e-12)).fit(toy.X, toy.y)


X2, Y2 = [np.eye(2), np.eye(2)], [[0, 1], [1, 0]]
BAD: list[tuple[Any, Any, Any, type[Exception], str, str, str]] = [
    ({}, X2, Y2, ParameterError, "one row", "2 rows", "Give one row"),
    ({"structure": Chain()}, X2, Y2[:1], DataError, "for every example", "1 outputs", "Give as"),
    ({"structure": Chain()}, [], [], DataError, "must be an example", "none", "Give a matrix"),
    ({"structure": Chain()}, X2, [[0], [1, 0]], DataError, "every site", r"Y\[0\] is \[0\]", "Num"),
    ({"structure": Chain()}, X2, [["a", "b"]] * 2, DataError, "every site", "'a'", "Number"),
    ({}, np.eye(2), ["a", "b"], DataError, "every site", "'a' for 1 rows", "Number"),
    ({}, np.eye(2), [0.5, 1], DataError, "every site", "0.5 for 1 rows", "Number"),
    ({}, np.eye(2), [1, -1], DataError, "every site", r"Y\[1\] is -1", "Number"),
    ({"structure": Chain()}, X2, [[0, 9**9], [1, 0]], DataError, "large gaps", "among 4", "Number"),
    ({"structure": Chain()}, [np.eye(2), np.eye(3)], [[0, 1], [0, 1, 1]], DataError,
     "the same features", r"\(2,\), \(3,\)", "Give every"),
    ({}, np.eye(2), [0, 0], DataError, "two labels", "all are 0", "Add other"),
    ({"n_threads": 0}, np.eye(2), [0, 1], ParameterError, "n_threads", "got 0", "Use None"),
    ({"seed": -1}, np.eye(2), [0, 1], ParameterError, "seed", "got -1", "Use 0"),
    ({"structure": Chain}, X2, Y2, ParameterError, "an object", "class Chain", r"Chain\(\)"),
    ({"structure": 3}, X2, Y2, ParameterError, "argmax", "int has no argmax", "add argmax"),
    ({"structure": Candidates()}, X2, [2, 0], ParameterError, "one of 2", "got 2", "its place"),
    ({"structure": DependencyTree()}, X2, [[0], [3]], ParameterError, "0..n", r"\[3\]", "Give a"),
    ({"structure": Chain(), "loss": "squared"}, X2, Y2, ParameterError, "single labels", "'chain'",
     "Use loss"),
    ({"structure": Candidates(), "learner": "dual", "loss": "hinge"}, X2, [0, 1], ParameterError,
     "does not learn", "'Candidates'", "Use learner"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "X", "Y", "kind", "rule", "got", "fix"), BAD)
def test_what_does_not_fit_together_is_refused(
    given: Any, X: Any, Y: Any, kind: type[Exception], rule: str, got: str, fix: str
) -> None:
    with pytest.raises(kind) as caught:
        LinearModel(**given).fit(X, Y)
    assert_three_parts(caught.value, rule, got, fix)


@pytest.mark.parametrize("given", [[1], [1, -1], "ab"], ids=["short", "negative", "words"])
def test_weights_that_do_not_fit_are_refused(given: Any) -> None:
    with pytest.raises(DataError) as caught:
        LinearModel(structure=Chain()).fit(X2, Y2, sample_weight=given)
    assert_three_parts(caught.value, "sample_weight must", "got", "examples")


def test_rows_may_be_lists_and_one_label_is_enough_for_a_chain() -> None:
    model = LinearModel(structure=Chain()).fit([[[1, 0], [0, 1]]], [[0, 0]])
    assert model.predict([[[1, 0]]])[0].tolist() == [0]


def test_rules_hold_in_what_is_learned() -> None:
    chain = Chain(allowed=[[1, 0], [1, 1]])
    X = [np.random.default_rng(i).normal(size=(6, 3)) for i in range(20)]
    Y = [np.sort(x[:, 0] > 0)[::-1].astype(int) for x in X]
    for y in LinearModel(structure=chain, loss="hinge", learner="mira").fit(X, Y).predict(X):
        assert (np.diff(y) <= 0).all()
    with pytest.raises(ValueError, match=r"obey the rules of the chain; sentence 0 .* token 1"):
        LinearModel(structure=chain).fit(X2, [[0, 1], [1, 0]])


@pytest.mark.parametrize("kind", [Label, Chain, Candidates, DependencyTree])
def test_a_class_derived_from_ours_is_asked_in_its_own_words(kind: Any) -> None:
    calls = []

    class Mine(kind):
        def argmax(self, *tables: Any) -> Any:
            calls.append(1)
            return super().argmax(*tables)

    given: Any = {
        Label: (np.eye(2), [0, 1]),
        Chain: (X2, Y2),
        Candidates: (X2, [0, 1]),
        DependencyTree: ([np.eye(2)], [[0]]),
    }[kind]
    learner = Online("perceptron", epochs=3, intercept_scaling=1.0)
    found = LinearModel(structure=Mine(), loss="perceptron", learner=learner).fit(*given)
    assert len(calls) == 3 * len(given[1])
    if kind is not Label:  # whose two labels are one column in the core
        wanted = LinearModel(structure=kind(), loss="perceptron", learner=learner).fit(*given)
        np.testing.assert_allclose(found.weights_, wanted.weights_, atol=1e-12)


def test_prediction_checks_what_it_gets() -> None:
    with pytest.raises(NotAvailableError, match=r"must learn first.* Call fit"):
        LinearModel().predict(np.eye(2))
    model = LinearModel(structure=Chain(), loss="perceptron").fit(X2, Y2)
    with pytest.raises(ValueError, match=r"3 features|3 columns"):
        model.predict([np.eye(3)])
    with pytest.raises(NotAvailableError, match=r"'perceptron' does not learn any\. Use loss"):
        model.marginals(X2)


def test_an_example_without_sites_has_an_empty_output() -> None:
    model = LinearModel(structure=Chain(), learner=Online("sgd", epochs=2)).fit(X2, Y2)
    assert model.predict([np.zeros((0, 2)), np.eye(2)])[0].tolist() == []
