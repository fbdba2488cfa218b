"""A cold start is short because little is imported."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from .conftest import Desk

HEAVY = {"sklearn", "scipy", "matplotlib", "pandas", "polars", "pyarrow", "rich", "joblib", "dask"}
#: How modules of taggers and parsers are called.
OF_OTHER_TASKS = re.compile(
    r"linguine\..*(tag|(?<!label_)tree|arc_|token|(?<!s)parse|conll|sentence|sequence|chain|hmm|crf|dependency|span)"
)
#: The rows of all tasks, with the options that they add to a verb.
ROWS = re.compile(
    r"linguine\.tasks\.((sentences|tagger|parser|tokenizer)(\.row|\.options|\.algorithms)?"
    r"|streaming\.token_row)$"
)

SCRIPT = """
import sys
from linguine.serving.app import main
code = main(sys.argv[1:])
print(code, *sys.modules)
"""


def loaded_by(*arguments: str | Path) -> set[str]:
    """Return the modules of a process in which ``linguine`` has run."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *map(str, arguments)],
        capture_output=True, text=True, check=True, input="the app crashes\n",
    )  # fmt: skip
    code, *loaded = done.stdout.splitlines()[-1].split()
    assert code == "0"
    return set(loaded)


def of_other_tasks(loaded: set[str]) -> set[str]:
    return {each for each in loaded if OF_OTHER_TASKS.match(each) and not ROWS.match(each)}


def test_labelling_texts_imports_nothing_heavy_and_nothing_of_taggers_and_parsers(
    desk: Desk,
) -> None:
    loaded = loaded_by("predict", desk.model, "-", "--proba")
    assert not loaded & HEAVY
    assert of_other_tasks(loaded) == set()


def test_evaluating_texts_imports_nothing_heavy_and_nothing_of_taggers_and_parsers(
    desk: Desk,
) -> None:
    loaded = loaded_by("evaluate", desk.model, desk.test)
    assert not loaded & HEAVY
    assert of_other_tasks(loaded) == set()


def test_learning_from_texts_imports_of_taggers_only_what_tells_the_task(
    desk: Desk, tmp_path: Path
) -> None:
    loaded = loaded_by("train", desk.train, "--model", tmp_path / "m.linguine")
    assert not loaded & HEAVY
    assert of_other_tasks(loaded) == {"linguine.tasks.sentences.recognition"}


def test_learning_from_texts_imports_nothing_that_only_other_trainings_need(
    desk: Desk, tmp_path: Path
) -> None:
    told = ("--algorithm", "svm", "--hash-bits", "12", "--model", tmp_path / "m.linguine")
    loaded = loaded_by("train", desk.train, *told)
    others = {
        "numpy.ma", "tempfile", "linguine.data.keeping.scratch", "linguine.data.targets.combining",
        "linguine.model.label_tree", "linguine.tasks.multilabel.file",
    }  # fmt: skip
    assert not loaded & others


def test_help_does_not_even_import_numpy() -> None:
    for arguments in (["--help"], ["train", "--help"], ["predict", "--help"]):
        assert not loaded_by(*arguments) & {"numpy", "rich", "linguine._core"}
