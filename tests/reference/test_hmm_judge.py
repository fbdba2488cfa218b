"""The judge of hidden Markov models is judged by counts made by hand, and by sums to one."""

from __future__ import annotations

import numpy as np
import pytest

from . import chain as brute
from . import hmm as hmm_judge

WORDS: list[list[tuple[str, int]]] = [  # D = 0, N = 1, V = 2
    [("the", 0), ("dog", 1), ("barks", 2)],
    [("the", 0), ("cat", 1), ("sleeps", 2)],
    [("dogs", 1), ("bark", 2), ("the", 0), ("cat", 1)],
    [],
    [("Rex", 1), ("barks", 2)],
]


def test_tags_are_counted_between_one_start_and_one_end() -> None:
    counts = hmm_judge.count_tags(WORDS, 3)
    np.testing.assert_array_equal(counts.unigrams, [3, 5, 4, 4])  # the last is END
    np.testing.assert_array_equal(counts.bigrams[3], [2, 2, 0, 0])  # out of START
    np.testing.assert_array_equal(counts.bigrams[:3, 3], [0, 1, 3])  # into END
    assert counts.trigrams[3, 1, 2] == 2  # START N V
    np.testing.assert_array_equal(counts.bigrams.sum(axis=1), counts.unigrams)
    np.testing.assert_array_equal(counts.trigrams.sum(axis=2), counts.bigrams[:, :3])


def test_deleted_interpolation_of_bigrams_by_hand() -> None:
    """N = 16. Bigram: count, (c(o)-1)/15, (c(u,o)-1)/(c(u)-1) -> the winner.

    START D: 2, 2/15, 1/3 -> 2    START N: 2, 4/15, 1/3 -> 2    D N: 3, 4/15, 1 -> 2
    N V: 4, 3/15, 3/4 -> 2        N END: 1, 3/15, 0 -> 1        V END: 3, 3/15, 2/3 -> 2
    V D: 1, 2/15, 0 -> 1
    """
    lambdas = hmm_judge.deleted_interpolation(hmm_judge.count_tags(WORDS, 3), 1)
    np.testing.assert_allclose(lambdas, np.array([2, 14]) / 16)


@pytest.mark.parametrize("order", [1, 2])
def test_lambdas_add_to_one_and_so_do_probabilities_of_what_follows(order: int) -> None:
    model = hmm_judge.hmm(WORDS, 3, order=order)
    assert model.lambdas.sum() == pytest.approx(1.0)
    assert (model.lambdas >= 0).all()
    counts = hmm_judge.count_tags(WORDS, 3)
    p1, p2, p3 = hmm_judge.maximum_likelihood(counts)
    np.testing.assert_allclose(p1.sum(), 1.0)
    if order == 1:
        left = np.exp(model.transitions).sum(axis=1) + np.exp(model.end)
        np.testing.assert_allclose(left, 1.0)
        # so all sentences together, the empty one too, have probability one
        A, e = np.exp(model.transitions), np.exp(model.end)
        empty = model.lambdas[0] * p1[3] + model.lambdas[1] * p2[3, 3]
        total = empty + np.exp(model.start) @ np.linalg.solve(np.eye(3) - A, e)
        assert total == pytest.approx(1.0)
    else:
        assert model.trigrams is not None
        assert not model.transitions.any()
        lambdas = model.lambdas
        to_end = lambdas[0] * p1[3] + lambdas[1] * p2[:3, 3] + lambdas[2] * p3[:, :, 3]
        seen = counts.bigrams[:, :3] > 0
        np.testing.assert_allclose((np.exp(model.trigrams).sum(axis=2) + to_end)[seen], 1.0)


def test_unknown_words_are_guessed_from_their_longest_known_suffix() -> None:
    guesser = hmm_judge.suffix_guesser(WORDS, 3, rare=2, longest=3)
    P = np.array([3, 5, 4]) / 12
    theta = float(np.sqrt(((P - 1 / 3) ** 2).sum() / 2))
    assert guesser.theta == pytest.approx(theta)
    assert "e" not in guesser.tables[False]  # "the" occurs three times
    # -s: dogs N, barks V twice, sleeps V; -ks: barks twice; "arks" is longer than three
    s = (np.array([0, 1, 3]) / 4 + theta * P) / (1 + theta)
    ks = (np.array([0, 0, 1]) + theta * s) / (1 + theta)
    np.testing.assert_allclose(guesser.probabilities("speaks"), ks)
    np.testing.assert_allclose(guesser.probabilities("speaks").sum(), 1.0)
    np.testing.assert_allclose(guesser.probabilities("Speaks"), P)  # -s of capitalised: never seen
    model = hmm_judge.hmm(WORDS, 3, rare=2, longest=3)
    np.testing.assert_allclose(model.emission("speaks"), np.log(ks) - np.log(P))
    np.testing.assert_allclose(model.emission("cat"), [-np.inf, np.log(2 / 5), -np.inf])


@pytest.mark.parametrize("order", [1, 2])
def test_hidden_markov_model_tags_a_sentence_with_an_unknown_word(order: int) -> None:
    c = hmm_judge.hmm(WORDS, 3, order=order).chain(["the", "dog", "speaks"])
    assert brute.argmax(c) == (0, 1, 2)
    assert brute.node_marginals(c).sum() == pytest.approx(3.0)
