"""Commands of the pages on tagging and parsing, word for word on ordinary files."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from .command_line import CommandLine
from .treebank import CORPUS

PAGES = Path(__file__).parents[2] / "docs" / "tasks"
NAMES = (
    "Anna NNP B-NP B-PER\nflew VBD B-VP O\nto TO B-PP O\nNew NNP B-NP B-LOC\nYork NNP I-NP I-LOC\n"
    ". . O O\n\nHe PRP B-NP O\nsaw VBD B-VP O\nthe DT B-NP O\ndog NN I-NP O\n. . O O\n\n"
) * 6
N_TREES = 40


def commands(page: str) -> list[list[str]]:
    """The arguments of each command of a page's first block, without where the output goes."""
    block = (PAGES / page).read_text(encoding="utf-8").split("```")[1]
    lines = [line for line in block.splitlines() if line.startswith("linguine ")]
    return [shlex.split(re.sub(r"> \S+", "", line), comments=True)[1:] for line in lines]


def write_files(folder: Path) -> None:
    for name in ("names", "test", "train"):
        (folder / f"{name}.conll").write_text(NAMES)
    without = [line.rpartition(" ")[0] for line in NAMES.splitlines()]
    (folder / "new.conll").write_text("\n".join(without) + "\n")
    (folder / "half.conll").write_text("Anna B-PER\nflew _\nto ?\nYork _\n\n")
    (folder / "notes.txt").write_text("Anna flew to New York.\n")
    sentences = CORPUS.read_text(encoding="utf-8").strip().split("\n\n")[:N_TREES]
    for name in ("trees", "dev", "test", "new", "train"):
        (folder / f"{name}.conllu").write_text("\n\n".join(sentences) + "\n\n", encoding="utf-8")


@pytest.mark.filterwarnings("ignore:.*crossing arcs")
@pytest.mark.filterwarnings("ignore:.*to another question")
@pytest.mark.parametrize("page", ["tagging.md", "parsing.md"])
def test_the_commands_of_a_page_work_as_they_stand(
    page: str, linguine: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tagger of a file with parts of speech, and a parser, were of no use for plain text."""
    write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    found = commands(page)
    assert len(found) >= 9
    for arguments in found:
        if arguments[0] != "demo":  # which has tests of its own
            assert linguine.succeed(*arguments) or "--html" in arguments
