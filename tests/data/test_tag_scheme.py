"""Tag schemes are recognised, read as conlleval reads them, and rewritten without a span lost."""

from __future__ import annotations

import gzip
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from linguine.data.targets.tag_scheme import (
    TagScheme,
    allowed_transitions,
    convert,
    recognise,
    repair,
    spans,
)
from linguine.errors import DataError, ParameterError

from ..accuracy.corpora import folder
from ..messages import assert_three_parts
from ..reference import conlleval
from ..reference.conlleval import Corpus, decode, encode

PLAIN, IOB1, IOB2, BIOES = TagScheme.PLAIN, TagScheme.IOB1, TagScheme.IOB2, TagScheme.BIOES
BIO_TAGS = ["O", *(f"{letter}-{kind}" for letter in "BI" for kind in ("X", "Y"))]
BIOES_TAGS = ["O", *(f"{letter}-{kind}" for letter in "BIES" for kind in ("X", "Y"))]
BILOU_TAGS = ["O", *(f"{letter}-{kind}" for letter in "BILU" for kind in ("X", "Y-1"))]
BMES_TAGS = ["B", "M", "E", "S"]
TAG_SETS = {
    "BIO": BIO_TAGS,
    "BIOES": BIOES_TAGS,
    "BILOU": BILOU_TAGS,
    "BMEWO": ["O", *(f"{letter}-{kind}" for letter in "BMEW" for kind in ("X", "Y"))],
    "bare BIO": ["B", "I", "O"],
    "bare BMES": BMES_TAGS,
    "bare beside typed": ["B", "I", "E", "S", "B-X", "I-X", "E-X", "S-X", "O"],
}


def any_sentences(tags: list[str]) -> st.SearchStrategy[list[list[str]]]:
    """Sentences of any tags in any order, empty ones among them."""
    return st.lists(st.lists(st.sampled_from(tags), max_size=9), max_size=5)


def judged_chunks(sentences: list[list[str]]) -> list[tuple[int, int, int, str]]:
    """(sentence, begin, end, type) by the judge, tokens counted through the whole corpus."""
    found, offset = [], 0
    for i, sentence in enumerate(sentences):
        found += [(i, offset + a, offset + b, kind) for a, b, kind in conlleval.chunks(sentence)]
        offset += len(sentence)
    return found


def found_chunks(
    codes: NDArray[Any], offsets: NDArray[Any], tags: list[str]
) -> list[tuple[int, int, int, str]]:
    found = spans(codes, offsets, tags)
    kinds = [found.type_names[code] for code in found.type_code]
    columns = (found.sentence.tolist(), found.begin.tolist(), found.end.tolist(), kinds)
    return list(zip(*columns, strict=True))


@pytest.mark.parametrize("tags", TAG_SETS.values(), ids=TAG_SETS)
@given(data=st.data())
def test_spans_are_those_of_conlleval(tags: list[str], data: st.DataObject) -> None:
    sentences = data.draw(any_sentences(tags))
    assert found_chunks(*encode(sentences, tags), tags) == judged_chunks(sentences)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("O B-X I-X O", [(1, 3, "X")]),
        ("I-X I-X B-X O I-X", [(0, 2, "X"), (2, 3, "X"), (4, 5, "X")]),
        ("B-X I-Y I-Y", [(0, 1, "X"), (1, 3, "Y")]),
        ("B-X E-X S-Y S-Y", [(0, 2, "X"), (2, 3, "Y"), (3, 4, "Y")]),
        ("E-X E-X I-X S-X I-X", [(0, 1, "X"), (1, 2, "X"), (2, 3, "X"), (3, 4, "X"), (4, 5, "X")]),
        ("B-X E-X B-X", [(0, 2, "X"), (2, 3, "X")]),
        ("B-X-1 I-X-1 I-X-2", [(0, 2, "X-1"), (2, 3, "X-2")]),
        ("B I O I", [(0, 2, ""), (3, 4, "")]),
        ("O O", []),
    ],
)
def test_spans_of_examples_worked_by_hand(
    sentence: str, expected: list[tuple[int, int, str]]
) -> None:
    tags = sorted(set(sentence.split()))
    codes, offsets = encode([sentence.split()], tags)
    assert [chunk[1:] for chunk in found_chunks(codes, offsets, tags)] == expected
    assert conlleval.chunks(sentence.split()) == expected


def test_a_span_does_not_reach_into_the_next_sentence() -> None:
    tags = ["B-X", "I-X", "O"]
    codes, offsets = encode([["B-X", "I-X"], [], ["I-X"]], tags)
    assert found_chunks(codes, offsets, tags) == [(0, 0, 2, "X"), (2, 2, 3, "X")]


