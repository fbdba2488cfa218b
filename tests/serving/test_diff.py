"""diff: what changes on a file when one model takes the place of another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .command_line import CommandLine, put_lines
from .conftest import Desk


@pytest.fixture(scope="module")
def other(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from linguine.serving.app import main

    path = tmp_path_factory.mktemp("diff") / "bayes.linguine"
    arguments = ("train", desk.train, "--model", path, "--algorithm", "naive-bayes", "--quiet")
    assert main([str(each) for each in arguments]) == 0
    return path


def answers(linguine: CommandLine, model: Path, test: Path) -> list[str]:
    return linguine.succeed("predict", model, test).splitlines()


def test_the_counts_are_those_of_the_answers(
    desk: Desk, linguine: CommandLine, other: Path
) -> None:
    facts = json.loads(
        linguine.succeed("diff", desk.model, other, desk.test, "--examples", "200", "--json")
    )
    lines = [line.split("\t") for line in desk.test.read_text().splitlines()]
    gold = [line[0] for line in lines if line[0] != "label"]
    a, b = (answers(linguine, model, desk.test) for model in (desk.model, other))
    pairs = [(x == g, y == g) for x, y, g in zip(a, b, gold, strict=True)]
    assert facts["counts"] == {
        "both_right": pairs.count((True, True)),
        "only_a_right": pairs.count((True, False)),
        "only_b_right": pairs.count((False, True)),
        "both_wrong": pairs.count((False, False)),
    }
    assert len(facts["changed"]) == pairs.count((True, False)) + pairs.count((False, True)) > 0
    for each in facts["changed"]:
        assert each[each["better"]] == each["gold"] != each["b" if each["better"] == "a" else "a"]
        assert [one["label"] for one in each["explanations"]] == [each["a"], each["b"]]


def test_the_test_is_the_exact_one_of_right_and_wrong(
    desk: Desk, linguine: CommandLine, other: Path
) -> None:
    from math import comb

    facts = json.loads(linguine.succeed("diff", desk.model, other, desk.test, "--json"))
    counts = facts["counts"]
    one, two = counts["only_a_right"], counts["only_b_right"]
    tail = sum(comb(one + two, k) for k in range(min(one, two) + 1)) / 2 ** (one + two)
    assert facts["figures"]["accuracy"]["p_value"] == pytest.approx(min(1.0, 2 * tail))


def test_people_see_both_explanations_side_by_side(
    desk: Desk, linguine: CommandLine, other: Path
) -> None:
    out = linguine.succeed("diff", desk.model, other, desk.test)
    for part in ("A: desk.linguine", "B: bayes.linguine", "A right", "only", "against", "p:"):
        assert part in out


def test_a_model_does_not_differ_from_itself(desk: Desk, linguine: CommandLine) -> None:
    facts = json.loads(linguine.succeed("diff", desk.model, desk.model, desk.test, "--json"))
    assert facts["changed"] == []
    assert facts["figures"]["accuracy"]["p_value"] == 1.0


def test_a_label_that_only_one_knows_is_told(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    data, model = tmp_path / "data.tsv", tmp_path / "small.linguine"
    put_lines(data, ["bug\tthe app crashes", "weather\tit rains", "bug\tit hangs", "weather\tsun"])
    linguine.succeed("train", data, "--model", model, "--algorithm", "naive-bayes", "--quiet")
    outcome = linguine("diff", desk.model, model, data)
    assert outcome.code == 0
    assert "'weather' (2)" in outcome.err


WORDS = [("runs", "V"), ("dog", "N")] * 10
TOKENS = "".join(f"the\tD\n{word}\t{tag}\n\n" for word, tag in WORDS)
TREES = "".join(
    f"1\tthe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\t{w}\t{w}\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
    for w in ["dog", "cat"] * 10
)
BRACKETS = "(S (NP (D the) (N dog)) (VP (V barks)))\n(S (VP (V sit)))\n" * 10


def test_every_task_has_changes(linguine: CommandLine, tmp_path: Path) -> None:
    made: dict[str, tuple[str, str, str, tuple[str, ...]]] = {
        "a.conll": (TOKENS, "hmm", "perceptron", ()),
        "a.conllu": (TREES, "perceptron", "mira", ()),
        "a.mrg": (BRACKETS, "pcfg", "perceptron", ()),
        "scores.tsv": (
            "".join(f"{i % 5}\tword{i % 5} x{i % 3}\n" for i in range(40)),
            "ridge", "huber", ("--task", "score"),
        ),
    }  # fmt: skip
    for name, (content, one, other, options) in made.items():
        file, models = tmp_path / name, []
        file.write_text(content)
        for algorithm in (one, other):
            models.append(tmp_path / f"{name}.{algorithm}")
            linguine.succeed(
                "train", file, *options, "--model", models[-1], "--algorithm", algorithm, "--quiet"
            )
        facts: dict[str, Any] = json.loads(linguine.succeed("diff", *models, file, "--json"))
        assert sum(facts["counts"].values()) == facts["n"], name
        nearer = facts["both_wrong_a_nearer"] + facts["both_wrong_b_nearer"]
        assert nearer <= facts["counts"]["both_wrong"], name
        assert linguine.succeed("diff", *models, file)


def test_models_of_two_tasks_are_refused(desk: Desk, linguine: CommandLine, tmp_path: Path) -> None:
    file, tagger = tmp_path / "a.conll", tmp_path / "tagger.linguine"
    file.write_text(TOKENS)
    linguine.succeed("train", file, "--model", tagger, "--algorithm", "hmm", "--quiet")
    told = linguine.fail("diff", desk.model, tagger, desk.test, code=2)
    assert "is a classifier, and" in told
    assert "a pipe can be read once" in linguine.fail("diff", desk.model, desk.model, "-", code=2)


def test_an_empty_file_is_refused(desk: Desk, linguine: CommandLine, tmp_path: Path) -> None:
    empty = tmp_path / "empty.tsv"
    empty.write_text("")
    assert str(empty) in linguine.fail("diff", desk.model, desk.model, empty, code=1)
