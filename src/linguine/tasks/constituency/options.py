"""Options of constituency parsers, and what they mean to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linguine.tasks.options import INPUT, OUTPUT, TOKENIZER, UNLABELLED_WEIGHT, Table, library_name
from linguine.tasks.sentences.options import (
    K_BEST,
    LEARNERS,
    LEARNING_TOKENS,
    PICTURES,
    TAGGING_FIRST,
    TOKENIZING,
    sentence_settings,
)

if TYPE_CHECKING:
    from linguine.tasks.task import Settings

__all__ = ["OPTIONS", "estimator_settings"]

_READING, _LEARNING = "Brackets: how to read the file", "Brackets: what to learn"
_SHOWING = "Output of a constituency parser"

_BRACKETS: Table = {
    "--function-tags": (bool, "Keep labels as they are, such as NP-SBJ-1; else they become NP."),
    "--empty": (bool, "Keep empty elements (-NONE-) as words; else they are left out."),
}
_GRAMMAR: Table = {
    "--vertical N": (
        int,
        "How many labels a symbol of the grammar knows: 1 its own, 2 also its parent's.",
    ),
    "--horizontal N": (
        int,
        "How many siblings to its left the rest of a node remembers.",
    ),
    "--bits B": (int, "Use 2^B rows of weights for the features of spans."),
}
_HIDDEN: Table = {
    "--unlabelled FILE": (
        str,
        "For pcfg: also learn rules from sentences without trees, brackets or one on each line.",
    ),
}
_FORMS: Table = {
    "--pretty": (bool, "Write each tree over several lines, as treebanks do."),
}
_GIVEN: Table = {
    **TAGGING_FIRST,
    "--tags COLUMN": (
        str,
        "Take the tags of words from this column of the file, such as xpos (in a file of brackets: "
        "tag). Otherwise the parser finds them along with the tree.",
    ),
}
_WORDS: Table = {"--empty": _BRACKETS["--empty"]}
_WHICH: Table = {
    "--span FIRST-LAST": (
        str,
        "The words of the node to explain, counted from 1, such as 2-5. The default is the node "
        "that the model is least sure of.",
    ),
}

OPTIONS: Mapping[str, Sequence[tuple[str, Table]]] = {
    "train": [
        (_READING, _BRACKETS),
        (LEARNING_TOKENS, LEARNERS),
        (_LEARNING, {**_GRAMMAR, **_HIDDEN, **UNLABELLED_WEIGHT}),
        (INPUT, TOKENIZER),
    ],
    "compare": [(_READING, _BRACKETS), (_LEARNING, _GRAMMAR)],
    "predict": [
        (INPUT, {**_GIVEN, **TOKENIZING}),
        (_READING, _WORDS),
        (OUTPUT, K_BEST),
        (_SHOWING, {**_FORMS, **PICTURES}),
    ],
    "evaluate": [(INPUT, _GIVEN), (_READING, _BRACKETS)],
    "check": [(_READING, _BRACKETS)],
    "split": [(_READING, _BRACKETS)],
    "explain": [(INPUT, {**_GIVEN, **TOKENIZING}), (_READING, _WORDS), (_SHOWING, _WHICH)],
}


def estimator_settings(path: str, settings: Settings, algorithm: str | None) -> dict[str, Any]:
    """Return what ConstituencyParser takes."""
    made = sentence_settings(settings, algorithm, map(library_name, _GRAMMAR), UNLABELLED_WEIGHT)
    if algorithm is None and settings["algorithm"] == "auto":
        made["algorithm"] = "mira"
    return made
