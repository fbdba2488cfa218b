"""The table of targets: what is fuzzed, and how often."""

from __future__ import annotations

from pathlib import Path
from random import Random

from .boxes import CrfsuiteTarget, FasttextTarget
from .case import Case, Target
from .checkpoints import CheckpointTarget
from .commands import LogTarget, OptionTarget, VerbTarget
from .faults import FaultTarget
from .labels import CostTarget, IndicatorTarget
from .matrix_models import MatrixModelTarget
from .models import ModelTarget
from .readers import (
    CONLL,
    CONLLU,
    BracketTarget,
    CompressedTarget,
    FolderTarget,
    TokenBagTarget,
    TokenTarget,
    text_targets,
)
from .tables import ArrowTarget, VectorTarget
from .templates import ArcTarget, TemplateFileTarget, TokenTemplateTarget

__all__ = ["TARGETS", "make_case"]

_TEXTS = text_targets()
_TEXT_MODELS = ("words.linguine", "hashed.linguine", "bayes.linguine", "clusters.linguine",
                "scores.linguine", "ordinal.linguine", "tree.linguine",
                "sets.linguine", "promise.linguine", "precise.linguine", "weighted.linguine",
                "lists.linguine", "intervals.linguine")  # fmt: skip
#: Name -> share of the cases, and the target. What takes longer gets fewer.
TARGETS: dict[str, tuple[int, Target]] = {
    "tsv": (6, _TEXTS["tsv"]),
    "csv": (7, _TEXTS["csv"]),
    "jsonl": (8, _TEXTS["jsonl"]),
    "fasttext": (3, _TEXTS["fasttext"]),
    "bags": (5, _TEXTS["bags"]),
    "svmlight": (5, _TEXTS["svmlight"]),
    "lines": (2, _TEXTS["lines"]),
    "compressed": (4, CompressedTarget()),
    "folder": (3, FolderTarget()),
    "conll": (8, TokenTarget(CONLL, ".conll")),
    "conllu": (10, TokenTarget(CONLLU, ".conllu")),
    "tokens": (3, TokenTarget(CONLL, ".txt")),
    "brackets": (5, BracketTarget()),
    "token-bags": (3, TokenBagTarget()),
    "token-templates": (6, TokenTemplateTarget()),
    "arc-templates": (4, ArcTarget()),
    "template-files": (6, TemplateFileTarget()),
    "text-models": (6, ModelTarget(_TEXT_MODELS)),
    "tagger-models": (5, ModelTarget(("crf.linguine", "hmm.linguine"))),
    "parser-models": (3, ModelTarget(("parser.linguine",))),
    "phrase-models": (3, ModelTarget(("phrases.linguine", "pcfg.linguine"))),
    "tokenizer-models": (2, ModelTarget(("tokenizer.linguine",))),
    "matrix-models": (3, MatrixModelTarget()),
    "fasttext-boxes": (4, FasttextTarget()),
    "crfsuite-boxes": (3, CrfsuiteTarget()),
    "checkpoints": (3, CheckpointTarget()),
    "parquet": (2, ArrowTarget(".parquet")),
    "arrow": (3, ArrowTarget(".arrow")),
    "vectors": (3, VectorTarget()),
    "costs": (2, CostTarget()),
    "logs": (2, LogTarget()),
    "indicators": (3, IndicatorTarget()),
    "verbs": (7, VerbTarget()),
    "options": (5, OptionTarget()),
    "faults": (0, FaultTarget()),
}


def make_case(seed: int, number: int, seeds: Path, target: str | None = None) -> Case:
    """Return a case: always the same for the same seed, number and choice of target."""
    random = Random(f"{seed} {number} {target}")
    shares = [share for share, _ in TARGETS.values()]
    name = target or random.choices(list(TARGETS), shares)[0]
    data, settings = TARGETS[name][1].make(random, seeds)
    return Case(name, data, settings)
