"""demo: the first thing that a stranger runs, and what it promises."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from linguine.tasks.text.demo import MESSAGES, YOURS

from .command_line import CommandLine, run_process
from .conftest import Desk


@pytest.fixture(scope="module")
def tour(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """What the demo writes: its folder, and standard output."""
    folder = tmp_path_factory.mktemp("demo") / "desk"
    done = run_process("demo", "--output", folder)
    assert (done.returncode, done.stderr) == (0, "")
    return folder, done.stdout


def test_the_demo_goes_the_whole_way_without_a_terminal(tour: tuple[Path, str]) -> None:
    folder, out = tour
    assert "\x1b[" not in out  # no colour in a pipe
    for part in ("naive-bayes", "macro-F1", "gold \\ predicted", *MESSAGES, "password", "unhappy"):
        assert part in out
    assert (folder / "helpdesk.linguine").stat().st_size > 1000
    seconds = re.search(r"All of this took ([\d.]+) seconds", out)
    assert seconds is not None
    # It promises 10 on two idle processors; those of a test may be anything but idle.
    assert float(seconds[1]) < 60


def test_the_commands_of_the_demo_can_be_typed_as_they_are_printed(
    tour: tuple[Path, str], linguine: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, out = tour
    monkeypatch.chdir(folder)
    lines = re.findall(r"^  \$ linguine (.+)$", out, flags=re.MULTILINE)
    assert len(lines) == 8
    for line in lines:
        verb, *arguments = shlex.split(line)
        import_module(f"linguine.serving.verbs.{verb}").command.make_context(verb, list(arguments))
        for word in arguments:
            assert not re.search(r"^\w+\.\w+$", word) or Path(word).exists(), line
        if verb in ("explain", "predict", "evaluate"):
            assert linguine.succeed(verb, *arguments) in out


def test_the_commands_for_a_file_of_ones_own_work(
    desk: Desk, linguine: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("yours.tsv").write_bytes(desk.train.read_bytes())
    Path("test.tsv").write_bytes(desk.test.read_bytes())
    Path("new.txt").write_text("hello\n")
    for line, _ in YOURS:
        _, verb, *arguments = shlex.split(line.split(" > ")[0])
        if verb == "compare":  # takes its time, and has a test of its own
            arguments += ["--algorithm", "naive-bayes"]
        assert linguine.succeed(verb, *arguments)


def test_the_demo_says_when_it_has_no_room(linguine: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "Give another --output" in linguine.fail(
        "demo", "--output", tmp_path / "file" / "desk", code=1
    )


def test_the_messages_are_from_the_test_file(desk: Desk) -> None:
    texts = desk.test.read_text(encoding="utf-8")
    assert all(message in texts for message in MESSAGES)
