"""Options of sentences, whether they are tagged or parsed, and what they mean to the readers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from linguine.tasks.options import (
    TOKENIZER,
    Table,
    number_or_word,
    read_count,
    shared_settings,
)

if TYPE_CHECKING:
    from linguine.tasks.task import Settings

__all__ = [
    "ALLOWED",
    "COLUMNS",
    "K_BEST",
    "LEARNERS",
    "LEARNING_TOKENS",
    "PAGE",
    "PICTURES",
    "READING_TOKENS",
    "TAGGING_FIRST",
    "TEMPLATES",
    "TOKEN",
    "TOKENIZING",
    "reading_settings",
    "sentence_settings",
]

#: Headings of the help.
READING_TOKENS, LEARNING_TOKENS = "Tokens: how to read the file", "Tokens: what to learn"

COLUMNS: Table = {
    "--columns NAMES": (
        str,
        "Names of the columns, such as w,pos,tag, as templates use them. Numbers pick columns: "
        "1:w,4:tag; w,tag is the first and the last one. The columns of CoNLL-U have names: there "
        "this picks those to look at, such as form,upos.",
    ),
    "--comments": (bool, "Lines that begin with '# ' are comments; in CoNLL-U they always are."),
    "--separator KIND": (str, "What is between columns: tab, blanks (any number) or auto.", "auto"),
}
TEMPLATES: Table = {
    "--template FILE": (str, "A file of feature templates: ours; for tags also CRF++, Wapiti."),
    "--order N": (
        int,
        "For taggers, how many previous tags a tag depends on, 1 or more; for parsers 1, or 2 to "
        "also look at neighbours under the same head.",
    ),
}
LEARNERS: Table = {
    "--learner NAME": (str, "One of lbfgs, owl-qn, sgd, adagrad, pegasos, frank-wolfe, dual, ..."),
}
TAGGING_FIRST: Table = {
    "--tagger MODEL": (
        list,
        "For models that look at tags: tag the words first. Plain text needs it; in a file it "
        "replaces the tags. May be repeated: each tagger fills its own column. A parser of "
        "phrases finds tags by itself, and takes these instead.",
    ),
}
TOKENIZING: Table = {
    **TOKENIZER,
    "--one-per-line": (bool, "Each line of plain text is one sentence: do not split it."),
}
PAGE: Table = {
    # in explain --html is for every model, so that here it needs a name of its own
    "--html OUT page": (
        str,
        "Write a page instead: drawings of all trees, or texts with their spans coloured.",
    ),
}
PICTURES: Table = {
    "--draw": (bool, "Draw trees as text. On a terminal --text does so by itself."),
    "--svg OUT": (str, "Write the drawing of one tree instead."),
    **PAGE,
}
K_BEST: Table = {
    "--k-best K": (
        read_count,
        "Write the K best answers for each sentence as JSON lines, with probabilities if there are "
        "any.",
    ),
}
ALLOWED: Table = {
    "--allowed COLUMNS": (
        str,
        "What is known already: the column that holds tags or, for parsers, head, deprel or "
        "head,deprel. _ or ? is not known, A|B is one of the two. The rest is found around it.",
    ),
}
TOKEN: Table = {
    "--token WORD": (
        str,
        "For taggers and parsers: the word to explain, or its number from 1. The default is the "
        "word that the model is least sure of.",
    ),
}


def reading_settings(settings: Settings) -> dict[str, Any]:
    """Return what the reader of sentences takes."""
    return {
        "format": settings["format"],
        "columns": settings["columns"],
        "tag_column": number_or_word(settings["tag_column"]),
        "comments": settings["comments"],
        "separator": settings["separator"],
        "encoding_errors": settings["encoding_errors"],
    }


def sentence_settings(
    settings: Settings, algorithm: str | None, names: Iterable[str], *learners: Table
) -> dict[str, Any]:
    """Return what all estimators of sentences take, as :func:`shared_settings` has it."""
    made = shared_settings(settings, algorithm, names, LEARNERS, *learners)
    if settings.get("template") is not None:
        from pathlib import Path  # 5 ms at every start else

        made["templates"] = Path(settings["template"])
    return made
