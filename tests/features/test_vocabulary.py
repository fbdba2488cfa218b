"""Which features are kept, and that threads, order and hashing do not change them."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linguine.errors import DataError, ParameterError
from linguine.features import CharNgrams, Lexicon, Shape, WordNgrams
from linguine.features.buckets import Buckets

from ..messages import assert_three_parts
from ..reference.text_features import Template
from ..reference.vectorize import vectorize
from ..texts import WORDS, any_text
from .extraction import columns_by_name, counting, dense, extractor, found_in, same_bits

SPEC: list[Template] = [{"kind": "words", "low": 1, "high": 2}, {"kind": "shape"}]
ANCHOR = "one two three four"  # so that the vocabulary is never empty
several = st.lists(any_text, min_size=1, max_size=8).map(lambda texts: [*texts, ANCHOR])


def corpus(n: int, seed: int = 0) -> list[str]:
    """Some hundred bytes a text, words by Zipf's law, some texts empty."""
    random = np.random.default_rng(seed)
    ranks = random.zipf(1.3, size=(n, 40)) % len(WORDS)
    lengths = random.integers(0, 40, size=n)
    return [" ".join(WORDS[r] for r in row[:k]) for row, k in zip(ranks, lengths, strict=True)]


@settings(max_examples=60)
@given(
    several,
    st.one_of(st.integers(1, 3), st.floats(0.0, 0.5)),
    st.one_of(st.integers(3, 6), st.floats(0.5, 1.0)),
    st.one_of(st.none(), st.integers(1, 10)),
)
def test_limits_keep_the_features_the_judge_keeps(
    texts: list[str], min_df: float, max_df: float, max_features: int | None
) -> None:
    everything = extractor(SPEC)
    everything.fit_transform(texts)
    order = [(int(name.startswith("shape:")), name) for name in everything.names()]
    limits: dict[str, Any] = {"min_df": min_df, "max_df": max_df, "max_features": max_features}
    judged, expected = vectorize(texts, SPEC, **limits, order=order)
    if not judged:
        return
    ours = extractor(SPEC, **limits)
    matrix = dense(ours.fit_transform(texts))
    names = [name for _, name in judged]
    assert columns_by_name(ours.names(), matrix) == columns_by_name(names, expected)
    np.testing.assert_array_equal(ours.document_frequency, (matrix != 0).sum(axis=0))


@pytest.mark.parametrize("hash_bits", [None, 18], ids=["exact", "hashed"])
@pytest.mark.parametrize("values", ["count", "log-tfidf"])
def test_two_threads_give_the_same_bits_as_one(values: str, hash_bits: int | None) -> None:
    texts = corpus(1500)  # several chunks of 128 KB
    spec = WordNgrams(1, 3) + CharNgrams(2, 4) + Shape()
    if hash_bits is None:  # buckets hold counts only
        spec += Lexicon("some", {"don't": 0.1})
    made = []
    for n_threads in (1, 2):
        ours = counting(
            spec, values=values, normalize="l2", hash_bits=hash_bits, n_threads=n_threads
        )
        fitted = ours.fit_transform(texts)
        again = ours.transform(texts)
        made.append((fitted, again, ours))
    for fitted, again, ours in made[1:]:
        assert same_bits(fitted, made[0][0])
        assert same_bits(again, made[0][1])
        assert ours.n_features == made[0][2].n_features
        if hash_bits is None:
            assert ours.names() == made[0][2].names()


@pytest.mark.parametrize("hash_bits", [None, 12], ids=["exact", "hashed"])
@pytest.mark.parametrize("values", ["binary", "count", "tfidf"])
@given(several)
def test_transform_of_the_fitted_texts_is_fit_transform(
    values: str, hash_bits: int | None, texts: list[str]
) -> None:
    ours = extractor(SPEC, values=values, normalize="l2", hash_bits=hash_bits)
    fitted = ours.fit_transform(texts)
    assert same_bits(fitted, ours.transform(texts))
    one_by_one = np.vstack([dense(ours.transform([text])) for text in texts])
    np.testing.assert_array_equal(one_by_one, dense(fitted))


