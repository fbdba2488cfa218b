"""Several text columns on the command line: read again from every new file, by their names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..data.files import give_stdin
from .command_line import CommandLine

BOTH = ("--text-column", "title", "--text-column", "body")
ROWS = [(("ham", "spam")[i % 2], ("lunch", "win")[i % 2], f"text {i % 7}") for i in range(40)]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "train.csv"
    lines = ["label,title,body", *(",".join(row) for row in ROWS)]
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def model(linguine: CommandLine, table: Path, tmp_path: Path) -> Path:
    path = tmp_path / "m.linguine"
    linguine.succeed("train", table, *BOTH, "--model", path, "--algorithm", "svm")
    return path


def write(folder: Path, name: str, content: str) -> Path:
    (folder / name).write_text(content)
    return folder / name


def test_the_summary_says_which_columns_were_read(
    linguine: CommandLine, table: Path, tmp_path: Path
) -> None:
    """The last --text-column was taken, and the others were dropped without a word."""
    base = ("train", table, "--model", tmp_path / "m", "--algorithm", "svm")
    out = linguine.succeed(*base, *BOTH)
    assert "text: title, body, each with features of its own; label: label" in out
    assert "text: title, body, joined; label: label" in linguine.succeed(
        *base, *BOTH, "--join-columns"
    )
    assert "text: title; label: label" in linguine.succeed(*base, *BOTH[:2])
    facts = json.loads(linguine.succeed(*base, *BOTH, "--json"))
    assert (facts["text_columns"], facts["label_column"]) == (["title", "body"], "label")


def test_every_verb_reads_the_same_columns_again(
    linguine: CommandLine, table: Path, model: Path
) -> None:
    assert linguine.succeed("predict", model, table).split() == [row[0] for row in ROWS]
    assert "accuracy 100.0 %" in linguine.succeed("evaluate", model, table)
    assert "title: win" in linguine.succeed("explain", model, table, "--line", "3")
    assert "title: win" in linguine.succeed("explain", model)
    assert "text: title, body" in linguine.succeed("inspect", model)


def test_the_order_of_the_columns_in_the_new_file_does_not_matter(
    linguine: CommandLine, model: Path, tmp_path: Path
) -> None:
    new = write(tmp_path, "new.jsonl", '{"body": "text 1", "id": 7, "title": "win"}\n')
    assert linguine.succeed("predict", model, new) == "spam\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [("new.csv", "title,text\nwin,x\n"), ("new.jsonl", '{"title": "win", "text": "x"}\n')],
    ids=["csv", "jsonl"],
)
@pytest.mark.parametrize("verb", ["predict", "explain"])
def test_a_missing_column_is_named(
    linguine: CommandLine, model: Path, tmp_path: Path, verb: str, name: str, content: str
) -> None:
    new = write(tmp_path, name, content)
    said = linguine.fail(verb, model, new, code=1)
    assert f"{name}: expected the text columns title, body; missing: body" in said
    named = ("--text-column", "title", "--text-column", "text")
    assert linguine.succeed(verb, model, new, *named).startswith("spam")


def test_one_text_is_not_two_columns(linguine: CommandLine, model: Path, table: Path) -> None:
    said = linguine.fail("predict", model, "--text", "win", code=1)
    assert "the model reads the text columns title, body; got one text" in said
    said = linguine.fail("predict", model, table, "--text-column", "title", code=1)
    assert "got the columns title" in said


def test_a_model_of_one_text_refuses_two_columns(
    linguine: CommandLine, table: Path, tmp_path: Path
) -> None:
    single = tmp_path / "single.linguine"
    linguine.succeed("train", table, *BOTH[:2], "--model", single, "--algorithm", "svm")
    said = linguine.fail("predict", single, table, *BOTH, code=1)
    assert "the model reads one text; got the columns title, body. Give --text-column once." in said


def test_a_joined_model_also_takes_a_text(
    linguine: CommandLine, table: Path, tmp_path: Path
) -> None:
    joined = tmp_path / "joined.linguine"
    base = ("train", table, *BOTH, "--join-columns", "--model", joined, "--algorithm", "svm")
    linguine.succeed(*base)
    assert linguine.succeed("predict", joined, "--text", "win").split() == ["spam"]
    assert linguine.succeed("predict", joined, table).split() == [row[0] for row in ROWS]


def test_joining_needs_several_columns(linguine: CommandLine, table: Path, tmp_path: Path) -> None:
    said = linguine.fail(
        "train", table, "--join-columns", "--model", tmp_path / "m", "--algorithm", "svm", code=2
    )
    assert "--text-column title --text-column body" in said


def test_a_column_is_neither_text_twice_nor_text_and_label(
    linguine: CommandLine, table: Path, tmp_path: Path
) -> None:
    base = ("train", table, "--model", tmp_path / "m", "--text-column", "title")
    assert "'title' is there twice" in linguine.fail(*base, "--text-column", "title", code=2)
    assert "'label' is both" in linguine.fail(
        *base, "--text-column", "label", "--label-column", "label", code=2
    )


def test_dev_quantize_and_compare_read_all_columns(
    linguine: CommandLine, table: Path, tmp_path: Path
) -> None:
    words = write(tmp_path, "words.tsv", "label\ttext\nspam\twin\nham\tlunch\n")
    out = linguine.succeed(
        "train", table, *BOTH, "--model", tmp_path / "m", "--algorithm", "svm", "--dev", table,
        "--quantize", "int8",
    )  # fmt: skip
    assert "accuracy 100.0 %" in out
    compare = ("compare", table, table, *BOTH, "--algorithm", "svm", "--lexicon", words)
    rows = json.loads(linguine.succeed(*compare, "--json"))["algorithms"]
    assert [row["accuracy"] for row in rows] == [1.0, 1.0]


def test_columns_by_number_of_a_file_without_names(linguine: CommandLine, tmp_path: Path) -> None:
    lines = ["\t".join(row) for row in ROWS]
    table = write(tmp_path, "train.tsv", "\n".join(lines) + "\n")
    model = tmp_path / "m.linguine"
    numbers = ("--text-column", "2", "--text-column", "3")
    linguine.succeed(
        "train", table, *numbers, "--label-column", "1", "--model", model, "--algorithm", "svm"
    )
    assert linguine.succeed("predict", model, table).split() == [row[0] for row in ROWS]


def test_texts_without_columns_cannot_have_one_named(linguine: CommandLine, tmp_path: Path) -> None:
    lines = [f"__label__{label} {title} {body}" for label, title, body in ROWS]
    path = write(tmp_path, "train.txt", "\n".join(lines) + "\n")
    said = linguine.fail("train", path, *BOTH, "--model", tmp_path / "m", code=1)
    assert "--text-column must name a column; these texts have none" in said


def test_a_pipe_of_unknown_kind_is_asked_what_it_holds(
    linguine: CommandLine, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = b"who|title|body\nx|win|text 1\n"
    give_stdin(monkeypatch, content)
    assert "--format csv" in linguine.fail("predict", model, "-", code=1)


@pytest.mark.parametrize("told", [(), ("--format", "csv")])
def test_a_pipe_is_known_by_the_columns_that_were_trained_on(
    linguine: CommandLine, model: Path, monkeypatch: pytest.MonkeyPatch, told: tuple[str, ...]
) -> None:
    give_stdin(monkeypatch, b"who,title,body\nx,win,text 1\n")
    assert linguine.succeed("predict", model, "-", *told) == "spam\n"
