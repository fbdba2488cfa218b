"""Promises on the command line: made, shown, kept or broken with an exit code, and refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..tasks.synthetic import corpus
from .command_line import CommandLine, put_lines


def table(path: Path, seed: int, share: float = 0.35, n: int = 600) -> Path:
    made = corpus(n, 3, seed=seed, share=share)
    rows = zip(made.labels, made.texts, strict=True)
    put_lines(path, ["label\ttext", *(f"{label}\t{text}" for label, text in rows)])
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("promises")
    table(made / "train.tsv", 0)
    table(made / "test.tsv", 1)
    table(made / "worse.tsv", 2, share=0.15)
    return made


@pytest.fixture
def model(folder: Path, linguine: CommandLine) -> Path:
    path = folder / "m.linguine"
    if not path.exists():
        told = linguine.succeed(
            "train", folder / "train.tsv", "--algorithm", "svm", "--promise", "0.9",
            "--model", path,
        )  # fmt: skip
        assert "90.0 % of the answers are right, with 95.0 % confidence" in told
    return path


@pytest.fixture
def plain(folder: Path, linguine: CommandLine) -> Path:
    path = folder / "plain.linguine"
    if not path.exists():
        linguine.succeed("train", folder / "train.tsv", "--algorithm", "svm", "--model", path)
    return path


def test_a_promise_is_inspected_and_what_is_not_sure_is_none(
    folder: Path, model: Path, linguine: CommandLine
) -> None:
    assert "held-out answers, so 90." in linguine.succeed("inspect", model)
    config = json.loads(linguine.succeed("inspect", model, "--json"))["config"]
    assert config["promise"]["precision"] == 0.9
    assert config["promise"]["n_held_out"] == 600
    answers = linguine.succeed("predict", model, folder / "test.tsv").splitlines()
    rate = answers.count("(none)") / len(answers)
    assert rate == pytest.approx(1 - config["promise"]["coverage"], abs=0.15)


def test_a_promise_that_needs_no_threshold_says_so(tmp_path: Path, linguine: CommandLine) -> None:
    path = table(tmp_path / "easy.tsv", 3, share=0.9)
    told = linguine.succeed(
        "train", path, "--algorithm", "svm", "--promise", "0.8", "--model", tmp_path / "e.linguine"
    )
    assert "of 600 held out, however sure it is; none is deferred" in told


def test_a_broken_promise_is_an_exit_code_of_its_own(
    folder: Path, model: Path, linguine: CommandLine
) -> None:
    told = linguine.succeed("evaluate", model, folder / "test.tsv")
    assert "Promise of 90.0 % right answers" in told
    broken = linguine("evaluate", model, folder / "worse.tsv", "--json")
    assert broken.code == 3
    seen = json.loads(broken.out)["promise"]["seen"]
    assert seen["is_refuted"]
    assert broken.err.startswith(f"linguine: {model} promises 0.9 right answers, and ")
    assert broken.err.count("\n") == 1


def test_strictly_luck_is_no_excuse(
    folder: Path, model: Path, tmp_path: Path, linguine: CommandLine
) -> None:
    answers = linguine.succeed("predict", model, folder / "test.tsv").splitlines()
    lines = (folder / "test.tsv").read_text(encoding="utf-8").splitlines()[1:]
    pairs = [pair for pair in zip(answers, lines, strict=True) if pair[0] != "(none)"]
    right = [line for answer, line in pairs if line.startswith(f"{answer}\t")]
    wrong = [line for answer, line in pairs if not line.startswith(f"{answer}\t")]
    put_lines(tmp_path / "a.tsv", ["label\ttext", *right[:8], wrong[0]])  # 8 of 9: p = .61
    assert "luck explains" in linguine.succeed("evaluate", model, tmp_path / "a.tsv")
    assert linguine("evaluate", model, tmp_path / "a.tsv", "--strictly").code == 3


def test_a_log_is_distilled(folder: Path, tmp_path: Path, linguine: CommandLine) -> None:
    made = corpus(600, 3, share=0.35)
    labels = sorted(set(made.labels))
    rows = [
        {"text": text, "label": {each: 0.9 if each == label else 0.05 for each in labels}}
        for text, label in zip(made.texts, made.labels, strict=True)
    ]
    put_lines(tmp_path / "log.jsonl", [json.dumps(row) for row in rows])
    told = linguine.succeed(
        "distil", tmp_path / "log.jsonl", "--algorithm", "svm", "--promise", "0.9", "--price", "2",
        "--model", tmp_path / "m.linguine",
    )  # fmt: skip
    assert "of the traffic" in told
    assert "for each million texts, of 2,000.00" in told
    facts = json.loads(
        linguine.succeed(
            "distil",
            tmp_path / "log.jsonl",
            "--algorithm",
            "svm",
            "--promise",
            "0.9",
            "--json",
            "--model",
            tmp_path / "m.linguine",
        )
    )
    assert facts["texts_per_second"] > 0
    assert 0 < facts["promise"]["coverage"] <= 1
    assert linguine("evaluate", tmp_path / "m.linguine", folder / "test.tsv").code == 0


@pytest.mark.parametrize("promise", ["0", "1", "1.0", "nan", "-3"])
def test_nobody_promises_certainty(folder: Path, linguine: CommandLine, promise: str) -> None:
    told = linguine.fail(
        "train", folder / "train.tsv", "--promise", promise, "--model", folder / "x", code=2
    )
    assert "--promise must be a number > 0 and < 1" in told
    assert "try --promise 0.95" in told


def test_what_cannot_be_promised_is_said_before_a_model_is_written(
    folder: Path, linguine: CommandLine
) -> None:
    told = linguine.fail(
        "train", folder / "train.tsv", "--algorithm", "svm", "--promise", "0.999",
        "--model", folder / "x", code=1,
    )  # fmt: skip
    assert "cannot be promised" in told
    assert "Promise 0.9" in told
    assert not (folder / "x").exists()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"text": "a b", "label": "x"}] * 9, "at least two different labels"),
        ([{"text": "a b", "label": {"x": 0.7, "y": -0.2}}] * 9, "must be a finite number"),
        ([{"text": "a", "label": "x"}, {"text": "b", "label": "y"}] * 9, "without a mistake"),
    ],
)
def test_logs_that_teach_nothing_are_refused(
    tmp_path: Path, linguine: CommandLine, rows: list[object], message: str
) -> None:
    put_lines(tmp_path / "log.jsonl", [json.dumps(row) for row in rows])
    log = tmp_path / "log.jsonl"
    told = linguine.fail("distil", log, "--promise", "0.9", "--model", tmp_path / "m", code=1)
    assert message in told


def test_shares_that_do_not_add_up_are_scaled_and_said(
    tmp_path: Path, linguine: CommandLine
) -> None:
    rows = [{"text": text, "label": {label: 3, "other": 1}}
            for text, label in zip(*vars(corpus(300, 3)).values(), strict=True)]  # fmt: skip
    put_lines(tmp_path / "log.jsonl", [json.dumps(row) for row in rows])
    outcome = linguine(
        "distil", tmp_path / "log.jsonl", "--algorithm", "svm", "--promise", "0.8",
        "--model", tmp_path / "m",
    )  # fmt: skip
    assert outcome.code == 0
    assert "warning" in outcome.err


def test_usage_that_makes_no_sense_is_refused(
    folder: Path, plain: Path, linguine: CommandLine
) -> None:
    test = folder / "test.tsv"
    assert "needs --promise" in linguine.fail("distil", test, "--model", folder / "x", code=2)
    assert "makes none" in linguine.fail("evaluate", plain, test, "--strictly", code=2)
    assert "give --coverage" in linguine.fail("predict", plain, test, "--by-label", code=2)
    both = ("--coverage", "0.9", "--cost", folder / "costs.csv")
    assert "Leave one" in linguine.fail("predict", plain, test, *both, code=2)
    told = linguine.fail("predict", plain, test, "--coverage", "0.9", "-o", folder / "a.parquet",
                         code=2)  # fmt: skip
    assert "one label a row" in told


# --- sets and costs ---------------------------------------------------------------------------


def test_sets_of_labels_are_written_as_several_labels_are(
    folder: Path, model: Path, linguine: CommandLine
) -> None:
    asked = ("predict", model, "--text", "mi")
    assert "|" in linguine.succeed(*asked, "--coverage", "0.99")
    row = json.loads(linguine.succeed(*asked, "--coverage", "0.99", "--json"))
    assert len(row["labels"]) > 1
    told = linguine.succeed("evaluate", model, folder / "test.tsv", "--coverage", "0.9")
    assert "Sets for a coverage of 90.0 %: covered" in told


def test_costs_choose_and_are_judged(folder: Path, plain: Path, linguine: CommandLine) -> None:
    names = ("animals", "plants", "stones")
    rows = [",".join([y, *("0" if y == a else "5" for a in names), "1"]) for y in names]
    put_lines(folder / "costs.csv", [",".join(["", *names, "(none)"]), *rows])
    asked = folder / "test.tsv", "--cost", folder / "costs.csv"
    found = json.loads(linguine.succeed("evaluate", plain, *asked, "--json"))
    assert found["cost"]["mean"] < min(found["cost"]["mean_of_likeliest"], 1.0)
    assert "(none)" in linguine.succeed("predict", plain, *asked).splitlines()
    assert "Cost of an answer" in linguine.succeed("evaluate", plain, *asked)


def test_labels_without_a_cost_cost_nothing_and_are_told(
    tmp_path: Path, plain: Path, linguine: CommandLine
) -> None:
    names = ("animals", "plants", "stones")
    rows = [",".join([y, *("0" if y == a else "5" for a in names)]) for y in names]
    put_lines(tmp_path / "costs.csv", [",".join(["", *names]), *rows])
    put_lines(tmp_path / "new.tsv", ["label\ttext", "zebras\tmi"])
    outcome = linguine("evaluate", plain, tmp_path / "new.tsv", "--cost", tmp_path / "costs.csv")
    assert outcome.code == 0
    assert "Cost of an answer" not in outcome.out
    assert outcome.err.count("warning") == 1
    assert "never seen" in outcome.err


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["", "x"], "costs must be a table"),
        ([",animals,plants", "animals,0,1", "plants,1,0"], "the row of 'stones' has none"),
        ([",animals,plants,stnes", "animals,0,1,1"], "got 'stnes'. Did you mean 'stones'"),
        ([",animals,plants,stones", "animals,0,one,1"], "got 'one' for the answer 'plants'"),
        ([",animals,plants,stones", "animals,0,1"], "expected 3 costs after the label, got 2"),
        ([",animals,animals", "animals,0,1"], "'animals' is there twice"),
    ],
)
def test_tables_of_costs_name_the_line_that_is_wrong(
    tmp_path: Path, plain: Path, linguine: CommandLine, lines: list[str], message: str
) -> None:
    put_lines(tmp_path / "costs.csv", lines)
    asked = "predict", plain, "--text", "mi", "--cost", tmp_path / "costs.csv"
    told = linguine.fail(*asked, code=1)
    assert told.startswith(f"linguine: {tmp_path / 'costs.csv'}")
    assert message in told


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"a,\xff", "not UTF-8"), (b"a," + b"b" * 200_000, "costs must be a table")],
)
def test_costs_that_are_no_text_are_refused(
    tmp_path: Path, plain: Path, linguine: CommandLine, content: bytes, message: str
) -> None:
    (tmp_path / "costs.csv").write_bytes(content)
    asked = "predict", plain, "--text", "mi", "--cost", tmp_path / "costs.csv"
    assert message in linguine.fail(*asked, code=1)
