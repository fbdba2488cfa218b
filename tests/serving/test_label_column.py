"""Labels that are none: ids in the label column, and labels that a model has never seen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .command_line import CommandLine
from .conftest import Desk


def write(folder: Path, name: str, lines: list[str]) -> Path:
    (folder / name).write_text("\n".join(lines) + "\n")
    return folder / name


def numbered(n: int) -> list[str]:
    return [f"{i},{('free cash', 'lunch noon')[i % 2]} {i}" for i in range(1, n + 1)]


IDS: dict[str, list[str]] = {
    "id,text": ["id,text", *numbered(50)],
    "a few ids": ["id,text", *numbered(3)],
    "a numbering without names": numbered(6),
    "uuids": ["uuid,text", *(f"{i * 7919:08x},hello {i}" for i in range(8))],
    "a label on each of many rows": ["label,text", *(f"l{i},hello {i}" for i in range(40))],
}


@pytest.mark.parametrize("lines", IDS.values(), ids=IDS)
def test_a_column_that_numbers_the_rows_is_not_taken_for_the_label(
    linguine: CommandLine, tmp_path: Path, lines: list[str]
) -> None:
    """50 labels were learned from 50 rows."""
    path, model = write(tmp_path, "data.csv", lines), tmp_path / "m.linguine"
    said = linguine.fail("train", path, "--model", model, code=1)
    n_rows = len(lines) - (not lines[0][0].isdecimal())
    for part in ("would be the label", f"{n_rows} different values on {n_rows} rows"):
        assert part in said
    assert not model.exists()


def test_the_message_says_what_to_type(linguine: CommandLine, tmp_path: Path) -> None:
    lines = [f"{row},{('spam', 'ham')[i % 2]}" for i, row in enumerate(numbered(30))]
    path = write(tmp_path, "data.csv", ["id,text,folder", *lines])
    base = ("train", path, "--model", tmp_path / "m", "--algorithm", "svm")
    said = linguine.fail(*base, "--text-column", "text", code=1)
    assert "--label-column" in said
    assert "2: ham, spam" in linguine.succeed(*base, "--label-column", "folder")


def test_who_insists_is_obeyed(linguine: CommandLine, tmp_path: Path) -> None:
    path = write(tmp_path, "data.csv", IDS["id,text"])
    base = ("train", path, "--model", tmp_path / "m", "--algorithm", "svm")
    said = linguine.fail(*base, code=1)
    assert "say --label-column id if these really are labels" in said
    assert "50: " in linguine.succeed(*base, "--label-column", "id", "--calibration", "none")


@pytest.mark.parametrize(
    "lines",
    [
        ["label,text", "cat,purrs", "dog,barks", "cow,moos"],
        ["label,text", "1,purrs", "2,barks", "3,moos"],
        ["author,text", *(f"a{i % 30},hello {i}" for i in range(60))],
    ],
    ids=["three texts", "three numbers", "many authors"],
)
def test_a_few_texts_with_a_label_each_are_learned(
    linguine: CommandLine, tmp_path: Path, lines: list[str]
) -> None:
    path = write(tmp_path, "data.csv", lines)
    linguine.succeed(
        "train", path, "--model", tmp_path / "m", "--algorithm", "svm", "--calibration", "none"
    )


def test_compare_refuses_ids_as_well(linguine: CommandLine, tmp_path: Path) -> None:
    path = write(tmp_path, "data.csv", IDS["id,text"])
    assert "as ids have" in linguine.fail("compare", path, path, code=1)


def test_labels_that_the_model_has_never_seen_are_told(
    linguine: CommandLine, desk: Desk, tmp_path: Path
) -> None:
    """`Ham` for `ham` was 0 % without a word."""
    lines = desk.test.read_text().splitlines()
    capital = write(tmp_path, "test.tsv", [each[0].upper() + each[1:] for each in lines])
    outcome = linguine("evaluate", desk.model, capital)
    assert outcome.code == 0
    assert f"{len(lines)} of {len(lines)} texts have labels that the model" in outcome.err
    assert "'Billing' (30; the model has 'billing')" in outcome.err
    outcome = linguine("evaluate", desk.model, capital, "--json")
    assert json.loads(outcome.out)["unknown_labels"]["Bug"] == 30
    outcome = linguine("compare", desk.train, capital, "--algorithm", "svm", "--algorithm", "ridge")
    assert outcome.err.count("never seen") == 1
    outcome = linguine(
        "train", desk.train, "--model", tmp_path / "m", "--algorithm", "svm", "--dev", capital
    )
    assert outcome.err.count("never seen") == 1


def test_labels_that_the_model_knows_are_not_talked_about(
    linguine: CommandLine, desk: Desk
) -> None:
    outcome = linguine("evaluate", desk.model, desk.test)
    assert outcome.err == ""
