"""Targets: models of other programs, damaged, opened and asked."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from linguine import TextClassifier
from linguine.compat import crfsuite, fasttext

from .case import Case
from .mutations import mutate_bytes

__all__ = ["CrfsuiteTarget", "FasttextTarget"]

_FILES = Path(__file__).parents[1] / "files" / "opened"
_NUMBERS = (0, 1, 2, 3, 255, 256, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 32) - 1)


def _damage(data: bytes, random: Random) -> bytes:
    """Change bytes, or put an odd number somewhere: mostly where files say how large things are."""
    if random.random() < 0.4:
        return mutate_bytes(data, random)
    place = random.randrange(min(len(data), 120 if random.random() < 0.6 else len(data)) - 4)
    return data[:place] + struct.pack("<I", random.choice(_NUMBERS)) + data[place + 4 :]


@dataclass(frozen=True)
class FasttextTarget:
    """A classifier of fastText."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        files = sorted([*_FILES.glob("*.bin"), *_FILES.glob("*.ftz")])
        return _damage(random.choice(files).read_bytes(), random), {}

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        clf = fasttext.load(case.data)
        clf.predict_proba(["the team was wet", "unheard words \0 __label__x </s> x", ""])
        clf.explain("the soup was wet")
        TextClassifier.load(clf.to_bytes())


@dataclass(frozen=True)
class CrfsuiteTarget:
    """A tagger of CRFsuite."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        return _damage((_FILES / "chain.crfsuite").read_bytes(), random), {}

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        crf = crfsuite.load(case.data)
        crf.predict_marginals([[["w:the", "bias"], {"w": "team", "first": True}], []])
        crfsuite.CRF.load(crf.to_bytes())
