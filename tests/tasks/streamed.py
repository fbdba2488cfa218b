"""Small files of tags and trees, and what learns from them part by part."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from linguine.data import Files
from linguine.data.keeping import sentence_cache
from linguine.data.reading.sentence_files import SentenceFiles
from linguine.tasks.streaming import groups

NAMES = {"PER": ("Anna", "Bert"), "LOC": ("Rome", "Oslo")}
WORDS = ["runs", "sees", "the", "a", "in", "dog", "жук", "x", "y", "z"]
SIZES: dict[str, Any] = {"shared_bits": 10, "relation_bits": 6}


def tagged(draw: random.Random) -> str:
    lines = []
    for _ in range(draw.randrange(1, 9)):
        kind = draw.choice(["PER", "LOC", "", "", ""])
        if not kind:
            lines.append(f"{draw.choice(WORDS)}\tO\n")
            continue
        lines.append(f"{draw.choice(NAMES[kind])}\tB-{kind}\n")
        if draw.random() < 0.3:
            lines.append(f"{draw.choice(NAMES[kind])}\tI-{kind}\n")
    return "".join(lines) + "\n"


def parsed(draw: random.Random) -> str:
    """A verb with words before and behind it, and determiners before nouns."""
    words = [("the", "DET"), ("dog", "NOUN"), (draw.choice(["sees", "bites"]), "VERB")]
    heads = [(2, "det"), (3, "nsubj"), (0, "root")]
    if draw.random() < 0.7:
        words += [("a", "DET"), (draw.choice(["cat", "man"]), "NOUN")]
        heads += [(5, "det"), (3, "obj")]
    if draw.random() < 0.2:  # an arc that crosses
        words += [("now", "ADV")]
        heads += [(1, "advmod")]
    rows = [
        f"{i}\t{word}\t_\t{tag}\t_\t_\t{head}\t{name}\t_\t_\n"
        for i, ((word, tag), (head, name)) in enumerate(zip(words, heads, strict=True), 1)
    ]
    return "".join(rows) + "\n"


def write(folder: Path, make: Callable[[random.Random], str], n: int, ending: str) -> Files:
    draw = random.Random(2)
    for i in range(3):
        text = "".join(make(draw) for _ in range(n // 3))
        (folder / f"{i}.{ending}").write_text(text, "utf-8")
    return Files.of(str(folder / f"*.{ending}"))


@pytest.fixture
def tags(tmp_path: Path) -> Files:
    return write(tmp_path, tagged, 180, "conll")


@pytest.fixture
def trees(tmp_path: Path) -> Files:
    return write(tmp_path, parsed, 90, "conllu")


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small data have many groups of blocks."""
    monkeypatch.setattr(sentence_cache, "N_TOKENS", 40)
    monkeypatch.setattr(groups, "GROUP", 3)


def whole(files: Files) -> Any:
    return SentenceFiles.like(files, {}).whole()


def saved(estimator: Any, path: Path) -> bytes:
    estimator.save(path)
    return path.read_bytes()


TAGGERS: dict[str, dict[str, Any]] = {
    "crf": {"algorithm": "crf"},
    "crf by steps": {"algorithm": "crf", "epochs": 2},
    "crf, sparse": {"algorithm": "crf", "l1": 0.5},
    "gradients": {"algorithm": "crf", "max_iterations": 6},
    "auto": {"epochs": 2},
    "perceptron": {"algorithm": "perceptron", "epochs": 3},
    "mira": {"algorithm": "mira", "epochs": 3, "min_count": {"w[0]": 2}},
    "svm": {"algorithm": "svm", "epochs": 2},
    "hmm": {"algorithm": "hmm"},
    "templates": {"algorithm": "perceptron", "templates": ["w[0]", "y[-1]|w[0]"], "epochs": 2},
}
PARSERS: dict[str, dict[str, Any]] = {
    "mira": {"algorithm": "mira", "epochs": 2},
    "perceptron": {"algorithm": "perceptron", "epochs": 2},
    "any tree": {"algorithm": "crf", "epochs": 2, "projective": False},
    "gradients": {"algorithm": "softmax-margin", "learner": "lbfgs", "max_iterations": 3},
}
