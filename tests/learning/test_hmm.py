"""Hidden Markov models: counted by arrays, equal to the judge that counts word by word."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Sentences, read_sentences
from linguine.errors import DataError, ParameterError
from linguine.inference.chain_rows import rows_before
from linguine.learning.generative.hmm import FLOOR, Hmm, estimate_hmm

from ..chains import structural_of
from ..reference import chain as chain_judge
from ..reference import hmm as judge

#: What the core is fed is single precision.
CLOSE: dict[str, Any] = {"rtol": 2e-6, "atol": 2e-6}
EVERYDAY = files("linguine") / "data" / "corpora" / "everyday_small.conllu"
Tagged = list[list[tuple[str, int]]]


def random_corpus(seed: int, *, n_sentences: int = 30, n_tags: int = 4) -> Tagged:
    """Return sentences of words that share endings; one sentence has no words."""
    random = np.random.default_rng(seed)

    def word() -> str:
        letters = "".join(random.choice(list("abé1"), random.integers(1, 6)))
        return letters.capitalize() if random.random() < 0.3 else letters

    words = [word() for _ in range(60)]
    corpus: Tagged = [[]]
    for _ in range(n_sentences):
        chosen = random.choice(len(words), random.integers(1, 9))
        corpus.append([(words[i], int((i + random.integers(3)) % n_tags)) for i in chosen])
    return corpus


def read(corpus: Tagged) -> tuple[Sentences, NDArray[np.int32]]:
    sentences = Sentences.from_python([[word for word, _ in each] for each in corpus])
    return sentences, np.array([tag for each in corpus for _, tag in each], np.int32)


def estimate(corpus: Tagged, n_tags: int, **options: object) -> Hmm:
    return estimate_hmm(*read(corpus), n_tags, n_threads=1, **options)  # type: ignore[arg-type]


def emissions(model: Hmm, words: list[str], n_tags: int) -> NDArray[np.float32]:
    """Return what the model's features say of each word inside a sentence : (n_words, L)."""
    n_features = len(model.extractor.names())
    weights = model.weights
    assert weights.n_rows > n_features
    rows = model.extractor.rows(Sentences.from_python([["x", word] for word in words])).tokens
    out = np.full((len(words), n_tags), FLOOR, np.float32)  # of tags that are not in the dictionary
    for i in range(len(words)):
        ids = rows.indices[rows.indptr[2 * i + 1] : rows.indptr[2 * i + 2]]
        assert len(ids) <= 1  # alternatives: one counts
        if len(ids) == 0:
            out[i] = 0
            continue
        cells = slice(weights.offsets[ids[0]], weights.offsets[ids[0] + 1])
        out[i, weights.labels[cells]] = weights.values[cells]
    return out


