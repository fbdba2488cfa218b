"""Options of taggers, and what they mean to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linguine.errors import OptionError
from linguine.tasks.options import (
    INPUT,
    MIN_COUNT,
    OUTPUT,
    RESTARTS,
    TOKENIZER,
    UNLABELLED_WEIGHT,
    VECTORS,
    Table,
    read_share,
)
from linguine.tasks.parted.options import PARTED
from linguine.tasks.sentences.options import (
    ALLOWED,
    COLUMNS,
    K_BEST,
    LEARNERS,
    LEARNING_TOKENS,
    PAGE,
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

_TAG_COLUMN: Table = {
    "--tag-column NAME": (
        str,
        "Column of the tags, by name or number from 1; else the last.",
    ),
    "--unknown-tag TEXT": (list, "A text that stands for an unknown tag; may be repeated."),
}
_TAGS: Table = {
    **MIN_COUNT,
    "--scheme NAME": (
        str,
        "Learn spans as iob2 or bioes, or tags as they are (plain); auto goes by the tags.",
        "auto",
    ),
    "--strict": (bool, "Refuse tags that do not form whole spans instead of repairing them."),
}
_LEARNERS: Table = {
    "--all-states": (bool, "Also learn weights for features and tags never seen together."),
    "--all-transitions": (bool, "Also learn weights for pairs of tags never seen together."),
    "--decoding KIND": (
        ("probabilities", "scores"),
        "For memm and local-*: compare probabilities at each token, or the scores as they are.",
    ),
    "--rare N": (int, "For hmm: words seen at most N times show how unknown ones are tagged."),
    "--longest-suffix N": (int, "For hmm: look at word endings of up to N letters."),
    "--states N": (int, "For baum-welch, which needs no tags: how many states to find."),
    **RESTARTS,
    **UNLABELLED_WEIGHT,
}
_SPANS: Table = {
    "--spans": (bool, "For taggers: write the spans with their probabilities, as JSON lines."),
    "--redact TYPES": (
        str,
        "For taggers: write plain text as it is, but for names of these types, such as PER,LOC, or "
        "all; [PER] stands there instead.",
    ),
    "--min-confidence P": (
        read_share,
        "With --redact: leave names in the text that are less probable.",
    ),
}
_READING = (READING_TOKENS, {**COLUMNS, **_TAG_COLUMN})

OPTIONS: Mapping[str, Sequence[tuple[str, Table]]] = {
    "train": [
        _READING,
        (LEARNING_TOKENS, {**TEMPLATES, **_TAGS, **VECTORS, **LEARNERS, **_LEARNERS}),
        (INPUT, TOKENIZER),
        ("Running", {**STREAMING, **PARTED}),
    ],
    "compare": [_READING, (LEARNING_TOKENS, {**TEMPLATES, **_TAGS, **VECTORS})],
    "predict": [
        (INPUT, {**TAGGING_FIRST, **TOKENIZING, **ALLOWED}),
        (OUTPUT, {**K_BEST, **_SPANS, **PAGE}),
        _READING,
    ],
    "evaluate": [(INPUT, TAGGING_FIRST), _READING],
    "check": [_READING],
    "split": [_READING],
    "explain": [(INPUT, {**TOKEN, **TAGGING_FIRST, **TOKENIZING}), _READING],
}


def estimator_settings(path: str, settings: Settings, algorithm: str | None) -> dict[str, Any]:
    """Return what Tagger takes."""
    names = ("scheme", "strict", "order", "min_count")
    made = sentence_settings(settings, algorithm, names, _LEARNERS)
    made["unknown_tags"] = list(settings["unknown_tag"])
    if settings["vectors"] is not None:
        from linguine.features import WordVectors

        made["vectors"] = WordVectors(settings["vectors"], scale=settings["vector_scale"])
    elif settings["vector_scale"] != "auto":
        raise OptionError(
            f"--vector-scale {settings['vector_scale']:g} scales vectors; there are none. Name "
            "their file with --vectors FILE, or leave it out."
        )
    if algorithm == "hmm":  # which has features of its own
        own = ("templates", "min_count", "vectors")
        made = {name: made[name] for name in made if name not in own}
    return made
