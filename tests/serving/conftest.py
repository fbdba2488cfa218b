"""Files and models that the tests of the command line share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from linguine.serving.app import main
from linguine.tasks.text.demo import split_corpus

from .command_line import CommandLine, put_lines


@dataclass(frozen=True)
class Desk:
    """The messages to the help desk as a user's files, and a model."""

    train: Path
    test: Path
    model: Path


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    folder = tmp_path_factory.mktemp("desk")
    split_corpus(lambda name, lines: put_lines(folder / name, lines))
    made = Desk(folder / "train.tsv", folder / "test.tsv", folder / "desk.linguine")
    arguments = ["train", made.train, "--model", made.model, "--algorithm", "svm", "--quiet"]
    assert main([str(each) for each in arguments]) == 0
    return made


@pytest.fixture
def linguine(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)
