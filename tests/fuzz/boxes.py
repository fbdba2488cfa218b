"""Targets: models of other programs, damaged, opened and asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from linguine import TextClassifier
from linguine.compat import crfsuite, fasttext

from .case import Case
from .mutations import damage_bytes

__all__ = ["CrfsuiteTarget", "FasttextTarget"]

_FILES = Path(__file__).parents[1] / "files" / "opened"


@dataclass(frozen=True)
class FasttextTarget:
    """A classifier of fastText."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        files = sorted([*_FILES.glob("*.bin"), *_FILES.glob("*.ftz")])
        return damage_bytes(random.choice(files).read_bytes(), random), {}

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        clf = fasttext.load(case.data)
        clf.predict_proba(["the team was wet", "unheard words \0 __label__x </s> x", ""])
        clf.explain("the soup was wet")
        TextClassifier.load(clf.to_bytes())


@dataclass(frozen=True)
class CrfsuiteTarget:
    """A tagger of CRFsuite."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        return damage_bytes((_FILES / "chain.crfsuite").read_bytes(), random), {}

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        crf = crfsuite.load(case.data)
        crf.predict_marginals([[["w:the", "bias"], {"w": "team", "first": True}], []])
        crfsuite.CRF.load(crf.to_bytes())
