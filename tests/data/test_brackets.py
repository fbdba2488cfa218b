"""Trees in brackets: what is a node, what is left out, and what is wrong with a file."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.data import (
    Constituents,
    Sentences,
    is_bracketed,
    iterate_constituents,
    read_constituents,
    write_constituents,
)
from linguine.data.reading.source import read_all
from linguine.errors import DataError, ParameterError

from ..messages import assert_three_parts
from ..random_brackets import bracketed_files
from ..reference.brackets import cut_label, read_trees, spans_of, without_empty
from .files import as_bytes, give_stdin, write
from .token_files import data_file

DOGS = "(S (NP (NNS Dogs)) (VP (VBP bark)))"
MANY_LINES = """
( (S
    (NP-SBJ-1 (NNS Dogs) )
    (VP (VBP bark)
      (S
        (NP-SBJ (-NONE- *-1) )
        (VP (-NONE- *?*) )))
    (. .) ))

( (INTJ (UH Oh) ))
"""


Rows = list[tuple[list[tuple[str, str, int]], list[tuple[str, int, int]]]]


def rows_of(trees: Constituents) -> Rows:
    """Words with tags and lines, and labels with spans, sentence by sentence."""
    cells = [trees.sentences.texts_of(name) for name in ("form", "tag")]
    rows = []
    for i, (words, tags) in enumerate(zip(*cells, strict=True)):
        tokens = slice(*trees.sentences.offsets[i : i + 2])
        nodes = slice(*trees.offsets[i : i + 2])
        labels = [trees.names[code] for code in trees.labels[nodes]]
        spans = zip(labels, trees.first[nodes].tolist(), trees.last[nodes].tolist(), strict=True)
        lines = trees.sentences.lines[tokens].tolist()
        rows.append((list(zip(words, tags, lines, strict=True)), list(spans)))
    return rows


@given(
    content=bracketed_files(),
    function_tags=st.booleans(),
    empty=st.booleans(),
    block_bytes=st.integers(1, 100),
)
def test_trees_are_read_as_the_judge_does(
    content: str, function_tags: bool, empty: bool, block_bytes: int
) -> None:
    expected = []
    for top in read_trees(content):
        kept = top if empty else without_empty(top)
        assert kept is not None
        leaves, spans = spans_of(kept)
        if not function_tags:
            leaves = [(word, cut_label(tag), line) for word, tag, line in leaves]
            spans = [(cut_label(label), *span) for label, *span in spans]  # type: ignore[misc]
        expected.append((leaves, spans))
    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder), "x.mrg", content)
        options: Any = {"function_tags": function_tags, "empty": empty}
        trees = read_constituents(path, **options)
        blocks = list(iterate_constituents(path, block_bytes=block_bytes, **options))
    assert rows_of(trees) == expected
    assert [row for block in blocks for row in rows_of(block)] == expected
    assert trees.names == sorted({label for _, spans in expected for label, _, _ in spans})


@given(content=bracketed_files(), outer=st.booleans(), pretty=st.booleans())
def test_what_was_written_is_read_again(content: str, outer: bool, pretty: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        trees = read_constituents(write(Path(folder), "x.mrg", content))
        written = b"".join(write_constituents(trees, outer=outer, pretty=pretty))
        again = read_constituents(write(Path(folder), "y.mrg", written), function_tags=True)
    assert again.to_brackets() == trees.to_brackets()
    assert again.names == trees.names
    assert pretty or written.count(b"\n") == len(trees)


def test_a_tree_may_stand_on_many_lines(tmp_path: Path) -> None:
    trees = read_constituents(write(tmp_path, "x.mrg", MANY_LINES))
    assert trees.to_brackets() == [
        "(S (NP (NNS Dogs)) (VP (VBP bark)) (. .))", "(INTJ (UH Oh))",
    ]  # fmt: skip
    assert trees.sentences.lines.tolist() == [3, 4, 8, 10]
    assert trees.sentences.tags().names == [".", "NNS", "UH", "VBP"]
    assert trees.sentences.place(3).endswith("x.mrg:10")


@pytest.mark.parametrize(
    ("label", "kept"),
    [
        ("NP-SBJ", "NP"),
        ("NP-SBJ-1", "NP"),
        ("NP=2", "NP"),
        ("NP-LOC=2", "NP"),
        ("PRT|ADVP", "PRT"),
        ("-LRB-", "-LRB-"),
        ("-X-1", "-X-1"),
        ("=", "="),
        ("NP", "NP"),
    ],
)
def test_function_tags_and_indices_are_cut_off(tmp_path: Path, label: str, kept: str) -> None:
    path = write(tmp_path, "x.mrg", f"({label} ({label} dog))")
    assert read_constituents(path).to_brackets() == [f"({kept} ({kept} dog))"]
    whole = read_constituents(path, function_tags=True)
    assert whole.to_brackets() == [f"({label} ({label} dog))"]


def test_empty_elements_go_with_all_that_holds_nothing_else(tmp_path: Path) -> None:
    content = "( (S (NP (-NONE- *)) (VP (VB go) (S (NP (X (-NONE- *)))) (NP (NN x)))))"
    path = write(tmp_path, "x.mrg", content)
    trees = read_constituents(path)
    assert trees.to_brackets() == ["(S (VP (VB go) (NP (NN x))))"]
    assert trees.names == ["NP", "S", "VP"]
    assert read_constituents(path, empty=True).to_brackets() == [content[2:-1]]


def test_a_tree_of_nothing_but_empty_elements_keeps_its_place(tmp_path: Path) -> None:
    content = f"( (S (NP (-NONE- *))))\n{DOGS}\n()\n"
    trees = read_constituents(write(tmp_path, "x.mrg", content))
    assert trees.to_brackets() == ["()", DOGS, "()"]


def test_repeated_labels_over_the_same_words_stay(tmp_path: Path) -> None:
    path = write(tmp_path, "x.mrg", "(NP (NP-X (NP (NN dog))))")
    assert read_constituents(path).to_brackets() == ["(NP (NP (NP (NN dog))))"]


def test_only_a_bracket_without_a_label_is_no_node(tmp_path: Path) -> None:
    content = f"(TOP {DOGS})\n( {DOGS})\n({DOGS} (. .))\n"
    trees = read_constituents(write(tmp_path, "x.mrg", content))
    assert trees.to_brackets() == [f"(TOP {DOGS})", DOGS, f"( {DOGS} (. .))"]
    assert trees.has_root().nonzero()[0].tolist() == [0, 1]


@pytest.mark.parametrize("name", ["x.mrg", "x.mrg.gz", "x.txt"])
def test_files_may_be_compressed(tmp_path: Path, name: str) -> None:
    assert read_constituents(write(tmp_path, name, DOGS)).to_brackets() == [DOGS]


def test_trees_come_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    give_stdin(monkeypatch, DOGS.encode())
    assert read_constituents("-").to_brackets() == [DOGS]


def test_depth_costs_no_stack(tmp_path: Path) -> None:
    n = 100_000
    text = "(X " * n + "(A b)" + ")" * n
    path = write(tmp_path, "x.mrg", text + "\n" + DOGS)
    trees = read_constituents(path)
    assert trees.n_nodes == n + 3
    assert trees.to_brackets() == [text, DOGS]
    # Lines stop to move to the right, so that a chain does not cost its square.
    assert sum(map(len, write_constituents(trees, pretty=True))) < 100 * n
    with pytest.raises(DataError, match="closed by"):
        read_constituents(write(tmp_path, "y.mrg", "(X " * n))


BROKEN: dict[str, tuple[str | bytes, str, str, str]] = {
    "not-closed": (f"{DOGS}\n(S (NP\n (NN dog))\n", "must be closed", r"x\.mrg:2.*open", "Add"),
    "cut-in-a-label": ("(S (NP", "must be closed", r"x\.mrg:1", "cut"),
    "cut-in-a-word": ("(S (NP dog", "must be closed", r"x\.mrg:1", "cut"),
    "only-open": ("(", "must be closed", r"x\.mrg:1", "cut"),
    "swallows-the-next": (
        f"( (S (NN dog))\n( {DOGS})\n", "must have a label", r"x\.mrg:2.*line 1", "close the tree",
    ),
    "closed-twice": (f"{DOGS})\n", r"close a '\('", r"x\.mrg:1.*none", "Remove it"),
    "outside": (f"{DOGS}\nDogs bark\n", r"begins with '\('", r"x\.mrg:2.*'Dogs bark'", "Remove"),
    "comment": ("# a comment\n" + DOGS, r"begins with '\('", r"x\.mrg:1.*# a comment", "Remove"),
    "word-before": ("(NP the (NN dog))", "its tag", r"x\.mrg:1.*'the ", r"\(tag word\)"),
    "word-behind": ("(NP (DT the)\n dog)", "its tag", r"x\.mrg:2.*'dog\)'", r"\(tag word\)"),
    "two-words": ("(S (NN New York))", "one word", r"x\.mrg:1.*New York", "'_'"),
    "hollow": ("(S (NP) (NN x))", "hold a word", r"x\.mrg:1.*\(NP\)", "remove it"),
    "hollow-top": ("(S)", "hold a word", r"x\.mrg:1.*\(S\)", "remove it"),
    "no-label": ("(S ((NN x)))", "must have a label", r"x\.mrg:1.*\(\(NN x", "Write the label"),
    "failed-parse": ("(())", "must have a label", r"x\.mrg:1", "Write the label"),
    "empty": ("", "at least one tree", "empty file", r"\(S \(NP"),
    "blank": (" \n\t\n", "at least one tree", "empty file", r"\(S \(NP"),
    "zero": (f"{DOGS}\n(S (NN a\0b))", "zero bytes", r"x\.mrg:2", "remove them"),
    "not-utf-8": (f"{DOGS}\n(S (NN ".encode() + b"\xff))", "UTF-8", r"x\.mrg:2", "Save the file"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files_are_told_in_three_parts(tmp_path: Path, name: str) -> None:
    content, rule, got, fix = BROKEN[name]
    path = write(tmp_path, "x.mrg", content)
    with pytest.raises(DataError) as caught:
        read_constituents(path)
    assert_three_parts(caught.value, rule, got, fix)
    with pytest.raises(DataError) as again:
        list(iterate_constituents(path, block_bytes=8))
    assert_three_parts(again.value, rule, got, fix)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is none of this name"):
        read_constituents(tmp_path / "x.mrg")


def test_options_are_checked(tmp_path: Path) -> None:
    path = write(tmp_path, "x.mrg", DOGS)
    with pytest.raises(ParameterError, match="function_tags"):
        read_constituents(path, function_tags="no")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="encoding_errors"):
        read_constituents(path, encoding_errors="ignore")
    with pytest.raises(ParameterError, match="block_bytes"):
        iterate_constituents(path, block_bytes=0)


def test_latin_1_can_be_read(tmp_path: Path) -> None:
    path = write(tmp_path, "x.mrg", b"(NN caf\xe9)")
    trees = read_constituents(path, encoding_errors="latin-1")
    assert trees.sentences.texts_of("form") == [["café"]]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("x.mrg", "", True),
        ("x.MRG.gz", "anything", True),
        ("x.ptb", "", True),
        ("x.txt", DOGS, True),
        ("x.txt", f"\n\n ( {DOGS})", True),
        ("x.txt", "(S\n  (NP\n    (NNS Dogs))", True),
        ("x.txt", "(TOP (S (NP (NN x)", False),
        ("x.txt", "", False),
        ("x.txt", "Dogs bark (NP (NN x))", False),
        ("x.txt", "(see below) the rest", False),
        ("x.txt", "(see (the page) below)", False),
        ("x.txt", "((((((", False),
        ("x.conllu", "1\tDogs\n", False),
    ],
)
def test_trees_are_known_by_name_or_content(name: str, content: str, expected: bool) -> None:
    assert is_bracketed(name, as_bytes(content)) == expected


@pytest.mark.parametrize(
    ("words", "tags", "label", "wrong"),
    [
        (["New York"], ["NN"], "NP", "word.*'New York'"),
        (["("], ["NN"], "NP", r"word.*'\('"),
        ([""], ["NN"], "NP", "word.*''"),
        (["a"], [")"], "NP", r"tag.*'\)'"),
        (["a"], ["NN"], "", "label.*''"),
        (["a"], ["NN"], "N\nP", "label"),
    ],
)
def test_what_could_not_be_read_again_is_not_written(
    words: list[str], tags: list[str], label: str, wrong: str
) -> None:
    sentences = Sentences.from_python([words], [tags], columns="form")
    trees = Constituents.from_arrays(sentences, [0, 1], [0], [0], [1], [label])
    with pytest.raises(DataError) as caught:
        trees.to_brackets()
    assert_three_parts(caught.value, "without blanks and brackets", wrong, "-LRB-")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "n_trees", "n_words", "n_leaves"),
    [("train.mrg.gz", 3132, 74879, 80116), ("test.mrg", 782, 19205, 20560)],
)
def test_real_treebanks_are_read_and_written_back(
    name: str, n_trees: int, n_words: int, n_leaves: int
) -> None:
    path = data_file(f"ptb_sample/{name}")
    trees, whole = read_constituents(path), read_constituents(path, function_tags=True, empty=True)
    assert (len(trees), trees.n_tokens, whole.n_tokens) == (n_trees, n_words, n_leaves)
    assert trees.has_root().all()
    written = b"".join(write_constituents(whole, outer=True))
    # A few of its trees begin with (( instead of ( (.
    assert written == read_all(str(path)).tobytes().replace(b"((", b"( (")


def test_pretty_trees_have_a_phrase_a_line() -> None:
    tree = "(S (NP (DT The) (NN dog)) (VP (VBD saw) (NP (PRP it)) (ADVP (RB now))) (. .))"
    trees = Constituents.from_brackets([tree, "(UH Oh)"])
    assert b"".join(write_constituents(trees, pretty=True)).decode() == (
        "(S\n  (NP (DT The) (NN dog))\n  (VP\n    (VBD saw)\n    (NP (PRP it))\n"
        "    (ADVP (RB now)))\n  (. .))\n(UH Oh)\n"
    )
