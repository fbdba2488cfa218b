"""The cases: how fastText is trained, and how it is quantised; and where the originals are."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.environments import python_of
from benchmarks.rivals import Rival

ORIGINALS = Rival(
    "originals", "fasttext-wheel", ("fasttext-wheel==0.9.2", "numpy<2", "python-crfsuite"), {}
)
PROGRAMS = Path(__file__).parent / "programs"
CHUNKS = "crfsuite"
N_TURNS = 3
N_TRAIN = 5_000  # texts to train with; what is compared are answers


@dataclass(frozen=True)
class Case:
    """How a model is trained; ``quantised`` are options of ``quantize``, None leaves it out."""

    training: dict[str, Any]
    quantised: dict[str, Any] | None = None
    data: str = "imdb"
    options: dict[str, Any] = field(default_factory=lambda: {"epoch": 1, "lr": 0.5, "thread": 1})


_BIGRAMS = {"loss": "softmax", "wordNgrams": 2, "bucket": 200_000}
_PIECES = {"loss": "softmax", "minn": 3, "maxn": 6, "bucket": 200_000}
CASES = {
    "softmax": Case({"loss": "softmax"}),
    "hs": Case({"loss": "hs"}),
    "ns": Case({"loss": "ns"}),
    "ova": Case({"loss": "ova"}),
    "bigrams": Case(_BIGRAMS),
    "subwords": Case(_PIECES),
    "quantised": Case({"loss": "softmax"}, {"qnorm": False}),
    "pruned": Case(_BIGRAMS, {"qnorm": True, "cutoff": 20_000}),
    "hs-20": Case({"loss": "hs", "wordNgrams": 2, "bucket": 100_000}, data="20newsgroups"),
    "ova-20": Case({"loss": "ova", "minn": 2, "maxn": 4, "bucket": 50_000}, data="20newsgroups"),
    "factors": Case({"loss": "softmax", "dim": 10}, data="20newsgroups"),
}


class Row(NamedTuple):
    """What was compared."""

    n: int  # texts or tokens
    n_differ: int  # labels
    largest: float  # difference of probabilities, but for those at edges
    theirs: float  # CPU seconds, the least of the turns
    ours: float
    n_probabilities: int = 0
    n_at_edges: int = 0  # of cells of fastText's table: what differs as its sums have 32 bits


def original_python() -> Path:
    """Return the Python of an environment with the original programs."""
    told = os.environ.get("LINGUINE_ORIGINALS")
    return Path(told) if told else python_of(ORIGINALS)


class Original:
    """A program that trains, writes answers, and answers again, timed, for each line of input."""

    def __init__(self, program: str, arguments: Sequence[str]) -> None:
        command = [str(original_python()), str(PROGRAMS / program), *arguments]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._line("the answers")

    def seconds(self) -> float:
        """Return the CPU seconds of one more turn."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return float(self._line("a time"))

    def _line(self, what: str) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"the original program ended before it gave {what}")
        return line

    def close(self) -> None:
        """End it."""
        self._process.communicate("")
