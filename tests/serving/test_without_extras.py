"""Without SciPy and scikit-learn: every verb works, and what does not says what to install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .command_line import process_environment
from .conftest import Desk
from .treebank import CORPUS, SMALL

#: Runs commands, separated by ";", in a Python that has neither package.
BARE = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("scipy", "sklearn"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
from linguine.serving.app import main

command = []
for word in [*sys.argv[1:], ";"]:
    if word != ";":
        command.append(word)
    elif code := main(command):
        sys.exit(code)
    else:
        command = []
assert not {"scipy", "sklearn"} & set(sys.modules)
"""


def run_bare(*commands: tuple[str | Path, ...]) -> subprocess.CompletedProcess[str]:
    words = [str(word) for command in commands for word in (*command, ";")]
    arguments = [sys.executable, "-c", BARE, *words[:-1]]
    environment = process_environment()
    return subprocess.run(arguments, env=environment, capture_output=True, text=True, timeout=300)


def test_texts_are_learned_labelled_judged_and_explained(desk: Desk, tmp_path: Path) -> None:
    model = tmp_path / "m.linguine"
    done = run_bare(
        ("predict", desk.model, desk.test, "--proba"),
        ("evaluate", desk.model, desk.test),
        ("explain", desk.model, "--text", "my parcel never arrived"),
        ("explain", desk.model),
        ("inspect", desk.model),
        ("train", desk.train, "--model", model, "--quiet"),
        ("predict", model, desk.test),
        ("compare", desk.train, desk.test, "--algorithm", "naive-bayes", "--algorithm", "mira"),
        ("cluster", desk.train, "-k", "3"),
    )
    assert done.returncode == 0, done.stderr


def test_sentences_are_learned_tagged_parsed_and_explained(tmp_path: Path) -> None:
    tagger, parser = tmp_path / "t.linguine", tmp_path / "p.linguine"
    done = run_bare(
        ("train", CORPUS, "--task", "tag", "--algorithm", "crf", "--max-iterations", "5",
         "--model", tagger, "-q"),
        ("train", CORPUS, "--algorithm", "mira", *SMALL[:6], "--epochs", "1", "--model", parser,
         "-q"),
        ("evaluate", tagger, CORPUS),
        ("predict", tagger, "--text", "Dogs bark."),
        ("explain", tagger, "--text", "Dogs bark.", "--token", "1"),
        ("evaluate", parser, CORPUS),
        ("predict", parser, "--tagger", tagger, "--text", "Dogs bark."),
        ("explain", parser, "--tagger", tagger, "--text", "Dogs bark.", "--token", "1"),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_what_needs_more_names_the_extra(tmp_path: Path) -> None:
    done = run_bare(
        ("train", CORPUS, "--task", "tag", "--algorithm", "hmm", "--model", tmp_path / "m")
    )
    assert done.returncode == 1
    assert done.stderr == (
        "linguine: Training an HMM needs SciPy; it is not installed here. Install it: "
        "pip install 'linguine[sklearn]'.\n"
    )


@pytest.mark.parametrize("name", ["LinearSVM", "KernelSVM", "GaussianMixture"])
def test_an_estimator_over_matrices_names_the_extra(name: str) -> None:
    code = BARE.split("from linguine")[0] + f"import linguine; linguine.{name}"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=process_environment(), capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert "MissingPackageError: An estimator over matrices needs scikit-learn" in done.stderr
