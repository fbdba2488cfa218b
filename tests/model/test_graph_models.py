"""LinearModel over factor graphs: what a chain learns, and what no chain can."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.typing import NDArray

from linguine import LinearModel
from linguine.errors import DataError, ParameterError
from linguine.inference import Chain, FactorGraph
from linguine.learning import Batch, FrankWolfe, Online

from ..chain_toys import chain_toy
from ..messages import assert_three_parts
from ..structures import grid

Array = NDArray[np.float64]


def as_graph(n: int) -> FactorGraph:
    return FactorGraph([3] * n, [(t, t + 1) for t in range(n - 1)])


def with_borders(x: Array) -> Array:
    """Rows of tokens, the first and the last of which are known as such, then of transitions."""
    n, d = x.shape
    rows = np.zeros((2 * n - 1, d + 3))
    rows[:n, :d], rows[n:, d + 2] = x, 1
    rows[0, d] = rows[n - 1, d + 1] = 1
    return rows


def chain_and_graph(
    loss: str, learner: Any, **rest: Any
) -> tuple[LinearModel, LinearModel, list[Any]]:
    sentences = chain_toy(0, n=20).sentences()
    X, Y = [np.asarray(s.X, np.float64) for s in sentences], [s.y for s in sentences]
    chain = LinearModel(structure=Chain(), loss=loss, learner=learner, **rest).fit(X, Y)
    graph = LinearModel(
        lambda x: [dict(enumerate_names(row)) for row in with_borders(x)],
        lambda x: as_graph(len(x)), loss, learner, **rest,
    ).fit(X, Y)  # fmt: skip
    return chain, graph, X


def enumerate_names(row: Array) -> list[tuple[str, float]]:
    return [(f"f{i}", float(value)) for i, value in enumerate(row) if value]


@pytest.mark.parametrize("loss", ["logistic", "softmax-margin"])
def test_a_chain_as_a_graph_learns_what_the_chain_learns(loss: str) -> None:
    learner = Batch("lbfgs", tolerance=1e-7, max_iterations=2000)
    chain, graph, X = chain_and_graph(loss, learner)
    for mine, wanted in zip(graph.predict(X), chain.predict(X), strict=True):
        np.testing.assert_array_equal(mine, wanted)
    if loss == "logistic":
        for shares, right in zip(graph.marginals(X), chain.marginals(X), strict=True):
            np.testing.assert_allclose(shares[: len(right)], right, atol=1e-3)  # float32


def votes(seed: int, n: int = 60) -> tuple[list[Array], list[FactorGraph], list[NDArray[Any]]]:
    """Rings of 3 to 6 variables of two or three values; neighbours would rather be different."""
    random = np.random.default_rng(seed)
    X, graphs, Y = [], [], []
    for _ in range(n):
        size = int(random.integers(3, 7))
        n_values = random.integers(2, 4, size).tolist()
        ring = [(t, (t + 1) % size) for t in range(size)]
        graph = FactorGraph(n_values, ring)
        x = np.zeros((2 * size, 5))
        x[:size, :4] = random.normal(size=(size, 4))
        x[size:, 4] = 1
        theta = np.array([[2, 0, 0], [0, 2, 0], [0, 0, 2], [1, -1, 0]])
        tables: list[Array] = [(x[v, :4] @ theta)[: n_values[v]] for v in range(size)]
        tables += [-2.0 * np.eye(n_values[a], n_values[b]) for a, b in ring]
        X.append(x)
        graphs.append(graph)
        Y.append(graph.argmax(tables))
    return X, graphs, Y


class Voting:
    """An example that knows its graph, as users' objects may."""

    def __init__(self, x: Array, graph: FactorGraph) -> None:
        self.x, self.graph = x, graph


def voting_features(example: Voting) -> list[dict[str, float]]:
    return [dict(enumerate_names(row)) for row in example.x]


def voting_graph(example: Voting) -> FactorGraph:
    return example.graph


