"""Failures: Ctrl-C, our own mistakes, warnings and hostile words in messages."""

from __future__ import annotations

import signal
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from linguine.errors import DataError
from linguine.serving.verbs import inspect, train
from linguine.speech import named

from ..interrupts import start
from .command_line import CommandLine, process_environment
from .conftest import Desk

#: More than a pipe holds, so that whoever has written it knows that it is being read.
ROWS = b"a\tone two three\nb\tfour five six\n" * 10_000


def train_from_a_pipe(model: Path, room: str) -> subprocess.Popen[bytes]:
    """Start a training that never ends, which says when it is in a room of the library."""
    script = f"""
        import sys
        from linguine.serving.program import run
        sys.argv = ["linguine", "train", "-", "--format", "tsv", "--model", {str(model)!r},
                    "--algorithm", "perceptron", "--epochs", "1000000", "--calibration", "none"]
        tell_when_inside({room!r})
        run()
    """
    return start(script, stdin=subprocess.PIPE)


@pytest.mark.parametrize("is_learning", [False, True], ids=["while reading", "while learning"])
def test_ctrl_c_ends_within_a_second_and_leaves_nothing(is_learning: bool, tmp_path: Path) -> None:
    room = "learning" if is_learning else "data"
    with train_from_a_pipe(tmp_path / "m.linguine", room) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(ROWS)
        process.stdin.flush()
        if is_learning:
            process.stdin.close()
        assert process.stdout.readline() == b"inside\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr.read().split() == [b"linguine:", b"stopped."]
        assert process.stdout.read() == b""
    assert list(tmp_path.iterdir()) == []


def test_sigterm_ends_training_with_its_own_code_and_leaves_nothing(tmp_path: Path) -> None:
    with train_from_a_pipe(tmp_path / "m.linguine", "learning") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(ROWS)
        process.stdin.close()
        assert process.stdout.readline() == b"inside\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 143
        assert b"told to end" in process.stderr.read()
    assert list(tmp_path.iterdir()) == []


def test_sigterm_while_saving_leaves_no_hidden_file(desk: Desk, tmp_path: Path) -> None:
    """Also where files cannot be without a name."""
    script = f"""
import os, signal, sys
from linguine.model.file import atomic_write
from linguine.serving.program import run
atomic_write._open_nameless = lambda *_: None
os.fsync = lambda *_: os.kill(os.getpid(), signal.SIGTERM)
sys.argv = ["linguine", "train", {str(desk.train)!r}, "--model", {str(tmp_path / "m.linguine")!r},
            "--algorithm", "naive-bayes", "--calibration", "none", "--quiet"]
run()
"""
    environment = process_environment()
    done = subprocess.run([sys.executable, "-c", script], env=environment, timeout=60)
    assert done.returncode == 143
    assert list(tmp_path.iterdir()) == []


def break_inspect(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(inspect.command, "callback", lambda **_: fail())


def test_our_own_mistake_asks_for_a_report(
    linguine: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_inspect(monkeypatch, KeyError("nobody expected this"))
    message = linguine.fail("inspect", "x", code=70)
    assert "KeyError" in message
    assert "--debug" in message


@pytest.mark.parametrize("words", [["--debug", "inspect", "x"], ["inspect", "x", "--debug"]])
def test_debugging_shows_the_traceback(
    words: list[str], linguine: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_inspect(monkeypatch, KeyError("nobody expected this"))
    outcome = linguine(*words)
    assert outcome.code == 70
    assert "Traceback (most recent call last)" in outcome.err


def test_a_file_cannot_move_the_cursor(
    linguine: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_inspect(monkeypatch, DataError("bad label '\x1b[2J\nlinguine: all is well'. Repair it."))
    message = linguine.fail("inspect", "x", code=1)
    assert "\x1b" not in message


def test_no_memory_is_answered_with_what_needs_less(
    linguine: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_inspect(monkeypatch, MemoryError())
    assert "--hash-bits" in linguine.fail("inspect", "x", code=1)


def test_a_warning_is_one_line(linguine: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def warn(**_: object) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn(f"Slow.\nRaise {named('max_iterations')}.", UserWarning, stacklevel=1)

    monkeypatch.setattr(train.command, "callback", warn)
    outcome = linguine("train", "x", "--model", "y")
    assert outcome.err == "linguine: warning: Slow. Raise --max-iterations.\n"


def test_the_model_is_not_read_for_a_wrong_option(desk: Desk, linguine: CommandLine) -> None:
    assert "No such option" in linguine.fail("inspect", desk.model, "--botom", code=2)
