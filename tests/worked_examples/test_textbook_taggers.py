"""Taggers as section 1.6 of [Zhang2010] has them: counts, local scores, products with y[-1]."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import DataError, ParameterError, Tagger
from linguine.learning.generative.hmm_transitions import FLOOR

from ..messages import assert_three_parts

SENTENCES = [
    ["the", "dog", "barks"],
    ["the", "cat", "sees", "the", "dog"],
    ["dogs", "bark"],
    ["the", "bark"],
]
TAGS = [["D", "N", "V"], ["D", "N", "V", "D", "N"], ["N", "V"], ["D", "N"]]


def shares(order: int = 1) -> tuple[dict[tuple[str, ...], float], dict[tuple[str, str], float]]:
    """Return n_ab / n_b of tags (START is ^) and the share of each word of a tag."""
    pairs: dict[tuple[str, ...], float] = {}
    contexts: dict[tuple[str, ...], float] = {}
    words: dict[tuple[str, str], float] = {}
    n: dict[str, float] = {}
    for sentence, tags in zip(SENTENCES, TAGS, strict=True):
        before = ("^",) * order
        for word, tag in zip(sentence, tags, strict=True):
            pairs[(*before, tag)] = pairs.get((*before, tag), 0) + 1
            contexts[before] = contexts.get(before, 0) + 1
            before = (*before, tag)[1:]
            words[tag, word] = words.get((tag, word), 0) + 1
            n[tag] = n.get(tag, 0) + 1
        contexts[before] = contexts.get(before, 0) + 1  # n_b counts the last tag, too
    transitions = {key: count / contexts[key[:-1]] for key, count in pairs.items()}
    return transitions, {(t, w): count / n[t] for (t, w), count in words.items()}


def best_by_hand(words: list[str], order: int) -> list[str]:
    """The most likely tags, of all there are: Eq. (1.17) of [Zhang2010]."""
    transitions, emissions = shares(order)
    known = {w for _, w in emissions}

    def score(tags: tuple[str, ...]) -> float:
        total, before = 0.0, ("^",) * order
        for word, tag in zip(words, tags, strict=True):
            p = transitions.get((*before, tag), 0.0)
            total += np.log(p) if p > 0 else FLOOR
            if word in known:
                p = emissions.get((tag, word), 0.0)
                total += np.log(p) if p > 0 else -1e5
            before = (*before, tag)[1:]
        return total

    outputs: list[tuple[str, ...]] = list(product("DNV", repeat=len(words)))
    return list(outputs[int(np.argmax([score(each) for each in outputs]))])


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize(
    "words",
    [["the", "dog", "barks"], ["the", "unicorn", "barks"], ["dogs", "bark"], ["the", "bark"],
     ["the", "unicorn", "snores", "the", "dog"]],
    ids=" ".join,
)  # fmt: skip
def test_the_textbook_hmm_finds_the_likeliest_tags(words: list[str], order: int) -> None:
    tagger = Tagger("textbook-hmm", order=order).fit(SENTENCES, TAGS)
    assert tagger.predict([words]) == [best_by_hand(words, order)]


def test_weights_of_the_textbook_hmm_are_logarithms_of_shares() -> None:
    """n_ab / n_b: of five N's three are followed by V; three of four sentences begin with D."""
    tagger = Tagger("textbook-hmm").fit(SENTENCES, TAGS)
    model = tagger.model_
    assert model is not None
    names, tags = model.extractor.names(), list(model.tags)
    weights = model.weights.table(0, model.weights.n_rows, 3)
    transitions, emissions = shares()
    for (tag, word), p in emissions.items():
        row = next(i for i, name in enumerate(names) if name.endswith(f"={word}"))
        assert weights[row, tags.index(tag)] == pytest.approx(np.log(p), abs=1e-6)
    structural = weights[len(names) :]
    rows = [*tags, "^"]
    for b, a in product(rows, tags):
        p = transitions.get((b, a), 0.0)
        found = structural[rows.index(b), tags.index(a)]
        assert found == pytest.approx(np.log(p) if p else FLOOR, abs=1e-5)
    assert transitions["N", "V"] == pytest.approx(3 / 5)
    assert transitions["^", "D"] == pytest.approx(3 / 4)
    assert not structural[4].any()  # no endings


def test_emissions_may_be_naive_bayes_over_any_features() -> None:
    """p(x | y) of section 1.4.1 of [Zhang2010]: here the word and its last letter."""
    tagger = Tagger("textbook-hmm", alpha=0.5, templates=["w[0]", "w[0].suffix1"])
    tagger.fit(SENTENCES, TAGS)
    model = tagger.model_
    assert model is not None
    names = model.extractor.names()
    weights = model.weights.table(0, len(names), 3)
    column = list(model.tags).index("V")
    drawn = [x for s, ts in zip(SENTENCES, TAGS, strict=True) for w, t in zip(s, ts, strict=True)
             if t == "V" for x in (w, f"suffix {w[-1]}")]  # fmt: skip
    for i, name in enumerate(names):
        what = name.partition("=")[2]
        wanted = f"suffix {what}" if "suffix" in name else what
        phi = (drawn.count(wanted) + 0.5) / (len(drawn) + 0.5 * len(names))
        assert weights[i, column] == pytest.approx(np.log(phi), abs=1e-5)
    assert tagger.predict([["the", "frogs", "sees"]])[0][0] == "D"


