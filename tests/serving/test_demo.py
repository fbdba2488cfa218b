"""demo: the first thing that a stranger runs, and what it promises."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pathlib import Path

from linguine.serving.demo import MESSAGES, YOURS

from .command_line import CommandLine, run_process
from .conftest import Desk


def test_the_demo_goes_the_whole_way_without_a_terminal(tmp_path: Path) -> None:
    done = run_process("demo", "--output", tmp_path / "desk")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "\x1b[" not in done.stdout  # no colour in a pipe
    for part in ("naive-bayes", "macro-F1", "gold \\ predicted", *MESSAGES, "password"):
        assert part in done.stdout
    assert (tmp_path / "desk" / "helpdesk.linguine").stat().st_size > 1000
    seconds = re.search(r"All of this took ([\d.]+) seconds", done.stdout)
    assert seconds is not None
    assert float(seconds[1]) < 60  # 3 on two idle processors; the tests' may be anything but idle


def test_the_commands_of_the_demo_work_as_they_are_printed(tmp_path: Path) -> None:
    folder = tmp_path / "desk"
    out = run_process("demo", "--output", folder).stdout
    lines = re.findall(r"^  \$ linguine (.+)$", out, flags=re.MULTILINE)
    assert len(lines) == 8
    for line in lines:
        done = run_process(*shlex.split(line), cwd=folder)
        assert done.returncode == 0, (line, done.stderr)


def test_the_commands_for_a_file_of_ones_own_work(
    desk: Desk, linguine: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "yours.tsv").write_bytes(desk.train.read_bytes())
    (tmp_path / "test.tsv").write_bytes(desk.test.read_bytes())
    (tmp_path / "new.txt").write_text("hello\n")
    for line, _ in YOURS:
        _, verb, *arguments = shlex.split(line.split(" > ")[0])
        done = run_process(verb, *arguments, cwd=tmp_path)
        assert done.returncode == 0, (line, done.stderr)


def test_the_demo_says_when_it_has_no_room(linguine: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "Give another --output" in linguine.fail(
        "demo", "--output", tmp_path / "file" / "desk", code=1
    )


def test_the_messages_are_from_the_test_file(desk: Desk) -> None:
    texts = desk.test.read_text(encoding="utf-8")
    assert all(message in texts for message in MESSAGES)
    assert import_module("linguine.serving.demo").command.name == "demo"
