"""Options of parsers, and what they mean to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linguine.tasks.options import INPUT, OUTPUT, TOKENIZER, Table, library_name
from linguine.tasks.parted.options import PARTED
from linguine.tasks.sentences.options import (
    ALLOWED,
    COLUMNS,
    K_BEST,
    LEARNERS,
    LEARNING_TOKENS,
    PICTURES,
    READING_TOKENS,
    TAGGING_FIRST,
    TEMPLATES,
    TOKEN,
    TOKENIZING,
    sentence_settings,
)
from linguine.tasks.streaming.options import STREAMING

if TYPE_CHECKING:
    from linguine.tasks.task import Settings

__all__ = ["OPTIONS", "estimator_settings"]

_LEARNING, _SHOWING = "Trees: what to learn", "Output of a parser"

_TREES: Table = {
    "--projective/--no-projective": (
        None,
        "Allow only trees without crossing arcs (the default, and fast), or any tree.",
    ),
    "--single-root/--no-single-root": (
        None,
        "Allow exactly one root in each tree (the default), or any number.",
    ),
    "--relation-cost N": (float, "The cost of a wrong relation; a wrong head costs 1."),
    "--shared-bits B": (
        int,
        "Use 2^B weights for heads and modifiers: most of the file.",
    ),
    "--relation-bits B": (int, "Use 2^B rows of weights for relations."),
}
#: What is done to the tags before a parser learns from them.
_JACKKNIFE: Table = {
    "--jackknife N": (
        int,
        "Learn from predicted tags, as --tagger will give them: the file is cut into N parts, and "
        "each is tagged by a tagger that has learned from the others. Try 10.",
    ),
}
_SHOWN: Table = {
    "--confidence": (
        bool,
        "Add to the last column how sure the parser is: of the head (HeadConf) and, where there "
        "are probabilities, of head and relation (ArcConf).",
    ),
    **PICTURES,
}
_READING = (READING_TOKENS, COLUMNS)

OPTIONS: Mapping[str, Sequence[tuple[str, Table]]] = {
    "train": [
        _READING,
        (LEARNING_TOKENS, {**TEMPLATES, **LEARNERS}),
        (_LEARNING, {**_TREES, **_JACKKNIFE}),
        (INPUT, TOKENIZER),
        ("Running", {**STREAMING, **PARTED}),
    ],
    "compare": [_READING, (LEARNING_TOKENS, TEMPLATES), (_LEARNING, _TREES)],
    "predict": [
        (INPUT, {**TAGGING_FIRST, **TOKENIZING, **ALLOWED}),
        (OUTPUT, K_BEST),
        (_SHOWING, _SHOWN),
        _READING,
    ],
    "evaluate": [(INPUT, TAGGING_FIRST), _READING],
    "check": [_READING],
    "split": [_READING],
    "explain": [(INPUT, {**TOKEN, **TAGGING_FIRST, **TOKENIZING}), _READING],
}


def estimator_settings(path: str, settings: Settings, algorithm: str | None) -> dict[str, Any]:
    """Return what DependencyParser takes."""
    from linguine.tasks.sentences.recognition import is_universal

    made = sentence_settings(settings, algorithm, ("order", *map(library_name, _TREES)))
    if algorithm is None and settings["algorithm"] == "auto":
        made["algorithm"] = "mira"
    # Of CoNLL-U --columns says what to look at; in other files it names the columns.
    if settings["columns"] is not None and is_universal(path, settings):
        made["columns"] = settings["columns"]
    return made
