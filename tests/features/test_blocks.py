"""Features can be switched off as if they were not there: kinds of them, and those of a fold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from linguine.features import Affixes, CharNgrams, Extractor, Features, Shape, WordNgrams
from linguine.features.text.specification import as_features
from linguine.features.text.templates import Template

from ..tasks.synthetic import corpus
from .extraction import dense

Named = dict[str, NDArray[np.float64]]
TEXTS = ["Free cash now", "win cash, cash", "lunch at noon!", "see you at lunch", "", "Cash?"]
KNOWN = np.array([True, False, True, True, True, False])
BOTH = WordNgrams(1, 2, punctuation=True) + CharNgrams(1, 3)
VALUES = ("binary", "count", "log", "binary-tfidf", "tfidf", "log-tfidf")


def by_name(extractor: Extractor, matrix: NDArray[np.float64]) -> Named:
    """Columns by name and key (a word and its characters may share a name), but for empty ones."""
    assert extractor.vocabulary_ is not None
    keys = extractor.vocabulary_.keys
    columns = zip(extractor.names(), keys, matrix.T, strict=True)
    return {f"{name} {key}": column for name, key, column in columns if column.any()}


def switched_off(without: tuple[int, ...]) -> tuple[NDArray[np.bool_], list[str]]:
    """Which features are not of these kinds, and their names."""
    extractor = Extractor(BOTH)
    extractor.fit_counts(TEXTS)
    stays = extractor.narrow(as_features(BOTH), without)
    return stays, extractor.names()


def in_order(names: list[str], matrix: NDArray[np.float64]) -> tuple[list[str], Any]:
    """Columns in an order that does not depend on ids."""
    order = sorted(range(len(names)), key=lambda j: (names[j], matrix[:, j].round(4).tolist()))
    return [names[j] for j in order], matrix[:, order]


def assert_same(ours: Named, expected: Named) -> None:
    assert sorted(ours) == sorted(expected)
    for name, column in expected.items():
        # Two orders of adding squares in float32.
        np.testing.assert_allclose(ours[name], column, rtol=1e-6, err_msg=name)


def as_if_fitted_on(
    texts: list[str], known: NDArray[np.bool_], features: Template | Features, **options: Any
) -> Named:
    """What an extractor gives that has never seen the other texts."""
    fresh = Extractor(features, **options)
    fresh.fit_transform([text for text, is_known in zip(texts, known, strict=True) if is_known])
    return by_name(fresh, dense(fresh.transform(texts)))


def known_from(
    texts: list[str], known: NDArray[np.bool_], features: Template | Features, **options: Any
) -> Named:
    extractor = Extractor(features, **options)
    counts = extractor.fit_counts(texts)
    return by_name(extractor, dense(extractor.weigh(counts, known_from=known)))


@pytest.mark.parametrize("normalize", [None, "l2", "blocks"])
@pytest.mark.parametrize("values", VALUES)
def test_a_fold_sees_what_an_extractor_fitted_on_it_sees(
    values: str, normalize: str | None
) -> None:
    features = WordNgrams(1, 2, punctuation=True) + CharNgrams(1, 3)
    options: dict[str, Any] = {"values": values, "normalize": normalize}
    assert_same(
        known_from(TEXTS, KNOWN, features, **options),
        as_if_fitted_on(TEXTS, KNOWN, features, **options),
    )


@pytest.mark.parametrize("min_df", [1, 2, 3])
def test_a_fold_counts_min_df_on_its_own_texts(min_df: int) -> None:
    known = np.arange(60) % 5 != 0
    texts = corpus(60).texts
    assert_same(
        known_from(texts, known, WordNgrams(1, 2), min_df=min_df),
        as_if_fitted_on(texts, known, WordNgrams(1, 2), min_df=min_df),
    )


@given(
    st.lists(st.tuples(st.text(st.sampled_from("ab. AB"), max_size=12), st.booleans()), min_size=2)
)
def test_any_fold_sees_what_an_extractor_fitted_on_it_sees(rows: list[tuple[str, bool]]) -> None:
    texts, known = [text for text, _ in rows], np.array([is_known for _, is_known in rows])
    if not any(text.strip(" .") and is_known for text, is_known in rows):
        return  # no vocabulary
    features = WordNgrams(1, 2) + Affixes(1, 1) + Shape()
    options: dict[str, Any] = {"normalize": "blocks"}
    assert_same(
        known_from(texts, known, features, **options),
        as_if_fitted_on(texts, known, features, **options),
    )


def test_a_fold_of_all_texts_changes_nothing() -> None:
    extractor = Extractor(WordNgrams(1, 2) + CharNgrams(2, 3), normalize="blocks")
    counts = extractor.fit_counts(TEXTS)
    everything = extractor.weigh(counts, known_from=np.ones(len(TEXTS), np.bool_))
    np.testing.assert_array_equal(dense(everything), dense(extractor.weigh(counts)))


def test_weighing_a_fold_leaves_the_counts_alone() -> None:
    extractor = Extractor(WordNgrams(1, 2))
    counts = extractor.fit_counts(TEXTS)
    before = counts.values.copy()
    extractor.weigh(counts, known_from=KNOWN)
    np.testing.assert_array_equal(counts.values, before)


@pytest.mark.parametrize(
    ("without", "left"),
    [
        ((1,), WordNgrams(1, 1, punctuation=True) + CharNgrams(1, 3)),
        ((2, 3, 4), as_features(WordNgrams(1, 2, punctuation=True))),
        ((3, 4), WordNgrams(1, 2, punctuation=True) + CharNgrams(1, 1)),
        ((0, 1), as_features(CharNgrams(1, 3))),
    ],
    ids=["no-pairs", "no-characters", "single-characters", "no-words"],
)
@pytest.mark.parametrize("normalize", [None, "l2", "blocks"])
def test_kinds_that_are_switched_off_are_as_if_they_were_not_there(
    normalize: str | None, without: tuple[int, ...], left: Features
) -> None:
    extractor = Extractor(BOTH, normalize=normalize)
    ours = extractor.weigh(extractor.fit_counts(TEXTS), without=without)
    alone = Extractor(left, normalize=normalize)
    alone.fit_counts(TEXTS)
    stays, names = switched_off(without)
    assert not dense(ours)[:, ~stays].any()
    our_names, matrix = in_order(names, dense(ours)[:, stays])
    their_names, expected = in_order(alone.names(), dense(alone.fit_transform(TEXTS)))
    assert our_names == their_names
    np.testing.assert_allclose(matrix, expected, rtol=1e-6)


@pytest.mark.parametrize("normalize", [None, "l2", "blocks"])
def test_a_narrowed_extractor_is_one_that_was_narrow_from_the_start(
    normalize: str | None,
) -> None:
    narrow = as_features(WordNgrams(1, 2, punctuation=True))
    ours, fresh = Extractor(BOTH, normalize=normalize), Extractor(narrow, normalize=normalize)
    ours.fit_counts(TEXTS)
    ours.narrow(narrow, (2, 3, 4))
    fresh.fit_counts(TEXTS)
    assert ours.names() == fresh.names()
    assert ours.features == fresh.features
    new = ["cash at lunch", "Free noon, unheard"]
    np.testing.assert_array_equal(dense(ours.transform(new)), dense(fresh.transform(new)))


def test_a_fold_and_switched_off_kinds_go_together() -> None:
    extractor = Extractor(BOTH, normalize="blocks")
    counts = extractor.fit_counts(TEXTS)
    ours = extractor.weigh(counts, without=(2, 3, 4), known_from=KNOWN)
    words = WordNgrams(1, 2, punctuation=True)
    fresh = Extractor(words, normalize="blocks")
    fresh.fit_transform([text for text, is_in in zip(TEXTS, KNOWN, strict=True) if is_in])
    extractor.narrow(as_features(words), (2, 3, 4))
    stays, _ = switched_off((2, 3, 4))
    assert_same(
        by_name(extractor, dense(ours)[:, stays]), by_name(fresh, dense(fresh.transform(TEXTS)))
    )


def test_blocks_give_each_template_an_equal_share_of_the_length() -> None:
    extractor = Extractor(BOTH, normalize="blocks")
    matrix = dense(extractor.fit_transform(TEXTS))
    is_word, _ = switched_off((2, 3, 4))
    squares = (matrix**2)[0]
    assert squares[is_word].sum() == pytest.approx(0.5, rel=1e-5)
    assert squares[~is_word].sum() == pytest.approx(0.5, rel=1e-5)