@given(several, several)
def test_new_texts_are_seen_through_the_fitted_features(old: list[str], new: list[str]) -> None:
    ours = extractor(SPEC, values="log-tfidf", normalize="l2")
    ours.fit_transform(old)
    judged, expected = vectorize(old, SPEC, "log-tfidf", "l2", new=new)
    place = {name: j for j, name in enumerate(ours.names())}
    matrix = dense(ours.transform(new))[:, [place[name] for _, name in judged]]
    np.testing.assert_allclose(matrix, expected, rtol=1e-6)  # float32


@given(several, st.randoms(use_true_random=False))
def test_the_order_of_texts_does_not_change_the_vocabulary(texts: list[str], random: Any) -> None:
    shuffled = list(range(len(texts)))
    random.shuffle(shuffled)
    first, second = extractor(SPEC), extractor(SPEC)
    a = dense(first.fit_transform(texts))
    b = dense(second.fit_transform([texts[i] for i in shuffled]))
    assert first.names() == second.names()
    np.testing.assert_array_equal(first.document_frequency, second.document_frequency)
    np.testing.assert_array_equal(a[shuffled], b)


def test_hashing_with_many_bits_has_the_counts_of_the_exact_vocabulary() -> None:
    texts, template = corpus(8), WordNgrams(1, 2) + CharNgrams(3, 3)
    exact = counting(template)
    hashed = counting(template, hash_bits=22)
    a, b = exact.fit_transform(texts), hashed.fit_transform(texts)
    assert b.n_features == hashed.n_features == exact.n_features
    assert a.values is not None
    assert b.values is not None
    assert a.indptr is not None
    assert b.indptr is not None
    # both ids ascend with the key, and 22 bits tell these keys apart: the rows are equal
    np.testing.assert_array_equal(a.indptr, b.indptr)
    np.testing.assert_array_equal(a.values, b.values)
    np.testing.assert_array_equal(a.indices, b.indices)


@pytest.mark.parametrize("limits", [{"min_df": 2}, {"max_df": 3}, {"min_df": 2, "max_df": 0.5}])
@pytest.mark.parametrize("hash_bits", [4, 8, 22])
def test_limits_hold_for_buckets_as_for_words(limits: dict[str, Any], hash_bits: int) -> None:
    texts = corpus(40)
    everything = counting(WordNgrams(1, 2), hash_bits=hash_bits)
    whole = dense(everything.fit_transform(texts))
    some = counting(WordNgrams(1, 2), hash_bits=hash_bits, **limits)
    frequencies = (whole > 0).sum(axis=0)
    most = limits.get("max_df", len(texts))
    most = int(most * len(texts)) if isinstance(most, float) else most
    stays = (frequencies >= limits.get("min_df", 1)) & (frequencies <= most)
    if not stays.any():
        with pytest.raises(DataError, match="empty vocabulary"):
            some.fit_transform(texts)
        return
    np.testing.assert_array_equal(dense(some.fit_transform(texts)), whole[:, stays])
    np.testing.assert_array_equal(dense(some.transform(texts)), whole[:, stays])
    np.testing.assert_array_equal(some.document_frequency, frequencies[stays])


@pytest.mark.parametrize("n_threads", [1, 2, 3])
def test_buckets_do_not_depend_on_threads(n_threads: int) -> None:
    texts = corpus(3000)  # enough for several chunks
    one = counting(WordNgrams(1, 2), hash_bits=12, min_df=2)
    many = counting(WordNgrams(1, 2), hash_bits=12, min_df=2, n_threads=n_threads)
    a, b = one.fit_transform(texts), many.fit_transform(texts)
    np.testing.assert_array_equal(a.indptr, b.indptr)
    np.testing.assert_array_equal(a.indices, b.indices)
    np.testing.assert_array_equal(a.values, b.values)
    np.testing.assert_array_equal(one.document_frequency, many.document_frequency)


