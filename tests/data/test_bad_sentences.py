"""Bad sentences, in lists and in files, get an error in three parts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine.data import Sentences, Tags, append_column, iterate_sentences, read_sentences
from linguine.errors import DataError, LinguineError, ParameterError

from ..messages import assert_three_parts
from .files import write

WORDS = [["The", "cat"], ["It"]]
PAIRS = [[("The", "DT"), ("cat", "NN")], [("It", "PRP")]]
TREE_LINE = "1\tDogs\tdog\tNOUN\t_\t_\t0\troot\t_\t_\n"


def simple(content: str) -> Sentences:
    return Sentences.from_python([line.split() for line in content.split("\n")])


# name -> (call, words of the rule, words of what came, words of what to do)
Case = tuple[Callable[[], Any], str, str, str]
IN_PYTHON: dict[str, Case] = {
    "one-str": (lambda: Sentences.from_python("The cat"), "list of lists", "got str", r"\[\['The"),
    "sentence-str": (
        lambda: Sentences.from_python([["a"], "The cat"]),
        "list of lists", "sentence 1 is str", "Split it",
    ),
    "number": (lambda: Sentences.from_python(7), "list of lists", "got int", "Give a list"),
    "sentence-none": (
        lambda: Sentences.from_python([None]), "list of lists", "sentence 0 is NoneType", "Give",
    ),
    "token-number": (
        lambda: Sentences.from_python([["a"], ["b", 7]]),
        "expected a str as 'w'", r"sentence 1, token 1.*got int", "Convert",
    ),
    "token-mixed": (
        lambda: Sentences.from_python([["a", ("b", "c")]]),
        "expected a str", r"sentence 0, token 1.*got tuple", "Convert",
    ),
    "cell-number": (
        lambda: Sentences.from_python([[("a", 7)]], columns="w,pos"),
        "expected a str as 'pos'", r"sentence 0, token 0.*got int", "Convert",
    ),
    "ragged": (
        lambda: Sentences.from_python([[("a", "DT")], [("b",)]]),
        "expected the columns w, c1", r"sentence 1, token 0.*\('b',\)", "same columns",
    ),
    "not-a-tuple": (
        lambda: Sentences.from_python([[("a", "DT"), "b"]]),
        "expected the columns w, c1", r"sentence 0, token 1.*got b", "same columns",
    ),
    "names": (
        lambda: Sentences.from_python(PAIRS, columns="w,pos,chunk"),
        "3 columns", "has 2", "Give one text for each",
    ),
    "names-of-words": (
        lambda: Sentences.from_python(WORDS, columns="w,pos"),
        "2 columns", "has 1: 'The'", "Give one text for each",
    ),
    "keys": (
        lambda: Sentences.from_python([[{"w": "a", "pos": "b"}, {"w": "a", "tag": "b"}]]),
        "expected the columns w, pos", r"sentence 0, token 1.*'tag'", "same columns",
    ),
    "more-keys": (
        lambda: Sentences.from_python([[{"w": "a"}, {"w": "a", "tag": "b"}]]),
        "expected the columns w", r"sentence 0, token 1.*'tag'", "same columns",
    ),
    "key-number": (
        lambda: Sentences.from_python([[{"w": "a", "n": 1.5}]]),
        "expected a str as 'n'", "got float", "Convert",
    ),
    "other-keys": (
        lambda: Sentences.from_python([[{"w": "a"}]], columns="w,pos"),
        "the columns w, pos", "the keys 'w'", "Rename",
    ),
    "surrogate": (
        lambda: Sentences.from_python([["a\ud800"]]),
        "expected Unicode", r"sentence 0, token 0.*surrogate", "Mend",
    ),
    "tags-count": (
        lambda: Sentences.from_python([["a"], ["b"]], [["O"]]),
        "one list for each sentence", "1 lists for 2 sentences", "Check",
    ),
    "tags-length": (
        lambda: Sentences.from_python([["a"], ["b", "c"]], [["O"], ["O"]]),
        "one tag for each token", "sentence 1 has 2 tokens and 1 tags", "Check",
    ),
    "tag-number": (
        lambda: Sentences.from_python([["a"]], [[1]]),
        "a str as tag", r"sentence 0, token 0.*got int", "Convert",
    ),
    "tags-twice": (
        lambda: Sentences.from_python(PAIRS, [["O", "O"], ["O"]], columns="w,tag"),
        "given once", "column 'tag' already", "Leave it out",
    ),
    "no-tags": (lambda: simple("a b").tags(), "a column of tags", "only w", "Add the tags"),
    "empty-tag": (
        lambda: Sentences.from_python([["a"], ["b"]], [["O"], [None]]).tags(),
        "every token needs a tag", "sentence 1, token 0", "Fill it in",
    ),
    "unknown-column": (
        lambda: Sentences.from_python(PAIRS, columns="w,pos").column("poss"),
        "one of w, pos", "got 'poss'", "Did you mean 'pos'",
    ),
    "written-tab": (
        lambda: append_column(simple("a"), [["O\tX"]]), "fit into a column", "a tab", "Replace",
    ),
    "written-word": (
        lambda: list(append_column(Sentences.from_python([["a\nb"]]), [["O"]])),
        "a cell of 'w' must fit", "a line end", "Replace",
    ),
    "written-nothing": (
        lambda: append_column(simple("a"), [[""]]), "not be empty", "one of them is", "Write",
    ),
    "written-few": (
        lambda: append_column(simple("a b"), Tags(["O"], np.array([0]))),
        "each of the 2 tokens", "got 1", "Give the tags",
    ),
    "written-unknown": (
        lambda: append_column(simple("a b"), Tags(["O"], np.array([0, -1]))),
        "each of the 2 tokens", "got 1", "Give the tags",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", IN_PYTHON.values(), ids=IN_PYTHON.keys())
def test_bad_lists_are_told_in_three_parts(case: Case) -> None:
    call, rule, got, fix = case
    with pytest.raises(DataError) as caught:
        call()
    assert_three_parts(caught.value, rule, got, fix)


# name -> (file, content, options, rule, what came, what to do)
FileCase = tuple[str, str, dict[str, Any], str, str, str]
IN_FILES: dict[str, FileCase] = {
    "few": (
        "x.conll", "a DT O\nb\n", {},
        "expected 3 columns, as on line 1", "x.conll:2.*got 1: 'b'", "Fill in what is missing",
    ),
    "many": (
        "x.conll", "\na O\n\nNew York LOC\n", {},
        "expected 2 columns, as on line 2", "x.conll:4.*got 3: 'New York LOC'", "separate all",
    ),
    "spaces": (
        "x.tsv", "a\tO\nb O\n", {},
        "expected 2 tab-separated columns", "x.tsv:2.*got 1: 'b O'", "spaces instead of tabs",
    ),
    "tabs": (
        "x.tsv", "a\tO\nb\tO\tO\n", {}, "expected 2 tab", "x.tsv:2.*got 3", "Remove the tabs",
    ),
    "comment": (
        "x.conll", "a O\n\n# id 7\nb O\n", {}, "expected 2", "x.conll:3.*got 3", "comments=True",
    ),
    "empty": ("x.conll", "", {}, "at least one sentence", "an empty file", "Write one token"),
    "blank": ("x.conll", "\n \n\t\n", {}, "at least one", "an empty file", "Write one token"),
    "only-comments": (
        "x.conll", "# a b\n\n", {"comments": True}, "at least one", "no line with a token", "Write",
    ),
    "only-documents": ("x.conll", "-DOCSTART- O\n\n", {}, "at least one", "no line", "Write"),
    "few-names": (
        "x.conll", "\nEU NNP B-ORG\n", {"columns": "w,pos"},
        "expected 2 columns.* w, pos", "x.conll:2.*got 3: 'EU NNP B-ORG'", "one name for each",
    ),
    "many-names": (
        "x.conll", "EU NNP\n", {"columns": "w,pos,tag"},
        "expected 3 columns.* w, pos, tag", "x.conll:1.*got 2: 'EU NNP'", "one name for each",
    ),
    "missing": (
        "x.conll", "EU\n", {"columns": "w,pos,chunk,tag", "needed": ["w", "pos", "chunk"]},
        "expected the columns w, pos, chunk", "missing: pos, chunk. Got 1 column: 'EU'", "Add",
    ),
    "too-many-to-predict": (
        "x.conll", "EU NNP O O\n", {"columns": "w,pos,tag", "needed": ["w"]},
        "expected 3 columns", "got 4", "one name for each",
    ),
    "tag-column": (
        "x.conll", "EU O\n", {"tag_column": "ner"}, "one of the columns", "they are w, c1", "Name",
    ),
    "no-tag-column": (
        "x.conll", "EU\n", {"tag_column": "tag"}, "one of the columns", "they are w", "Name",
    ),
    "fields": (
        "x.conllu", TREE_LINE + "2\tbark\t_\n", {},
        "expected 10 tab-separated fields", r"x.conllu:2.*got 3: '2\\tbark", "Write _",
    ),
    "field-spaces": (
        "x.conllu", TREE_LINE.replace("\t", " "), {},
        "expected 10 tab-separated fields", "x.conllu:1.*got 1", "spaces instead of tabs",
    ),
    "span-fields": (
        "x.conllu", "1-2\tDogs\n", {}, "expected 10", "x.conllu:1.*got 2", "Write _",
    ),
    "id-jumps": (
        "x.conllu", TREE_LINE + "\n" + TREE_LINE + "3" + TREE_LINE[1:], {},
        "ids must count", "x.conllu:4.*expected 2, got '3'", "Number the tokens",
    ),
    "id-again": (
        "x.conllu", TREE_LINE * 2, {}, "ids must count", "expected 2, got '1'", "empty line ends",
    ),
    "id-word": (
        "x.conllu", "x" + TREE_LINE[1:], {}, "ids must count", "expected 1, got 'x'", "Number",
    ),
    "id-span": (
        "x.conllu", "1-" + TREE_LINE[1:], {}, "ids must count", "expected 1, got '1-'", "Number",
    ),
    "id-long": (
        "x.conllu", "9" * 30 + TREE_LINE[1:], {}, "ids must count", "1, got '999", "Number",
    ),
    "head": (
        "x.conllu", TREE_LINE.replace("\t0\t", "\troot\t"), {},
        "HEAD must be", "x.conllu:1.*got 'root'", "seventh column",
    ),
    "head-negative": (
        "x.conllu", TREE_LINE.replace("\t0\t", "\t-1\t"), {}, "HEAD must be", "got '-1'", "seventh",
    ),
    "needed-in-treebank": (
        "x.conllu", TREE_LINE, {"columns": "w,pos,tag", "needed": ["w", "pos"]},
        "expected the columns w, pos", "missing: pos. Got 10 columns", "Add",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", IN_FILES.values(), ids=IN_FILES.keys())
def test_bad_files_are_told_in_three_parts(tmp_path: Path, case: FileCase) -> None:
    name, content, options, rule, got, fix = case
    path = write(tmp_path, name, content)
    with pytest.raises(DataError) as caught:
        read_sentences(path, **options)
    assert_three_parts(caught.value, rule, got, fix)
    with pytest.raises(DataError) as in_blocks:
        list(iterate_sentences(path, block_bytes=7, **options))
    assert str(in_blocks.value) == str(caught.value)


BAD_OPTIONS: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "format": ({"format": "connlu"}, "one of auto, conll, conllu", "'connlu'", "Did you mean"),
    "separator": ({"separator": ","}, "one of auto, tab, blanks", "','", "Use 'auto'"),
    "encoding": ({"encoding_errors": "ignore"}, "one of strict", "'ignore'", "Use 'replace'"),
    "comments": ({"comments": "yes"}, "True or False", "'yes'", "Give comments=True"),
    "name": ({"columns": "w,my pos"}, "letters", "'my pos'", "For example"),
    "no-name": ({"columns": "w,,tag"}, "letters", "''", "For example"),
    "previous-tag": ({"columns": "w,y"}, "not 'y'", "got 'y'", "For example"),
    "same-names": ({"columns": "w,pos,w"}, "different names", "'w' is there twice", "Rename"),
    "no-names": ({"columns": []}, "at least one", "got none", "Say"),
    "name-treebank": (
        {"columns": "w,tag", "format": "conllu"}, "cannot be named", "got w, tag", "Leave",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_OPTIONS.values(), ids=BAD_OPTIONS.keys())
def test_bad_options_are_told_in_three_parts(
    tmp_path: Path, case: tuple[dict[str, Any], str, str, str]
) -> None:
    options, rule, got, fix = case
    path = write(tmp_path, "x.conll", "a O\n")
    with pytest.raises(ParameterError) as caught:
        read_sentences(path, **options)
    assert_three_parts(caught.value, rule, got, fix)


def test_blocks_must_have_a_size(tmp_path: Path) -> None:
    path = write(tmp_path, "x.conll", "a O\n")
    with pytest.raises(LinguineError, match="block_bytes must be an integer >= 1"):
        iterate_sentences(path, block_bytes=0)


@pytest.mark.parametrize("tag", ["B LOC", "B\tLOC"], ids=["space", "tab"])
def test_a_tag_that_would_break_the_columns_is_refused(tmp_path: Path, tag: str) -> None:
    sentences = read_sentences(write(tmp_path, "x.conll", "a O\n"))
    with pytest.raises(DataError, match="a tag must fit into a column"):
        append_column(sentences, [[tag]])


def test_an_empty_tag_of_a_file_is_told_with_its_line(tmp_path: Path) -> None:
    path = write(tmp_path, "x.tsv", "a\tO\nb\t\n")
    with pytest.raises(DataError, match=r"x\.tsv:2: every token needs a tag"):
        read_sentences(path).tags()