def test_a_corpus_without_tokens_has_no_spans() -> None:
    assert len(spans(np.array([], dtype=np.int32), np.array([0]), ["B-X", "O"])) == 0


def test_part_of_speech_tags_have_no_spans_to_read() -> None:
    with pytest.raises(DataError) as caught:
        spans(np.array([0]), np.array([0, 1]), ["O", "NOUN"])
    assert_three_parts(caught.value, "letters OBIES", "tag 1 is 'NOUN'", "PLAIN")


def test_two_alphabets_in_one_set_of_tags_are_refused() -> None:
    with pytest.raises(DataError, match="tag 3 is 'M-X'"):
        spans(np.array([0]), np.array([0, 1]), ["B-X", "I-X", "E-X", "M-X"])


SETS = {
    IOB2: ["B-NP I-NP O", "B-NP O", "B-A I-A B-B O", "B I O", "B I"],
    IOB1: ["B-A I-A I-B O", "I-NP O", "I-PER"],
    BIOES: [
        *("O B-X I-X E-X S-X", "O B-X I-X L-X U-X", "O B-X M-X E-X W-X", "B M E S"),
        *("S-X O", "B-X L-X O"),
    ],
    PLAIN: [
        *("", "O", "I O", "B O", "S O", "B I-X O", "B- I- O", "BI-X O", "O-X B-X I-X"),
        *("B-X I-X M-X E-X O", "B-X I-X E-X U-X", "I-X E-X O", "M-SG W-PL", "B-NP b-np O"),
        *("NOUN VERB X O", "-LRB- -RRB- IN NN O WP$ ``", "B-NP I-NP O NOUN"),
    ],
}


@pytest.mark.parametrize(
    ("tags", "expected"),
    [(tags, scheme) for scheme, sets in SETS.items() for tags in sets],
)
def test_the_set_of_tags_tells_the_scheme(tags: str, expected: TagScheme) -> None:
    assert recognise(tags.split()) is expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("I-X I-X O I-X B-X", IOB1),
        ("B-X I-X O B-X B-X", IOB2),
        ("B-X I-X O B-X O B-X O I-X", IOB2),
        ("O O", IOB2),
        ("I-X I-Y", IOB1),
    ],
)
def test_the_sequences_tell_iob1_from_iob2(sentence: str, expected: TagScheme) -> None:
    codes, offsets = encode([sentence.split()], BIO_TAGS)
    assert recognise(BIO_TAGS, codes, offsets) is expected


@given(any_sentences(BIO_TAGS))
def test_what_was_converted_is_recognised(sentences: list[list[str]]) -> None:
    codes, offsets = encode([*sentences, ["O", "B-X"]], BIO_TAGS)
    for scheme in (IOB1, IOB2, BIOES):
        new, tags = convert(codes, offsets, BIO_TAGS, IOB2, scheme)
        assert recognise(tags, new, offsets) is scheme


def test_tokens_without_sentences_are_refused() -> None:
    with pytest.raises(ParameterError) as caught:
        recognise(["B-X"], np.array([0]))
    assert_three_parts(caught.value, "together", "codes alone", "both, or neither")


def read_column(path: Path, column: int) -> tuple[list[str], Corpus]:
    found = path if path.exists() else path.with_name(path.name + ".gz")
    opener: Any = gzip.open if found.suffix == ".gz" else open
    sentences: list[list[str]] = [[]]
    with opener(found, "rt", encoding="utf-8") as lines:
        for fields in map(str.split, lines):
            if not fields:
                sentences.append([])
            elif path.suffix != ".conllu" or fields[0].isdigit():
                sentences[-1].append(fields[column])
    tags = sorted({tag for sentence in sentences for tag in sentence})
    return tags, encode(sentences, tags)


@pytest.mark.parametrize(
    ("name", "file", "column", "expected"),
    [
        ("conll2000", "test.conll", 1, PLAIN),
        ("conll2003", "test.conll", 2, IOB1),
        ("ud_english_ewt", "dev.conllu", 3, PLAIN),
        ("ud_english_ewt", "dev.conllu", 4, PLAIN),
    ],
)
def test_other_columns_of_real_data_are_recognised(
    name: str, file: str, column: int, expected: TagScheme
) -> None:
    tags, corpus = read_column(folder(name) / file, column)
    assert recognise(tags, *corpus) is expected


