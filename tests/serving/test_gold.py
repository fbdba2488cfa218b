"""Soft labels, votes and weights on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .command_line import CommandLine

TEXTS = [
    ("free cash now", 0.9),
    ("win cash", 0.8),
    ("lunch at noon", 0.1),
    ("see you at lunch", 0.3),
]
ROWS = TEXTS * 6


@pytest.fixture
def files(tmp_path: Path) -> Path:
    lines = [
        {"text": t, "label": {"spam": p, "ham": round(1 - p, 2)}, "n": 1 + i % 2}
        for i, (t, p) in enumerate(ROWS)
    ]
    (tmp_path / "soft.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines))
    columns = ["text,p:spam,p:ham", *(f"{t},{p},{round(1 - p, 2)}" for t, p in ROWS)]
    (tmp_path / "soft.csv").write_text("\n".join(columns))
    votes = ["text,ann,bob,eve"]
    for i, (text, p) in enumerate(ROWS):
        right = "spam" if p > 0.5 else "ham"
        votes.append(f"{text},{right},{right if i % 5 else ''},{('spam', 'ham')[i // 2 % 2]}")
    (tmp_path / "votes.csv").write_text("\n".join(votes))
    return tmp_path


@pytest.mark.parametrize("name", ["soft.jsonl", "soft.csv"])
def test_soft_labels_are_trained_on_evaluated_and_compared(
    linguine: CommandLine, files: Path, name: str
) -> None:
    model = files / "m.linguine"
    said = linguine.succeed("train", files / name, "--model", model, "--algorithm", "logistic")
    assert "soft labels" in said
    assert "24 texts have more than one" in said
    told = json.loads(linguine.succeed("evaluate", model, files / name, "--json"))
    assert told["accuracy"] == 1.0
    assert 0 < told["gold_entropy"] < told["log_loss"] < 1
    assert "at best" in linguine.succeed("evaluate", model, files / name)
    table = linguine.succeed(
        "compare", files / name, files / name, "--algorithm", "svm", "--algorithm", "naive-bayes"
    )
    assert "100.0 %" in table


def test_a_weight_column_counts_in_learning_alone(linguine: CommandLine, files: Path) -> None:
    model, test = files / "m.linguine", files / "test.csv"
    test.write_text("label,text\nspam,cash\nham,lunch\n")
    asked = (
        "--model",
        model,
        "--algorithm",
        "svm",
        "--weight-column",
        "n",
        "--dev",
        test,
        "--json",
    )
    told = json.loads(linguine.succeed("train", files / "soft.jsonl", *asked))
    assert told["dev"]["n"] == 2
    assert told["weighted_by"] == "sample_weight"
    said = linguine.fail("train", files / "soft.csv", *asked[:-3], code=1)
    assert "--weight-column n must be one of the columns" in said


@pytest.mark.parametrize("how", ["majority", "shares", "dawid-skene"])
def test_votes_of_columns_are_combined_and_reported(
    linguine: CommandLine, files: Path, how: str
) -> None:
    named = [part for who in ("ann", "bob", "eve") for part in ("--label-column", who)]
    asked = (files / "votes.csv", "--model", files / "m.linguine", "--algorithm", "naive-bayes")
    outcome = linguine("train", *asked, *named, "--votes", how)
    assert outcome.code == 0, outcome.err
    assert "agreement (alpha) " in outcome.out
    assert f"; by {how}" in outcome.out
    assert "ann 100" in outcome.out or how == "shares"
    told = json.loads(linguine.succeed("train", *asked, *named, "--votes", how, "--json"))
    assert told["votes"]["n_votes"] == 67
    assert sorted(told["votes"]["annotators"]) == ["ann", "bob", "eve"]
    judged = linguine.succeed("evaluate", asked[2], files / "votes.csv", *named, "--votes", how)
    assert "accuracy" in judged


def test_votes_and_columns_have_to_fit(linguine: CommandLine, files: Path) -> None:
    base = ("train", files / "votes.csv", "--model", files / "m.linguine")
    said = linguine.fail(*base, "--label-column", "ann", "--label-column", "bob", code=2)
    assert "--label-column must be one column" in said
    assert "--votes majority" in said
    said = linguine.fail(*base, "--votes", "mean", code=2)
    assert "dawid-skene" in said


def test_a_label_beside_shares_is_told_with_what_to_type(
    linguine: CommandLine, files: Path
) -> None:
    path = files / "both.csv"
    path.write_text("text,label,p:a,p:b\ncash,a,1,0\nlunch,b,0,1\n")
    outcome = linguine("train", path, "--model", files / "m.linguine", "--algorithm", "svm")
    assert outcome.code == 0
    assert "Say --label-column p: to learn from these" in outcome.err
