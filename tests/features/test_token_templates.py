"""Window templates against the judge: the same names, the same rows, whatever the threads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linguine.features.token.extractor import TokenExtractor
from linguine.features.token.rows import SparseRows
from linguine.features.token.templates import TokenTemplates

from ..reference.token_features import show, token_features, vocabulary
from ..texts import WORDS
from .token_tables import sentences, table

TEMPLATES = [
    "bias", "first", "last", "first|w[0]", "w[0]|last|pos[0]", "w[-1]|first|last|w[0]",
    "w[0]", "w[-2]", "w[2]", "w[-1]|w[0]", "w[0]|w[1]", "pos[-1]|pos[0]|pos[1]",
    "w[0]|pos[-1]|pos[0]|pos[1]|w[1]", "w[3]", "w[0].lower", "w[1].lower", "w[0].prefix1",
    "w[0].suffix3", "w[-1].suffix2", "w[0].lower.suffix2", "w[0].shape", "w[0].digits", "w[0].type",
    "w[0].type|w[1].type", "w[0].lexicon:some", "w[-1].lexicon:two", "w[0].function:middle",
    "w[0].function:middle.lower", "y[-1]|w[0]", "y[-1]|pos[-1]|pos[0]", "y[-1]|w[0].shape|first",
]  # fmt: skip
LEXICONS: dict[str, Mapping[str, Sequence[str]]] = {
    "some": {"some": [*WORDS[::3], "İstanbul"]},
    "two": {"a": WORDS[::2], "b": [word.upper() for word in WORDS[::5]]},
}


def middle(word: str) -> str | None:
    return word[1:-1] if len(word) > 2 else None


NAMES: Mapping[str, Any] = {**LEXICONS, "middle": middle}
POS = ("NN", "VB", "DT", ".", "")
tokens = st.builds(
    lambda w, pos: {"w": w, "pos": pos}, st.sampled_from([*WORDS, "<s-1>", "", "a|b"]),
    st.sampled_from(POS),
)  # fmt: skip
texts = st.lists(st.lists(tokens, max_size=6), min_size=1, max_size=6)


def templates(beyond: str = "value", only: Sequence[str] = TEMPLATES) -> TokenTemplates:
    return TokenTemplates(only, beyond=beyond, lexicons=LEXICONS, functions={"middle": middle})


def named_rows(rows: SparseRows, names: Sequence[str]) -> list[list[str]]:
    return [
        sorted(names[j] for j in rows.indices[rows.indptr[i] : rows.indptr[i + 1]])
        for i in range(rows.n_rows)
    ]


@pytest.mark.parametrize("beyond", ["value", "skip"])
@pytest.mark.parametrize("edges", [False, True], ids=["tokens", "edges"])
@given(texts, st.sampled_from([1, 2, {"w[0]": 2, "w[0].shape": 3, "y[-1]|w[0]": 2}]))
@settings(max_examples=25)
def test_names_counts_and_rows_are_the_judges(
    beyond: str, edges: bool, given_sentences: list[Any], min_count: Any
) -> None:
    ours = TokenExtractor(templates(beyond), min_count=min_count)
    rows = ours.fit_rows(table(given_sentences, ("w", "pos")))
    options: dict[str, Any] = {"edges": edges, "beyond": beyond, "names": NAMES}
    known = vocabulary(given_sentences, TEMPLATES, min_count, **options)
    counts = ours.edge_counts_ if edges else ours.counts_
    assert counts is not None
    names = ours.names(edges)
    found = sorted(zip(names, counts.tolist(), strict=True))
    assert found == sorted((show(feature), n) for feature, n in known.items())
    expected = [
        sorted(show(f) for f in token_features(s, i, TEMPLATES, **options) if f in known)
        for s in given_sentences
        for i in range(len(s))
    ]
    csr = rows.edges if edges else rows.tokens
    assert csr is not None
    assert named_rows(csr, names) == expected


@pytest.mark.parametrize("beyond", ["value", "skip"])
@given(texts, texts)
def test_rows_of_other_sentences_hold_what_is_known(
    beyond: str, train: list[Any], test: list[Any]
) -> None:
    ours = TokenExtractor(templates(beyond))
    ours.fit_rows(table(train, ("w", "pos")))
    options: dict[str, Any] = {"beyond": beyond, "names": NAMES}
    known = vocabulary(train, TEMPLATES, **options)
    rows = ours.rows(table(test, ("w", "pos"))).tokens
    assert named_rows(rows, ours.names()) == [
        sorted(show(f) for f in token_features(s, i, TEMPLATES, **options) if f in known)
        for s in test
        for i in range(len(s))
    ]


@given(texts)
def test_explain_names_every_feature_of_a_token_in_the_order_of_templates(train: list[Any]) -> None:
    ours = TokenExtractor(templates())
    rows = ours.fit_rows(table(train, ("w", "pos"))).tokens
    place = 0
    for sentence in train:
        for i in range(len(sentence)):
            found = ours.explain(table(train, ("w", "pos")), place)
            expected = token_features(sentence, i, TEMPLATES, names=NAMES)
            assert [name for name, _ in found] == [show(f) for f in expected]
            row = rows.indices[rows.indptr[place] : rows.indptr[place + 1]]
            assert [number for _, number in found] == row.tolist()
            place += 1


def test_a_sentence_longer_than_any_block_is_the_judges() -> None:
    long = [{"w": WORDS[i * i % len(WORDS)], "pos": POS[i % 4]} for i in range(1000)]
    ours = TokenExtractor(templates())
    rows = ours.fit_rows(table([long, long[:1], long[:70]], ("w", "pos")))
    expected = [
        sorted(show(f) for f in token_features(s, i, TEMPLATES, names=NAMES))
        for s in (long, long[:1], long[:70])
        for i in range(len(s))
    ]
    assert named_rows(rows.tokens, ours.names()) == expected


def test_threads_do_not_change_a_byte() -> None:
    random = np.random.default_rng(0)
    given_sentences = [
        [{"w": WORDS[j], "pos": POS[j % 5]} for j in random.integers(0, len(WORDS), size=n)]
        for n in random.integers(0, 60, size=900)
    ]
    data = table(given_sentences, ("w", "pos"))
    made = []
    for n_threads in (1, 2, 3):
        ours = TokenExtractor(templates(), min_count=2, n_threads=n_threads)
        fitted, again = ours.fit_rows(data), ours.rows(data)
        assert ours.vocabulary_ is not None
        assert fitted.tokens.indices.tobytes() == again.tokens.indices.tobytes()
        assert fitted.edges is not None
        arrays: list[Any] = [
            ours.vocabulary_.keys, ours.vocabulary_.name_bytes, fitted.tokens.indptr,
            fitted.tokens.indices, fitted.edges.indptr, fitted.edges.indices, ours.keys(data),
        ]  # fmt: skip
        made.append([array.tobytes() for array in arrays])
    assert made[0] == made[1] == made[2]


def test_no_sentence_and_an_empty_one_have_no_rows() -> None:
    ours = TokenExtractor(["w[0]"])
    ours.fit_rows(sentences("a/X b/Y"))
    assert ours.rows(table([], ("w", "pos"))).tokens.n_rows == 0
    assert ours.rows(table([[], []], ("w", "pos"))).tokens.n_rows == 0
    assert ours.rows(table([[], [{"w": "b", "pos": ""}], []], ("w", "pos"))).tokens.n_rows == 1


def test_a_word_that_reads_like_an_end_is_not_one() -> None:
    ours = TokenExtractor(["w[-1]"])
    rows = ours.fit_rows(sentences("<s-1>/X a/Y")).tokens
    assert ours.names() == ["w[-1]=<s-1>", "w[-1]=<s-1>"]
    assert rows.indices[0] != rows.indices[1]


def test_of_alternatives_the_first_known_one_counts() -> None:
    ours = TokenExtractor(
        TokenTemplates(["pos[0]", "w[0] else w[0].suffix2 else w[0].suffix1 else bias"]),
        min_count={"w[0]": 2, "w[0].suffix1": 1},
    )
    rows = ours.fit_rows(sentences("running/V running/V jumping/V s/N -/P", "sing/V")).tokens
    assert named_rows(rows, ours.names()) == [
        ["pos[0]=V", "w[0]=running"],
        ["pos[0]=V", "w[0]=running"],
        ["pos[0]=V", "w[0].suffix2=ng"],
        ["pos[0]=N", "w[0].suffix1=s"],
        ["pos[0]=P", "w[0].suffix1=-"],
        ["pos[0]=V", "w[0].suffix2=ng"],
    ]
    found = ours.explain(sentences("running/V"), 0)
    assert [number >= 0 for _, number in found] == [True, True, False, False, False]
    unknown = ours.rows(sentences("?/Q")).tokens
    assert named_rows(unknown, ours.names()) == [["bias"]]


def test_templates_with_one_text_make_one_feature_that_is_counted() -> None:
    ours = TokenExtractor(["bag:{w[-1]}", "bag:{w[1]}", "bag:{w[0]}"])
    rows = ours.fit_rows(sentences("a/X b/X a/X")).tokens
    assert rows.values is not None
    names = ours.names()
    seen = [
        {names[j]: rows.values[k] for k, j in zip(range(a, b), rows.indices[a:b], strict=True)}
        for a, b in zip(rows.indptr, rows.indptr[1:], strict=False)
    ]
    assert seen == [
        {"bag:<s-1>": 1, "bag:a": 1, "bag:b": 1},
        {"bag:a": 2, "bag:b": 1},
        {"bag:<e+1>": 1, "bag:a": 1, "bag:b": 1},
    ]
    again = ours.rows(sentences("a/X b/X a/X")).tokens
    assert again.values is not None
    assert again.indices.tobytes() == rows.indices.tobytes()
    assert again.values.tobytes() == rows.values.tobytes()


def test_features_can_be_chosen_by_their_keys() -> None:
    data = sentences("the/D cat/N sat/V", "the/D dog/N")
    ours = TokenExtractor(["w[0]", "pos[0]"])
    keys = ours.keys(data)
    ours.choose(data, keys[1:, 0])
    assert sorted(ours.names()) == ["w[0]=cat", "w[0]=dog", "w[0]=sat", "w[0]=the"]
    ours.choose(data, keys[:2])
    rows = ours.rows(data).tokens
    assert named_rows(rows, ours.names())[2:4] == [[], ["pos[0]=D", "w[0]=the"]]
