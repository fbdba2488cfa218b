"""On a terminal: bars with the time left, and colours; elsewhere neither."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

from .command_line import process_arguments, process_environment
from .conftest import Desk


def watch(*arguments: str | Path, **streams: Any) -> tuple[int, str]:
    """Return the exit code and what appears on a terminal; PTY stands for it."""
    return watch_process(process_arguments(*arguments), **streams)


def watch_process(arguments: list[str], **streams: Any) -> tuple[int, str]:
    ours, theirs = pty.openpty()
    streams = {name: theirs if to == "PTY" else to for name, to in streams.items()}
    environment = {**process_environment(), "TERM": "xterm-256color", "COLUMNS": "80"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(arguments, env=environment, **streams)
    os.close(theirs)
    seen = b""
    while True:
        try:
            block = os.read(ours, 4096)
        except OSError:  # how Linux says that nobody writes to the terminal any more
            break
        if not block:
            break
        seen += block
    os.close(ours)
    return process.wait(60), seen.decode()


IMPATIENT = """
import sys
from linguine.serving.terminal import progress_bars
from linguine.serving.verbs import predict
from linguine.tasks.text import reading
from linguine.serving.app import main
reading.BLOCK_BYTES = predict.BLOCK_BYTES = 1000
progress_bars._PATIENCE = 0.0
sys.exit(main(sys.argv[1:]))
"""


def test_training_shows_a_bar_with_the_time_left(desk: Desk, tmp_path: Path) -> None:
    code, seen = watch(
        "train", desk.train, "--model", tmp_path / "m.linguine", "--algorithm", "perceptron",
        "--epochs", "3000", "--calibration", "none", stdout=subprocess.DEVNULL, stderr="PTY",
    )  # fmt: skip
    assert code == 0
    assert "perceptron" in seen
    assert "0:00:0" in seen


def test_a_long_prediction_shows_how_far_it_is(desk: Desk) -> None:
    arguments = [sys.executable, "-c", IMPATIENT, "predict", str(desk.model), str(desk.test)]
    code, seen = watch_process(arguments, stdout=subprocess.DEVNULL, stderr="PTY")
    assert code == 0
    assert "150 texts" in seen
    assert " %" in seen


def test_answers_on_the_same_terminal_have_no_bar_between_them(desk: Desk) -> None:
    code, seen = watch("predict", desk.model, "--text", "hello", stdout="PTY", stderr="PTY")
    assert code == 0
    assert len(seen.split()) == 1


def test_words_are_coloured_on_a_terminal(desk: Desk) -> None:
    code, seen = watch("explain", desk.model, "--text", "my parcel", stdout="PTY")
    assert code == 0
    assert "\x1b[30;48;5;" in seen


def test_somebody_at_the_keyboard_is_told_what_to_do(desk: Desk) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        process_arguments("predict", desk.model),
        env=process_environment(),
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert "press Enter" in process.stderr.readline()
        os.write(ours, b"the app crashes\n")
        assert process.stdout.readline() == "bug\n"
        os.write(ours, b"\x04")  # Ctrl-D
        assert process.wait(60) == 0
    os.close(ours)
    os.close(theirs)
