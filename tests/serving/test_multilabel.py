"""Several labels per text on the command line: the file tells, and every verb knows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.serving.command_line import CommandLine, put_lines
from tests.tasks.test_multilabel import make


def put(folder: Path, ending: str) -> Path:
    path = folder / f"texts.{ending}"
    rows = list(zip(*make(), strict=True))
    if ending == "jsonl":
        put_lines(path, [json.dumps({"text": text, "labels": each}) for text, each in rows])
    elif ending == "txt":
        put_lines(path, ["".join(f"__label__{n} " for n in each) + text for text, each in rows])
    else:
        put_lines(path, ["label\ttext", *(f"{'|'.join(each)}\t{text}" for text, each in rows)])
    return path


@pytest.mark.parametrize("ending", ["jsonl", "txt", "tsv"])
def test_the_file_tells_that_texts_have_several_labels(
    tmp_path: Path, linguine: CommandLine, ending: str
) -> None:
    file, model = put(tmp_path, ending), tmp_path / "m.linguine"
    separator = ("--label-separator", "|") if ending == "tsv" else ()
    told = linguine.succeed("train", file, "--algorithm", "svm", "--model", model, *separator)
    assert "several labels" in told
    scores = json.loads(linguine.succeed("evaluate", model, file, "--json", *separator))
    assert scores["micro_f1"] > 0.95
    assert {"macro_f1", "example_f1", "precision_at_1", "precision_at_3"} <= set(scores)
    assert "micro-F1" in linguine.succeed("evaluate", model, file)  # the model knows the separator
    if separator:
        other = put(tmp_path, "jsonl")  # lists need none
        assert json.loads(linguine.succeed("evaluate", model, other, "--json")) == scores


def test_a_model_answers_explains_and_describes_itself(
    tmp_path: Path, linguine: CommandLine
) -> None:
    file, model = put(tmp_path, "jsonl"), tmp_path / "m.linguine"
    linguine.succeed("train", file, "--algorithm", "svm", "--model", model)
    asked = ("--text", "basil tomato hotel map", "--text", "the of")
    assert linguine.succeed("predict", model, *asked) == "pasta|trip\n(none)\n"
    first = linguine.succeed("predict", model, *asked, "--top", "2").split("\n")[0]
    assert first.split("\t")[0] == "pasta|trip"
    assert len(first.split("\t")) == 3
    row = json.loads(linguine.succeed("predict", model, *asked[:2], "--json"))
    assert row["labels"] == ["pasta", "trip"]
    assert "the lead of pasta" in linguine.succeed("explain", model, *asked[:2])
    assert "spaghetti" in linguine.succeed("explain", model)
    described = linguine.succeed("inspect", model)
    assert "one for each label" in described
    assert "decides by" not in described  # as a model of one label does by such thresholds
    assert "micro-F1" in linguine.succeed(
        "compare", file, file, "--algorithm", "svm", "--algorithm", "naive-bayes"
    )


def test_thresholds_in_common_are_refused_for_one_label(
    tmp_path: Path, linguine: CommandLine
) -> None:
    put_lines(tmp_path / "a.tsv", ["label\ttext", "a\tx y", "b\tz"] * 3)
    told = linguine.fail(
        "train", tmp_path / "a.tsv", "--task", "classify", "--threshold", "common",
        "--model", tmp_path / "m.linguine", code=2,
    )  # fmt: skip
    assert "--threshold" in told


def test_lists_of_a_parquet_file_are_several_labels(tmp_path: Path, linguine: CommandLine) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = ["red apple", "green pear", "red and green melon", "blue sky"] * 10
    labels = [["red"], ["green"], ["red", "green"], []] * 10
    path, model = tmp_path / "x.parquet", tmp_path / "m.linguine"
    pq.write_table(pa.table({"text": texts, "labels": labels}), path)
    linguine.succeed("train", path, "--label-column", "labels", "--model", model, "--quiet")
    told = json.loads(
        linguine.succeed("evaluate", model, path, "--label-column", "labels", "--json")
    )
    assert told["micro_f1"] == 1.0
    assert linguine.succeed("predict", model, path).count("red") == 20
    told = linguine.fail("predict", model, path, "-o", tmp_path / "out.parquet", code=2)
    assert "this model is a classifier of several labels" in told
    assert "sentences" not in told