def voting(seed: int) -> tuple[list[Voting], list[NDArray[Any]]]:
    X, graphs, Y = votes(seed)
    return [Voting(x, graph) for x, graph in zip(X, graphs, strict=True)], Y


@pytest.mark.parametrize(
    ("loss", "learner"),
    [
        ("logistic", "lbfgs"),
        ("softmax-margin", "sgd"),
        ("perceptron", "perceptron"),
        ("hinge", "mira"),
        ("hinge", Online("mira", k_best=4)),
        ("hinge", "arow"),
        ("hinge", "adagrad"),
        ("hinge", FrankWolfe(tolerance=1.0, max_iterations=300)),
    ],
    ids=str,
)
def test_every_learner_learns_graphs_that_differ_from_example_to_example(
    loss: str, learner: Any
) -> None:
    examples, Y = voting(0)
    more: dict[str, Any] = {} if learner in ("perceptron", "mira", "arow") else {"l2": 0.1}
    if isinstance(learner, Online):
        more = {}
    model = LinearModel(voting_features, voting_graph, loss, learner, **more).fit(examples, Y)
    others, Y_others = voting(1)
    assert model.score(others, Y_others) > 0.9


def test_any_number_of_threads_learns_the_same_bytes() -> None:
    examples, Y = voting(0)
    one, two = (
        LinearModel(voting_features, voting_graph, "logistic", n_threads=n).fit(examples, Y)
        for n in (1, 2)
    )
    assert one.weights_.tobytes() == two.weights_.tobytes()


def test_wide_grids_are_learned_by_loopy_messages() -> None:
    random = np.random.default_rng(0)
    exact, loopy = (FactorGraph([2] * 9, grid(3, 3), max_width=w) for w in (3, 1))
    assert exact.is_exact
    assert not loopy.is_exact
    n_factors = len(exact.factors)
    X, Y = [], []
    for _ in range(40):
        x = np.zeros((9 + n_factors, 2))
        x[:9, 0], x[9:, 1] = random.normal(size=9), 1
        tables: list[Array] = [np.array([0, each]) for each in x[:9, 0]]
        X.append(x)
        Y.append(exact.argmax(tables + [0.4 * np.eye(2)] * n_factors))
    models = [LinearModel(structure=s, loss="logistic", l2=3.0).fit(X, Y) for s in (exact, loopy)]
    np.testing.assert_allclose(models[0].weights_, models[1].weights_, atol=0.15)
    assert abs(models[0].score(X, Y) - models[1].score(X, Y)) < 0.02


def model_of_hub() -> LinearModel:
    graph = FactorGraph([2, 50], [(0, 1)])
    return LinearModel(lambda x: x, graph, "logistic").fit([[["a"], ["b"], ["c"]]], [[1, 40]])


def test_weights_that_cannot_be_counted_are_refused() -> None:
    many = FactorGraph([9, *[2] * 15], [tuple(range(16))])
    X = [[[f"v{v}"] for v in range(len(many.n_values))] + [["all"]]]
    with pytest.raises(DataError) as caught:
        LinearModel(lambda x: x, many).fit(X, [[0] * 16])
    assert_three_parts(caught.value, "at most", "these have", "last")


def test_one_graph_for_all_takes_dense_and_sparse_rows() -> None:
    graph = FactorGraph([2, 3, 2], [(0, 1), (1, 2)])
    random = np.random.default_rng(3)
    X = [random.normal(size=(5, 4)) for _ in range(20)]
    Y = [[int(x[0, 0] > 0), int(x[1, 1] > 0) + int(x[1, 1] > 1), int(x[2, 2] > 0)] for x in X]
    dense = LinearModel(structure=graph, loss="logistic").fit(X, Y)
    sparse = LinearModel(structure=graph, loss="logistic").fit([sp.csr_matrix(x) for x in X], Y)
    np.testing.assert_allclose(dense.weights_, sparse.weights_, atol=1e-6)
    assert dense.weights_.shape == (4 + 4 * 3, 3)  # of variables, and by the first of two
    assert len(model_of_hub().weights_) == 1 + 1 + 2  # the hub comes last
    (shares,) = dense.marginals(X[:1])
    assert [each.shape for each in shares] == [(2,), (3,), (2,), (2, 3), (3, 2)]


