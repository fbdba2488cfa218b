"""The verbs over phrases: lines to explain, tags that are given, labels kept whole, JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from linguine import ConstituencyParser

from ..tasks.test_constituency_parser import TREES
from .command_line import CommandLine

FULL = [
    "( (S (NP-SBJ-1 (DT the) (NN dog)) (VP (VBZ wants) (S (NP-SBJ (-NONE- *-1)) (VP (TO to)"
    " (VP (VB bark)))))))",
    "( (S (NP-SBJ (NNS dogs)) (VP (VBP bark) (ADVP-TMP (RB now)))))",
]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    parser = ConstituencyParser("pcfg").fit(TREES * 3)
    parser.save(tmp_path / "phrases.linguine")
    (tmp_path / "trees.mrg").write_text("\n\n".join(TREES) + "\n")
    (tmp_path / "text.txt").write_text("the dog barks\n\ndog saw the dog\n")
    rows = [f"{w}\t{t}" for w, t in (("the", "DT"), ("dog", "NN"), ("saw", "NN"))]
    (tmp_path / "tokens.conll").write_text("\n".join(rows) + "\n\ndog\tNN\nbarks\tVBZ\n")
    return tmp_path


def test_a_line_names_a_sentence_to_explain(files: Path, linguine: CommandLine) -> None:
    model = files / "phrases.linguine"
    for file, line, text in (
        ("trees.mrg", 3, "dog barks then"),
        ("text.txt", 3, "dog saw the dog"),
        ("tokens.conll", 6, "dog barks"),
    ):
        told = linguine.succeed("explain", model, files / file, "--line", str(line), "--json")
        assert json.loads(told)["text"] == text
    span = linguine.succeed(
        "explain", model, files / "trees.mrg", "--line", "1", "--span", "1-2", "--json"
    )
    assert json.loads(span)["subject"] == "the dog"
    assert "no token there" in linguine.fail(
        "explain", model, files / "trees.mrg", "--line", "2", code=1
    )


def test_tags_come_from_a_column_or_from_a_tagger(files: Path, linguine: CommandLine) -> None:
    model = files / "phrases.linguine"
    told = linguine.succeed("predict", model, files / "tokens.conll", "--tags", "tag", "--json")
    assert json.loads(told.splitlines()[0])["tags"] == ["DT", "NN", "NN"]
    tags = {"the": "DT", "dog": "NN", "saw": "NN", "barks": "VBZ"}
    lines = [f"{word}\t{tag}" for word, tag in tags.items()]
    (files / "tagged.conll").write_text(("\n".join(lines) + "\n\n") * 3)
    linguine.succeed(
        "train", files / "tagged.conll", "--columns", "w,tag", "--algorithm", "hmm",
        "--model", files / "tagger.linguine",
    )  # fmt: skip
    told = linguine.succeed(
        "predict",
        model,
        "--tagger",
        files / "tagger.linguine",
        "--text",
        "the dog saw barks",
        "--json",
    )
    assert json.loads(told)["tags"] == list(tags.values())
    assert "one of form" in linguine.fail(
        "predict", model, "--text", "the dog", "--tags", "tag", code=1
    )


def test_right_tags_are_all_right(files: Path, linguine: CommandLine) -> None:
    told = linguine.succeed(
        "evaluate", files / "phrases.linguine", files / "trees.mrg", "--tags", "tag", "--json"
    )
    assert json.loads(told)["tag_accuracy"] == 1.0


@pytest.mark.parametrize("algorithm", ["pcfg", "mira", "crf"])
def test_function_tags_and_empty_elements_can_be_kept(
    algorithm: str, tmp_path: Path, linguine: CommandLine
) -> None:
    file, model = tmp_path / "full.mrg", tmp_path / "full.linguine"
    file.write_text("\n".join(FULL * 5) + "\n")
    kept = ("--function-tags", "--empty")
    linguine.succeed(
        "train", file, *kept, "--algorithm", algorithm, "--bits", "8", "--model", model
    )
    scores = json.loads(linguine.succeed("evaluate", model, file, *kept, "--json"))
    assert scores["f1"] == 1.0
    found = linguine.succeed("predict", model, file, "--empty").splitlines()
    assert found[:2] == [each[2:-1] for each in FULL]
    without = linguine.succeed("predict", model, file).splitlines()
    assert [each.count("*-1") for each in (found[0], without[0])] == [1, 0]
    assert json.loads(linguine.succeed("compare", file, file, *kept, "--bits", "8", "--json"))


def test_json_has_the_keys_of_the_documentation(files: Path, linguine: CommandLine) -> None:
    told = linguine.succeed("predict", files / "phrases.linguine", files / "text.txt", "--json")
    for row in map(json.loads, told.splitlines()):
        assert list(row) == ["text", "offset", "tokens", "tags", "tree", "nodes"]
        for node in row["nodes"]:
            assert list(node) == ["label", "first", "last", "confidence"]
            assert 0 <= node["first"] < node["last"] <= len(row["tokens"])
            assert 0 <= node["confidence"] <= 1
