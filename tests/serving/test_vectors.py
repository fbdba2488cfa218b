"""Vectors on the command line: columns of them, files of them, and what is said about them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from .command_line import CommandLine


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A file of JSON lines whose vectors tell the labels, and whose words do not."""
    rng, path = np.random.default_rng(0), tmp_path / "x.jsonl"
    with path.open("w") as out:
        for i in range(80):
            vector = rng.standard_normal(4) + np.array([3.0 * (i % 2), 0, 0, 9])
            row = {
                "text": f"word{i % 7} word{i % 5}",
                "label": ("ham", "spam")[i % 2],
                "embedding": [round(each, 3) for each in vector.tolist()],
            }
            out.write(json.dumps(row) + "\n")
    return path


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "vectors.txt"
    path.write_text("cash 1 0\nmoney 0.9 0.1\nlunch 0 1\nnoon 0.1 0.9\n")
    return path


def trained(linguine: CommandLine, data: Path, *options: str | Path) -> Path:
    model = data.with_name("m.linguine")
    linguine.succeed("train", data, "--model", model, "--quiet", *options)
    return model


@pytest.mark.parametrize("algorithm", ["auto", "svm"])
def test_a_column_of_vectors_is_learned_from(
    linguine: CommandLine, data: Path, algorithm: str
) -> None:
    model = trained(linguine, data, "--algorithm", algorithm, "--vector-column", "embedding")
    assert json.loads(linguine.succeed("evaluate", model, data, "--json"))["accuracy"] >= 0.85
    answers = linguine.succeed("predict", model, data).split()
    assert len(answers) == 80
    assert "vectors of length" in linguine.succeed("inspect", model)


def test_an_explanation_has_one_row_for_a_vector(linguine: CommandLine, data: Path) -> None:
    options = ("--algorithm", "svm", "--vector-column", "embedding", "--vector-scale", "2")
    model = trained(linguine, data, *options)
    told: dict[str, Any] = json.loads(
        linguine.succeed("explain", model, data, "--line", "3", "--json")
    )
    names = [each["name"] for each in told["contributions"]]
    assert names.count("embedding") == 1
    each_number = ("--by", "features")
    told = json.loads(
        linguine.succeed("explain", model, data, "--line", "3", "--json", *each_number)
    )
    assert {f"embedding[{k}]" for k in range(4)} <= {c["name"] for c in told["contributions"]}


@pytest.mark.parametrize(
    ("line", "got"),
    [
        ({"text": "hello"}, "embedding"),
        ({"text": "hello", "embedding": [1, 2]}, "has 2"),
        ({"text": "hello", "embedding": "none"}, "'none'"),
        ({"text": "hello", "embedding": None}, "none"),
    ],
    ids=["no member", "another length", "a word", "null"],
)
def test_a_question_without_its_vector_is_refused(
    linguine: CommandLine, data: Path, line: dict[str, Any], got: str
) -> None:
    model = trained(linguine, data, "--algorithm", "svm", "--vector-column", "embedding")
    path = data.with_name("new.jsonl")
    path.write_text(json.dumps(line) + "\n")
    assert got in linguine.fail("predict", model, path, code=1)


@pytest.mark.parametrize(
    ("options", "got", "code"),
    [
        (["--vector-column", "nothing"], "'nothing'", 1),
        (["--vector-column", "text"], "'word0'", 1),
        (["--vector-scale", "2"], "--vector-scale", 2),
        (["--vector-column", "embedding", "--vector-scale", "loud"], "'loud'", 2),
        (["--vector-column", "embedding", "--vector-scale", "-1"], "-1", 2),
        (["--vector-column", "embedding", "--algorithm", "naive-bayes"], "counts words", 2),
        (["--vectors", "nowhere.txt"], "nowhere.txt", 1),
        (["--vector-column", "embedding", "--hash-bits", "10"], "--vector-column", 2),
    ],
    ids=["no column", "no vectors", "a scale of nothing", "a word as scale", "below 0",
         "naive Bayes", "no file", "hashing"],
)  # fmt: skip
def test_wrong_options_are_told(
    linguine: CommandLine, data: Path, options: list[str], got: str, code: int
) -> None:
    model = data.with_name("m.linguine")
    assert got in linguine.fail("train", data, "--model", model, *options, code=code)


def test_a_file_of_vectors_lets_new_words_be_known(
    linguine: CommandLine, tmp_path: Path, words: Path
) -> None:
    data = tmp_path / "x.tsv"
    data.write_text("label\ttext\n" + "spam\tcash for you\nham\tlunch for you\n" * 20)
    model = trained(linguine, data, "--algorithm", "svm", "--vectors", words)
    words.unlink()
    assert linguine.succeed("predict", model, "--text", "MONEY").strip() == "spam"


def test_compare_leaves_vectors_out_where_words_are_counted(
    linguine: CommandLine, tmp_path: Path, words: Path
) -> None:
    data = tmp_path / "x.tsv"
    data.write_text("label\ttext\n" + "spam\tcash for you\nham\tlunch for you\n" * 20)
    told = linguine.succeed(
        "compare", data, data, "--vectors", words, "--algorithm", "naive-bayes",
        "--algorithm", "svm", "--json",
    )  # fmt: skip
    assert "naive-bayes" in told


def test_a_tagger_has_vectors(linguine: CommandLine, tmp_path: Path) -> None:
    vectors, data = tmp_path / "v.txt", tmp_path / "x.conll"
    vectors.write_text("anna 1 0\nbob 0.9 0.1\nrome 0 1\nberlin 0.1 1\n")
    data.write_text("Anna\tB-PER\nsleeps\tO\n\nRome\tB-LOC\nsleeps\tO\n\n" * 6)
    model = trained(linguine, data, "--vectors", vectors, "--vector-scale", "2")
    vectors.unlink()
    new = tmp_path / "new.conll"
    new.write_text("Bob\nsleeps\n\nBerlin\nsleeps\n")
    rows = linguine.succeed("predict", model, new).splitlines()
    assert [row.split()[-1] for row in rows if row] == ["B-PER", "O", "B-LOC", "O"]