def test_the_textbook_hmm_has_probabilities_and_a_file(tmp_path: Path) -> None:
    tagger = Tagger("textbook-hmm", alpha=0.1).fit(SENTENCES, TAGS)
    tagger.save(tmp_path / "t.linguine")
    loaded = Tagger.load(tmp_path / "t.linguine")
    assert loaded.predict(SENTENCES) == tagger.predict(SENTENCES) == TAGS
    shares_of_tags = np.concatenate(loaded.predict_proba(SENTENCES))
    np.testing.assert_allclose(shares_of_tags.sum(axis=1), 1.0, rtol=1e-5)


def test_features_of_pairs_of_tags_are_no_hidden_markov_model() -> None:
    with pytest.raises(ParameterError) as caught:
        Tagger("textbook-hmm", templates=["w[0]", "y[-1]|w[0]"]).fit(SENTENCES, TAGS)
    assert_three_parts(caught.value, rule="own tag only", got=r"y\[-1\]", fix="Leave these")


def test_sentences_count_once() -> None:
    with pytest.raises(ParameterError, match="counts every sentence once"):
        Tagger("textbook-hmm").fit(SENTENCES, TAGS, sample_weight=[1, 2, 1, 1])
    with pytest.raises(DataError):
        Tagger("textbook-hmm").fit([["a"]], [["X"]])


LOCAL: dict[str, dict[str, Any]] = {
    "local-svm": {}, "local-perceptron": {"epochs": 5}, "local-mira": {"epochs": 5}, "memm": {},
    "local-naive-bayes": {},
}  # fmt: skip


def local_scores(tagger: Tagger, words: list[str], tags: tuple[str, ...]) -> list[np.ndarray]:
    """Return the scores of all tags at each token, given the tag before."""
    model = tagger.model_
    assert model is not None
    names, known = model.extractor.names(), list(model.tags)
    weights = model.weights.table(0, model.weights.n_rows, len(known)).astype(np.float64)
    rows = weights[len(names) :]
    found = []
    for t, word in enumerate(words):
        s = rows[known.index(tags[t - 1]) if t else len(known)].copy()
        for i, name in enumerate(names):
            s += weights[i] * (name == f"w[0]={word}")
        found.append(s)
    return found


@pytest.mark.parametrize("decoding", ["probabilities", "scores"])
@pytest.mark.parametrize("algorithm", LOCAL)
def test_local_classifiers_are_decoded_by_scores_or_by_probabilities(
    algorithm: str, decoding: str
) -> None:
    """Section 1.6.2 of [Zhang2010] adds up f(y_t, y_t-1) as it is; a MEMM normalises it first."""
    options = {**LOCAL[algorithm], "decoding": decoding, "templates": ["w[0]"]}
    tagger = Tagger(algorithm, **options).fit(SENTENCES, TAGS)
    assert tagger.model_ is not None
    known = list(tagger.model_.tags)
    for words in (["the", "bark"], ["dogs", "sees", "the", "cat"], ["bark", "the", "dogs"]):

        def total(tags: tuple[str, ...], words: list[str] = words) -> float:
            table = local_scores(tagger, words, tags)
            if decoding == "probabilities":
                table = [s - np.logaddexp.reduce(s) for s in table]
            return float(sum(s[known.index(y)] for s, y in zip(table, tags, strict=True)))

        best = max(product(known, repeat=len(words)), key=total)
        found = tuple(tagger.predict([words])[0])
        assert total(found) == pytest.approx(total(best), rel=1e-5)


def test_raw_scores_are_no_probabilities() -> None:
    assert Tagger("memm").fit(SENTENCES, TAGS).model_.has_probabilities  # type: ignore[union-attr]
    raw = Tagger("memm", decoding="scores").fit(SENTENCES, TAGS).model_
    assert raw is not None
    assert not raw.has_probabilities
    with pytest.raises(ParameterError) as caught:
        Tagger("memm", decoding="odds")
    assert_three_parts(caught.value, rule="must be one of", got="odds", fix="Choose|Did you")


def test_a_memm_with_products_of_word_and_tag_before_learns_what_neither_tells() -> None:
    """After A the word x is A and z is B; after B it is the other way round."""
    random = np.random.default_rng(0)
    sentences, tags = [], []
    for _ in range(60):
        words, mine = ["a" if random.random() < 0.5 else "b"], []
        mine.append("A" if words[0] == "a" else "B")
        for _ in range(5):
            words.append("x" if random.random() < 0.5 else "z")
            is_same = words[-1] == "x"
            mine.append(mine[-1] if is_same else {"A": "B", "B": "A"}[mine[-1]])
        sentences.append(words)
        tags.append(mine)
    plain = Tagger("memm", templates=["w[0]"], C=100.0).fit(sentences, tags)
    products = Tagger("memm", templates=["w[0]", "y[-1]|w[0]"], C=100.0).fit(sentences, tags)
    right = [sum(a == b for s, t in zip(each.predict(sentences), tags, strict=True)
                 for a, b in zip(s, t, strict=True)) for each in (plain, products)]  # fmt: skip
    assert right[1] == 360
    assert right[0] < 300
    loaded = Tagger.load(products.to_bytes())
    assert loaded.predict(sentences[:5]) == tags[:5]
    why = loaded.explain(sentences[0], 3)
    assert any("y[-1]|w[0]" in each.name for each in why.contributions)
