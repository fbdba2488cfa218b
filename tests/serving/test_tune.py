"""The verb tune: grids of options, for every task, and the line that makes the model again."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

import linguine
from linguine.serving.app import main
from linguine.tasks.text.sharing import SharedTexts

CORPORA = Path(linguine.__file__).parent / "data" / "corpora"


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    path = tmp_path / "mail.tsv"
    rows = ["spam\tfree cash now", "ham\tlunch at noon", "spam\twin cash", "ham\tsee you at noon"]
    path.write_text("label\ttext\n" + "\n".join(rows * 6) + "\n")
    return path


def run(*arguments: str | Path) -> int:
    return main(["tune", *map(str, arguments)])


def test_the_line_trains_the_same_model(
    texts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "a.linguine", tmp_path / "b.linguine"
    grid = ["l2=0.1..10:3", "chars=none,2-3", "punctuation=no,yes"]
    told = [word for each in grid for word in ("--grid", each)]
    code = run(texts, *told, "--min-df", "1", "--model", first, "--folds", "2")
    assert code == 0
    said = capsys.readouterr()
    line = shlex.split(said.out.strip().splitlines()[-1])
    assert line[:3] == ["linguine", "train", str(texts)]
    assert "--min-df" in line
    assert f"saved {first}" in said.err
    assert main([*line[1 : line.index("--model")], "--model", str(second), "--quiet"]) == 0
    assert first.read_bytes() == second.read_bytes()


def test_without_a_grid_the_penalty_is_tried(
    texts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(texts, "--json", "--folds", "2") == 0
    told = json.loads(capsys.readouterr().out)
    assert [row["parameters"]["C"] for row in told["tried"]] == sorted(
        row["parameters"]["C"] for row in told["tried"]
    )
    assert len(told["tried"]) == 7
    assert told["again"].startswith(f"linguine train {texts} --algorithm svm --C ")


@pytest.mark.parametrize(
    ("file", "options", "score"),
    [
        ("everyday_small.conllu", ("--task", "tag", "--tag-column", "upos", "--algorithm",
                                   "perceptron", "--grid", "epochs=1,2"), "token_accuracy"),
        ("everyday_small.conllu", ("--algorithm", "perceptron", "--grid", "epochs=1"), "las"),
        ("everyday_small.mrg", ("--algorithm", "perceptron", "--grid", "epochs=1"), "f1"),
        ("everyday_small.conllu", ("--task", "tokenize", "--grid", "epochs=1"), "words_f1"),
    ],
    ids=["tag", "parse", "bracket", "tokenize"],
)  # fmt: skip
def test_other_tasks_are_tried_by_their_own_scores(
    file: str, options: tuple[str, ...], score: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(CORPORA / file, *options, "--folds", "2", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["score"] == score
    assert 0.2 < told["tried"][0]["score"] <= 1


def test_several_labels_and_scores_are_tried(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    several, stars = tmp_path / "several.tsv", tmp_path / "stars.tsv"
    several.write_text("label\ttext\n" + "a;b\tx y\na\tx\nb\ty z\na\tx x\n" * 5)
    stars.write_text("score\ttext\n" + "".join(f"{i % 5}\tstar{i % 5} it\n" for i in range(30)))
    assert run(several, "--task", "multilabel", "--folds", "2", "--grid", "C=1", "--json") == 0
    assert "f1" in json.loads(capsys.readouterr().out)["score"]
    assert run(stars, "--task", "score", "--folds", "2", "--grid", "C=0.1,1", "--json") == 0
    assert json.loads(capsys.readouterr().out)["score"] == "r2"


def test_the_picture_is_written(texts: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert run(texts, "--folds", "2", "--plot", tmp_path / "path.svg", "--quiet") == 0
    assert b"held-out" in (tmp_path / "path.svg").read_bytes()


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--grid", "aplha=1"), 2, "'aplha' is none. Did you mean 'alpha'?"),
        (("--grid", "C"), 2, "--grid must be NAME=VALUE,VALUE,...; got 'C'"),
        (("--grid", "alpha=1"), 2, "svm has no option --alpha"),
        (("--grid", "C=x"), 2, "'x' is not a valid float"),
        (("--grid", "C=0..1:3"), 2, "two positive numbers"),
        (("--grid", "model=x"), 2, "'model' is none"),
        (("--grid", "averaged=maybe"), 2, "averaged is yes or no; got 'maybe'"),
        (("--grid", "C=1", "--grid", "C=2"), 2, "C is there twice"),
        (("--folds", "1"), 2, "'1' is neither 2 or more folds nor leave-one-out"),
        (("--folds", "99"), 1, "got --folds 99 and 24 examples"),
        (("--budget", "soon"), 2, "'soon' is not a time such as 90s"),
        (("--budget", "0.000001s"), 1, "long enough for one fit"),
        (("--dev", str(CORPORA / "everyday_small.conllu")), 1, "trains a classifier, and this"),
        (("--dev", "SELF", "--nested", "3"), 2, "a file to judge by is not dealt"),
        (("--patience", "2"), 2, "--patience lets train stop"),
        (("--task", "cluster"), 2, "judges settings by right answers"),
        (("--algorithm", "auto"), 2, "A grid must be given"),
        (("--plot", "picture.gif"), 2, "must be saved as .png, .svg or .pdf"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    texts: Path, options: tuple[str, ...], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [str(texts) if each == "SELF" else each for each in options]
    assert run(texts, *given) == code
    shown = capsys.readouterr()
    assert said in shown.err
    assert shown.err.count("\n") == 1
    assert not shown.out


def test_ctrl_c_keeps_what_was_found(
    texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    score, n_done = SharedTexts.score, 0

    def interrupted(self: SharedTexts, *args: Any) -> Any:
        nonlocal n_done
        n_done += 1
        if n_done > 5:
            raise KeyboardInterrupt
        return score(self, *args)

    monkeypatch.setattr(SharedTexts, "score", interrupted)
    model = tmp_path / "m.linguine"
    assert run(texts, "--grid", "C=0.1,1,10", "--folds", "2", "--model", model) == 130
    shown = capsys.readouterr()
    assert "Stopped before all was tried: 3 of 3 settings" in shown.out
    assert "linguine train" in shown.out
    assert f"{model} was not written" in shown.err
    assert shown.err.endswith("stopped.\n")
    assert not model.exists()
