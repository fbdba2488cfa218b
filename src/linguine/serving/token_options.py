"""Options of sentences with one token per line, and what they mean to the library."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from linguine.errors import whole_number
from linguine.serving.options import LEARNER_OPTIONS, Table, add_options, library_name

if TYPE_CHECKING:
    from linguine.registry import Registry

__all__ = [
    "COLUMNS",
    "LEARNERS",
    "TAGS",
    "TAG_LEARNERS",
    "TEMPLATES",
    "given_learner_options",
    "sentence_settings",
    "tagger_settings",
    "token_feature_options",
    "token_reading_options",
    "token_training_options",
]

Function = TypeVar("Function", bound=Callable[..., Any])

READING, LEARNING = "Tokens: how to read the file", "Tokens: what to learn"

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
_TAG_COLUMN: Table = {
    "--tag-column NAME": (str, "Column of the tags, by name or number from 1; else the last one."),
    "--unknown-tag TEXT": (list, "This stands for a tag that nobody knows; may be repeated."),
}
TEMPLATES: Table = {
    "--template FILE": (str, "What to look at: templates of ours; of tags also CRF++, Wapiti."),
    "--order N": (
        int,
        "1 or 2: tags before it that a tag depends on; of trees 2 looks at neighbours under a "
        "head, too.",
    ),
}
_SEQUENCES: Table = {
    "--min-count N": (int, "Keep features of at least N tokens."),
    "--scheme NAME": (
        str,
        "Learn spans as iob2 or bioes, or plain tags; auto looks at them.",
        "auto",
    ),
    "--strict": (bool, "Refuse tags that do not spell whole spans instead of repairing them."),
}
LEARNERS: Table = {
    "--learner NAME": (str, "lbfgs, owl-qn, sgd, adagrad, pegasos, frank-wolfe, dual, ..."),
    "--k-best N": (int, "Of mira: answers that it keeps away from."),
    "--patience N": (int, "With --dev: epochs without a better result before it stops."),
    "--averaged/--no-averaged": (None, "Whether online learners average their weights."),
}
TAG_LEARNERS: Table = {
    "--all-states": (bool, "Weights also for a feature and a tag never seen together."),
    "--all-transitions": (bool, "Weights also for two tags never seen together."),
    "--rare N": (int, "Of hmm: words seen at most so often tell how unknown ones are tagged."),
    "--longest-suffix N": (int, "Of hmm: letters of the longest ending."),
}
#: What only taggers have, but for their learners.
TAGS: Table = {**_TAG_COLUMN, **_SEQUENCES}


def token_reading_options(function: Function) -> Function:
    """Add how a file of tokens is read."""
    return add_options(function, READING, COLUMNS, _TAG_COLUMN)


def token_feature_options(function: Function) -> Function:
    """Add what is looked at, and what the tags are."""
    return token_reading_options(add_options(function, LEARNING, TEMPLATES, _SEQUENCES))


def token_training_options(function: Function) -> Function:
    """Add all that is said about learning from tokens."""
    return token_reading_options(
        add_options(function, LEARNING, TEMPLATES, _SEQUENCES, LEARNERS, TAG_LEARNERS)
    )


def sentence_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the reader of sentences takes."""
    tag = settings["tag_column"]
    number = None if tag is None else whole_number(tag)
    return {
        "format": settings["format"],
        "columns": settings["columns"],
        "tag_column": tag if number is None else number,
        "comments": settings["comments"],
        "separator": settings["separator"],
        "encoding_errors": settings["encoding_errors"],
    }


def tagger_settings(settings: Mapping[str, Any], algorithm: str | None = None) -> dict[str, Any]:
    """Return what Tagger takes; what was not given is left to it.

    Parameters
    ----------
    settings
        The options.
    algorithm
        Another algorithm than that of the options, with its own learner's settings: ``compare``.
    """
    from pathlib import Path

    made: dict[str, Any] = {
        "algorithm": algorithm or settings["algorithm"],
        "scheme": settings["scheme"],
        "strict": settings["strict"],
        "unknown_tags": list(settings["unknown_tag"]),
        "n_threads": settings["threads"],
        "seed": settings["seed"],
    }
    if settings["template"] is not None:
        made["templates"] = Path(settings["template"])
    for name in ("order", "min_count"):
        if settings[name] is not None:
            made[name] = settings[name]
    if algorithm == "hmm":  # which has features of its own
        made = {name: made[name] for name in made if name not in ("templates", "min_count")}
    if algorithm is None:
        from linguine.tasks import TAGGER_ALGORITHMS
        from linguine.tasks.tagger.algorithms import choose_algorithm

        row = choose_algorithm(made["algorithm"])
        made |= given_learner_options(settings, row, TAGGER_ALGORITHMS)
    return made


def given_learner_options(
    settings: Mapping[str, Any], algorithm: str, table: Registry[Any]
) -> dict[str, Any]:
    """Return the learner's options that were given; refuse those that the algorithm has not.

    Parameters
    ----------
    settings
        The options.
    algorithm
        A name of the table.
    table
        Rows with ``options``, the names that an algorithm has.
    """
    tables = (LEARNER_OPTIONS, LEARNERS, TAG_LEARNERS)
    names = [library_name(each) for table_ in tables for each in table_]
    given = {name: settings[name] for name in names if settings[name] is not None}
    options = {name: value for name, value in given.items() if value is not False}
    if settings["averaged"] is not None:
        options["averaged"] = settings["averaged"]
    known = table.get(algorithm).options
    for name in options:
        if name in known:
            continue
        others = [each for each in table.names if name in table.get(each).options]
        has = ", ".join(map(_spell, known))
        advice = f", or use --algorithm {' or '.join(others)}" if others else ""
        raise click.UsageError(
            f"{algorithm} has no {_spell(name)}; it has {has}. Leave it out{advice}."
        )
    return options


def _spell(name: str) -> str:
    return f"--{name.replace('_', '-')}"
