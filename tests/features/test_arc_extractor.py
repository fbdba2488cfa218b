"""Arc features against the judge: the same names; equal features have equal cells, others not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import ParameterError
from linguine.features import ArcExtractor, ArcTemplates

from ..messages import assert_three_parts
from ..random_trees import random_trees
from ..reference.arc_features import arc_features
from .token_tables import sentences, table

SHARED = [
    "h.pos", "m.pos", "h.w|m.w", "h.pos[-1]|m.pos[1]", "h.pos[-2]|h.pos[2]|m.w[-3..3]",
    "h.w.lower|m.w.suffix3", "h.w.prefix2|m.pos", "h.w.shape|m.w.type",
    "between.pos", "count.pos", "h.pos|between.w.lower", "m.w.suffix2|count.w.suffix2",
    "distance", "h.pos|distance", "h.w[1].lower|h.w", "m.w.digits",
]  # fmt: skip
RELATION = [
    "m.pos", "h.pos|m.pos", "h.w|m.w[-1..1]", "count.pos|m.pos", "between.w", "distance",
    "m.w.lower|distance", "h.w.suffix3|m.w.suffix3",
]  # fmt: skip
WORDS = ["a", "the", "Dogs", "barked", "42", "", "<root>", "<s-2>", "ÄÖ", "a|b"]
TAGS = ["N", "V", "", "<e+1>"]


def extractor(
    shared: list[str] = SHARED, relation: list[str] = RELATION, columns: Any = ("w", "pos")
) -> ArcExtractor:
    """Return an extractor that has so many places that no two features fall together."""
    return ArcExtractor(ArcTemplates(shared, relation), columns, 30, 24)


def written_out(ours: ArcExtractor) -> tuple[list[str], list[str]]:
    templates = ours.templates
    return (
        [each.text for each in templates.parsed_shared],
        [each.text for each in templates.parsed_relation],
    )


tokens = st.builds(
    lambda w, pos: {"w": w, "pos": pos}, st.sampled_from(WORDS), st.sampled_from(TAGS)
)
some_sentences = st.lists(st.lists(tokens, min_size=1, max_size=12), min_size=1, max_size=3)


@given(some_sentences)
@settings(max_examples=30)
def test_names_and_places_are_the_judges(given_sentences: list[list[dict[str, str]]]) -> None:
    ours = extractor()
    data = table(given_sentences, ("w", "pos"))
    shared, relation = written_out(ours)
    place_of: dict[Any, int] = {}
    for s, sentence in enumerate(given_sentences):
        n = len(sentence)
        for head in {0, 1, n // 2, n}:
            for modifier in {1, (n + 1) // 2, n} - {head}:
                found = ours.features_of(data, s, head, modifier)
                wanted = arc_features(sentence, shared, relation, head, modifier)
                assert [(kind == "relation", *rest[:2]) for kind, *rest in found] == [
                    (each.by_relation, each.template, each.name) for each in wanted
                ]
                for (*_, place), each in zip(found, wanted, strict=True):
                    key = each[:3]
                    assert place_of.setdefault(key, place) == place
    places = [(by_relation, place) for (by_relation, *_), place in place_of.items()]
    assert len(set(places)) == len(places)


def names(template: str, text: str, head: int, modifier: int, *, by_relation: bool) -> list[str]:
    """Return the names that one template gives an arc of ``word/pos word/pos``."""
    ours = extractor(*([["h.w"], [template]] if by_relation else [[template], []]))
    found = ours.features_of(sentences(text), 0, head, modifier)
    return [name for kind, _, name, _ in found if (kind == "relation") == by_relation]


DOGS = "big/A dogs/N bark/V at/P the/D big/A cat/N"


@pytest.mark.parametrize(
    ("template", "head", "modifier", "shared", "relation"),
    [
        ("h.pos|m.pos", 3, 2, ["V|N", "V|N <", "V|N <1"], ["V|N <"]),
        ("h.pos|m.pos", 0, 3, ["<root>|V", "<root>|V >", "<root>|V >3"], ["<root>|V >"]),
        ("h.w[-1]|m.w[1]", 1, 7, ["<root>|<e+1>", *["<root>|<e+1> " + d for d in (">", ">6-9")]],
         ["<root>|<e+1> >"]),
        ("h.w[-1]", 0, 1, ["<s-2>", "<s-2> >", "<s-2> >1"], ["<s-2> >"]),
        ("h.w[1]|m.w[2]", 7, 6, ["<e+1>|<e+1>", "<e+1>|<e+1> <", "<e+1>|<e+1> <1"],
         ["<e+1>|<e+1> <"]),
        ("m.w.suffix3", 3, 2, ["ogs", "ogs <", "ogs <1"], ["ogs <"]),
        ("h.w.suffix4|m.w.suffix4|m.pos", 3, 4, ["bark||P", "bark||P >", "bark||P >1"],
         ["bark||P >"]),
        ("h.w.suffix4|m.w", 4, 3, ["|bark", "|bark <", "|bark <1"], ["|bark <"]),
        ("between.pos", 3, 7, [" A >", " P >", " D >"], [" A >", " P >", " D >"]),
        ("between.pos", 3, 2, [], []),
        ("m.pos|between.w.prefix1", 7, 4, ["P b <", "P t <"], ["P b <", "P t <"]),
        ("count.pos", 0, 7, [" A x2 >", " N x1 >", " V x1 >", " P x1 >", " D x1 >"], None),
        ("count.w.type", 1, 7, [" aa x3+ >"], [" aa x3+ >"]),
        ("distance", 7, 3, [" <4-5 <"], [" <4-5"]),
        ("m.pos|distance", 0, 1, ["A >1 >"], ["A >1"]),
    ],
    ids=str,
)  # fmt: skip
def test_names_say_what_the_sentence_says(
    template: str, head: int, modifier: int, shared: list[str], relation: list[str] | None
) -> None:
    assert names(template, DOGS, head, modifier, by_relation=False) == shared
    wanted = shared if relation is None else relation
    assert names(template, DOGS, head, modifier, by_relation=True) == wanted


@pytest.mark.parametrize(
    ("distance", "expected"),
    [(1, "1"), (2, "2"), (3, "3"), (4, "4-5"), (5, "4-5"), (6, "6-9"), (9, "6-9"), (10, "10+"),
     (11, "10+"), (300, "10+")],
)  # fmt: skip
def test_distances_have_six_classes(distance: int, expected: str) -> None:
    text = " ".join(["x/X"] * 301)
    right = names("h.pos", text, 1, 1 + distance, by_relation=False)
    left = names("h.pos", text, 1 + distance, 1, by_relation=False)
    assert right == ["X", "X >", f"X >{expected}"]
    assert left == ["X", "X <", f"X <{expected}"]


@pytest.mark.parametrize(
    ("n", "expected"), [(1, "x1"), (2, "x2"), (3, "x3+"), (4, "x3+"), (40, "x3+")]
)
def test_counts_have_three_classes(n: int, expected: str) -> None:
    text = " ".join(["a/A", *["x/X"] * n, "b/B"])
    assert names("count.pos", text, 1, n + 2, by_relation=False) == [f" X {expected} >"]


def test_few_bits_keep_places_in_range() -> None:
    ours = ArcExtractor(ArcTemplates(SHARED, RELATION), ["w", "pos"], 4, 4)
    places = [
        place
        for head in range(8)
        for modifier in range(1, 8)
        if head != modifier
        for *_, place in ours.features_of(sentences(DOGS), 0, head, modifier)
    ]
    assert set(places) == set(range(16))


@pytest.mark.parametrize(
    ("bits", "got"),
    [((3, 8), "3"), ((31, 8), "-1|31"), ((8, 3), "3"), ((8, 25), "-1|25"), ((8.5, 8), "8.5")],
)
def test_bits_out_of_range_are_refused(bits: Any, got: str) -> None:
    with pytest.raises(ParameterError) as caught:
        ArcExtractor(ArcTemplates(["h.pos"]), ["pos"], *bits)
    assert_three_parts(caught.value, "_bits must be", got, "Use a number from 4 to")


@pytest.mark.parametrize(
    ("sentence", "head", "modifier"),
    [(1, 0, 1), (-1, 0, 1), (0, 8, 1), (0, -1, 1), (0, 0, 0), (0, 0, 8), (0, 3, 3)],
)
def test_there_are_no_features_of_what_is_no_arc(sentence: int, head: int, modifier: int) -> None:
    with pytest.raises(ValueError, match="there is no such"):
        extractor().features_of(sentences(DOGS), sentence, head, modifier)


# --- which arcs are looked at -------------------------------------------------------------------


def allowed(ours: ArcExtractor, data: Any) -> list[NDArray[np.bool_]]:
    """Return which arcs a parser looks at, a table for each sentence : (n, n + 1)."""
    parser = _core.Parser(
        ours.native,
        np.zeros(1 << ours.shared_bits, np.float32),
        np.zeros((0, 4), np.float32),
        1,
        False,
        False,
    )
    return [each > 0 for each in parser.marginals(ours.feed(data), None, None, 1)]


@st.composite
def treebanks(draw: st.DrawFn) -> tuple[list[list[dict[str, str]]], list[list[int]]]:
    heads = draw(st.lists(random_trees(9), min_size=1, max_size=4))
    words = [[draw(tokens) for _ in each] for each in heads]
    return words, heads


@given(treebanks(), st.lists(tokens, min_size=1, max_size=9))
@settings(max_examples=60)
def test_the_filter_keeps_what_training_has_and_nothing_longer(
    treebank: tuple[list[list[dict[str, str]]], list[list[int]]], other: list[dict[str, str]]
) -> None:
    words, heads = treebank
    ours = ArcExtractor(ArcTemplates(["h.pos|m.pos"]), ["w", "pos"], 8, 4)
    data = table(words, ("w", "pos"))
    ours.fit(data, np.concatenate(heads).astype(np.int32))
    longest: dict[tuple[str, str, bool], int] = {}
    for sentence, own in zip(words, heads, strict=True):
        for m, h in enumerate(own, start=1):
            if h:
                key = (sentence[h - 1]["pos"], sentence[m - 1]["pos"], h < m)
                longest[key] = max(longest.get(key, 0), abs(h - m))
    known = {token["pos"] for sentence in words for token in sentence}
    for sentence in [*words, other]:
        (found,) = allowed(ours, table([sentence], ("w", "pos")))
        for m in range(1, len(sentence) + 1):
            for h in range(len(sentence) + 1):
                if h == m:
                    continue
                ends = sentence[h - 1]["pos"], sentence[m - 1]["pos"]
                wanted = (
                    h == 0
                    or abs(h - m) == 1
                    or not known.issuperset(ends)
                    or longest.get((*ends, h < m), 0) >= abs(h - m)
                )
                assert found[m - 1, h] == wanted


def test_sentences_without_tags_keep_all_arcs() -> None:
    ours = ArcExtractor(ArcTemplates(["h.w"]), ["w"], 8, 4)
    data = table([[{"w": "a"}] * 6], ("w",))
    ours.fit(data, np.array([0, 1, 2, 3, 4, 5], np.int32))
    (found,) = allowed(ours, data)
    assert len(ours.classes) == 0
    assert found.sum() == 6 * 6


def test_a_column_with_more_values_than_tags_have_keeps_all_arcs() -> None:
    data = table([[{"w": "a", "pos": str(i)} for i in range(257)]], ("w", "pos"))
    ours = ArcExtractor(ArcTemplates(["h.w"]), ["w", "pos"], 8, 4)
    ours.fit(data, np.arange(257, dtype=np.int32))
    assert len(ours.classes) == 0
    fewer = table([[{"w": "a", "pos": str(i)} for i in range(256)]], ("w", "pos"))
    ours.fit(fewer, np.arange(256, dtype=np.int32))
    assert len(ours.classes) == 256


@pytest.mark.parametrize("heads", [[3, 0], [-1, 0]])
def test_heads_out_of_range_are_refused(heads: list[int]) -> None:
    ours = ArcExtractor(ArcTemplates(["h.w"]), ["w", "pos"], 8, 4)
    with pytest.raises(ValueError, match="out of range"):
        ours.fit(sentences("a/A b/B"), np.array(heads, np.int32))


# --- the column of frequent words ---------------------------------------------------------------


def lexical(ours: ArcExtractor, data: Any, n: int) -> list[str]:
    return [ours.features_of(data, 0, 0, m)[0][2] for m in range(1, n + 1)]


def test_lexical_is_a_frequent_word_in_small_letters_or_the_tag() -> None:
    many = " ".join(f"w{i:03}/N W{i:03}/N" for i in range(99))
    data = sentences(f"The/D the/D {many} Rare/A zoo/N")
    ours = ArcExtractor(ArcTemplates(["m.lexical"]), ["w", "pos"], 8, 4)
    ours.fit(data, np.arange(202, dtype=np.int32))
    assert len(ours.frequent) == 100
    assert lexical(ours, sentences("THE/D w001/N rare/A zoo/N new/X"), 5) == [
        "the", "w001", "/A", "/N", "/X",
    ]  # fmt: skip
    assert ours.needed == ["w", "pos"]


def test_lexical_without_tags_is_the_word() -> None:
    data = table([[{"w": "The"}, {"w": "cat"}]], ("w",))
    ours = ArcExtractor(ArcTemplates(["m.lexical"]), ["w"], 8, 4, frequent=["the"])
    assert lexical(ours, data, 2) == ["the", "/cat"]


@pytest.mark.parametrize(
    ("shared", "columns", "expected"),
    [
        ("h.w", ["w"], ["w"]),
        ("h.w", ["form"], ["form"]),
        ("h.form|m.lemma", ["form", "lemma", "xpos"], ["form", "lemma", "xpos"]),
        ("m.lemma", ["form", "lemma"], ["lemma"]),
        ("between.lexical", ["form", "upos"], ["form", "upos"]),
    ],
    ids=str,
)
def test_sentences_need_the_columns_of_templates_filter_and_frequent_words(
    shared: str, columns: list[str], expected: list[str]
) -> None:
    assert sorted(ArcExtractor(ArcTemplates([shared]), columns).needed) == sorted(expected)
