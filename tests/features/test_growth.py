"""A vocabulary grows with more texts: old features stay, new ones come, counts add up."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.errors import DataError
from linguine.features import CharNgrams, Extractor, WordNgrams
from linguine.features.text.growth import Growth, Piece

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


def take_in(growth: Growth, texts: list[str]) -> Piece:
    piece = growth.read(texts)
    growth.take_in(piece)
    return piece


@given(any_words, st.lists(any_words, min_size=1, max_size=4), st.booleans())
def test_pieces_make_the_vocabulary_of_the_whole(
    first: list[str], more: list[list[str]], looks: bool
) -> None:
    features = WordNgrams(1, 2) + CharNgrams(2, 3)
    known, whole = Extractor(features), Extractor(features)
    known.fit_counts(first)
    growth = Growth(known)
    for texts in more:
        take_in(growth, texts)
        if looks:  # who asks in between changes nothing
            growth.extractor()
    grown, _ = growth.extractor()
    whole.fit_counts(first + [text for texts in more for text in texts])
    assert grown.names() == whole.names()
    np.testing.assert_array_equal(grown.document_frequency, whole.document_frequency)
    np.testing.assert_array_equal(grown.idf_, whole.idf_)
    new = ["ab a unheard", "abc 你好"]
    np.testing.assert_array_equal(dense(grown.transform(new)), dense(whole.transform(new)))


def test_features_keep_their_numbers_and_are_found_in_the_order_of_their_keys() -> None:
    known = Extractor(WordNgrams())
    known.fit_counts(FIRST)
    before = known.names()
    growth = Growth(known)
    piece = take_in(growth, MORE)
    grown, order = growth.extractor()
    after = dict(zip(order.tolist(), grown.names(), strict=True))
    assert [after[i] for i in range(len(before))] == before
    assert set(after.values()) - set(before) == {"zebra", "at", "noon"}
    assert [after[i] for i in piece.rows.tolist()] == piece.extractor.names()


def test_a_piece_is_weighed_as_the_whole_would_weigh_it() -> None:
    known = Extractor(WordNgrams(1, 2))
    known.fit_counts(FIRST)
    growth = Growth(known)
    piece = take_in(growth, MORE)
    grown, order = growth.extractor()
    rows = np.zeros((len(MORE), piece.n_rows))
    rows[:, piece.rows] = dense(piece.extractor.weigh(piece.counts))
    np.testing.assert_array_equal(rows[:, order], dense(grown.transform(MORE)))


def test_a_piece_that_is_not_taken_in_leaves_no_trace() -> None:
    known = Extractor(WordNgrams())
    known.fit_counts(FIRST)
    growth = Growth(known)
    growth.read(MORE)
    assert growth.extractor()[0].names() == known.names()
    assert growth.n_documents == len(FIRST)


def test_hash_buckets_grow_as_words_do() -> None:
    known, whole = (Extractor(WordNgrams(1, 2), hash_bits=6) for _ in range(2))
    known.fit_counts(FIRST)
    growth = Growth(known)
    take_in(growth, MORE)
    grown, _ = growth.extractor()
    whole.fit_counts(FIRST + MORE)
    assert grown.vocabulary_ is not None
    assert whole.vocabulary_ is not None
    np.testing.assert_array_equal(grown.vocabulary_.keys, whole.vocabulary_.keys)
    np.testing.assert_array_equal(grown.idf_, whole.idf_)


@pytest.mark.parametrize("hash_bits", [None, 12])
def test_an_extractor_out_of_a_file_grows_on(hash_bits: int | None) -> None:
    """Idf and the number of documents give the document frequencies back."""
    first, whole, restored = (Extractor(WordNgrams(), hash_bits=hash_bits) for _ in range(3))
    first.fit_counts(FIRST)
    assert first.vocabulary_ is not None
    restored.restore(first.vocabulary_, first.idf_, len(FIRST))
    growth = Growth(restored)
    take_in(growth, MORE)
    grown, _ = growth.extractor()
    whole.fit_counts(FIRST + MORE)
    np.testing.assert_array_equal(grown.idf_, whole.idf_)
    np.testing.assert_array_equal(dense(grown.transform(MORE)), dense(whole.transform(MORE)))


def test_an_extractor_that_knows_no_number_of_documents_keeps_its_features() -> None:
    first = Extractor(WordNgrams())
    first.fit_counts(FIRST)
    restored = Extractor(WordNgrams())
    assert first.vocabulary_ is not None
    restored.restore(first.vocabulary_, first.idf_)
    growth = Growth(restored)
    piece = take_in(growth, MORE)
    grown, order = growth.extractor()
    assert grown.names() == first.names()
    rows = np.zeros((len(MORE), piece.n_rows))
    rows[:, piece.rows] = dense(piece.extractor.weigh(piece.counts))
    np.testing.assert_array_equal(rows[:, order], dense(first.transform(MORE)))


@pytest.mark.parametrize("limits", [{"min_df": 2}, {"max_df": 2}, {"max_features": 2}], ids=str)
def test_limits_hold_for_all_texts_where_all_features_are_counted(limits: dict[str, int]) -> None:
    growth = Growth(Extractor(WordNgrams(), **limits), keeps_all=True)  # type: ignore[arg-type]
    for text in FIRST + MORE:
        take_in(growth, [text])
    whole = Extractor(WordNgrams(), **limits)  # type: ignore[arg-type]
    whole.fit_counts(FIRST + MORE)
    assert growth.extractor()[0].names() == whole.names()


def test_nothing_is_learned_from_nothing() -> None:
    for learn in (Extractor(WordNgrams()).fit_counts, Growth(Extractor(WordNgrams())).read):
        with pytest.raises(DataError, match="at least one text"):
            learn([])