def test_factors_of_three_have_a_weight_for_each_joint_value() -> None:
    graph = FactorGraph([2, 2, 2], [(0, 1, 2)])
    X = [[[f"a{a}"], [f"b{b}"], ["c"], ["all"]] for a, b in product([0, 1], repeat=2)]
    Y = [[a, b, a ^ b] for a, b in product([0, 1], repeat=2)]  # no pair tells anything
    model = LinearModel(lambda x: x, graph, "logistic", l2=0.01).fit(X, Y)
    assert [y.tolist() for y in model.predict(X)] == Y


def test_features_that_were_not_seen_count_nothing() -> None:
    graph = FactorGraph([2, 2], [(0, 1)])
    model = LinearModel(lambda x: x, graph, "logistic")
    model.fit([[["a"], ["b"], ["c"]], [["b"], ["a"], ["c"]]], [[0, 1], [1, 0]])
    (shares,) = model.marginals([[["new"], ["c"], ["a"]]])  # seen, but not at such places
    np.testing.assert_allclose(shares[2], 0.25)


def test_a_model_of_graphs_survives_copies_and_pickles() -> None:
    X = [np.random.default_rng(seed).normal(size=(3, 4)) for seed in range(9)]
    model = LinearModel(structure=PAIR, loss="logistic").fit(X, [[0, 1], [1, 0], [1, 1]] * 3)
    for again in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        np.testing.assert_array_equal(again.predict(X), model.predict(X))


WIDE = FactorGraph([2] * 4, grid(2, 2), max_width=1)
PAIR = FactorGraph([2, 2], [(0, 1)])
ROWS = [[["a"], ["b"], ["c"]]]


def fitted(structure: Any, X: Any, Y: Any, **rest: Any) -> LinearModel:
    return LinearModel(lambda x: x, structure, **rest).fit(X, Y)


@pytest.mark.parametrize(
    ("ask", "rule", "got", "fix"),
    [
        (
            lambda: fitted(lambda x: [2, 2], ROWS, [[0, 1]]),
            "must return a FactorGraph", "list for example 0", "Return FactorGraph",
        ),
        (
            lambda: fitted(PAIR, [[["a"], ["b"]]], [[0, 1]]),
            "each of 2 variables", "example 0 has 2 rows", "Give 3",
        ),
        (
            lambda: fitted(PAIR, ROWS, [[0, 2]]),
            "value for each of 2 variables", r"\[0, 2\]", "Number the values",
        ),
        (
            lambda: fitted(PAIR, ROWS, [[0, 1], [1, 0]]),
            "an output for every example", "2 outputs", "as many",
        ),
        (
            lambda: fitted(WIDE, [[["a"]] * 8], [[0, 1, 1, 0]], loss="hinge",
                           learner=Online("mira", k_best=3)),
            "needs an exact search", "example 0 is wider", "larger max_width",
        ),
        (
            lambda: fitted(lambda x: FactorGraph([len(x)] * 2, [(0, 1)]), ROWS, [[0, 1]]).predict(
                [[["a"]] * 4]
            ),
            "each of 2 variables", "example 0 has 4 rows", "Give 3",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_learned_is_refused(
    ask: Callable[[], Any], rule: str, got: str, fix: str
) -> None:
    with pytest.raises((ParameterError, DataError)) as caught:
        ask()
    assert_three_parts(caught.value, rule, got, fix)


def test_more_values_than_were_learned_are_refused() -> None:
    sizes = iter([2, 3])
    model = LinearModel(lambda x: x, lambda x: FactorGraph([next(sizes)] * 2, [(0, 1)]))
    model.fit(ROWS, [[0, 1]])
    with pytest.raises(DataError) as caught:
        model.predict(ROWS)
    assert_three_parts(
        caught.value, "as many values at most", "example 0 has more", "Learn from such"
    )
