"""Factor graphs: messages and junction trees against the table of all outputs."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import ConvergenceWarning, ParameterError
from linguine.inference import FactorGraph

from ..messages import assert_three_parts
from ..reference import graph as judge
from ..structures import grid

Array = NDArray[np.float64]


def random_tables(graph: FactorGraph, seed: int, scale: float = 1.0) -> list[Array]:
    random = np.random.default_rng(seed)
    scopes = [*((v,) for v in range(len(graph.n_values))), *graph.factors]
    shapes = [[graph.n_values[v] for v in scope] for scope in scopes]
    return [scale * random.normal(size=shape) for shape in shapes]


def random_tree(seed: int, n: int = 7) -> FactorGraph:
    """Return a tree of variables of 1 to 3 values; factors hang some new ones on an old one."""
    random = np.random.default_rng(seed)
    names, factors, used = random.permutation(n).tolist(), [], 1
    while used < n:
        n_new = int(random.integers(1, min(3, n - used) + 1))
        scope = [names[random.integers(used)], *names[used : used + n_new]]
        used += n_new
        factors.append(tuple(random.permutation(scope).tolist()))
        if random.random() < 0.2:
            used = min(n, used + 1)  # which hangs on nothing
    return FactorGraph(random.integers(1, 4, n).tolist(), factors, method="exact")


def assert_exact(graph: FactorGraph, tables: list[Array], how: str) -> None:
    log_z, shares = judge.marginals(graph.n_values, graph.factors, tables)
    found = graph.sums(tables)
    assert found.how == how
    assert found.log_z == pytest.approx(log_z, rel=1e-12)
    for mine, wanted in zip(found.shares, shares, strict=True):
        np.testing.assert_allclose(mine, wanted, atol=1e-12)
    order = judge.ranked(graph.n_values, graph.factors, tables)
    best = graph.best(tables)
    assert best.how == how
    np.testing.assert_array_equal(best.output, order[0])
    for k in (1, 7, 50):
        np.testing.assert_array_equal(graph.k_best(tables, k), order[:k])


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6))
def test_belief_propagation_on_trees_is_enumeration(seed: int) -> None:
    graph = random_tree(seed)
    assert_exact(graph, random_tables(graph, seed), "exact (tree)")


@pytest.mark.parametrize("seed", range(5))
def test_the_junction_tree_of_a_grid_is_enumeration(seed: int) -> None:
    graph = FactorGraph([2] * 12, grid(3, 4), method="exact", max_width=3)
    assert graph.native.width == 3
    assert_exact(graph, random_tables(graph, seed), "exact (junction tree)")


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6))
def test_junction_trees_of_any_graph_are_enumeration(seed: int) -> None:
    random = np.random.default_rng(seed)
    n_values = random.integers(1, 4, 6).tolist()
    sizes = random.integers(1, 4, random.integers(0, 8))
    factors = [tuple(random.permutation(6)[:size].tolist()) for size in sizes]
    graph = FactorGraph(n_values, factors, method="exact")
    tables = random_tables(graph, seed)
    assert_exact(graph, tables, f"exact ({'tree' if graph.native.is_tree else 'junction tree'})")


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6))
def test_what_is_excluded_never_occurs(seed: int) -> None:
    graph = FactorGraph([2, 3, 2, 2, 2], [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4)])
    random = np.random.default_rng(seed)
    tables = random_tables(graph, seed)
    for table in tables:
        table[random.random(table.shape) < 0.2] = -np.inf
    if np.isfinite(judge.joint_scores(graph.n_values, graph.factors, tables)).any():
        assert_exact(graph, tables, "exact (junction tree)")
    else:
        with pytest.raises(ParameterError, match="at least one output"):
            graph.argmax(tables)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("damping", [0.0, 0.3])
def test_loopy_messages_are_nearly_right_on_weak_grids(seed: int, damping: float) -> None:
    graph = FactorGraph([2] * 12, grid(3, 4), max_width=2, damping=damping)
    tables = random_tables(graph, seed, 0.5)
    log_z, shares = judge.marginals(graph.n_values, graph.factors, tables)
    found = graph.sums(tables)
    assert found.how.startswith("loopy, ")
    assert found.how.endswith(" rounds, converged (wider than max_width=2)")
    assert found.log_z == pytest.approx(log_z, abs=0.05)
    for mine, wanted in zip(found.shares, shares, strict=True):
        np.testing.assert_allclose(mine, wanted, atol=0.05)


def test_loopy_answers_to_weak_grids_are_mostly_the_best() -> None:
    graph = FactorGraph([2] * 12, grid(3, 4), method="loopy")
    gaps = []
    for seed in range(40):
        tables = random_tables(graph, seed, 0.5)
        best = judge.joint_scores(graph.n_values, graph.factors, tables).max()
        gaps.append(best - graph.best(tables).score)
    assert min(gaps) > -1e-9
    assert np.mean(np.array(gaps) < 1e-9) >= 0.85


@pytest.mark.parametrize("seed", range(10))
def test_loopy_messages_are_exact_on_trees(seed: int) -> None:
    tree = random_tree(seed)
    loopy = FactorGraph(tree.n_values, tree.factors, method="loopy", tolerance=1e-12)
    tables = random_tables(tree, seed)
    found, wanted = loopy.sums(tables), tree.sums(tables)
    assert found.log_z == pytest.approx(wanted.log_z, rel=1e-9)
    for mine, right in zip(found.shares, wanted.shares, strict=True):
        np.testing.assert_allclose(mine, right, atol=1e-9)
    np.testing.assert_array_equal(loopy.argmax(tables), tree.argmax(tables))


@pytest.mark.parametrize("seed", range(3))
def test_loopy_shares_are_the_derivatives_of_bethes_log_z(seed: int) -> None:
    graph = FactorGraph([3] * 6, grid(2, 3), method="loopy", tolerance=1e-13, rounds=1000)
    tables = random_tables(graph, seed)
    _, shares = graph.marginals(tables)
    for i, table in enumerate(tables):
        place = tuple(np.zeros(table.ndim, int))
        values = []
        for step in (1e-5, -1e-5):
            table[place] += step
            values.append(graph.marginals(tables)[0])
            table[place] -= step
        assert (values[0] - values[1]) / 2e-5 == pytest.approx(shares[i][place], abs=1e-7)


def test_no_change_of_one_variable_makes_a_loopy_answer_better() -> None:
    graph = FactorGraph([3] * 16, grid(4, 4), method="loopy", rounds=20)
    for seed in range(10):
        tables = random_tables(graph, seed, 3.0)
        best = graph.best(tables)
        for v in range(16):
            for value in range(3):
                other = best.output.copy()
                other[v] = value
                assert score_of(graph, tables, other) <= best.score + 1e-9


def score_of(graph: FactorGraph, tables: list[Array], y: Any) -> float:
    scopes = [*((v,) for v in range(len(graph.n_values))), *graph.factors]
    return float(sum(t[tuple(y[v] for v in s)] for s, t in zip(scopes, tables, strict=True)))


def test_messages_that_do_not_settle_are_told() -> None:
    graph = FactorGraph([2] * 9, grid(3, 3), method="loopy", rounds=1, damping=0.9)
    tables = random_tables(graph, 0, 2.0)
    assert graph.sums(tables).how == "loopy, 1 rounds, not converged"
    with pytest.warns(ConvergenceWarning, match="loopy, 1 rounds, not converged"):
        graph.marginals(tables)


def test_a_graph_says_what_it_is_before_it_is_asked() -> None:
    square = grid(2, 2)
    assert FactorGraph([2] * 4, square).is_exact
    assert not FactorGraph([2] * 4, square, max_width=1).is_exact
    assert FactorGraph([2] * 4, square[:3], max_width=0).is_exact  # a tree is never too wide
    many = FactorGraph([200] * 4, square)  # cliques of 200 x 200 x 200 do not fit
    assert not many.is_exact


def test_a_hub_that_meets_everything_is_no_obstacle() -> None:
    n = 3000
    chain = [(t, t + 1) for t in range(n - 1)]
    graph = FactorGraph([3] * n + [2], chain + [(t, n) for t in range(n)], method="exact")
    assert graph.native.width == 2
    rows = np.random.default_rng(0).normal(size=(graph.n_rows, 3))
    log_z, shares = graph.marginals(rows)
    np.testing.assert_allclose(shares[:n].sum(axis=1), 1.0, atol=1e-9)
    assert graph.argmax(rows).shape == (n + 1,)
    assert np.isfinite(log_z)


def test_scores_too_large_for_exp_are_no_obstacle() -> None:
    tables: list[Any] = [[1e300, 0.0], [0.0, -np.inf], [[0.0, 5.0], [-1e300, 0.0]]]
    for method in ("exact", "loopy"):
        log_z, shares = FactorGraph([2, 2], [(0, 1)], method=method).marginals(tables)
        assert log_z == 1e300
        assert [share.tolist() for share in shares[:2]] == [[1.0, 0.0], [1.0, 0.0]]


def test_graphs_without_factors_or_variables_have_answers() -> None:
    assert FactorGraph([2, 3]).argmax([[0, 1], [0, 0, 1]]).tolist() == [1, 2]
    empty = FactorGraph([])
    assert empty.argmax([]).tolist() == []
    assert empty.marginals([]) == (0.0, [])
    assert empty.k_best([], 3).tolist() == [[]]


def test_a_graph_survives_a_pickle() -> None:
    graph = FactorGraph([2, 3], [(1, 0)], damping=0.5)
    again = pickle.loads(pickle.dumps(graph))
    tables = random_tables(graph, 0)
    assert again.damping == 0.5
    assert again.argmax(tables).tolist() == graph.argmax(tables).tolist()


PAIR = FactorGraph([2, 3], [(0, 1)])
BAD: Any = [2.5]
WORDS: Any = ("a", 1)
ZEROS: list[Any] = [[0, 0], [0, 0, 0], np.zeros((2, 3))]
WIDE = FactorGraph([2] * 4, grid(2, 2), max_width=1)


@pytest.mark.parametrize(
    ("ask", "rule", "got", "fix"),
    [
        (lambda: FactorGraph([2, 0]), "must have a value", "variable 1 has 0", "Give it one"),
        (lambda: FactorGraph([2, -3]), "must have a value", "variable 1 has -3", "Give it one"),
        (lambda: FactorGraph([2**30]), "at most", "variable 0 has", "Group"),
        (lambda: FactorGraph(BAD), "whole numbers", "got 2.5", "Write them"),
        (lambda: FactorGraph([2], [(0, 1)]), r"variables 0\.\.0", "over variable 1", "Count"),
        (lambda: FactorGraph([2], [(-1,)]), "over variables", "over variable -1", "Count"),
        (lambda: FactorGraph([2], [()]), "1 to 16", "factor 0 is over 0", "leave it out"),
        (lambda: FactorGraph([2, 2], [(0, 1), (1, 1)]), "different", "factor 1 has", "once"),
        (lambda: FactorGraph([2, 2], [WORDS]), "whole numbers", "got 'a'", "Write them"),
        (lambda: FactorGraph([5000] * 3, [(0, 1, 2)]), "fit into memory", "factor 0", "fewer"),
        (lambda: FactorGraph([2], method="best"), "must be one of", "got 'best'", "Use 'auto'"),
        (lambda: FactorGraph([2], max_width=-1), ">= 0", "got -1", "Try 6"),
        (lambda: FactorGraph([2], damping=1.0), "< 1", "got 1.0", "Try 0.2"),
        (lambda: FactorGraph([2], rounds=0), ">= 1", "got 0", "Try 100"),
        (
            lambda: FactorGraph([2] * 4, grid(2, 2), method="exact", max_width=1),
            "at most max_width=1", "4 variables and 4 factors is wider", "Use method='auto'",
        ),
        (lambda: PAIR.argmax(ZEROS[:2]), "a table for each", "got 2", "Give zeros"),
        (
            lambda: PAIR.argmax([*ZEROS[:2], np.zeros((3, 2))]),
            r"factor 0 must have shape \(2, 3\)", r"got \(3, 2\)", "Give 2 x 3",
        ),
        (
            lambda: PAIR.argmax([ZEROS[1], *ZEROS[1:]]),
            r"variable 0 must have shape \(2,\)", r"got \(3,\)", "Give 2",
        ),
        (lambda: PAIR.argmax(np.zeros((3, 3))), r"\(4, 3\)", r"got \(3, 3\)", "Give a list"),
        (
            lambda: PAIR.argmax([[0, np.nan], *ZEROS[1:]]),
            "must be numbers", r"variable 0\[1\] is nan", "Check",
        ),
        (
            lambda: PAIR.marginals([[-np.inf] * 2, *ZEROS[1:]]),
            "at least one output", "-inf", "Exclude fewer",
        ),
        (
            lambda: WIDE.marginals([[-np.inf] * 2] * 4 + [np.zeros((2, 2))] * 4),
            "at least one output", "-inf", "Exclude fewer",
        ),
        (
            lambda: WIDE.argmax([[0, 0]] * 4 + [np.full((2, 2), -np.inf)] * 4),
            "at least one output", "-inf", "Exclude fewer",
        ),
        (lambda: WIDE.k_best(np.zeros((12, 2)), 2), "exact search", "loopy", "larger max_width"),
        (lambda: PAIR.encode([0, 3], 4), "value for each of 2", r"\[0, 3\]", "Number"),
        (lambda: PAIR.encode([0], 4), "value for each of 2", r"\[0\]", "Number"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_graph_is_said(
    ask: Callable[[], Any], rule: str, got: str, fix: str
) -> None:
    with pytest.raises(ParameterError) as caught:
        ask()
    assert_three_parts(caught.value, rule, got, fix)


@pytest.mark.parametrize("borders", [[0, 5], [1, 2], [0, 3, 2]])
def test_the_core_looks_at_borders_itself(borders: list[int]) -> None:
    options: dict[str, Any] = {"max_width": 3, "is_loopy": False, "rounds": 1}
    with pytest.raises(ValueError, match="borders"):
        _core.Graph(
            np.array([2, 2], np.int32), np.array(borders), np.array([0, 1], np.int32),
            damping=0.0, tolerance=0.0, **options,
        )  # fmt: skip
