"""Treebanks with several roots in a sentence, and files whose graphs belong to other heads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .command_line import CommandLine

QUICK = ("--columns", "form,upos", "--shared-bits", "14", "--relation-bits", "10", "--epochs", "3")
ROW = "{}\t{}\t_\t{}\t_\t_\t{}\t{}\t{}\t_\n"
SEVERAL = (
    ROW.format(1, "Dogs", "NOUN", 2, "nsubj", "2:nsubj|3:nsubj")
    + ROW.format(2, "bark", "VERB", 0, "root", "0:root")
    + ROW.format(3, "bite", "VERB", 0, "root", "0:root")
    + "\n"
)


@pytest.fixture
def several(tmp_path: Path) -> Path:
    path = tmp_path / "several.conllu"
    path.write_text(SEVERAL * 8)
    return path


@pytest.fixture
def model(several: Path, linguine: CommandLine, tmp_path: Path) -> Path:
    path = tmp_path / "m.linguine"
    linguine.succeed("train", several, "--model", path, "--quiet", "--no-single-root", *QUICK)
    return path


def test_the_complaint_about_several_roots_names_the_option(
    several: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    said = linguine.fail("train", several, "--model", tmp_path / "x.linguine", *QUICK, code=1)
    assert "several.conllu:3: a sentence must have one root" in said
    assert "--no-single-root" in said


def test_every_verb_takes_a_file_with_several_roots(
    several: Path, model: Path, linguine: CommandLine
) -> None:
    facts = json.loads(linguine.succeed("evaluate", model, several, "--json"))
    assert facts["uas"] == facts["las"] == 1.0
    written = linguine.succeed("predict", model, several)
    assert [line.split("\t")[6] for line in written.splitlines() if line][:3] == ["2", "0", "0"]
    assert "Dogs" in linguine.succeed("explain", model, several, "--line", "1")
    table = linguine.succeed(
        "compare", several, several, "--algorithm", "mira", "--no-single-root", *QUICK[:-2]
    )
    assert "100.00 %" in table


def test_roots_that_a_parser_cannot_give_count_as_wrong_and_are_told(
    several: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    one, model = tmp_path / "one.conllu", tmp_path / "one.linguine"
    one.write_text(SEVERAL.replace("bite\t_\tVERB\t_\t_\t0\troot", "bite\t_\tVERB\t_\t_\t2\tconj"))
    linguine.succeed("train", one, "--model", model, "--quiet", *QUICK)
    outcome = linguine("evaluate", model, several, "--json")
    assert outcome.code == 0
    assert json.loads(outcome.out)["uas"] == pytest.approx(2 / 3)
    assert "8 of 8 trees have several roots" in outcome.err
    assert "--no-single-root" in outcome.err


def test_graphs_of_other_heads_are_left_out_and_it_is_said_once(
    several: Path, model: Path, linguine: CommandLine
) -> None:
    """They stayed beside heads that they contradict."""
    outcome = linguine("predict", model, several)
    assert outcome.code == 0
    rows = [line.split("\t") for line in outcome.out.splitlines() if line]
    assert {row[8] for row in rows} == {"_"}
    assert outcome.err.count("DEPS") == 1


def test_files_without_graphs_are_written_without_a_word(
    several: Path, model: Path, linguine: CommandLine
) -> None:
    rows = [line.split("\t") for line in SEVERAL.splitlines() if line]
    several.write_text("\n".join("\t".join([*row[:8], "_", "_"]) for row in rows) + "\n\n")
    outcome = linguine("predict", model, several)
    assert (outcome.code, outcome.err) == (0, "")
