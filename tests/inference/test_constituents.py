"""CKY, inside-outside and the k best trees, against a list of all trees."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from linguine import _core
from linguine.data import Constituents
from linguine.errors import ParameterError
from linguine.inference.grammar import Grammar

from ..messages import assert_three_parts
from ..reference.constituents import (
    Array,
    Node,
    Rules,
    all_trees,
    codes_of,
    cost_between,
    parts_of,
)

GRAMMARS = {
    # two tags, three symbols; ambiguous splits and unary rules over words and over spans
    "ambiguous": Rules(
        2, 5, [(2, 0, 0), (3, 0, 1), (2, 0, 2), (2, 2, 2), (4, 2, 3)], [(2, 0), (4, 2), (3, 1)]
    ),
    "without-unary-rules": Rules(1, 3, [(1, 0, 0), (2, 0, 0), (1, 0, 1), (1, 1, 0), (2, 1, 1)], []),
    "more-tags-than-symbols": Rules(3, 4, [(3, 0, 1), (3, 2, 3), (3, 3, 1)], [(3, 1), (3, 0)]),
    # two tags, then X, @X and Y: the rest of X is often the best of all, and never a root
    "something-between": Rules(
        2,
        5,
        [(2, 0, 3), (3, 1, 0), (3, 0, 0), (3, 1, 3), (2, 0, 1), (4, 2, 1)],
        [(2, 0), (4, 2)],
        frozenset({3}),
    ),
}
by_grammar = pytest.mark.parametrize("name", GRAMMARS)
by_length = pytest.mark.parametrize("n", [1, 2, 3, 4])
by_scale = pytest.mark.parametrize("scale", [1.0, 1000.0], ids=["scaled", "logarithms"])


def ordered(rules: Rules) -> Rules:
    """Return a grammar with its binary rules as the core wants them."""
    binary = sorted(rules.binary, key=lambda rule: (rule[1], rule[2], rule[0]))
    return replace(rules, binary=binary)


def native(rules: Rules) -> _core.Grammar:
    n_unary = len(rules.unary)
    return _core.Grammar(
        rules.n_tags,
        np.array(
            [-(s < rules.n_tags or s in rules.between) for s in range(rules.n_symbols)], np.int32
        ),
        np.array(rules.binary, np.int32).reshape(-1, 3),
        np.array(rules.unary, np.int32).reshape(-1, 2),
        np.arange(n_unary + 1, dtype=np.int64),
        np.zeros(n_unary, np.int32),
        1,
    )


def drawn(name: str, n: int, scale: float = 1.0) -> tuple[Rules, list[Node], Array, Array]:
    """Return a grammar, all its trees, their parts, and random scores."""
    rules = ordered(GRAMMARS[name])
    trees = all_trees(rules, n)
    width = _core.stride(rules.n_columns)
    parts = np.array([parts_of(rules, n, tree, width) for tree in trees])
    scores = np.random.default_rng([n, len(name)]).normal(size=(parts.shape[1],))
    return rules, trees, parts, np.asarray(scale * scores)


@by_grammar
@by_length
@by_scale
def test_the_best_tree_is_the_best_of_all(name: str, n: int, scale: float) -> None:
    rules, trees, parts, scores = drawn(name, n, scale)
    found, value = native(rules).best(scores, n)
    best = (parts @ scores).argmax()
    assert tuple(found) == codes_of(rules, n, trees[best])
    assert value == pytest.approx((parts @ scores).max(), rel=1e-12)


@by_grammar
@by_length
@by_scale
def test_the_sum_and_all_shares_are_those_of_all_trees(name: str, n: int, scale: float) -> None:
    rules, _, parts, scores = drawn(name, n, scale)
    log_z, shares = native(rules).log_partition(scores, n)
    total = np.logaddexp.reduce(parts @ scores)
    assert log_z == pytest.approx(total, rel=1e-12)
    np.testing.assert_allclose(shares, np.exp(parts @ scores - total) @ parts, atol=1e-9)


@by_grammar
@by_length
def test_the_k_best_trees_are_the_first_of_all(name: str, n: int) -> None:
    rules, trees, parts, scores = drawn(name, n)
    order = np.argsort(-(parts @ scores), kind="stable")
    for k in (1, 4, len(order) + 3):
        found, values = native(rules).k_best(scores, n, k)
        assert [tuple(y) for y in found] == [codes_of(rules, n, trees[i]) for i in order[:k]]
        np.testing.assert_allclose(values, (parts @ scores)[order[:k]], rtol=1e-12)


@by_grammar
@by_length
def test_parts_and_costs_are_those_of_the_definition(name: str, n: int) -> None:
    rules, trees, parts, _ = drawn(name, n)
    grammar = native(rules)
    coded = [np.array(codes_of(rules, n, tree), np.int32) for tree in trees]
    for codes, wanted in zip(coded, parts, strict=True):
        np.testing.assert_array_equal(
            np.bincount(grammar.parts_of(codes), minlength=len(wanted)), wanted
        )
    gold = len(trees) // 2
    for codes, tree in zip(coded[:50], trees, strict=False):
        assert grammar.cost(coded[gold], codes) == cost_between(rules, trees[gold], tree)


def test_excluded_parts_are_in_no_tree() -> None:
    rules, _, parts, scores = drawn("ambiguous", 3)
    grammar = native(rules)
    best, _ = grammar.best(scores, 3)
    excluded = next(part for part in grammar.parts_of(best) if (parts[:, part] == 0).any())
    scores[excluded] = -np.inf
    left = parts @ np.where(np.isfinite(scores), scores, -1e9)
    again, value = grammar.best(scores, 3)
    assert tuple(again) != tuple(best)
    assert value == pytest.approx(left.max(), rel=1e-12)
    log_z, shares = grammar.log_partition(scores, 3)
    assert log_z == pytest.approx(np.logaddexp.reduce(left), rel=1e-12)
    assert shares[excluded] == 0


TREES = [
    "(S (NP (DT the) (JJ old) (NN dog)) (VP (VBZ barks)) (. .))",
    "(S (NP (NNS dogs)) (VP (VBP bark) (PP (IN at) (NP (DT the) (NN moon)))) (. .))",
    "(S (VP (VB Sit)))",
    "(FRAG (NP (NP (NN dog)) (PP (IN of) (NP (NP (NN war))))))",
    "(X (A (B (C (NN one) (NN two) (NN three) (NN four)))))",
    "(NN word)",
]


@pytest.mark.parametrize("vertical", [1, 2, 3])
@pytest.mark.parametrize("horizontal", [0, 1, 2])
def test_trees_become_rules_and_the_same_trees_again(vertical: int, horizontal: int) -> None:
    trees = Constituents.from_brackets(TREES)
    grammar = Grammar.of(trees, vertical=vertical, horizontal=horizontal)
    codes = grammar.encode(trees)
    assert (codes >= 0).all()
    assert grammar.decode(codes, trees.sentences).to_brackets() == TREES


def test_memory_of_parents_and_siblings_makes_more_symbols() -> None:
    trees = Constituents.from_brackets(TREES)
    sizes = [
        len(Grammar.of(trees, vertical=v, horizontal=h).native.symbols)
        for v, h in [(1, 0), (1, 1), (2, 1)]
    ]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]
    assert "@NP|DT" in Grammar.of(trees, horizontal=1).native.symbols
    assert "NP^S" in Grammar.of(trees, vertical=2).native.symbols


def test_rules_that_a_grammar_has_not_seen_are_told() -> None:
    grammar = Grammar.of(Constituents.from_brackets(TREES[:1]))
    codes = grammar.encode(Constituents.from_brackets(["(S (NP (JJ old) (DT the)) (VP (VBZ is)))"]))
    assert (codes == -1).any()


def test_a_tree_without_a_top_is_refused() -> None:
    trees = Constituents.from_brackets(["( (NP (NN a)) (NP (NN b)))"])
    with pytest.raises(ParameterError) as caught:
        Grammar.of(trees)
    assert_three_parts(caught.value, "node above all", "sentence 1", "Put")


@pytest.mark.parametrize(
    "change",
    [
        {"binary": [(9, 0, 0)]},
        {"binary": [(0, 0, 0)]},
        {"binary": [(2, 1, 0), (2, 0, 0)]},
        {"unary": [(2, 7)]},
        {"unary": [(0, 1)]},
    ],
)
def test_rules_out_of_range_never_reach_a_search(change: dict[str, list[tuple[int, ...]]]) -> None:
    binary, unary = change.get("binary", []), change.get("unary", [])
    with pytest.raises(ValueError, match="rule"):
        native(Rules(2, 4, binary, unary))  # type: ignore[arg-type]
