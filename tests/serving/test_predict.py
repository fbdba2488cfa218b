"""predict: one line for each text, in order, as soon as it is there."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from .command_line import CommandLine, process_arguments, run_process
from .conftest import Desk

TEXTS = ["my parcel never arrived", "", "the app crashes", "how do I reset my password?"]


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    path = tmp_path / "new.txt"
    path.write_text("".join(f"{each}\n" for each in TEXTS))
    return path


@pytest.fixture
def wary(desk: Desk, linguine: CommandLine, tmp_path: Path) -> Path:
    """A model that rejects what it is not sure of."""
    model = tmp_path / "wary.linguine"
    linguine.succeed(
        "train", desk.train, "--model", model, "--algorithm", "svm", "--reject-below", "0.99",
        "--quiet",
    )  # fmt: skip
    return model


def test_line_i_of_the_answers_belongs_to_line_i(
    desk: Desk, texts: Path, linguine: CommandLine
) -> None:
    lines = linguine.succeed("predict", desk.model, texts).splitlines()
    assert len(lines) == len(TEXTS)
    assert (lines[0], lines[2], lines[3]) == ("delivery", "bug", "login")


def test_answers_are_those_of_the_library(desk: Desk, linguine: CommandLine) -> None:
    from linguine.tasks import TextClassifier

    rows = [line.split("\t") for line in desk.test.read_text().splitlines()]
    expected = TextClassifier.load(desk.model).predict([text for _, text in rows])
    assert linguine.succeed("predict", desk.model, desk.test).splitlines() == expected.tolist()


def test_probabilities_stand_behind_a_tab(desk: Desk, texts: Path, linguine: CommandLine) -> None:
    for line in linguine.succeed("predict", desk.model, texts, "--proba").splitlines():
        label, probability = line.split("\t")
        assert label in ("billing", "bug", "delivery", "login", "praise")
        assert 0.2 <= float(probability) <= 1


def test_all_labels_come_likeliest_first(desk: Desk, texts: Path, linguine: CommandLine) -> None:
    for line in linguine.succeed("predict", desk.model, texts, "--all").splitlines():
        label, *pairs = line.split("\t")
        found = [(name, float(p)) for name, p in (pair.split(":") for pair in pairs)]
        assert len(found) == 5
        assert found[0][0] == label
        assert [p for _, p in found] == sorted((p for _, p in found), reverse=True)
        assert abs(sum(p for _, p in found) - 1) < 3e-4  # four digits each


def test_the_likeliest_labels_come_with_their_probabilities(
    desk: Desk, texts: Path, linguine: CommandLine
) -> None:
    every = linguine.succeed("predict", desk.model, texts, "--all").splitlines()
    for n, shown in ((2, 2), (9, 5)):  # there are five labels
        top = linguine.succeed("predict", desk.model, texts, "--top", str(n)).splitlines()
        assert top == ["\t".join(line.split("\t")[: shown + 1]) for line in every]
    out = linguine.succeed("predict", desk.model, texts, "--json", "--top", "2")
    for line in out.splitlines():
        found = json.loads(line)
        (first, best), (_, second) = found["probabilities"].items()
        assert (first, best) == (found["label"], found["probability"])
        assert best >= second
    message = linguine.fail("predict", desk.model, texts, "--top", "0", code=2)
    assert "is not a number of 1 or more" in message


@pytest.mark.parametrize("wanted", ["id", "1"])
def test_ids_are_passed_through(
    desk: Desk, linguine: CommandLine, tmp_path: Path, wanted: str
) -> None:
    table, lines = tmp_path / "new.csv", tmp_path / "new.jsonl"
    table.write_text('id,text\n"a ""\n1",the app crashes\nb2,my parcel never arrived\n')
    lines.write_text('{"id": 7, "text": "the app crashes"}\n{"text": "my parcel never arrived"}\n')
    out = linguine.succeed("predict", desk.model, table, "--id-column", wanted)
    assert out == 'a " 1\tbug\nb2\tdelivery\n'
    out = linguine.succeed("predict", desk.model, table, "--id-column", wanted, "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert [(each["id"], each["label"]) for each in found] == [
        ('a "\n1', "bug"),
        ("b2", "delivery"),
    ]
    out = linguine.succeed("predict", desk.model, lines, "--id-column", wanted, "--proba")
    assert [line.split("\t")[:2] for line in out.splitlines()] == [["7", "bug"], ["", "delivery"]]


def test_a_column_of_ids_that_is_not_there_is_named(
    desk: Desk, texts: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    table = tmp_path / "new.csv"
    table.write_text("id,text\n1,the app crashes\n")
    message = linguine.fail("predict", desk.model, table, "--id-column", "uid", code=1)
    assert "got 'uid', and they are id, text. Name one" in message
    message = linguine.fail("predict", desk.model, texts, "--id-column", "id", code=1)
    assert "these texts have none" in message


def test_answers_go_into_a_file_whole_or_not_at_all(
    desk: Desk, texts: Path, linguine: CommandLine, tmp_path: Path
) -> None:
    answers = linguine.succeed("predict", desk.model, texts)
    target = tmp_path / "labels.txt"
    outcome = linguine("predict", desk.model, texts, "-o", target)
    assert (outcome.code, outcome.out, outcome.err) == (0, "", f"wrote {target}\n")
    assert target.read_text() == answers
    outcome = linguine("predict", desk.model, texts, "-q", "--output", target)
    assert (outcome.out, outcome.err) == ("", "")
    broken = tmp_path / "broken.txt"
    broken.write_bytes(b"caf\xc3\xa9\n" * 10 + b"\xe9\n")
    linguine.fail("predict", desk.model, broken, "-o", target, code=1)
    assert target.read_text() == answers
    assert "the same file" in linguine.fail("predict", desk.model, texts, "-o", texts, code=1)


def test_a_machine_gets_one_object_a_line(desk: Desk, texts: Path, linguine: CommandLine) -> None:
    out = linguine.succeed("predict", desk.model, texts, "--json", "--all")
    objects = [json.loads(line) for line in out.splitlines()]
    assert [each["label"] for each in objects][::2] == ["delivery", "bug"]
    for each in objects:
        assert each["probability"] == max(each["probabilities"].values())


def test_what_is_rejected_has_no_label(wary: Path, linguine: CommandLine) -> None:
    assert linguine.succeed("predict", wary, "--text", "asdf").strip() == "(none)"
    assert (
        json.loads(linguine.succeed("predict", wary, "--text", "asdf", "--json"))["label"] is None
    )


def test_texts_of_the_command_line_are_answered_one_by_one(
    desk: Desk, linguine: CommandLine
) -> None:
    out = linguine.succeed("predict", desk.model, "--text", TEXTS[0], "--text", TEXTS[2])
    assert out.split() == ["delivery", "bug"]


def test_words_that_begin_with_a_dash_are_texts(desk: Desk, linguine: CommandLine) -> None:
    assert linguine.succeed("predict", desk.model, "--text", "-crash").count("\n") == 1


def test_options_may_stand_between_model_and_file(
    desk: Desk, texts: Path, linguine: CommandLine
) -> None:
    assert linguine.succeed("predict", "--proba", desk.model, texts) == linguine.succeed(
        "predict", desk.model, "--proba", texts
    )


def test_compressed_files_and_columns_work(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    path = tmp_path / "new.jsonl.gz"
    rows = [json.dumps({"id": i, "body": text}) for i, text in enumerate(TEXTS)]
    path.write_bytes(gzip.compress("\n".join(rows).encode()))
    lines = linguine.succeed("predict", desk.model, path, "--text-column", "body").splitlines()
    assert (lines[0], lines[2]) == ("delivery", "bug")


def test_standard_input_is_the_default(
    desk: Desk, texts: Path, linguine: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = linguine.succeed("predict", desk.model, texts)
    for arguments in (["-"], []):
        stream = io.TextIOWrapper(io.BytesIO(texts.read_bytes()))
        monkeypatch.setattr(sys, "stdin", stream)
        assert linguine.succeed("predict", desk.model, *arguments) == expected


def test_a_model_without_probabilities_says_how_to_get_them(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    model = tmp_path / "m.linguine"
    linguine.succeed(
        "train", desk.train, "--model", model, "--algorithm", "svm", "--calibration", "none",
        "--quiet",
    )  # fmt: skip
    assert json.loads(linguine.succeed("predict", model, "--text", "x", "--json")).keys() == {
        "label"
    }
    message = linguine.fail("predict", model, "--text", "x", "--proba", code=2)
    assert "--calibration auto" in message


def test_an_answer_comes_before_the_next_question(desk: Desk) -> None:
    with subprocess.Popen(
        process_arguments("predict", desk.model, "-"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for text, label in ((TEXTS[0], "delivery"), (TEXTS[2], "bug")):
            process.stdin.write(f"{text}\n")
            process.stdin.flush()
            assert process.stdout.readline() == f"{label}\n"
        process.stdin.close()
        assert process.wait(60) == 0


def test_a_reader_that_has_enough_is_no_error(desk: Desk, tmp_path: Path) -> None:
    many = tmp_path / "many.txt"
    many.write_text("my parcel never arrived\n" * 200_000)
    with subprocess.Popen(
        process_arguments("predict", desk.model, many),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "delivery\n"
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) == 0


def test_answers_are_utf_8_in_any_locale(linguine: CommandLine, tmp_path: Path) -> None:
    data, model = tmp_path / "data.tsv", tmp_path / "m.linguine"
    data.write_text("grün\twiese gras\nblå\tmeer himmel\n" * 4, encoding="utf-8")
    linguine.succeed("train", data, "--model", model, "--algorithm", "svm", "--quiet")
    done = run_process(
        "predict", model, "--text", "gras", text=False,
        env={"PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert done.stdout == "grün\n".encode()  # type: ignore[comparison-overlap]
