"""Scores from the command line: from a column of numbers to answers, intervals and figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..tasks.test_text_regressor import texts
from .command_line import CommandLine, put_lines


def put_scores(path: Path, n: int = 200, seed: int = 0, *, whole: bool = False) -> Path:
    made, scores = texts(n, seed)
    numbers = scores.round().clip(1, 9) if whole else scores.round(3)
    rows = [f"{number:g}\t{text}" for number, text in zip(numbers, made, strict=True)]
    put_lines(path, ["label\ttext", *rows])
    return path


@pytest.fixture
def train(tmp_path: Path) -> Path:
    return put_scores(tmp_path / "train.tsv")


@pytest.fixture
def test(tmp_path: Path) -> Path:
    return put_scores(tmp_path / "test.tsv", seed=1)


@pytest.fixture
def model(train: Path, tmp_path: Path, linguine: CommandLine) -> Path:
    path = tmp_path / "m.linguine"
    linguine.succeed("train", train, "--task", "score", "--model", path, "--quiet")
    return path


def test_a_training_says_what_was_chosen_and_how_good_it_is(
    train: Path, test: Path, tmp_path: Path, linguine: CommandLine
) -> None:
    arguments = ("train", train, "--task", "score", "--dev", test, "--model", tmp_path / "m")
    told = linguine.succeed(*arguments)
    assert "auto chose" in told
    assert "estimated on held-out texts" in told
    assert "dev file" in told
    facts = json.loads(linguine.succeed(*arguments, "--json"))
    assert facts["dev"]["r2"] > 0.9
    assert facts["chosen"]["loss"] in ("ridge", "huber", "epsilon-insensitive")


def test_line_i_is_the_score_of_text_i_with_its_interval(
    model: Path, test: Path, linguine: CommandLine
) -> None:
    lines = linguine.succeed("predict", model, test, "--interval", "0.9").splitlines()
    assert len(lines) == 200
    for line in lines:
        score, low, high = map(float, line.split("\t"))
        assert low < score < high
    asked = ("predict", model, test, "--interval", "0.9", "--json", "--id-column", "label")
    first = json.loads(linguine.succeed(*asked).splitlines()[0])
    assert set(first) == {"id", "score", "interval"}


def test_evaluation_has_the_figures_by_name(model: Path, test: Path, linguine: CommandLine) -> None:
    figures = json.loads(linguine.succeed("evaluate", model, test, "--json"))
    assert figures["r2"] > 0.9
    assert figures["spearman"] > 0.9
    assert figures["mae"] < figures["rmse"] < 1
    assert 0.8 < figures["coverage"] < 1.0
    assert figures["promised"] == 0.9
    other = json.loads(linguine.succeed("evaluate", model, test, "--json", "--interval", "0.5"))
    assert other["coverage"] < figures["coverage"]
    assert "coverage" in linguine.succeed("evaluate", model, test)


def test_ordered_values_have_probabilities_and_are_judged_by_pairs(
    tmp_path: Path, linguine: CommandLine
) -> None:
    train = put_scores(tmp_path / "stars.tsv", whole=True)
    model = tmp_path / "o.linguine"
    told = linguine.succeed("train", train, "--algorithm", "ordinal", "--model", model)
    assert "scores" in told
    line = linguine.succeed("predict", model, "--text", "a superb lamp", "--all").strip()
    answer, *shares = line.split("\t")
    assert answer in [each.split(":")[0] for each in shares]
    assert sum(float(each.split(":")[1]) for each in shares) == pytest.approx(1.0, abs=1e-3)
    figures = json.loads(linguine.succeed("evaluate", model, train, "--json"))
    assert figures["within_one"] >= figures["accuracy"] > 0.5
    assert figures["kendall"] > 0.7
    assert "ordered values" in linguine.succeed("inspect", model)


def test_compare_has_every_loss_with_the_same_columns(
    train: Path, test: Path, linguine: CommandLine
) -> None:
    losses = ["--algorithm", "ridge", "--algorithm", "huber", "--algorithm", "epsilon-insensitive"]
    shown = linguine.succeed("compare", train, test, "--task", "score", *losses)
    assert "R²" in shown
    assert "Spearman" in shown
    table = json.loads(linguine.succeed("compare", train, test, *losses, "--json"))
    assert [row["algorithm"] for row in table["algorithms"]] == losses[1::2]
    assert all(row["r2"] > 0.8 for row in table["algorithms"])


def test_explanations_add_up_to_the_score(model: Path, linguine: CommandLine) -> None:
    shown = linguine.succeed("explain", model, "--text", "a superb lamp")
    assert "the score" in shown
    assert "in nine of ten cases" in shown
    found = json.loads(linguine.succeed("explain", model, "--text", "a superb lamp", "--json"))
    total = found["bias"] + sum(each["contribution"] for each in found["contributions"])
    answer = float(linguine.succeed("predict", model, "--text", "a superb lamp"))
    assert total == pytest.approx(answer, rel=1e-4)
    assert "raises" in linguine.succeed("explain", model)


def test_a_page_speaks_of_scores(model: Path, tmp_path: Path, linguine: CommandLine) -> None:
    linguine.succeed("explain", model, "--text", "a superb lamp", "--html", tmp_path / "x.html")
    page = (tmp_path / "x.html").read_text()
    assert "Why these scores?" in page
    assert "raises the score" in page
    assert "runner-up" not in page


def test_inspection_shows_what_is_in_the_file(model: Path, linguine: CommandLine) -> None:
    shown = linguine.succeed("inspect", model, "--top", "3")
    assert "any number" in shown
    assert "from 200 texts that were held out" in shown
    assert "raises" in shown


def test_quantisation_has_its_price(train: Path, tmp_path: Path, linguine: CommandLine) -> None:
    arguments = ("train", train, "--task", "score", "--model", tmp_path / "q", "--quantize", "int8")
    assert "of their spread on 200 texts" in linguine.succeed(*arguments)
    assert "R² 9" in linguine.succeed(*arguments, "--dev", train)


def test_numbers_stay_labels_unless_somebody_asks(tmp_path: Path, linguine: CommandLine) -> None:
    train = put_scores(tmp_path / "stars.tsv", whole=True)
    told = linguine.succeed("train", train, "--algorithm", "naive-bayes", "--model", tmp_path / "m")
    assert "--task score would learn them as numbers" in told
    assert "macro-F1" in told


def test_what_is_no_number_is_named_with_its_line(
    train: Path, tmp_path: Path, linguine: CommandLine
) -> None:
    asked = ("--task", "score", "--model", tmp_path / "m")
    for cell in ("n/a", "nan", "inf", "1e999"):
        put_lines(train, ["label\ttext", "1.5\tgood", f"{cell}\tbad", "2\tfine"])
        said = linguine.fail("train", train, *asked, code=1)
        assert f"{train}:3: a score must be a finite number; got '{cell}'" in said
    put_lines(train, ["label\ttext", "1,5\tgood", "2,5\tbad", "2\tfine"])
    assert "Write decimals with a point" in linguine.fail("train", train, *asked, code=1)
    put_lines(train, ["label\ttext", "1\tgood", "-2\tbad", "2\tfine"])
    said = linguine.fail("train", train, "--algorithm", "poisson", "--model", "m", code=1)
    assert "which are 0 or more" in said


def test_options_of_scores_ask_for_scores_and_of_labels_are_refused(
    train: Path, tmp_path: Path, linguine: CommandLine
) -> None:
    model = tmp_path / "m.linguine"
    linguine.succeed("train", train, "--algorithm", "huber", "--delta", "2", "--model", model, "-q")
    assert "huber, delta=2.0" in linguine.succeed("inspect", model)
    refused = linguine("train", train, "--task", "score", "--reject-below", "1", "--model", model)
    assert refused.code == 2
    assert "--reject-below is for texts" in refused.err
    asked = linguine("predict", model, "--text", "x", "--interval", "90")
    assert asked.code != 0
    assert "coverage" in asked.err or "interval" in asked.err
    every = linguine.fail("predict", model, "--text", "x", "--all", code=2)
    assert "Probabilities are of ordered values" in every


def test_the_demo_runs(tmp_path: Path, linguine: CommandLine) -> None:
    shown = linguine.succeed("demo", "score", "--output", tmp_path / "demo")
    assert "6. Stars are ordered values" in shown
    assert "coverage" in shown