@pytest.mark.parametrize(
    ("name", "file", "column", "expected", "n_spans"),
    [
        ("conll2000", "train.conll", 2, IOB2, 106_978),
        ("conll2000", "test.conll", 2, IOB2, 23_852),
        ("conll2003", "train.conll", 3, IOB1, 23_499),
        ("conll2003", "dev.conll", 3, IOB1, 5_942),
        ("conll2003", "test.conll", 3, IOB1, 5_648),
    ],
)
def test_real_data_have_the_spans_that_the_shared_tasks_published(
    name: str, file: str, column: int, expected: TagScheme, n_spans: int
) -> None:
    tags, corpus = read_column(folder(name) / file, column)
    assert recognise(tags, *corpus) is expected
    assert len(spans(*corpus, tags)) == n_spans
    new, new_tags = convert(*corpus, tags, expected, IOB2)
    assert found_chunks(new, corpus[1], new_tags) == found_chunks(*corpus, tags)
    assert repair(new, corpus[1], new_tags, IOB2).n_repaired == 0


def is_allowed(sentence: list[str], tags: list[str], scheme: TagScheme) -> bool:
    allowed, start, end = allowed_transitions(tags, scheme)
    codes = [tags.index(tag) for tag in sentence]
    inner = all(allowed[a, b] for a, b in pairwise(codes))
    return inner and bool(start[codes[0]]) and bool(end[codes[-1]])


@pytest.mark.parametrize(
    ("tags", "scheme"),
    [(BIO_TAGS, IOB2), (["B", "I", "O"], IOB2), (BIOES_TAGS, BIOES), (BMES_TAGS, BIOES)],
    ids=["BIO", "bare BIO", "BIOES", "BMES"],
)
@given(data=st.data())
def test_transitions_allow_exactly_the_well_formed_sentences(
    tags: list[str], scheme: TagScheme, data: st.DataObject
) -> None:
    sentence = data.draw(st.lists(st.sampled_from(tags), min_size=1, max_size=4))
    assert is_allowed(sentence, tags, scheme) == conlleval.is_well_formed(sentence, scheme.value)


@pytest.mark.parametrize("scheme", [PLAIN, IOB1])
def test_plain_tags_and_iob1_allow_everything(scheme: TagScheme) -> None:
    allowed, start, end = allowed_transitions(BIO_TAGS, scheme)
    assert (int(allowed.sum()), int(start.sum()), int(end.sum())) == (25, 5, 5)


def test_tags_that_no_sentence_of_one_word_can_have_are_refused() -> None:
    with pytest.raises(DataError) as caught:
        allowed_transitions(["B", "E"], BIOES)
    assert_three_parts(caught.value, "every sentence", r"\['B', 'E'\]", "Add O")


def test_tags_of_another_scheme_are_refused() -> None:
    with pytest.raises(DataError, match=r"letters OBI, .* 'E-X'"):
        allowed_transitions(BIOES_TAGS, IOB2)


@pytest.mark.parametrize("to_scheme", [IOB1, IOB2, BIOES])
@pytest.mark.parametrize(
    ("tags", "from_scheme"),
    [(BIO_TAGS, IOB1), (BIO_TAGS, IOB2), (BIOES_TAGS, BIOES), (BILOU_TAGS, BIOES)],
    ids=["IOB1", "IOB2", "BIOES", "BILOU"],
)
@given(data=st.data())
def test_conversion_keeps_all_spans_and_is_well_formed(
    tags: list[str], from_scheme: TagScheme, to_scheme: TagScheme, data: st.DataObject
) -> None:
    sentences = data.draw(any_sentences(tags))
    codes, offsets = encode(sentences, tags)
    new, new_tags = convert(codes, offsets, tags, from_scheme, to_scheme)
    rewritten = decode(new, offsets, new_tags)
    assert judged_chunks(rewritten) == judged_chunks(sentences)
    assert new_tags == sorted({tag for sentence in rewritten for tag in sentence})
    assert new.dtype == np.int32
    if to_scheme is not IOB1:
        assert all(conlleval.is_well_formed(each, to_scheme.value) for each in rewritten)


@given(any_sentences(BIO_TAGS))
def test_conversion_there_and_back_is_the_identity(sentences: list[list[str]]) -> None:
    codes, offsets = encode(sentences, BIO_TAGS)
    for scheme in (IOB1, IOB2):
        first, tags = convert(codes, offsets, BIO_TAGS, IOB2, scheme)
        bioes, bioes_tags = convert(first, offsets, tags, scheme, BIOES)
        again, again_tags = convert(bioes, offsets, bioes_tags, BIOES, scheme)
        assert (again.tolist(), again_tags) == (first.tolist(), tags)


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        (IOB1, "I-X I-X B-X I-Y O"),
        (IOB2, "B-X I-X B-X B-Y O"),
        (BIOES, "B-X E-X S-X S-Y O"),
    ],
)
def test_conversion_of_an_example(scheme: TagScheme, expected: str) -> None:
    codes, offsets = encode(["I-X I-X B-X I-Y O".split()], BIO_TAGS)
    new, tags = convert(codes, offsets, BIO_TAGS, IOB1, scheme)
    assert decode(new, offsets, tags) == [expected.split()]


