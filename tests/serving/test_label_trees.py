"""Label trees on the command line: every verb knows them, of one label per text and of several."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.serving.command_line import CommandLine, put_lines
from tests.tasks.test_label_trees import LABELS, SETS, TEXTS

TREE = ("--algorithm", "label-tree", "--branches", "4", "--beam", "4", "--threads", "1")


@pytest.mark.filterwarnings("ignore::linguine.errors.DataWarning")
def test_one_label_per_text(tmp_path: Path, linguine: CommandLine) -> None:
    file, model = tmp_path / "texts.tsv", tmp_path / "m.linguine"
    put_lines(file, [f"{y}\t{text}" for y, text in zip(LABELS, TEXTS, strict=True)])
    assert "label-tree" in linguine.succeed("train", file, "--model", model, *TREE)
    asked = ("--text", TEXTS[3], "--text", TEXTS[9])
    assert linguine.succeed("predict", model, *asked) == "L3\nL9\n"
    top = linguine.succeed("predict", model, *asked, "--top", "2").split("\n")[0].split("\t")
    assert [each.split(":")[0] for each in top[:2]] == ["L3", "L3"]
    assert len(top) == 3
    assert linguine.succeed("predict", model, *asked, "--proba").startswith("L3\t")
    row = json.loads(linguine.succeed("predict", model, *asked[:2], "--top", "3", "--json"))
    assert row["label"] == "L3"
    assert len(row["probabilities"]) == 3
    scores = json.loads(linguine.succeed("evaluate", model, file, "--json"))
    assert scores["accuracy"] > 0.95
    assert scores["calibration_error"] < 0.5
    assert "accuracy" in linguine.succeed("evaluate", model, file)
    assert "wordL3" in linguine.succeed("explain", model, "--text", TEXTS[3])
    assert "wordl7" in linguine.succeed("inspect", model, "--top", "2")
    assert "beam-softmax" in linguine.succeed("inspect", model)
    page = tmp_path / "page.html"
    linguine.succeed("report", model, file, "--html", page)
    assert page.stat().st_size > 10_000


def test_several_labels_per_text(tmp_path: Path, linguine: CommandLine) -> None:
    file, model = tmp_path / "texts.jsonl", tmp_path / "m.linguine"
    texts = [text + (" even" if i % 2 == 0 else "") for i, text in enumerate(TEXTS)]
    rows = zip(texts, SETS, strict=True)
    put_lines(file, [json.dumps({"text": text, "labels": each}) for text, each in rows])
    told = linguine.succeed("train", file, "--model", model, *TREE, "--quantize", "int8")
    assert "one for all labels" in told
    asked = ("--text", texts[4], "--text", "nothing known")
    assert linguine.succeed("predict", model, *asked).split("\n")[0] == "L4|even"
    assert linguine.succeed("predict", model, *asked, "--proba").split("\t")[1].count("|") == 1
    row = json.loads(linguine.succeed("predict", model, *asked[:2], "--json"))
    assert row["labels"] == ["L4", "even"]
    assert set(row["probabilities"]) == {"L4", "even"}
    scores = json.loads(linguine.succeed("evaluate", model, file, "--json"))
    assert scores["micro_f1"] > 0.85
    assert "even" in linguine.succeed("explain", model, "--text", texts[4])
    assert linguine.fail("train", file, "--model", model, *TREE, "--threshold", "f1", code=2)


@pytest.mark.filterwarnings("ignore::linguine.errors.DataWarning")
@pytest.mark.parametrize("verb", ["predict", "evaluate"])
def test_costs_need_all_probabilities_which_a_tree_has_not(
    tmp_path: Path, linguine: CommandLine, verb: str
) -> None:
    file, model, costs = tmp_path / "texts.tsv", tmp_path / "m.linguine", tmp_path / "costs.csv"
    put_lines(file, [f"{y}\t{text}" for y, text in zip(LABELS, TEXTS, strict=True)])
    linguine.succeed("train", file, "--model", model, *TREE)
    costs.write_text("right,a,b\na,0,1\nb,1,0\n")
    told = linguine.fail(verb, model, file, "--cost", costs, code=2)
    assert "a label tree has those that were found" in told
    assert linguine.fail(verb, model, file, "--coverage", "0.9", code=2)


def test_an_option_of_others_is_refused_by_name(tmp_path: Path, linguine: CommandLine) -> None:
    file = tmp_path / "texts.tsv"
    put_lines(file, [f"{y}\t{text}" for y, text in zip(LABELS, TEXTS, strict=True)])
    model = tmp_path / "m.linguine"
    told = linguine.fail(
        "train", file, "--model", model, "--algorithm", "svm", "--beam", "3", code=2
    )
    assert "label-tree" in told
    told = linguine.fail("train", file, "--model", model, *TREE[:2], "--beam", "0", code=2)
    assert "--beam" in told
