"""The judges of sequences are judged by the definitions: enumeration, sums, finite differences."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from . import chain as brute
from . import forward_backward as fast
from .chain import Chain
from .structured_mira import hamming

SHAPES = ("plain", "edges", "trigrams", "masks", "all")


def random_chain(shape: str, *, T: int = 4, L: int = 3, seed: int = 0) -> Chain:
    """Normal scores; every mask leaves something to choose from."""
    random = np.random.default_rng([seed, T, L, SHAPES.index(shape)])
    has = {part: shape in (part, "all") for part in ("edges", "trigrams", "masks")}
    moves = random.random((L, L)) < 0.7
    np.fill_diagonal(moves, True)
    nodes = random.random((T, L)) < 0.7
    nodes[:, 0] = True
    start, end = random.random(L) < 0.5, random.random(L) < 0.5
    start[0] = end[0] = True
    return Chain(
        nodes=random.normal(size=(T, L)),
        transitions=random.normal(size=(L, L)),
        start=random.normal(size=L),
        end=random.normal(size=L),
        edges=random.normal(size=(T, L, L)) if has["edges"] else None,
        trigrams=random.normal(size=(L + 1, L, L)) if has["trigrams"] else None,
        allowed_nodes=nodes if has["masks"] else None,
        allowed_transitions=moves if has["masks"] else None,
        allowed_start=start if has["masks"] else None,
        allowed_end=end if has["masks"] else None,
    )


def test_score_adds_each_part_once() -> None:
    L = 2
    c = Chain(
        nodes=np.array([[1.0, 2.0], [4.0, 8.0], [16.0, 32.0]]),
        transitions=np.array([[0.1, 0.2], [0.3, 0.4]]),
        start=np.array([100.0, 200.0]),
        end=np.array([1000.0, 2000.0]),
        edges=np.full((3, L, L), 0.01),
        trigrams=np.arange(12.0).reshape(3, 2, 2) * 1e-4,
    )
    expected = 200 + 2 + 4 + 32 + 2000 + (0.3 + 0.2) + 2 * 0.01
    expected += 1e-4 * (10 + 5)  # trigrams (before the start, 1, 0) and (1, 0, 1)
    assert brute.score(c, (1, 0, 1)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
def test_parts_of_an_output_times_their_scores_are_its_score(shape: str) -> None:
    c = random_chain(shape)
    for y in brute.outputs(c):
        parts = brute.indicators(c.n_labels, y)
        tables = {name: getattr(c, name) for name in parts}
        total = sum((parts[k] * v).sum() for k, v in tables.items() if v is not None)
        assert total == pytest.approx(brute.score(c, y), abs=1e-12)


def test_empty_sequence_has_one_output_with_score_zero() -> None:
    c = replace(random_chain("all"), nodes=np.zeros((0, 3)), edges=None, allowed_nodes=None)
    assert brute.outputs(c) == [()]
    assert brute.argmax(c) == fast.viterbi(replace(c, trigrams=None)) == ()
    assert brute.log_partition(c) == fast.log_partition(replace(c, trigrams=None)) == 0.0
    assert all(not mu.any() for mu in brute.marginals(c).values())
    for kind in brute.KINDS:
        assert brute.loss(c, (), kind)[0] == 0.0


def test_outputs_obey_masks_and_forced_labels() -> None:
    c = random_chain("plain", T=3)
    bio = np.array([[True, True, False], [True, True, True], [True, True, True]])  # O B I
    allowed = np.ones((3, 3), dtype=bool)
    allowed[1] = [False, True, False]
    c = replace(
        c,
        allowed_nodes=allowed,
        allowed_transitions=bio,
        allowed_start=np.array([True, True, False]),
        allowed_end=np.array([True, False, True]),
    )
    assert brute.outputs(c) == [(0, 1, 0), (0, 1, 2), (1, 1, 0), (1, 1, 2)]
    nothing = replace(c, allowed_end=np.zeros(3, dtype=bool))
    assert brute.log_partition(nothing) == fast.log_partition(nothing) == -np.inf
    assert brute.k_best(nothing, 5) == []


def test_ties_go_to_the_sequence_that_is_smallest_from_its_end() -> None:
    flat = Chain(np.zeros((3, 2)), np.zeros((2, 2)), np.zeros(2), np.zeros(2))
    assert brute.k_best(flat, 3) == [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    for seed in range(30):  # whole numbers tie often, and exactly
        random = np.random.default_rng(seed)
        shapes: Any = (4, 3), (3, 3), 3, 3
        tables: Any = [random.integers(0, 2, n).astype(float) for n in shapes]
        c = Chain(*tables)
        assert brute.argmax(c) == fast.viterbi(c) == brute.k_best(c, 1)[0]


def test_k_best_are_the_highest_scores_without_repetition() -> None:
    c = random_chain("all")
    best = brute.k_best(c, 10**6)
    assert sorted(best) == brute.outputs(c)
    scores = [brute.score(c, y) for y in best]
    assert scores == sorted(scores, reverse=True)
    assert brute.k_best(c, 4) == best[:4]


@pytest.mark.parametrize("shape", SHAPES)
def test_marginals_add_up(shape: str) -> None:
    c = random_chain(shape)
    nodes, edges = brute.node_marginals(c), brute.edge_marginals(c)
    np.testing.assert_allclose(nodes.sum(axis=1), 1.0, atol=1e-12)
    assert not edges[0].any()
    np.testing.assert_allclose(edges[1:].sum(axis=1), nodes[1:], atol=1e-12)
    np.testing.assert_allclose(edges[1:].sum(axis=2), nodes[:-1], atol=1e-12)
    trigrams = brute.trigram_marginals(c)
    np.testing.assert_allclose(trigrams.sum(axis=0), edges.sum(axis=0), atol=1e-12)
    np.testing.assert_allclose(trigrams[c.n_labels], edges[1], atol=1e-12)
    np.testing.assert_allclose(brute.start_marginals(c), nodes[0], atol=1e-12)
    np.testing.assert_allclose(brute.end_marginals(c), nodes[-1], atol=1e-12)


def test_an_entity_that_begins_here_ends_exactly_somewhere() -> None:
    c = random_chain("all", T=5)
    begin, B, I = 1, 1, 2
    spans = [
        brute.span_marginal(c, begin, end, [B] + [I] * (end - begin - 1), continuing=[I])
        for end in range(begin + 1, 6)
    ]
    assert sum(spans) == pytest.approx(brute.node_marginals(c)[begin, B], abs=1e-12)
    pair = brute.span_marginal(c, begin, begin + 2, [B, I])
    assert pair == pytest.approx(brute.edge_marginals(c)[begin + 1, B, I], abs=1e-12)


@pytest.mark.parametrize("known", ["all", "some", "none"])
@pytest.mark.parametrize("shape", ["plain", "all"])
@pytest.mark.parametrize("kind", brute.KINDS)
def test_gradient_of_the_loss_is_its_finite_difference(kind: str, shape: str, known: str) -> None:
    c = random_chain(shape, T=3)
    gold = list(brute.outputs(c)[-1])
    gold = {"all": gold, "some": [gold[0], -1, gold[2]], "none": [-1] * 3}[known]
    value, g = brute.loss(c, gold, kind)
    assert value >= 0.0
    h = 1e-6
    for name, slope in g.items():
        table = getattr(c, name)
        for place in np.ndindex(*slope.shape) if table is not None else ():
            up, down = table.copy(), table.copy()
            up[place] += h
            down[place] -= h
            values = [
                brute.loss(replace(c, **{name: moved}), gold, kind)[0] for moved in (up, down)
            ]
            # central differences err by h^2 (curvature) + eps/h (rounding): about 1e-9 here
            assert slope[place] == pytest.approx((values[0] - values[1]) / (2 * h), abs=1e-6)


def test_loss_is_the_formula_when_all_is_known_and_nothing_when_nothing_is() -> None:
    c, gold = random_chain("all"), (0, 0, 0, 0)
    every = [(brute.score(c, y), hamming(gold, y)) for y in brute.outputs(c)]
    s = brute.score(c, gold)
    expected = {
        "perceptron": max(v for v, _ in every) - s,
        "hinge": max(v + cost for v, cost in every) - s,
        "logistic": np.log(sum(np.exp(v) for v, _ in every)) - s,
        "softmax-margin": np.log(sum(np.exp(v + cost) for v, cost in every)) - s,
    }
    for kind, value in expected.items():
        assert brute.loss(c, gold, kind)[0] == pytest.approx(value, abs=1e-12)
        assert brute.loss(c, [-1] * 4, kind)[0] == 0.0


def test_loss_refuses_gold_that_is_forbidden() -> None:
    c = replace(random_chain("plain"), allowed_start=np.array([True, False, True]))
    with pytest.raises(ValueError, match="allowed output"):
        brute.loss(c, (1, 0, 0, 0), "logistic")


@pytest.mark.parametrize("shape", ["plain", "edges", "masks"])
@pytest.mark.parametrize("T", [1, 2, 5])
def test_recursions_agree_with_enumeration(shape: str, T: int) -> None:
    c = random_chain(shape, T=T)
    assert fast.viterbi(c) == brute.argmax(c)
    assert fast.log_partition(c) == pytest.approx(brute.log_partition(c), abs=1e-12)
    expected = brute.marginals(c)
    for name, mu in fast.marginals(c).items():
        np.testing.assert_allclose(mu, expected[name], atol=1e-12)


def test_recursions_agree_with_each_other_on_a_long_chain() -> None:
    c = random_chain("masks", T=2000, L=4)
    log_z = fast.log_partition(c)
    back = fast.backward(c)[0] + fast.masked(c).start + fast.masked(c).nodes[0]
    # 2,000 rounded additions of numbers near 4,000
    assert log_z == pytest.approx(float(np.logaddexp.reduce(back)), rel=1e-12)
    mu = fast.marginals(c)
    np.testing.assert_allclose(mu["transitions"].sum(axis=0), mu["nodes"][1:].sum(axis=0))
    y = fast.viterbi(c)
    assert brute.is_allowed(c, y)
    assert brute.score(c, y) < log_z
    rival = list(y)
    rival[1000] = 1 - min(y[1000], 1)
    assert brute.score(c, rival) < brute.score(c, y) or not brute.is_allowed(c, tuple(rival))