def test_bioes_keeps_the_letters_of_the_file() -> None:
    codes, offsets = encode(["U-X B-X L-X".split()], BILOU_TAGS)
    assert convert(codes, offsets, BILOU_TAGS, BIOES, BIOES)[1] == ["B-X", "L-X", "U-X"]


def test_plain_tags_cannot_be_converted() -> None:
    with pytest.raises(ParameterError) as caught:
        convert(np.array([0]), np.array([0, 1]), ["NOUN"], PLAIN, IOB2)
    assert_three_parts(caught.value, "between IOB1", "PLAIN to IOB2", "Leave tags")


@pytest.mark.parametrize(
    ("tags", "scheme"),
    [(BIO_TAGS, IOB2), (BIOES_TAGS, BIOES), (BILOU_TAGS, BIOES)],
    ids=["IOB2", "BIOES", "BILOU"],
)
@given(data=st.data())
def test_repair_keeps_all_spans_and_changes_only_what_is_malformed(
    tags: list[str], scheme: TagScheme, data: st.DataObject
) -> None:
    sentences = data.draw(any_sentences(tags))
    codes, offsets = encode(sentences, tags)
    fixed = repair(codes, offsets, tags, scheme)
    rewritten = decode(fixed.codes, offsets, fixed.tags)
    assert judged_chunks(rewritten) == judged_chunks(sentences)
    for before, after in zip(sentences, rewritten, strict=True):
        assert conlleval.is_well_formed(after, scheme.value)
        assert before == after or not conlleval.is_well_formed(before, scheme.value)
    changed = [
        (i, j)
        for i, (before, after) in enumerate(zip(sentences, rewritten, strict=True))
        for j, (old, new) in enumerate(zip(before, after, strict=True))
        if old != new
    ]
    assert (fixed.n_repaired, fixed.first) == (len(changed), changed[0] if changed else None)
    assert fixed.tags == tags


@pytest.mark.parametrize(
    ("sentence", "scheme", "expected"),
    [
        ("O I-X I-X I-Y", IOB2, "O B-X I-X B-Y"),
        ("B-X O E-X I-X I-X", BIOES, "S-X O S-X B-X E-X"),
        ("B-X B-X E-X S-X E-X", BIOES, "S-X B-X E-X S-X S-X"),
        ("B-X L-X L-X", BIOES, "B-X L-X U-X"),
        ("M E", BIOES, "B E"),
        ("O B M", BIOES, "O B E"),
    ],
)
def test_repair_of_an_example_appends_missing_tags(
    sentence: str, scheme: TagScheme, expected: str
) -> None:
    tags = sorted(set(sentence.split()), reverse=True)
    codes, offsets = encode([sentence.split()], tags)
    fixed = repair(codes, offsets, tags, scheme)
    assert decode(fixed.codes, offsets, fixed.tags) == [expected.split()]
    assert fixed.tags[: len(tags)] == tags
    assert sorted(fixed.tags) == sorted({*tags, *expected.split()})


@pytest.mark.parametrize("scheme", [PLAIN, IOB1])
def test_plain_tags_and_iob1_are_not_repaired(scheme: TagScheme) -> None:
    codes, offsets = encode([["O", "I-X"], ["I-Y"]], BIO_TAGS)
    fixed = repair(codes, offsets, BIO_TAGS, scheme)
    assert (fixed.codes.tolist(), fixed.n_repaired, fixed.first) == (codes.tolist(), 0, None)


@pytest.mark.parametrize(
    ("codes", "offsets", "rule", "got", "fix"),
    [
        ([0, 3], [0, 2], "between 0 and 2", "token 1 has 3", "all tags"),
        ([-1], [0, 1], "between 0 and 2", "token 0 has -1", "all tags"),
        ([0, 1], [0, 3], "rise from 0", r"got \[0, 3\]", r"n_sentences \+ 1"),
        ([0, 1], [1, 2], "rise from 0", r"got \[1, 2\]", r"n_sentences \+ 1"),
        ([0, 1], [0, 2, 1, 2], "rise from 0", r"got \[0, 2, 1, 2\]", r"n_sentences \+ 1"),
        ([0], [], "rise from 0", r"got \[\]", r"n_sentences \+ 1"),
        ([0.5], [0, 1], "codes must be a column of integers", "float64", "tag codes"),
        ([0], [[0, 1]], "offsets must be a column of integers", r"\(1, 2\)", "offset of each"),
    ],
)
def test_a_broken_corpus_is_named_with_its_place(
    codes: list[Any], offsets: list[Any], rule: str, got: str, fix: str
) -> None:
    with pytest.raises(DataError) as caught:
        spans(np.array(codes), np.array(offsets), ["B-X", "I-X", "O"])
    assert_three_parts(caught.value, rule, got, fix)
