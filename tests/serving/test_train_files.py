"""train with many files, larger than memory, killed, interrupted: a model or a word, never half."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from .command_line import CommandLine

PARTS = ("--algorithm", "mira", "--epochs", "3")


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    draw = random.Random(2)
    for i in range(3):
        rows = []
        for _ in range(200):
            label = draw.choice(("spam", "ham"))
            own = {"spam": "cash", "ham": "lunch"}[label]
            words = [f"w{draw.randrange(300)}" for _ in range(8)]
            rows.append(f"{label}\t{own} {' '.join(words)}\n")
        (tmp_path / f"{i}.tsv").write_text("label\ttext\n" + "".join(rows))
    return tmp_path


def start(parts: Path, *more: str, stdin: Any = None) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "linguine", "train", *more]
    environment = {**os.environ, "TMPDIR": str(parts)}
    return subprocess.Popen(command, env=environment, stdin=stdin, stderr=subprocess.PIPE)


def test_a_pattern_trains_on_all_its_files(linguine: CommandLine, parts: Path) -> None:
    told = ("train", parts / "*.tsv", "--model", parts / "m", *PARTS, "--json")
    assert json.loads(linguine.succeed(*told))["n_documents"] == 600


def test_a_checkpoint_goes_when_the_model_is_saved(linguine: CommandLine, parts: Path) -> None:
    told = ("train", parts / "*.tsv", "--model", parts / "m", *PARTS, "--json")
    streamed = json.loads(linguine.succeed(*told, "--checkpoint", "every=10min"))
    assert streamed["text_columns"] == ["text"]
    assert sorted(each.name for each in parts.iterdir()) == ["0.tsv", "1.tsv", "2.tsv", "m"]


def test_a_stream_promises_by_the_texts_that_it_holds_out(
    linguine: CommandLine, parts: Path
) -> None:
    told = ("train", parts / "*.tsv", "--model", parts / "m", *PARTS, "--promise", "0.8", "--json")
    made = json.loads(linguine.succeed(*told, "--checkpoint", "every=10min"))["promise"]
    assert made["precision"] == 0.8
    assert 0 < made["coverage"] <= 1
    assert "80" in linguine.succeed("inspect", parts / "m")


def test_small_weights_of_a_stream_are_told_with_their_price(
    linguine: CommandLine, parts: Path
) -> None:
    told = ("train", parts / "*.tsv", "--model", parts / "m", *PARTS, "--quantize", "int8")
    assert "another label for" in linguine.succeed(*told, "--checkpoint", "every=10min")


def test_a_plan_trains_nothing(linguine: CommandLine, parts: Path) -> None:
    told = ("train", parts / "*.tsv", "--model", parts / "m", *PARTS, "--plan")
    out = linguine.succeed(*told)
    for part in ("texts", "features", "memory", "disk", "time", "model", "part by part"):
        assert part in out
    plan = json.loads(linguine.succeed(*told, "--json"))
    assert plan["unit"] == "texts"
    assert plan["n_examples"] == pytest.approx(600, abs=6)
    assert not (parts / "m").exists()


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (("--checkpoint", "every=now"), "is not a time such as every=10min"),
        (("--memory", "much"), "is not a size such as 500MB"),
        (("--memory", "100MB", "--checkpoint", "every=1s"), "Say --memory 2"),
        (("--checkpoint", "every=1s", "--votes", "majority"), "asks for all texts at once"),
        (("--task", "tokenize"), "learns from one FILE; got 3"),
    ],
)
def test_what_cannot_be_is_told(
    linguine: CommandLine, parts: Path, told: tuple[str, ...], words: str
) -> None:
    done = linguine("train", parts / "*.tsv", "--model", parts / "m", *PARTS, *told)
    assert done.code != 0
    assert words in " ".join(done.err.split())
    assert not (parts / "m").exists()


def test_a_pattern_that_matches_nothing_is_told(linguine: CommandLine, parts: Path) -> None:
    done = linguine("train", parts / "*.csv", "--model", parts / "m")
    assert "no name is like this pattern" in done.err


def test_a_pipe_that_is_larger_than_memory_is_streamed(parts: Path) -> None:
    model, command = parts / "m", [sys.executable, "-m", "linguine", "train", "-"]
    with (parts / "0.tsv").open("rb") as file:
        done = subprocess.run(
            [*command, "--model", str(model), *PARTS, "--memory", "1GB"],
            stdin=file,
            capture_output=True,
            text=True,
            check=True,
        )
    assert "200" in done.stdout


def test_killed_at_any_moment_it_ends_in_the_same_bytes(parts: Path) -> None:
    told = (str(parts / "*.tsv"), *PARTS, "-q", "--checkpoint", "every=0s")
    undisturbed = start(parts, *told, "--model", str(parts / "undisturbed"))
    undisturbed.communicate()
    assert undisturbed.returncode == 0
    draw = random.Random(5)
    for _ in range(3):
        process = start(parts, *told, "--model", str(parts / "m"))
        time.sleep(draw.uniform(0.1, 0.8))
        process.send_signal(signal.SIGKILL)
        process.communicate()
    again = start(parts, *told, "--model", str(parts / "m"))
    _, said = again.communicate()
    assert (again.returncode, said) == (0, b"")
    assert (parts / "m").read_bytes() == (parts / "undisturbed").read_bytes()
    assert not (parts / "m.checkpoint").exists()


def test_ctrl_c_leaves_neither_a_model_nor_a_folder(parts: Path) -> None:
    many = ("--algorithm", "mira", "--epochs", "1000000", "-q", "--memory", "1GB")
    with (parts / "0.tsv").open("rb") as file:
        process = start(parts, "-", "--model", str(parts / "m"), *many, stdin=file)
    until = time.monotonic() + 60
    while not list(parts.glob("linguine-stream-*/manifest.json")) and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode != 0
    assert sorted(each.name for each in parts.iterdir()) == ["0.tsv", "1.tsv", "2.tsv"]


# --- tokens ---------------------------------------------------------------------------------------


@pytest.fixture
def tokens(tmp_path: Path) -> Path:
    for i in range(3):
        rows = [f"Anna\tB-PER\nsees\tO\nword{k % 7}{i}\tO\n\n" for k in range(30)]
        (tmp_path / f"{i}.conll").write_text("".join(rows))
    return tmp_path


TAGGER = ("--algorithm", "perceptron", "--epochs", "2")


def test_a_tagger_trains_on_many_files_and_removes_its_checkpoint(
    linguine: CommandLine, tokens: Path
) -> None:
    told = ("train", tokens / "*.conll", "--model", tokens / "m", *TAGGER, "--json")
    whole = json.loads(linguine.succeed(*told))
    content = (tokens / "m").read_bytes()
    streamed = json.loads(linguine.succeed(*told, "--checkpoint", "every=10min"))
    assert (whole["n_sentences"], streamed["tags"]) == (90, ["O", "B-PER"])
    assert (tokens / "m").read_bytes() == content
    assert sorted(each.name for each in tokens.iterdir()) == ["0.conll", "1.conll", "2.conll", "m"]


def test_a_tagger_learns_from_a_pipe_with_little_memory(tokens: Path) -> None:
    content = b"".join((tokens / f"{i}.conll").read_bytes() for i in range(3))
    told = ("-", "--task", "tag", "--memory", "1GB", *TAGGER, "--model", str(tokens / "m"), "-q")
    process = start(tokens, *told, stdin=subprocess.PIPE)
    _, told_errors = process.communicate(content)
    assert (process.returncode, told_errors) == (0, b"")
    assert (tokens / "m").exists()


def test_the_plan_of_a_tagger_tells_sentences_and_writes_nothing(
    linguine: CommandLine, tokens: Path
) -> None:
    told = ("train", tokens / "*.conll", "--model", tokens / "m", "--plan", "--json")
    found = json.loads(linguine.succeed(*told))
    assert (found["n_examples"], found["n_labels"]) == (90, 2)
    assert not (tokens / "m").exists()


def test_what_needs_all_trees_at_once_says_so(linguine: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text("1\tDogs\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n")
    told = ("train", path, "--model", tmp_path / "m", "--jackknife", "2", "--memory", "1GB")
    assert "asks for all sentences at once" in linguine.fail(*told, code=2)
