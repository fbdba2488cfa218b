"""Labels, tags, relations, words and file names of strangers are shown on a terminal, not obeyed.

What is written into a file or a pipe is not changed.
"""

from __future__ import annotations

import json
import os
import pty
import re
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from linguine.serving.app import main

from .command_line import run_process


def watch(*arguments: str | Path) -> tuple[int, str]:
    """Return the exit code and what appears on a terminal of a command in this process."""
    ours, theirs = pty.openpty()
    seen: list[bytes] = []

    def read() -> None:
        with suppress(OSError):  # how Linux says that nobody writes to the terminal any more
            while block := os.read(ours, 4096):
                seen.append(block)

    reader = threading.Thread(target=read)
    reader.start()
    with (
        open(theirs, "w", encoding="utf-8") as terminal,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("TERM", "xterm-256color")
        patch.setenv("COLUMNS", "100")
        patch.delenv("NO_COLOR", raising=False)
        patch.setattr(sys, "stdout", terminal)
        patch.setattr(sys, "stderr", terminal)
        code = main([str(each) for each in arguments])
    reader.join()
    os.close(ours)
    return code, b"".join(seen).decode()


#: An escape sequence of the old and of the new kind, bell, delete, an override of the direction,
#: and markup of the library that draws the bars.
EVIL = "\x1b[31m\x9b\x07\x7f\u202e[/][red]"
LITERAL = "[/][red]"
#: What linguine itself paints with.
PAINT = re.compile("\x1b\\[(?:0|1|30;48;5;\\d+|38;5;\\d+)m")
DANGEROUS = re.compile("[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

TASKS = ("text", "tag", "parse")


class Files:
    """Data and a model of one task, with hostile names in every place that has names."""

    def __init__(self, task: str, folder: Path) -> None:
        self.task, self.folder = task, folder
        ending = {"text": "tsv", "tag": "conll", "parse": "conllu"}[task]
        self.train = folder / f"train{EVIL.replace('/', '')}.{ending}"
        self.train.write_text({"text": _texts, "tag": _tokens, "parse": _trees}[task](), "utf-8")
        self.model = folder / "m.linguine"
        code, self.trained = watch("train", self.train, "--model", self.model, *self.quick)
        assert code == 0, self.trained

    @property
    def quick(self) -> list[str]:
        return ["--algorithm", "svm"] if self.task == "text" else []


def _texts() -> str:
    lines = [f"{EVIL}a\tgood {EVIL}word", "plain\tother thing"] * 20
    return "\n".join(lines) + "\n"


def _tokens() -> str:
    return f"Anna{EVIL}\tB-{EVIL}\nsees\tO\nRome\tB-LOC\n\n" * 12


def _trees() -> str:
    lines = [
        f"1\tDogs{EVIL}\tdog\tNOUN{EVIL}\t_\t_\t2\tnsubj{EVIL}\t_\t_",
        f"2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\tx={EVIL}",
        "3\t!\t!\tPUNCT\t_\t_\t2\tpunct\t_\t_",
    ]
    return ("\n".join(lines) + "\n\n") * 12


@pytest.fixture(scope="module", params=TASKS)
def files(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Files:
    return Files(request.param, tmp_path_factory.mktemp(request.param))


def check_harmless(seen: str) -> None:
    found = DANGEROUS.search(PAINT.sub("", seen.replace("\r\n", "\n")))
    assert found is None, repr(seen[max(0, found.start() - 60) :][:120])


def test_training_shows_names_and_obeys_none(files: Files) -> None:
    # Only what follows the bar: a bar is drawn by moving the cursor.
    summary = files.trained[files.trained.rindex("trained in") :]
    check_harmless(summary)
    if files.task != "parse":  # the summary of a parser counts relations
        assert LITERAL in summary


@pytest.mark.parametrize(
    "verb", ["evaluate", "predict", "explain", "explain-model", "inspect", "predict-text"]
)
def test_every_verb_shows_names_and_obeys_none(files: Files, verb: str) -> None:
    text = ["--text", f"Anna{EVIL} sees good {EVIL}word"]
    arguments: dict[str, list[str | Path]] = {
        "evaluate": ["evaluate", files.model, files.train],
        "predict": ["predict", files.model, files.train],
        "predict-text": ["predict", files.model, *text],
        "explain": ["explain", files.model, files.train],
        "explain-model": ["explain", files.model],
        "inspect": ["inspect", files.model],
    }
    code, seen = watch(*arguments[verb])
    check_harmless(seen)
    if files.task == "parse" and verb in ("explain-model", "predict-text"):
        assert code != 0  # hashed weights have no names; a word without a tag needs a tagger
    else:
        assert code == 0
        assert LITERAL in seen or (files.task, verb) == ("parse", "inspect")


def test_comparisons_show_names_and_obey_none(files: Files) -> None:
    algorithms = {"text": "svm", "tag": "perceptron", "parse": "perceptron"}[files.task]
    code, seen = watch("compare", files.train, files.train, "--algorithm", algorithms, "--quiet")
    assert code == 0
    check_harmless(seen)


def test_json_on_a_terminal_is_the_same_json(files: Files) -> None:
    code, seen = watch("predict", files.model, files.train, "--json")
    assert code == 0
    check_harmless(seen)
    piped = run_process("predict", files.model, files.train, "--json", encoding="utf-8").stdout
    assert [json.loads(each) for each in seen.splitlines()] == [
        json.loads(each) for each in piped.splitlines()
    ]
    first = json.loads(piped.splitlines()[0])
    assert EVIL in "".join([first["label"]] if files.task == "text" else first["tokens"])


def test_a_pipe_gets_the_names_as_they_are(files: Files) -> None:
    piped = run_process("predict", files.model, files.train, encoding="utf-8").stdout
    assert EVIL in piped


def test_messages_about_a_file_show_its_name_and_do_not_obey_it(files: Files) -> None:
    missing = files.folder / EVIL
    code, seen = watch("evaluate", files.model, missing, "--debug")
    assert code != 0
    check_harmless(seen)


def test_colours_of_reports_are_kept(files: Files) -> None:
    _, seen = watch("explain", files.model, files.train)
    assert PAINT.search(seen)
