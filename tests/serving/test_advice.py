"""Advice works when it is followed to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from .command_line import CommandLine
from .conftest import Desk

SVM = ("--algorithm", "svm", "--calibration", "none")
ROWS = [("ham", "lunch at noon"), ("spam", "free cash"), ("ham", "see you"), ("spam", "win")] * 3


def write(folder: Path, name: str, content: str) -> Path:
    (folder / name).write_text(content)
    return folder / name


def csv(head: str, *, n_extra: int = 0) -> str:
    rows = [",".join([label, text, *["x"] * n_extra]) for label, text in ROWS]
    return "\n".join([*([head] if head else []), *rows]) + "\n"


def test_names_that_are_not_well_known_can_be_given(linguine: CommandLine, tmp_path: Path) -> None:
    """The advice was to give numbers, which made a document of the line of names."""
    path = write(tmp_path, "data.csv", csv("kind,what,more", n_extra=1))
    base = ("train", path, "--model", tmp_path / "m", *SVM)
    said = linguine.fail(*base, code=1)
    assert "--text-column NAME and --label-column NAME if these are names" in said
    out = linguine.succeed(*base, "--text-column", "what", "--label-column", "kind")
    assert "2: ham, spam" in out


def test_numbers_can_be_given_where_there_are_no_names(
    linguine: CommandLine, tmp_path: Path
) -> None:
    path = write(tmp_path, "data.csv", csv("", n_extra=1))
    base = ("train", path, "--model", tmp_path / "m", *SVM)
    assert "else --text-column NUMBER and --label-column NUMBER" in linguine.fail(*base, code=1)
    out = linguine.succeed(*base, "--text-column", "2", "--label-column", "1")
    assert "2: ham, spam" in out


def test_a_line_of_names_that_is_a_document(linguine: CommandLine, tmp_path: Path) -> None:
    path = write(tmp_path, "new.csv", "label,text\n")
    model = tmp_path / "m.linguine"
    linguine.succeed(
        "train", write(tmp_path, "d.csv", csv("label,text")), "--model", model, *SVM
    )  # fmt: skip
    said = linguine.fail("predict", model, path, code=1)
    assert "say --no-header if the line is a document" in said
    assert linguine.succeed("predict", model, path, "--no-header").count("\n") == 1


def test_no_header_and_a_name_contradict_each_other(linguine: CommandLine, tmp_path: Path) -> None:
    path = write(tmp_path, "data.csv", csv("label,text"))
    base = ("train", path, "--model", tmp_path / "m", "--no-header", *SVM)
    said = linguine.fail(*base, "--text-column", "text", code=2)
    assert "--no-header leaves columns without names" in said
    linguine.succeed(*base, "--text-column", "2", "--label-column", "1")


def test_swapped_columns_can_be_swapped_back(linguine: CommandLine, tmp_path: Path) -> None:
    lines = [f"{text} number {i}\t{label}" for i, (label, text) in enumerate(ROWS)]
    path = write(tmp_path, "data.tsv", "\n".join(lines) + "\n")
    base = ("train", path, "--model", tmp_path / "m", *SVM)
    assert "Say --text-column 1 and --label-column 2." in linguine.fail(*base, code=1)
    linguine.succeed(*base, "--text-column", "1", "--label-column", "2")


@pytest.mark.parametrize(
    ("separator", "advises_tsv"), [(",", False), ("\t", True)], ids=["commas", "tabs"]
)
def test_quotes_that_are_ordinary_characters_need_tabs(
    linguine: CommandLine, tmp_path: Path, separator: str, advises_tsv: bool
) -> None:
    lines = [f'{label}{separator}"{text}" indeed' for label, text in ROWS]
    lines.insert(0, f"ham{separator}no quotes here")
    path = write(tmp_path, "data.csv", "\n".join(lines) + "\n")
    base = ("train", path, "--model", tmp_path / "m", *SVM)
    said = linguine.fail(*base, code=1)
    assert ("--format tsv" in said) is advises_tsv
    if advises_tsv:
        linguine.succeed(*base, "--format", "tsv")


def test_a_column_that_a_feature_needs_is_asked_for_without_python(
    linguine: CommandLine, tmp_path: Path
) -> None:
    """`columns={...}` is nothing that one can type."""
    path = write(tmp_path, "data.csv", csv("label,text,price", n_extra=1).replace(",x", ",1"))
    model = tmp_path / "m.linguine"
    linguine.succeed("train", path, "--model", model, "--numeric", "price", *SVM)
    said = linguine.fail("predict", model, "--text", "free cash", code=1)
    assert "the model also reads the columns price; missing: price" in said
    assert "{" not in said
    linguine.succeed("predict", model, path)


def test_dev_with_a_zero_byte_is_told_as_a_bad_path(
    linguine: CommandLine, desk: Desk, tmp_path: Path
) -> None:
    said = linguine.fail(
        "train", desk.train, "--model", tmp_path / "m", *SVM, "--dev", "a\0b", code=1
    )
    assert "Check the name" in said


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--epochs", "99999999999999999999", "--epochs must be an integer >= 1 and <= 2147483647"),
        ("--seed", "-1", "--seed must be an integer >= 0; got -1"),
        ("--min-df", "0", "--min-df must be a number of documents"),
        ("--l2", "-1", "--l2 must be a number >= 0"),
        ("--ngrams", "99", "--ngrams: the longest length must be an integer >= 1 and <= 32"),
        ("--chars", "5-3", "--chars: the longest length must be an integer >= 5"),
        ("--normalize", "l3", "--normalize must be 'l2'"),
    ],
)
def test_a_bad_number_is_told_under_the_name_of_its_option(
    linguine: CommandLine, desk: Desk, tmp_path: Path, option: str, value: str, says: str
) -> None:
    said = linguine.fail(
        "train", desk.train, "--model", tmp_path / "m", "--algorithm", "svm", option, value, code=2
    )
    assert said.startswith(f"linguine: {says}")


@pytest.mark.filterwarnings("default::linguine.errors.DataWarning")
def test_a_line_of_names_that_is_read_as_a_document_is_told(
    linguine: CommandLine, tmp_path: Path
) -> None:
    """`kind` became a label with one text, and nobody heard of it."""
    path = write(tmp_path, "data.csv", csv("kind,text"))
    base = ("train", path, "--model", tmp_path / "m", *SVM)
    outcome = linguine(*base)
    assert "its whole text is 'text'" in outcome.err
    assert "Say --header if the line has names, --no-header if not." in outcome.err
    outcome = linguine(*base, "--header")
    assert (outcome.code, outcome.err) == (0, "")
    assert "2: ham, spam" in outcome.out


def test_a_column_of_words_is_no_column_of_numbers(linguine: CommandLine, tmp_path: Path) -> None:
    path = write(tmp_path, "data.csv", csv("label,text,price", n_extra=1))
    base = ("train", path, "--model", tmp_path / "m", *SVM)
    said = linguine.fail(*base, "--numeric", "price", code=1)
    assert "or use --categorical for words" in said
    linguine.succeed(*base, "--categorical", "price")
