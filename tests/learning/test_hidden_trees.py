"""Inside-outside: expected rules are those of all trees, written out; EM never falls."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.data import Constituents, Sentences
from linguine.errors import DataError
from linguine.inference.grammar import Grammar
from linguine.learning.generative.em import climb
from linguine.learning.generative.hidden_trees import HiddenTrees, inside_outside
from linguine.learning.generative.pcfg import Lexicon, rule_weights

from ..reference import hidden_structures as judge
from ..reference.constituents import Rules

CLOSE: dict[str, Any] = {"rtol": 1e-9, "atol": 1e-9}
TREES = [
    "(S (NP (N stars)) (VP (V saw) (NP (NP (N ears)) (PP (P with) (NP (N stars))))))",
    "(S (NP (N ears)) (VP (VP (V saw) (NP (N stars))) (PP (P with) (NP (N ears)))))",
    "(S (NP (N ears)) (VP (V saw)))",
]
SENTENCES = ["ears saw stars with ears", "stars saw", "stars saw ears with stars with ears"]


def setting(texts: list[str] = SENTENCES) -> tuple[Grammar, Sentences, Lexicon, Any]:
    trees = Constituents.from_brackets(TREES)
    grammar = Grammar.of(trees)
    words = Sentences.from_python([each.split() for each in texts], columns="form")
    lexicon = Lexicon(("stars", "ears", "saw", "with"), np.full((4, len(grammar.tags)), -40.0))
    for entry, tag in enumerate("NNVP"):  # a tag each, and no other
        lexicon.weights[entry, grammar.tags.index(tag)] = -float(entry)
    gold = grammar.native.count_rules(
        grammar.encode(trees), np.diff(trees.sentences.offsets), np.ones(len(trees))
    )
    return grammar, words, lexicon, gold


def rules_of(grammar: Grammar) -> Rules:
    _, binary, unary, _, _ = grammar.native.arrays()
    return Rules(
        len(grammar.tags),
        len(grammar.symbols),
        [tuple(each) for each in binary.tolist()],
        [tuple(each) for each in unary.tolist()],
    )


def test_a_step_is_that_of_the_judge() -> None:
    grammar, words, lexicon, gold = setting(SENTENCES[:2])
    steps = HiddenTrees(grammar, words, lexicon, gold=gold, weight=0.5)
    generator = np.random.default_rng(0)
    start = rule_weights(grammar, generator.uniform(0.5, 2.0, len(gold)))
    q, objective = steps.expect(start, 1.0)
    entries = np.split(lexicon.look_up(words), words.offsets[1:-1])
    of_words = np.where(lexicon.weights <= -40, -np.inf, lexicon.weights)
    judged = [judge.all_trees(rules_of(grammar), e.tolist(), of_words, start) for e in entries]
    np.testing.assert_allclose(q, sum(counts for counts, _ in judged), **CLOSE)
    value = 0.5 * sum(log_p for _, log_p in judged) + float(gold @ start)
    assert objective == pytest.approx(value, rel=1e-9)
    parents = [rule[0] for rule in [*rules_of(grammar).binary, *rules_of(grammar).unary]]
    p, counts = np.exp(steps.maximise(q)), gold + 0.5 * q
    for rule, parent in enumerate(parents):
        total = sum(counts[i] for i, other in enumerate(parents) if other == parent)
        assert p[rule] == pytest.approx(max(counts[rule] / total, np.exp(-40)), rel=1e-9)


def test_attachment_of_a_textbook() -> None:
    """Where does "with ears" belong? One rule of each reading, and nothing else differs.

    "ears saw stars with ears" uses NP -> NP PP in one tree and VP -> VP PP in the other; all other
    rules are used as often in both, so that the two share the sentence by their probabilities. At
    even odds NP -> NP PP has 1/2 (beside NP -> N), VP -> VP PP 1/3: 3/5 and 2/5 of the sentence.
    """
    grammar, words, lexicon, _ = setting([SENTENCES[0]])
    even = rule_weights(grammar, np.ones(grammar.native.n_structural))
    steps = HiddenTrees(grammar, words, lexicon)
    q, _ = steps.expect(even, 1.0)
    p = np.exp(even)
    _, binary, unary, _, _ = grammar.native.arrays()
    names = grammar.symbols

    def at(*rule: str) -> int:
        table = binary.tolist() if len(rule) == 3 else unary.tolist()
        place = [tuple(names[i] for i in each) for each in table].index(rule)
        return place + (0 if len(rule) == 3 else len(binary))

    noun, verb = at("NP", "NP", "PP"), at("VP", "VP", "PP")
    share = 3 / 5
    assert p[noun] == pytest.approx(1 / 2)
    assert p[verb] == pytest.approx(1 / 3)
    assert q[noun] == pytest.approx(share)
    assert q[verb] == pytest.approx(1 - share)
    assert q[at("NP", "N")] == pytest.approx(3.0)
    weights = np.exp(steps.maximise(q))
    assert weights[noun] == pytest.approx(share / (3 + share))
    assert weights[verb] == pytest.approx((1 - share) / (2 - share))


@given(st.integers(0, 10_000), st.sampled_from([0.1, 1.0]), st.booleans())
def test_the_objective_never_falls(seed: int, weight: float, has_trees: bool) -> None:
    grammar, words, lexicon, gold = setting()
    steps = HiddenTrees(grammar, words, lexicon, gold=gold if has_trees else None, weight=weight)
    generator = np.random.default_rng(seed)
    q, _ = steps.expect(rule_weights(grammar, generator.gamma(0.5, size=len(gold)) + 1e-3), 1.0)
    found = climb(steps, q, tolerance=0.0, max_iterations=20)
    assert all(b >= a - 1e-9 for a, b in pairwise(found.history))


def test_rules_are_learned_from_sentences_alone() -> None:
    grammar, words, lexicon, _ = setting()
    found = inside_outside(grammar, words, lexicon)
    assert found.converged
    assert found.history[-1] > found.history[0]
    assert found.q[-len(grammar.symbols) :].sum() == pytest.approx(3.0)  # a root each


def test_trees_that_were_counted_stay() -> None:
    grammar, words, lexicon, gold = setting(["stars saw"] * 50)
    steps = HiddenTrees(grammar, words, lexicon, gold=gold)
    found = inside_outside(grammar, words, lexicon, gold=gold)
    counts = gold + found.q
    assert (counts >= gold).all()
    np.testing.assert_allclose(found.parameters, steps.maximise(found.q), rtol=1e-6, atol=1e-6)
    alone = np.exp(inside_outside(grammar, words, lexicon).parameters)
    joint = np.exp(found.parameters)
    seen = (gold > 0)[: grammar.n_binary + grammar.n_unary]
    assert (joint[: len(seen)][seen] > 1e-3).all()
    assert (alone[: len(seen)][seen] < 1e-3).any()


def test_sentences_without_a_tree_count_nothing() -> None:
    grammar, words, lexicon, gold = setting(["saw saw saw", "stars saw"])
    q, objective = HiddenTrees(grammar, words, lexicon).expect(rule_weights(grammar, gold), 1.0)
    alone = setting(["stars saw"])[1]
    only, value = HiddenTrees(grammar, alone, lexicon).expect(rule_weights(grammar, gold), 1.0)
    np.testing.assert_allclose(q, only)
    assert objective == pytest.approx(value)
    hopeless = setting(["saw saw saw"])[1]
    with pytest.raises(DataError, match="none has"):
        inside_outside(grammar, hopeless, lexicon)


def test_the_bytes_do_not_depend_on_the_number_of_threads() -> None:
    grammar, words, lexicon, gold = setting(SENTENCES * 20)
    found = [
        inside_outside(grammar, words, lexicon, gold=gold, n_threads=n, max_iterations=3)
        for n in (1, 2, 5)
    ]
    assert len({each.parameters.tobytes() for each in found}) == 1
    assert len({tuple(each.history) for each in found}) == 1
