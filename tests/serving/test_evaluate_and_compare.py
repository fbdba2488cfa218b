"""evaluate and compare: what a model, and every algorithm, is worth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .command_line import CommandLine
from .conftest import Desk


def test_one_object_holds_what_the_issue_asks_for(desk: Desk, linguine: CommandLine) -> None:
    facts = json.loads(linguine.succeed("evaluate", desk.model, desk.test, "--json"))
    assert facts["n"] == 150
    assert 0.7 < facts["accuracy"] < 1
    assert 0.7 < facts["macro_f1"] < 1
    assert facts["labels"]["bug"].keys() == {"precision", "recall", "f1", "support"}


def test_the_table_is_for_people(desk: Desk, linguine: CommandLine) -> None:
    out = linguine.succeed("evaluate", desk.model, desk.test)
    for part in ("150 examples: accuracy", "precision", "billing", "gold \\ predicted"):
        assert part in out


def test_evaluation_does_not_depend_on_blocks(
    desk: Desk, linguine: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    from linguine.tasks.text import reading

    whole = linguine.succeed("evaluate", desk.model, desk.test, "--json")
    monkeypatch.setattr(reading, "BLOCK_BYTES", 500)
    assert linguine.succeed("evaluate", desk.model, desk.test, "--json") == whole


def test_a_label_that_the_model_does_not_know_counts_as_wrong(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    data = tmp_path / "data.tsv"
    data.write_text("bug\tthe app crashes\nweather\tit rains\n")
    facts = json.loads(linguine.succeed("evaluate", desk.model, data, "--json"))
    assert facts["accuracy"] == 0.5
    assert facts["labels"]["weather"]["recall"] == 0


def test_a_file_without_labels_cannot_be_evaluated(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    data = tmp_path / "data.txt"
    data.write_text("the app crashes\n")
    assert "expected a label" in linguine.fail("evaluate", desk.model, data, code=1)


def test_every_algorithm_has_a_row_of_measured_columns(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    from linguine.tasks import TEXT_ALGORITHMS

    words = tmp_path / "words.tsv"
    words.write_text("bug\tcrashes\nlogin\tpassword\n")

    out = linguine.succeed("compare", desk.train, desk.test, "--lexicon", words)
    for column in ("accuracy", "in training", "95 % interval", "macro-F1", "train", "predictions/s",
                   "size", "non-zero", "probabilities"):  # fmt: skip
        assert column in out
    for name in TEXT_ALGORITHMS.names:
        assert f"\n{name} " in out


def test_a_machine_compares_some_algorithms(desk: Desk, linguine: CommandLine) -> None:
    out = linguine.succeed(
        "compare", desk.train, desk.test, "--algorithm", "naive-bayes", "--algorithm", "svm",
        "--ngrams", "1", "--json",
    )  # fmt: skip
    facts = json.loads(out)
    assert (facts["n_train"], facts["n_test"]) == (450, 150)
    assert [row["algorithm"] for row in facts["algorithms"]] == ["naive-bayes", "svm"]
    for row in facts["algorithms"]:
        assert row["accuracy"] > 0.6
        assert row["accuracy"] < row["training_accuracy"] <= 1.0
        assert row["train_seconds"] > 0
        assert row["predictions_per_second"] > 100
        assert row["model_bytes"] > 1000


def test_an_algorithm_of_taggers_does_not_make_tokens_of_texts(
    desk: Desk, linguine: CommandLine
) -> None:
    message = linguine.fail("compare", desk.train, desk.test, "--algorithm", "hmm", code=2)
    assert "Unknown algorithm 'hmm'" in message
