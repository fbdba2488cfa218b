"""Options of tokenizers, and what they mean to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linguine.tasks.options import INPUT, MIN_COUNT, OUTPUT, Table
from linguine.tasks.sentences.options import LEARNERS, LEARNING_TOKENS, TOKEN, sentence_settings
from linguine.tasks.tokenizer.algorithms import AUTO

if TYPE_CHECKING:
    from linguine.tasks.task import Settings

__all__ = ["OPTIONS", "estimator_settings"]

_LEARNING = "Raw text: what to learn"
_UNITS: Table = {
    "--units KIND": (
        ("auto", "runs", "characters"),
        "For tokenizers: what is never cut, runs of letters or digits, or single characters.",
        "auto",
    ),
}
_FORMS: Table = {
    "--conllu": (bool, "For tokenizers: write CoNLL-U, with multiword tokens and SpaceAfter=No."),
    "--offsets": (bool, "For tokenizers: write where each token begins and ends, in characters."),
}

OPTIONS: Mapping[str, Sequence[tuple[str, Table]]] = {
    "train": [(LEARNING_TOKENS, {**MIN_COUNT, **LEARNERS}), (_LEARNING, _UNITS)],
    "compare": [(LEARNING_TOKENS, MIN_COUNT), (_LEARNING, _UNITS)],
    "predict": [(OUTPUT, _FORMS)],
    "evaluate": [],
    "explain": [(INPUT, TOKEN)],
}


def estimator_settings(path: str, settings: Settings, algorithm: str | None) -> dict[str, Any]:
    """Return what Tokenizer takes."""
    made = sentence_settings(settings, algorithm, ("units", "min_count"))
    if algorithm is None and settings["algorithm"] == "auto":
        made["algorithm"] = AUTO
    return made
