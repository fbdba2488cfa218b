"""evaluate --by: the figures of parts of a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .command_line import CommandLine, put_lines
from .conftest import Desk

TREE = "1\tthe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\t{}\t{}\tNOUN\t_\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def table(desk: Desk, tmp_path: Path) -> Path:
    lines = [line.split("\t") for line in desk.test.read_text().splitlines()]
    body = [line for line in lines if line[0] != "label"]
    path = tmp_path / "test.tsv"
    rows = [f"{'mail' if i % 3 else 'chat'}\tone\t{a}\t{b}" for i, (a, b) in enumerate(body)]
    put_lines(path, ["source\tside\tlabel\ttext", *rows])
    return path


def test_parts_by_a_column_by_length_and_by_label(
    desk: Desk, linguine: CommandLine, table: Path
) -> None:
    asked = ("--by", "source", "--by", "length", "--by", "label", "--by", "side")
    facts = json.loads(linguine.succeed("evaluate", desk.model, table, *asked, "--json"))
    slices = facts["slices"]
    assert {each["name"]: each["n"] for each in slices["source"]} == {"mail": 100, "chat": 50}
    assert sum(each["n"] for each in slices["length"]) == 150
    for each in slices["label"]:
        low, high = each["intervals"]["accuracy"]
        assert low <= each["figures"]["accuracy"] <= high
        assert each["figures"]["accuracy"] == facts["labels"][each["name"]]["recall"]
    out = linguine.succeed("evaluate", desk.model, table, *asked)
    assert "All examples have the same side" in out


def test_a_column_that_is_not_there_is_named_with_those_that_are(
    desk: Desk, linguine: CommandLine, table: Path
) -> None:
    told = linguine.fail("evaluate", desk.model, table, "--by", "sauce", code=1)
    assert "Did you mean 'source'" in told
    assert "length, label" in told
    told = linguine.fail("evaluate", desk.model, table, "--by", "text", code=1)
    assert "text must be the same for many" in told


def test_parts_of_a_treebank_by_its_comments(linguine: CommandLine, tmp_path: Path) -> None:
    file, model = tmp_path / "trees.conllu", tmp_path / "parser.linguine"
    words = ["dog", "cat", "cow", "fox"]
    file.write_text(
        "".join(
            (f"# newdoc id = {i // 10}\n# genre = {'news' if i < 20 else 'mail'}\n" * (i % 10 == 0))
            + f"# sent_id = {i}\n"
            + TREE.format(words[i % 4], words[i % 4])
            for i in range(40)
        )
    )
    linguine.succeed("train", file, "--model", model, "--algorithm", "perceptron", "--quiet")
    facts = json.loads(linguine.succeed("evaluate", model, file, "--by", "genre", "--json"))
    assert [(each["name"], each["n"]) for each in facts["slices"]["genre"]] == [
        ("mail", 20), ("news", 20),
    ]  # fmt: skip
    told = linguine.fail("evaluate", model, file, "--by", "upos", code=1)
    assert "length, newdoc id, genre, sent_id" in told


def test_parts_of_a_file_of_tokens(linguine: CommandLine, tmp_path: Path) -> None:
    file, model = tmp_path / "names.conll", tmp_path / "names.linguine"
    file.write_text("".join("the\tD\n" + "dog\tN\n" * (1 + i % 3) + "\n" for i in range(30)))
    linguine.succeed("train", file, "--model", model, "--algorithm", "perceptron", "--quiet")
    facts = json.loads(linguine.succeed("evaluate", model, file, "--by", "length", "--json"))
    assert {each["name"] for each in facts["slices"]["length"]} == {"2", "3", "4"}
