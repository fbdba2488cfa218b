"""train: a file becomes a model and a summary."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from .command_line import CommandLine
from .conftest import Desk


def test_the_summary_says_what_was_learned(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    model = tmp_path / "m.linguine"
    out = linguine.succeed(
        "train", desk.train, "--model", model, "--algorithm", "svm", "--dev", desk.test
    )  # fmt: skip
    for part in ("svm: trained in ", "450", "5: billing, bug", "held-out", "95 %", str(model)):
        assert part in out


def test_a_machine_gets_one_object(desk: Desk, linguine: CommandLine, tmp_path: Path) -> None:
    model = tmp_path / "m.linguine"
    out = linguine.succeed(
        "train", desk.train, "--model", model, "--algorithm", "logistic", "--C", "5", "--dev",
        desk.test, "--json",
    )  # fmt: skip
    facts = json.loads(out)
    assert facts["algorithm"] == "logistic"
    assert facts["options"] == {"C": 5.0}
    assert facts["n_documents"] == 450
    assert facts["bytes"] == model.stat().st_size
    assert facts["dev"]["n"] == 150


def test_auto_needs_no_option(desk: Desk, linguine: CommandLine, tmp_path: Path) -> None:
    model = tmp_path / "m.linguine"
    assert "auto" in linguine.succeed("train", desk.train, "--model", model)
    facts = json.loads(linguine.succeed("evaluate", model, desk.test, "--json"))
    assert facts["accuracy"] > 0.7


def test_quiet_says_nothing(desk: Desk, linguine: CommandLine, tmp_path: Path) -> None:
    done = linguine("train", desk.train, "--model", tmp_path / "m", "--algorithm", "svm", "--quiet")
    assert (done.code, done.out, done.err) == (0, "", "")


@pytest.mark.parametrize("kind", ["float16", "int8"])
def test_quantising_is_told_with_its_price(
    kind: str, desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    model = tmp_path / "m.linguine"
    base = ("train", desk.train, "--model", model, "--algorithm", "svm", "--quantize", kind)
    assert f"to {kind}: another label for " in linguine.succeed(*base)
    assert f"to {kind}: accuracy " in linguine.succeed(*base, "--dev", desk.test)
    assert model.stat().st_size < desk.model.stat().st_size


@pytest.mark.parametrize(
    "options",
    [
        ["svm"],
        ["naive-bayes", "--alpha", "0.5"],
        ["perceptron", "--epochs", "3"],
        ["mira", "--C", "0.1"],
        ["logistic", "--l1", "0.01"],
        ["ridge", "--l2", "2"],
        ["nb-svm", "--beta", "0.5"],
        ["svm", "--hash-bits", "12"],
        ["svm", "--chars", "2-4", "--ngrams", "0"],
    ],
    ids=lambda options: " ".join(options),
)
def test_any_number_of_threads_gives_the_same_file(
    options: list[str], desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    made = []
    for threads in ("1", "2"):
        path = tmp_path / f"{threads}.linguine"
        linguine.succeed(
            "train", desk.train, "--model", path, "--threads", threads, "--quiet", "--algorithm",
            *options,
        )  # fmt: skip
        made.append(path.read_bytes())
    assert made[0] == made[1]


def test_features_follow_the_options(desk: Desk, linguine: CommandLine, tmp_path: Path) -> None:
    model = tmp_path / "m.linguine"
    linguine.succeed(
        "train", desk.train, "--model", model, "--algorithm", "svm", "--ngrams", "3", "--chars",
        "2-4", "--punctuation", "--values", "binary", "--min-df", "2",
    )  # fmt: skip
    facts = json.loads(linguine.succeed("inspect", model, "--json"))["config"]
    words, chars = facts["features"]
    assert (words["low"], words["high"], words["punctuation"]) == (1, 3, True)
    assert (chars["low"], chars["high"]) == (2, 4)
    assert facts["values"] == "binary"


def test_columns_beside_the_text_are_features(linguine: CommandLine, tmp_path: Path) -> None:
    data = tmp_path / "data.csv"
    rows = ["dear,hello,90,fr", "cheap,hello,2,de", "dear,hello,80,fr", "cheap,hello,3,de"] * 3
    data.write_text("\n".join(["label,text,price,land", *rows]) + "\n")
    model = tmp_path / "m.linguine"
    linguine.succeed(
        "train", data, "--model", model, "--algorithm", "svm", "--numeric", "price",
        "--categorical", "land", "--quiet",
    )  # fmt: skip
    facts = json.loads(linguine.succeed("evaluate", model, data, "--json"))
    assert facts["accuracy"] == 1.0


def test_columns_of_numbers_are_scaled_unless_they_should_not(
    linguine: CommandLine, tmp_path: Path
) -> None:
    data, model = tmp_path / "data.csv", tmp_path / "m.linguine"
    rows = ["dear,hello,90", "cheap,hello,2", "dear,hello,80", "cheap,hello,3"] * 3
    data.write_text("\n".join(["label,text,price", *rows]) + "\n")
    train = ("train", data, "--model", model, "--algorithm", "svm", "--quiet")
    linguine.succeed(*train, "--numeric", "price")
    _, price = json.loads(linguine.succeed("inspect", model, "--json"))["config"]["features"]
    assert (price["scale"], price["learned"]) == ("robust", [[41.5, 79.75]])
    assert "price = 90 (0.61 scaled)" in linguine.succeed("explain", model, data, "--line", "2")
    linguine.succeed(*train, "--numeric", "price", "--numeric-scale", "none")
    _, price = json.loads(linguine.succeed("inspect", model, "--json"))["config"]["features"]
    assert (price["scale"], price["learned"]) == ("none", None)
    message = linguine.fail(*train, "--numeric-scale", "none", code=2)
    assert "--numeric-scale none scales columns of numbers; there are none" in message
    linguine.fail(*train, "--numeric", "price", "--numeric-scale", "robots", code=2)


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("verb", ["train", "compare"])
def test_labels_with_one_text_are_learned_and_mentioned_in_one_line(
    verb: str, linguine: CommandLine, tmp_path: Path
) -> None:
    data, model = tmp_path / "data.tsv", tmp_path / "m.linguine"
    data.write_text("a\tone\nb\ttwo\na\tthree\nc\tfour\na\tone two\n")
    output = ["--model", str(model), "--algorithm", "svm"]
    if verb == "compare":
        output = [str(data), "--algorithm", "svm", "--algorithm", "ridge"]
    outcome = linguine(verb, data, *output)
    assert outcome.code == 0
    assert outcome.err.startswith("linguine: warning: 2 of 3 labels have only one text: 'b', 'c'.")
    assert outcome.err.count("\n") == 1


def test_the_summary_says_what_the_accuracy_hides(linguine: CommandLine, tmp_path: Path) -> None:
    data, model = tmp_path / "data.tsv", tmp_path / "m.linguine"
    rows = ["common\tsome text"] * 97 + ["rare\tsome text"] * 3
    data.write_text("\n".join(rows) + "\n")
    train = ("train", data, "--model", model, "--algorithm", "svm")
    said = " ".join(linguine.succeed(*train).split())
    assert "accuracy 97.0 %, macro-F1 0.492, estimated on held-out texts" in said
    assert "baseline 97.0 %, if the answer were always common" in said
    assert "never predicted 1: rare" in said
    assert "weighted" not in said
    facts = json.loads(linguine.succeed(*train, "--json"))
    assert (facts["estimated_accuracy"], facts["majority_label"]) == (0.97, "common")
    assert facts["never_predicted"] == ["rare"]
    said = linguine.succeed(*train, "--class-weight", "common=1", "--class-weight", "rare=0.5")
    assert "weighted         accuracy 98.5 %, by the class weights" in said
    assert "never predicted  1: rare" in linguine.succeed("inspect", model)


def test_counted_words_are_learned_from(linguine: CommandLine, tmp_path: Path) -> None:
    data = tmp_path / "data.svm"
    data.write_text("1 3:1 5:2\n-1 4:1 6:1\n1 3:2\n-1 4:3\n" * 3)
    model = tmp_path / "m.linguine"
    linguine.succeed("train", data, "--model", model, "--algorithm", "svm", "--quiet")
    assert json.loads(linguine.succeed("evaluate", model, data, "--json"))["accuracy"] == 1.0
    assert linguine.succeed("predict", model, data).split() == ["1", "-1", "1", "-1"] * 3
    message = linguine.fail(
        "train", data, "--model", model, "--algorithm", "svm", "--chars", "2-3", code=2
    )
    assert "--chars needs texts" in message


def test_class_weights_are_balanced_or_given(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    made: list[bytes] = []
    for options in ([], ["balanced"], ["bug=3", "praise=0.5"]):
        path = tmp_path / f"{len(made)}.linguine"
        words = [word for each in options for word in ("--class-weight", each)]
        rows = desk.train.read_text().splitlines(keepends=True)
        data = tmp_path / "data.tsv"  # as unequal as balancing needs
        data.write_text("".join(row for i, row in enumerate(rows) if row[:3] != "bug" or i % 3))
        linguine.succeed("train", data, "--model", path, "--algorithm", "svm", "--quiet", *words)
        made.append(path.read_bytes())
    assert len(set(made)) == 3


def test_a_pipe_is_learned_from(
    desk: Desk, linguine: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(desk.train.read_bytes())))
    model = tmp_path / "m.linguine"
    linguine.succeed("train", "-", "--model", model, "--algorithm", "svm", "--quiet")
    assert model.read_bytes() == desk.model.read_bytes()


def test_a_lexicon_is_taken_as_it_is(linguine: CommandLine, tmp_path: Path) -> None:
    words, model = tmp_path / "words.tsv", tmp_path / "m.linguine"
    words.write_text("label\ttext\tweight\ngood\tgreat\t2\nbad\tnot great\t3\nbad\tslow\t1\n")
    train = ("train", words, "--model", model, "--algorithm", "lexicon")
    assert "lexicon" in linguine.succeed(*train)
    out = linguine.succeed("predict", model, "--text", "great!", "--text", "not great")
    assert out.split() == ["good", "bad"]
    words.write_text("label\ttext\tweight\ngood\tgreat\t2\nbad\tslow\tvery\n")
    assert "words.tsv:3: the weight" in linguine.fail(*train, code=1)
