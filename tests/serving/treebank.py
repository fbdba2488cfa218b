"""A treebank as a user has it, and models of it, for tests of parsers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import linguine as library
from linguine.serving.app import main
from linguine.tasks.tagger.demo import split_sentences

from .command_line import put_lines

__all__ = ["CORPUS", "SMALL", "Treebank", "make_treebank"]

CORPUS = Path(library.__file__).parent / "data" / "corpora" / "everyday_small.conllu"
#: Options of a parser that is trained in no time.
SMALL = ("--columns", "form,upos", "--shared-bits", "16", "--relation-bits", "12", "--epochs", "5")


@dataclass(frozen=True)
class Treebank:
    """Everyday sentences, and models that look at words and parts of speech."""

    folder: Path
    train: Path
    test: Path
    mira: Path
    crf: Path
    tagger: Path


def make_treebank(folder: Path) -> Treebank:
    """Write the files, and train the models."""
    split_sentences(lambda name, lines: put_lines(folder / name, lines))
    made = Treebank(
        folder,
        folder / "train.conllu",
        folder / "test.conllu",
        folder / "mira.linguine",
        folder / "crf.linguine",
        folder / "tagger.linguine",
    )
    for model, options in (
        (made.mira, SMALL),
        (made.crf, ("--algorithm", "crf", *SMALL)),
        (made.tagger, ("--task", "tag")),
    ):
        arguments = ["train", made.train, "--model", model, "--quiet", *options]
        assert main([str(each) for each in arguments]) == 0
    return made
