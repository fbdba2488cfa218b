"""Baum-Welch: expected counts are those of all sequences, written out; EM never falls."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine import _core
from linguine.features import SparseRows
from linguine.learning.chain_problem import ChainData
from linguine.learning.generative.chain_counts import count_known
from linguine.learning.generative.em import climb
from linguine.learning.generative.hidden_chains import ChainBeliefs, HiddenChains

from ..reference import hidden_structures as judge

# Sums over a few hundred sequences on both sides.
CLOSE: dict[str, Any] = {"rtol": 1e-9, "atol": 1e-9}


def data_of(sentences: list[judge.Sentence], n_words: int) -> ChainData:
    words = np.array([word for each in sentences for word in each.words], np.int32)
    known = np.array([label for each in sentences for label in each.known], np.int32)
    offsets = np.concatenate([[0], np.cumsum([len(each.words) for each in sentences])])
    rows = SparseRows(np.arange(len(words) + 1, dtype=np.int32), words, None, n_words)
    return ChainData(rows.sites(), offsets.astype(np.int64), known, np.ones(len(sentences)))


def rules_of(n_labels: int, order: int = 1) -> _core.ChainRules:
    return _core.ChainRules(n_labels, order, None, None, None)


def toy(
    seed: int, *, n_labels: int = 3, n_words: int = 4, known: float = 0.0, weight: float = 1.0
) -> list[judge.Sentence]:
    """A few short sentences; each label is known by a chance."""
    generator = np.random.default_rng(seed)
    sentences = []
    for length in generator.integers(1, 5, size=5):
        words = generator.integers(n_words, size=length).tolist()
        labels = generator.integers(n_labels, size=length)
        shown = np.where(generator.uniform(size=length) < known, labels, -1)
        counts = weight if (shown < 0).all() else 1.0
        sentences.append(judge.Sentence(words, shown.tolist(), counts))
    sentences.append(judge.Sentence(list(range(n_words)), [-1] * n_words, weight))
    return sentences


def random_hmm(seed: int, n_labels: int, n_words: int, order: int) -> judge.Hmm:
    generator = np.random.default_rng(seed)
    shape = (n_labels,) if order == 1 else (n_labels + 1, n_labels)
    moves = generator.dirichlet(np.ones(n_labels), shape)
    end = generator.uniform(0.1, 0.5, n_labels)
    return judge.Hmm(
        generator.dirichlet(np.ones(n_words), n_labels),
        generator.dirichlet(np.ones(n_labels)),
        moves * (1 - end)[:, None],
        end,
    )


def parameters_of(hmm: judge.Hmm) -> tuple[Any, Any]:
    """The logarithms, as the chain has them."""
    L = len(hmm.start)
    basic = np.log(hmm.move) if hmm.order == 1 else np.zeros((L, L))
    rows = [basic, np.log(hmm.start)[None], np.log(hmm.end)[None]]
    if hmm.order == 2:
        rows.append(np.log(hmm.move).reshape(-1, L))
    return np.ascontiguousarray(np.log(hmm.emit).T), np.concatenate(rows)


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("known", [0.0, 0.4])
def test_a_step_is_that_of_the_judge(order: int, known: float) -> None:
    sentences, n_words, L = toy(1, known=known, weight=0.5), 4, 3
    steps = HiddenChains(data_of(sentences, n_words), rules_of(L, order), alpha=0.2, weight=0.5)
    hmm = random_hmm(2, L, n_words, order)
    q, objective = steps.expect(parameters_of(hmm), 1.0)
    counts, value = judge.expected_counts(hmm, sentences)
    ours = steps.counted(q)
    np.testing.assert_allclose(ours.sums, counts.emit.T, **CLOSE)
    np.testing.assert_allclose(ours.moves[L], counts.start, **CLOSE)
    np.testing.assert_allclose(ours.moves[L + 1], counts.end, **CLOSE)
    moves = ours.moves[:L] if order == 1 else ours.moves[L + 2 :].reshape(L + 1, L, L)
    np.testing.assert_allclose(moves, counts.move, **CLOSE)
    assert objective == pytest.approx(value + 0.2 * np.log(hmm.emit).sum(), rel=1e-9)
    emissions, rows = steps.maximise(q)
    wanted = judge.maximise(counts, 0.2)
    np.testing.assert_allclose(np.exp(emissions), wanted.emit.T, **CLOSE)
    np.testing.assert_allclose(np.exp(rows[L]), wanted.start, **CLOSE)
    np.testing.assert_allclose(np.exp(rows[L + 1]), wanted.end, **CLOSE)
    found = rows[:L] if order == 1 else rows[L + 2 :].reshape(L + 1, L, L)
    seen = wanted.move > 0
    np.testing.assert_allclose(np.exp(found)[seen], wanted.move[seen], **CLOSE)


def test_a_hand_worked_step() -> None:
    """Two states and two words; the sentences "a" and "a b", with even starts and moves.

    emit[1] = (3/4, 1/4), emit[2] = (1/4, 3/4), start = (1/2, 1/2), each label is followed by
    either with 1/4 and by the end with 1/2. "a": p = 1/4 (3/4 + 1/4) = 1/4, so label 1 has 3/4.
    "a b": the moves are even, so its tokens are independent: a has label 1 with 3/4, b with 1/4.
    """
    half = np.full(2, 0.5)
    hmm = judge.Hmm(np.array([[0.75, 0.25], [0.25, 0.75]]), half, np.full((2, 2), 0.25), half)
    sentences = [judge.Sentence([0], [-1]), judge.Sentence([0, 1], [-1, -1])]
    steps = HiddenChains(data_of(sentences, 2), rules_of(2), alpha=0.0)
    q, objective = steps.expect(parameters_of(hmm), 1.0)
    np.testing.assert_allclose(q.labels, [[0.75, 0.25], [0.75, 0.25], [0.25, 0.75]], **CLOSE)
    np.testing.assert_allclose(q.moves[:2], [[3 / 16, 9 / 16], [1 / 16, 3 / 16]], **CLOSE)
    np.testing.assert_allclose(q.moves[2:], [[1.5, 0.5], [1.0, 1.0]], **CLOSE)
    assert objective == pytest.approx(np.log(1 / 4) + np.log(1 / 16))
    emissions, rows = steps.maximise(q)
    np.testing.assert_allclose(np.exp(emissions[:, 0]), [1.5 / 1.75, 0.25 / 1.75], **CLOSE)
    np.testing.assert_allclose(np.exp(rows[0]), [3 / 28, 9 / 28], **CLOSE)
    np.testing.assert_allclose(np.exp(rows[3]), [1 / 1.75, 1 / 1.25], **CLOSE)


@given(
    st.integers(0, 10_000),
    st.integers(2, 4),
    st.sampled_from([0.0, 0.01, 0.5]),
    st.sampled_from([0.0, 0.3]),
    st.sampled_from([1, 2, 3]),
    st.sampled_from([0.2, 1.0]),
)
def test_the_objective_never_falls(
    seed: int, n_labels: int, alpha: float, known: float, order: int, weight: float
) -> None:
    sentences = toy(seed, n_labels=n_labels, known=known)
    rules = rules_of(n_labels, order)
    steps = HiddenChains(data_of(sentences, 4), rules, alpha=alpha, weight=weight)
    start = steps.begin_by_chance(np.random.default_rng(seed))
    found = climb(steps, start, tolerance=0.0, max_iterations=30)
    # A step that gains nothing may lose the last bits of a sum of dozens.
    slack = 1e-10 * max(abs(each) for each in found.history)
    assert all(b >= a - slack for a, b in pairwise(found.history))


def test_labels_that_are_known_stay() -> None:
    sentences = toy(5, known=0.5)
    steps = HiddenChains(data_of(sentences, 4), rules_of(3), alpha=0.1)
    found = climb(steps, steps.begin(), max_iterations=10)
    gold = steps.data.gold
    known = np.flatnonzero(gold >= 0)
    assert len(known)
    np.testing.assert_allclose(found.q.labels[known, gold[known]], 1.0, rtol=1e-12)
    np.testing.assert_allclose(found.q.labels.sum(axis=1), 1.0, rtol=1e-9)


def test_without_hidden_labels_a_step_counts() -> None:
    sentences = [judge.Sentence([0, 1, 1], [0, 1, 2]), judge.Sentence([2], [1])]
    steps = HiddenChains(data_of(sentences, 3), rules_of(3), alpha=0.0)
    nothing = ChainBeliefs(np.zeros((0, 3)), np.zeros((5, 3)))
    emissions, rows = steps.maximise(nothing)
    counted, moves = count_known(data_of(sentences, 3), rules_of(3)).estimate(rules_of(3), 0.0)
    np.testing.assert_array_equal(emissions, counted)
    np.testing.assert_array_equal(rows[:4], moves[:4])  # and the end, which counting leaves out


def test_the_bytes_do_not_depend_on_the_number_of_threads() -> None:
    generator = np.random.default_rng(0)
    sentences = [
        judge.Sentence(generator.integers(50, size=n).tolist(), [-1] * n)
        for n in generator.integers(1, 30, size=200).tolist()
    ]
    results = []
    for n_threads in (1, 2, 5):
        steps = HiddenChains(data_of(sentences, 50), rules_of(6), alpha=0.1, n_threads=n_threads)
        start = steps.begin_by_chance(np.random.default_rng(1))
        found = climb(steps, start, max_iterations=5)
        results.append(
            (
                found.parameters[0].tobytes(),
                found.parameters[1].tobytes(),
                found.q.labels.tobytes(),
                tuple(found.history),
            )
        )
    assert results[0] == results[1] == results[2]


def test_the_model_that_drew_the_sentences_is_found() -> None:
    """Three states with words of their own; parameters agree up to the names of the states."""
    generator = np.random.default_rng(3)
    emit = np.full((3, 9), 0.02)
    for state in range(3):
        emit[state, 3 * state : 3 * state + 3] = [0.5, 0.25, 0.13]
    emit /= emit.sum(axis=1, keepdims=True)
    end = np.array([0.05, 0.1, 0.2])
    move = np.array([[0.1, 0.8, 0.1], [0.2, 0.1, 0.7], [0.7, 0.2, 0.1]]) * (1 - end)[:, None]
    sentences = []
    for _ in range(2000):
        state, words = int(generator.choice(3, p=[0.6, 0.3, 0.1])), []
        while state < 3:
            words.append(int(generator.choice(9, p=emit[state])))
            state = int(generator.choice(4, p=[*move[state], end[state]]))
        sentences.append(judge.Sentence(words, [-1] * len(words)))
    steps = HiddenChains(data_of(sentences, 9), rules_of(3), alpha=0.0)
    best = max(
        (climb(steps, steps.begin_by_chance(np.random.default_rng(i))) for i in range(3)),
        key=lambda found: found.objective,
    )
    emissions, rows = (np.exp(each) for each in best.parameters)
    errors = [
        max(
            np.abs(emissions[:, order].T - emit).max(),
            np.abs(rows[:3][np.ix_(order, order)] - move).max(),
            np.abs(rows[3][order] - [0.6, 0.3, 0.1]).max(),
            np.abs(rows[4][order] - end).max(),
        )
        for order in map(np.array, permutations(range(3)))
    ]
    assert min(errors) < 0.05  # of 16,000 tokens


def test_a_report_that_raises_ends_the_climb() -> None:
    steps = HiddenChains(data_of(toy(5), 4), rules_of(2), alpha=1.0)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        climb(steps, steps.begin_by_chance(np.random.default_rng(0)), report=stop)