def floored(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.maximum(scores, FLOOR)


def tag(model: Hmm, sentences: Sentences, n_tags: int) -> NDArray[np.int32]:
    weights, rows = model.weights, model.extractor.rows(sentences).tokens
    rules = _core.ChainRules(n_tags, model.order, None, None, None)
    tagger = _core.SequenceModel(
        rules, rows.n_features, 0, weights.offsets, weights.labels, weights.values, False, FLOOR
    )
    arrays = rows.indptr.astype(np.int64), rows.indices.astype(np.int32), rows.values
    return tagger.tag(arrays, None, sentences.offsets, None, 1)


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("seed", range(6))
def test_transitions_are_those_of_the_judge(seed: int, order: int) -> None:
    corpus = random_corpus(seed, n_sentences=3 + 9 * seed)
    model, wanted = estimate(corpus, 4, order=order), judge.hmm(corpus, 4, order=order)
    np.testing.assert_allclose(model.lambdas, wanted.lambdas, rtol=1e-12)
    n_features = len(model.extractor.names())
    found = model.weights.table(n_features, model.weights.n_rows, 4).astype(np.float64)
    if order == 2:  # a trigram is what its bigram says and the difference
        found[6:] = (found[6:].reshape(5, 4, 4) + found[:4]).reshape(20, 4)
        found[:4] = 0
    np.testing.assert_allclose(
        found, floored(structural_of(wanted.chain([]))), rtol=2e-6, atol=2e-5
    )


@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_a_history_of_any_length_has_the_probability_of_the_judge(seed: int, order: int) -> None:
    corpus = random_corpus(seed, n_sentences=8 + 9 * seed)
    model, wanted = estimate(corpus, 4, order=order), judge.history_model(corpus, 4, order)
    np.testing.assert_allclose(model.lambdas, wanted.lambdas, rtol=1e-12)
    n_features = len(model.extractor.names())
    table = model.weights.table(n_features, model.weights.n_rows, 4).astype(np.float64)
    for sentence in corpus:
        y = np.array([tag for _, tag in sentence], np.int64)
        for t, rows in enumerate(rows_before(y, np.array([0, len(y)]), 4, order)):
            found = table[rows[rows >= 0]].sum(axis=0)
            probabilities = [wanted(tuple(y[:t].tolist()), o) for o in range(4)]
            # differences of single precision are added up again
            np.testing.assert_allclose(np.exp(found), probabilities, rtol=1e-5, atol=1e-12)


def test_only_trigrams_that_were_seen_have_a_weight() -> None:
    corpus = random_corpus(3, n_sentences=6)
    model = estimate(corpus, 4, order=2)
    first = len(model.extractor.names()) + 6
    seen = {
        (t, u, o)
        for sentence in corpus
        for t, u, o in zip(
            [4, *(y for _, y in sentence)],
            [y for _, y in sentence],
            [y for _, y in sentence][1:],
            strict=False,
        )
    }
    assert len(model.weights.values) - model.weights.offsets[first] == len(seen)


@pytest.mark.parametrize("least_share", [0.0, 0.2])
@pytest.mark.parametrize(("rare", "longest"), [(10, 10), (1, 3), (0, 2), (3, 1)])
@pytest.mark.parametrize("seed", range(4))
def test_words_are_scored_as_by_the_judge(
    seed: int, rare: int, longest: int, least_share: float
) -> None:
    corpus = random_corpus(seed)
    options: dict[str, Any] = {"rare": rare, "least_share": least_share}
    model = estimate(corpus, 4, longest_suffix=longest, alpha=0.0, textbook=True, **options)
    wanted = judge.hmm(corpus, 4, longest=longest, **options)
    known = sorted(wanted.words)
    unknown = [word for other in random_corpus(seed + 50) for word, _ in other]
    unknown += ["", "zzz", "Zab", "9ab", "Éb", "éb", "-ab", "ß"]
    words = [*known, *(word for word in unknown if word not in wanted.words)]
    for scores, word in zip(emissions(model, words, 4), words, strict=True):
        np.testing.assert_allclose(scores, floored(wanted.emission(word)), **CLOSE, err_msg=word)


@pytest.mark.parametrize("order", [1, 2])
def test_tags_are_those_of_brute_force(order: int) -> None:
    corpus = random_corpus(1)
    model = estimate(corpus, 4, order=order, alpha=0.0, textbook=True)
    wanted = judge.hmm(corpus, 4, order=order)
    short = [sentence[:5] for sentence in random_corpus(2)]
    found = tag(model, read(short)[0], 4)
    at = 0
    for sentence in short:
        chain = wanted.chain([word for word, _ in sentence])
        assert found[at : at + len(sentence)].tolist() == list(chain_judge.argmax(chain))
        at += len(sentence)


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("textbook", [True, False])
def test_sentences_without_a_tag_do_not_count(textbook: bool, order: int) -> None:
    whole = random_corpus(0)
    partly = [*whole, [("unheard", -1)], [("unheard", -1), ("unseen", -1)]]
    found = estimate(partly, 4, textbook=textbook, order=order)
    wanted = estimate(whole, 4, textbook=textbook, order=order)
    assert found.extractor.names() == wanted.extractor.names()
    np.testing.assert_array_equal(found.weights.values, wanted.weights.values)


def test_ngrams_with_an_unknown_tag_do_not_count() -> None:
    corpus: Tagged = [[("a", 0), ("b", 1)], [("a", 0), ("b", -1), ("a", 0)]]
    model = estimate(corpus, 2)
    n = len(model.extractor.names())
    bigrams = np.exp(model.weights.table(n, n + 4, 2))
    # START 0 1 END | START 0 ? 0 END
    p = np.array([3, 1, 2]) / 6
    of_zero = np.array([0, 1, 1]) / 2
    l = model.lambdas
    np.testing.assert_allclose(bigrams[0], (l[0] * p + l[1] * of_zero)[:2], rtol=1e-6)
    np.testing.assert_allclose(bigrams[3, 0], (l[0] * p + l[1] * of_zero)[2], rtol=1e-6)
    np.testing.assert_allclose(bigrams[2], (l[0] * p + l[1] * np.array([1, 0, 0]))[:2], rtol=1e-6)


def test_a_pseudo_count_makes_unseen_tags_unlikely_instead_of_impossible() -> None:
    corpus = random_corpus(0)
    word = corpus[1][0][0]
    hard, soft = (estimate(corpus, 4, alpha=alpha, least_share=0.0) for alpha in (0.0, 0.5))
    before, after = emissions(hard, [word], 4)[0], emissions(soft, [word], 4)[0]
    assert before.min() == FLOOR
    assert after.min() > -20
    assert before.argmax() == after.argmax()


def test_the_first_word_is_looked_up_in_lower_case() -> None:
    corpus: Tagged = [[("the", 0), ("cat", 1)], [("the", 0), ("Cat", 2)]] * 3
    extractor = estimate(corpus, 3).extractor
    found = extractor.explain(Sentences.from_python([["The", "The"]]), 0)
    assert [name for name, number in found if number >= 0] == ["first|w[0].lower=the"]
    inside = extractor.explain(Sentences.from_python([["The", "The"]]), 1)
    assert all("w[0].lower=" not in name for name, number in inside if number >= 0)


@pytest.mark.parametrize("order", [1, 2])
def test_accuracy_on_new_sentences_of_the_everyday_corpus(order: int) -> None:
    """Four fifths of 150 sentences tell most tags of the others."""
    sentences = read_sentences(str(EVERYDAY))
    tags = sentences.tags()
    n_tags, cut = len(tags.names), len(sentences) * 4 // 5
    train, test = sentences.take(slice(0, cut)), sentences.take(slice(cut, None))
    n = train.n_tokens
    model = estimate_hmm(train, tags.codes[:n], n_tags, order=order)
    assert np.mean(tag(model, train, n_tags) == tags.codes[:n]) > 0.96
    assert np.mean(tag(model, test, n_tags) == tags.codes[n:]) > 0.8


def test_wrong_options_are_reported() -> None:
    sentences, gold = read([[("a", 0)]])
    with pytest.raises(ParameterError, match=r"order must be an integer >= 1 and <= 15; got 16"):
        estimate_hmm(sentences, gold, 1, order=16)
    with pytest.raises(ParameterError, match="alpha"):
        estimate_hmm(sentences, gold, 1, alpha=-1)
    with pytest.raises(DataError, match="no token has a tag"):
        estimate_hmm(sentences, gold - 1, 1)
