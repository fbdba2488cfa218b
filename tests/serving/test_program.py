"""The program leaves at once, but not before all is done that somebody counts on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from .command_line import process_arguments, process_environment
from .conftest import Desk

#: Says so when the interpreter takes its modules down.
LAST_WORDS = """
import os, sys
class LastWords:
    def __del__(self, write=os.write):
        write(2, b"taken down")
words = LastWords()
"""
RUN = "from linguine.serving.program import run\nrun()\n"


def run_script(
    script: str, *arguments: str, options: Sequence[str] = (), **streams: Any
) -> subprocess.CompletedProcess[str]:
    environment = process_environment()
    environment.pop("PYTHONUNBUFFERED", None)  # nothing would be left to flush
    streams = streams or {"capture_output": True}
    command = [sys.executable, *options, "-c", script, *arguments]
    return subprocess.run(command, env=environment, text=True, timeout=60, **streams)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--version"], 0), (["inspect", "nowhere.linguine"], 1), (["trian"], 2)],
    ids=["done", "wrong file", "wrong use"],
)
def test_the_exit_code_is_that_of_the_command(arguments: list[str], code: int) -> None:
    done = run_script(LAST_WORDS + RUN, *arguments)
    assert done.returncode == code
    assert "taken down" not in done.stderr
    assert bool(done.stdout) == (code == 0)
    assert done.stderr.startswith("linguine: ") == (code != 0)


def test_all_answers_are_out_when_it_leaves(desk: Desk, tmp_path: Path) -> None:
    texts = tmp_path / "texts.txt"
    texts.write_text("the app crashes\n" * 30_000)
    done = run_script(RUN, "predict", str(desk.model), str(texts))
    assert done.stdout == "bug\n" * 30_000


def test_exit_handlers_run_once_and_may_still_write() -> None:
    script = "import atexit\natexit.register(print, 'handled')\n" + RUN
    assert run_script(script, "--version").stdout.splitlines()[1:] == ["handled"]


def test_what_was_logged_is_written(tmp_path: Path) -> None:
    script = f"""
import logging
from logging.handlers import MemoryHandler
target = logging.FileHandler({str(tmp_path / "log")!r})
logging.getLogger().addHandler(MemoryHandler(1000, target=target))
logging.warning("remember")
"""
    run_script(script + RUN, "--version")
    assert (tmp_path / "log").read_text() == "remember\n"


def test_a_temporary_folder_is_removed(tmp_path: Path) -> None:
    script = f"import tempfile\nkept = tempfile.TemporaryDirectory(dir={str(tmp_path)!r})\n"
    run_script(script + RUN, "--version")
    assert list(tmp_path.iterdir()) == []


def test_a_thread_may_finish() -> None:
    script = """
import threading, time
def work():
    time.sleep(0.5)
    print("finished")
threading.Thread(target=work).start()
"""
    assert run_script(script + RUN, "--version").stdout.splitlines()[1:] == ["finished"]


@pytest.mark.parametrize(
    ("before", "options", "arguments"),
    [
        ("", [], ["inspect", "nowhere.linguine", "--debug"]),
        ("sys.settrace(lambda *_: None)\n", [], ["inspect", "nowhere.linguine"]),
        ("sys.setprofile(lambda *_: None)\n", [], ["inspect", "nowhere.linguine"]),
        ("", ["-X", "dev"], ["inspect", "nowhere.linguine"]),
    ],
    ids=["--debug", "debugger", "profiler", "developer mode"],
)
def test_whoever_observes_sees_the_usual_end(
    before: str, options: list[str], arguments: list[str]
) -> None:
    done = run_script(LAST_WORDS + before + RUN, *arguments, options=options)
    assert done.returncode == 1
    assert "taken down" in done.stderr


def test_a_profile_is_written(tmp_path: Path) -> None:
    command = process_arguments("--version")
    profiled = [command[0], "-m", "cProfile", "-o", str(tmp_path / "profile"), *command[1:]]
    subprocess.run(profiled, env=process_environment(), check=True, stdout=subprocess.PIPE)
    assert (tmp_path / "profile").stat().st_size > 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="Linux has /dev/full")
def test_output_that_cannot_be_written_is_reported_as_ever() -> None:
    """What was written by a verb that then failed; Python itself ends with 120 then."""
    script = """
import sys
from linguine.serving import app, program
app.main = lambda: sys.stdout.write("half an answer") and 1
program.run()
"""
    with open("/dev/full", "wb") as full:
        done = run_script(script, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 120
    assert "No space left" in done.stderr


def test_a_closed_standard_output_is_no_reason_to_hang() -> None:
    script = "import os\nos.close(1)\nimport sys\nsys.stdout = None\n" + RUN
    assert run_script(script, "inspect", "nowhere.linguine").returncode == 1


@pytest.mark.skipif(os.name != "posix", reason="a shell closes the streams")
@pytest.mark.parametrize("closed", ["2>&-", "<&-", "2>&- <&-"])
def test_closed_streams_do_not_keep_answers_back(closed: str, desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "three.txt"
    file.write_text("one\ntwo\nthree\n", encoding="utf-8")
    arguments = process_arguments("predict", desk.model, file)
    command = ["sh", "-c", f'"$@" {closed}', "sh", *arguments]
    done = subprocess.run(command, env=process_environment(), capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout.count("\n") == 3
