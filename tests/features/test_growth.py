"""A vocabulary grows with more texts: old features stay, new ones come, counts add up."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.errors import DataError
from linguine.features import CharNgrams, Extractor, WordNgrams

from .extraction import dense

FIRST = ["free cash now", "win cash", "lunch"]
MORE = ["free lunch", "zebra at noon", "cash zebra", ""]
any_words = st.lists(
    st.lists(st.sampled_from(["a", "b", "ab", "ba", "abc", "你好"]), min_size=1, max_size=5).map(
        " ".join
    ),
    min_size=1,
    max_size=6,
)


@given(any_words, any_words)
def test_pieces_make_the_vocabulary_of_the_whole(first: list[str], more: list[str]) -> None:
    features = WordNgrams(1, 2) + CharNgrams(2, 3)
    grown, whole = Extractor(features), Extractor(features)
    grown.fit_counts(first)
    grown.grow(more)
    whole.fit_counts(first + more)
    assert grown.names() == whole.names()
    np.testing.assert_array_equal(grown.document_frequency, whole.document_frequency)
    np.testing.assert_array_equal(grown.idf_, whole.idf_)
    new = ["ab a unheard", "abc 你好"]
    np.testing.assert_array_equal(dense(grown.transform(new)), dense(whole.transform(new)))


def test_old_features_are_found_where_growth_says() -> None:
    extractor = Extractor(WordNgrams())
    extractor.fit_counts(FIRST)
    before = extractor.names()
    moved, _ = extractor.grow(MORE)
    assert moved is not None
    after = extractor.names()
    assert [after[i] for i in moved] == before
    assert set(after) - set(before) == {"zebra", "at", "noon"}


def test_the_counts_of_new_texts_name_the_new_places() -> None:
    extractor = Extractor(WordNgrams(1, 2), values="count", normalize=None)
    extractor.fit_counts(FIRST)
    _, counts = extractor.grow(MORE)
    np.testing.assert_array_equal(dense(extractor.weigh(counts)), dense(extractor.transform(MORE)))


def test_hash_buckets_grow_as_words_do() -> None:
    grown, whole = (Extractor(WordNgrams(1, 2), hash_bits=6) for _ in range(2))
    grown.fit_counts(FIRST)
    assert grown.vocabulary_ is not None
    before = grown.vocabulary_.keys
    moved, _ = grown.grow(MORE)
    whole.fit_counts(FIRST + MORE)
    assert moved is not None
    assert whole.vocabulary_ is not None
    np.testing.assert_array_equal(grown.vocabulary_.keys, whole.vocabulary_.keys)
    np.testing.assert_array_equal(grown.vocabulary_.keys[moved], before)
    np.testing.assert_array_equal(grown.idf_, whole.idf_)


@pytest.mark.parametrize("hash_bits", [None, 12])
def test_an_extractor_out_of_a_file_grows_on(hash_bits: int | None) -> None:
    """Idf and the number of documents give the document frequencies back."""
    first, whole, restored = (Extractor(WordNgrams(), hash_bits=hash_bits) for _ in range(3))
    first.fit_counts(FIRST)
    assert first.vocabulary_ is not None
    restored.restore(first.vocabulary_, first.idf_, len(FIRST))
    restored.grow(MORE)
    whole.fit_counts(FIRST + MORE)
    np.testing.assert_array_equal(restored.idf_, whole.idf_)
    np.testing.assert_array_equal(dense(restored.transform(MORE)), dense(whole.transform(MORE)))


def test_an_extractor_that_knows_no_number_of_documents_keeps_its_features() -> None:
    first = Extractor(WordNgrams())
    first.fit_counts(FIRST)
    restored = Extractor(WordNgrams())
    assert first.vocabulary_ is not None
    restored.restore(first.vocabulary_, first.idf_)
    moved, counts = restored.grow(MORE)
    assert moved is None
    assert restored.names() == first.names()
    np.testing.assert_array_equal(dense(restored.weigh(counts)), dense(first.transform(MORE)))


def test_nothing_is_learned_from_nothing() -> None:
    with pytest.raises(DataError, match="at least one text"):
        Extractor(WordNgrams()).fit_counts([])
