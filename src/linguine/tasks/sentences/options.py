"""Options of sentences, whether they are tagged or parsed, and what they mean to the readers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from linguine.errors import OptionError
from linguine.tasks.options import Table, number_or_word

if TYPE_CHECKING:
    from linguine.tasks.task import Settings

__all__ = [
    "COLUMNS",
    "LEARNERS",
    "LEARNING_TOKENS",
    "READING_TOKENS",
    "TAGGING_FIRST",
    "TEMPLATES",
    "TOKEN",
    "estimator_settings",
    "sentence_settings",
]

#: Headings of the help.
READING_TOKENS, LEARNING_TOKENS = "Tokens: how to read the file", "Tokens: what to learn"

COLUMNS: Table = {
    "--columns NAMES": (
        str,
        "Names of the columns, such as w,pos,tag; templates use them. Numbers pick some: "
        "1:w,4:tag; w,tag is the first and the last one. In CoNLL-U, whose columns have names, "
        "these are looked at: form,upos.",
    ),
    "--comments": (bool, "Lines that begin with '# ' are comments; in CoNLL-U they always are."),
    "--separator KIND": (str, "tab, blanks (any number), or auto.", "auto"),
}
TEMPLATES: Table = {
    "--template FILE": (str, "What to look at: templates of ours; for tags also CRF++, Wapiti."),
    "--order N": (
        int,
        "1 or 2: how many tags before it a tag depends on; for trees, 2 also looks at neighbours "
        "under a head.",
    ),
}
LEARNERS: Table = {
    "--learner NAME": (str, "lbfgs, owl-qn, sgd, adagrad, pegasos, frank-wolfe, dual, ..."),
    "--k-best N": (int, "For mira: how many answers it keeps away from."),
    "--patience N": (int, "With --dev: epochs without a better result before it stops."),
    "--averaged/--no-averaged": (None, "Whether online learners average their weights."),
}
TAGGING_FIRST: Table = {
    "--tagger MODEL": (
        list,
        "For a parser or a tagger that looks at tags: tag the words first, instead of believing "
        "the file; for plain text. May be repeated: each fills its column.",
    ),
}
TOKEN: Table = {
    "--token WORD": (
        str,
        "For taggers and parsers: explain this word of the text, or its number from 1; else the "
        "least sure.",
    ),
}


def sentence_settings(settings: Settings) -> dict[str, Any]:
    """Return what the reader of sentences takes."""
    return {
        "format": settings["format"],
        "columns": settings["columns"],
        "tag_column": number_or_word(settings["tag_column"]),
        "comments": settings["comments"],
        "separator": settings["separator"],
        "encoding_errors": settings["encoding_errors"],
    }


def estimator_settings(settings: Settings, *names: str) -> dict[str, Any]:
    """Return what all estimators of sentences take, and further options that were given."""
    if settings.get("patience") is not None and settings["dev"] is None:
        raise OptionError("--patience waits for a better result on --dev FILE. Give one.")
    made: dict[str, Any] = {"n_threads": settings["threads"], "seed": settings["seed"]}
    if settings["template"] is not None:
        made["templates"] = Path(settings["template"])
    return made | {name: settings[name] for name in names if settings[name] is not None}
