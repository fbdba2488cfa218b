"""Several text columns: features of each under its own name, or one joined text."""

from __future__ import annotations

import numpy as np
import pytest

from linguine.errors import DataError, ParameterError
from linguine.features import CharNgrams, Extractor, Function, Numeric, WordNgrams
from linguine.features.text.columns import TextColumns

from ..reference.text_features import word_ngrams

TITLES = ["Free cash", "Notes of today", "", "free lunch"]
BODIES = ["cash cash now", "lunch at noon", "free", "über noon"]
TABLE = {"title": TITLES, "body": BODIES}
BOTH = TextColumns(("title", "body"))


def judge(row: int) -> dict[str, int]:
    """Count the features of a document in plain Python."""
    counts: dict[str, int] = {}
    for column, texts in TABLE.items():
        for name, *_ in word_ngrams(texts[row], {"low": 1, "high": 2}):
            counts[f"{column}: {name}"] = counts.get(f"{column}: {name}", 0) + 1
    return counts


def test_each_column_has_features_under_its_own_name() -> None:
    extractor = Extractor(BOTH.spread(WordNgrams(1, 2)), values="count", normalize=None)
    sites = extractor.fit_transform(*BOTH.read(TABLE))
    assert sites.values is not None
    assert sites.indices is not None
    assert sites.indptr is not None
    names = extractor.names()
    for row in range(len(TITLES)):
        places = slice(int(sites.indptr[row]), int(sites.indptr[row + 1]))
        found = zip(sites.indices[places].tolist(), sites.values[places].tolist(), strict=True)
        assert {names[i]: value for i, value in found} == judge(row)


@pytest.mark.parametrize("hash_bits", [None, 10])
def test_threads_change_no_bit(hash_bits: int | None) -> None:
    features = BOTH.spread(WordNgrams(1, 2) + CharNgrams(2, 4))
    table = {name: texts * 300 for name, texts in TABLE.items()}
    rows = []
    for n_threads in (1, 3):
        extractor = Extractor(features, hash_bits=hash_bits, n_threads=n_threads)
        sites = extractor.fit_transform(*BOTH.read(table))
        rows.append((sites.indptr, sites.indices, sites.values))
    for one, many in zip(*rows, strict=True):
        np.testing.assert_array_equal(one, many)


def test_all_copies_of_a_template_stand_together() -> None:
    """Candidates of auto leave the last kinds out, so those must be the last in every column."""
    spread = BOTH.spread(WordNgrams(1, 2) + CharNgrams(3, 5) + Numeric("price"))
    shown = [(each.kind, each.column) for each in spread.templates]  # type: ignore[union-attr]
    assert shown == [
        ("word-ngrams", "title"),
        ("word-ngrams", "body"),
        ("char-ngrams", "title"),
        ("char-ngrams", "body"),
        ("numeric", "price"),
    ]


def test_joined_columns_are_one_text() -> None:
    texts, _ = TextColumns(("title", "body"), is_joined=True).read(TABLE)
    assert texts.tolist() == [f"{t}\n{b}" for t, b in zip(TITLES, BODIES, strict=True)]


def test_a_joined_text_may_come_by_itself() -> None:
    texts, _ = TextColumns(("title", "body"), is_joined=True).read(["free cash"])
    assert texts.tolist() == ["free cash"]


def test_a_function_of_the_text_refuses_two_texts() -> None:
    with pytest.raises(ParameterError, match=r"one text; got .*Give join_columns=True"):
        BOTH.spread(Function(lambda text: {"n": len(text)}, name="n"))


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        ({"title": TITLES}, "missing: 'body'"),
        (TITLES, "got list, which has no columns"),
        ({"title": TITLES, "body": BODIES[:2]}, "'title' has 4 and 'body' has 2"),
        ({"title": TITLES, "body": [1, 2, 3, 4]}, "column 'body' must be str; text 0 is int"),
    ],
    ids=["missing", "no table", "lengths", "numbers"],
)
def test_wrong_tables_are_refused_by_the_name_of_the_column(texts: object, says: str) -> None:
    with pytest.raises(DataError, match=says):
        BOTH.read(texts)


@pytest.mark.parametrize("names", ["title", ["title", "title"], [1], [""], {"title"}])
def test_names_that_are_no_list_of_different_names_are_refused(names: object) -> None:
    with pytest.raises(ParameterError, match=r"text_columns must be .*text_columns=\['title'"):
        TextColumns.of(names, False)