@pytest.mark.parametrize(
    "keys", [[1 << 60], [1 << 61, 1 << 61], [1 << 62, 1 << 61]], ids=["bits", "twice", "order"]
)
def test_buckets_that_are_none_are_refused(keys: list[int]) -> None:
    with pytest.raises(ValueError, match="must ascend and have 3 bits"):
        Buckets(np.array(keys, np.uint64), 3)


def test_every_word_of_up_to_three_letters_is_a_feature_of_its_own() -> None:
    letters = [chr(c) for c in range(ord("a"), ord("z") + 1)]
    words = ["".join(word) for n in (1, 2, 3) for word in itertools.product(letters, repeat=n)]
    ours = counting(WordNgrams(1, 1))
    ours.fit_transform([" ".join(words)])
    assert sorted(ours.names()) == sorted(words)


def test_hashing_with_few_bits_adds_up_what_meets() -> None:
    texts = corpus(50)
    exact, hashed = counting(WordNgrams(1, 1)), counting(WordNgrams(1, 1), hash_bits=4)
    a, b = dense(exact.fit_transform(texts)), dense(hashed.fit_transform(texts))
    assert b.shape == (50, 16)
    np.testing.assert_array_equal(a.sum(axis=1), b.sum(axis=1))


def test_hashed_occurrences_still_have_names() -> None:
    ours = counting(WordNgrams(1, 1), hash_bits=20)
    ours.fit_transform(["good day"])
    found = found_in(ours, "good night")
    assert [name for name, _, _, _, _ in found] == ["good", "night"]
    assert found[0][1] in (0, 1)
    assert found[1][1] == -1  # nobody has seen its bucket


@pytest.mark.parametrize("max_features", [1, 2])
def test_raw_features_are_kept_whatever_the_limits(max_features: int) -> None:
    texts = ["good day", "good night", "good good"]
    template = WordNgrams(1, 1) + Lexicon("mood", {"good": 0.5})
    ours = counting(template, max_df=0.5, max_features=max_features)
    matrix = dense(ours.fit_transform(texts))
    assert len(ours.names()) == max_features + 1
    np.testing.assert_array_equal(matrix[:, ours.names().index("lex:mood")], [0.5, 0.5, 1.0])


def test_a_vocabulary_without_features_is_reported() -> None:
    with pytest.raises(DataError) as caught:
        counting(WordNgrams(1, 1), min_df=3).fit_transform(["good day", "bad day"])
    assert_three_parts(caught.value, "at least one feature|vocabulary", "min_df|0|none", "min_df")


def test_transform_before_fit_is_reported() -> None:
    with pytest.raises(Exception, match="fit"):
        counting(WordNgrams(1, 1)).transform(["good day"])


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"min_df": -1}, "min_df"),
        ({"min_df": 1.5}, "min_df"),
        ({"max_df": 0}, "max_df"),
        ({"max_df": 1.01}, "max_df"),
        ({"max_features": 0}, "max_features"),
        ({"max_features": 2.5}, "max_features"),
        ({"hash_bits": 0}, "hash_bits"),
        ({"hash_bits": 63}, "hash_bits"),
        ({"values": "idf"}, "values"),
        ({"normalize": "l1"}, "normalize"),
        ({"n_threads": 0}, "n_threads"),
    ],
    ids=str,
)
def test_a_wrong_option_is_reported(options: dict[str, Any], named: str) -> None:
    with pytest.raises(ParameterError) as caught:
        counting(WordNgrams(1, 1), **options).fit_transform(["good day"])
    assert_three_parts(caught.value, named, str(next(iter(options.values()))), ".")


@pytest.mark.parametrize(("low", "high"), [(0, 1), (2, 1), (1.0, 2), (-1, 3)])
def test_wrong_lengths_of_ngrams_are_reported(low: Any, high: Any) -> None:
    for kind in (WordNgrams, CharNgrams):
        with pytest.raises(ParameterError):
            kind(low, high)
