"""Options of sentences with one token per line, and what they mean to the library."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from linguine.serving.options import LEARNER_OPTIONS, Table, add_options, library_name

__all__ = [
    "OF_COLUMNS",
    "given_options",
    "refuse_options",
    "sentence_settings",
    "tagger_settings",
    "token_feature_options",
    "token_reading_options",
    "token_training_options",
]

Function = TypeVar("Function", bound=Callable[..., Any])

READING, LEARNING = "Tokens: how to read the file", "Tokens: what to learn"

_READING: Table = {
    "--columns NAMES": (str, "Names of the columns, such as w,pos,tag; templates use them."),
    "--tag-column NAME": (str, "Column of the tags, by name or number from 1; else the last one."),
    "--unknown-tag TEXT": (list, "This stands for a tag that nobody knows; may be repeated."),
    "--comments": (bool, "Lines that begin with '# ' are comments; in CoNLL-U they always are."),
    "--separator KIND": (str, "tab, blanks (any number), or auto.", "auto"),
}
_FEATURES: Table = {
    "--template FILE": (str, "What to look at: templates of ours, of CRF++ or of Wapiti."),
    "--order N": (int, "Tags before it that a tag depends on: 1 or 2."),
    "--min-count N": (int, "Keep features of at least N tokens."),
    "--scheme NAME": (
        str,
        "Learn spans as iob2 or bioes, or plain tags; auto looks at them.",
        "auto",
    ),
    "--strict": (bool, "Refuse tags that do not spell whole spans instead of repairing them."),
}
_LEARNERS: Table = {
    "--learner NAME": (str, "lbfgs, owl-qn, sgd, adagrad, pegasos, frank-wolfe, dual, ..."),
    "--k-best N": (int, "Of mira: answers that it keeps away from."),
    "--patience N": (int, "With --dev: epochs without a better result before it stops."),
    "--averaged/--no-averaged": (None, "Whether online learners average their weights."),
    "--all-states": (bool, "Weights also for a feature and a tag never seen together."),
    "--all-transitions": (bool, "Weights also for two tags never seen together."),
    "--rare N": (int, "Of hmm: words seen at most so often tell how unknown ones are tagged."),
    "--longest-suffix N": (int, "Of hmm: letters of the longest ending."),
}
#: What only texts have; the learners' own words are checked by the algorithm.
_OF_TEXTS = (
    "class_weight", "calibration", "reject_below", "ngrams", "chars", "tokenizer", "punctuation",
    "numeric", "categorical", "values", "normalize", "min_df", "max_df", "max_features",
    "hash_bits", "text_column", "label_column", "header", "lexicon", "proba", "every",
)  # fmt: skip
_OF_TOKENS = (
    *(library_name(each) for each in (*_READING, *_FEATURES, *_LEARNERS)),
    "spans",
    "token",
)
#: What nobody would say about a file of texts.
OF_COLUMNS = ("columns", "tag_column", "template", "unknown_tag")


def token_reading_options(function: Function) -> Function:
    """Add how a file of tokens is read."""
    return add_options(function, READING, _READING)


def token_feature_options(function: Function) -> Function:
    """Add what is looked at, and what the tags are."""
    return token_reading_options(add_options(function, LEARNING, _FEATURES))


def token_training_options(function: Function) -> Function:
    """Add all that is said about learning from tokens."""
    return token_reading_options(add_options(function, LEARNING, _FEATURES, _LEARNERS))


def given_options(names: tuple[str, ...]) -> list[str]:
    """Return which of some options the user has given to the verb that runs."""
    context = click.get_current_context()
    source = click.core.ParameterSource.COMMANDLINE
    return [name for name in names if context.get_parameter_source(name) is source]


def refuse_options(source: str, *, is_tokens: bool) -> None:
    """Complain about an option that has no meaning for this kind of file or model.

    Parameters
    ----------
    source
        The file or the model, for the message.
    is_tokens
        Whether it is about tokens or about texts.
    """
    given = given_options(_OF_TEXTS if is_tokens else _OF_TOKENS)
    if not given:
        return
    kinds = ("texts", "tokens") if is_tokens else ("tokens", "texts")
    word = {"every": "all"}.get(given[0], given[0]).replace("_", "-")
    raise click.UsageError(
        f"--{word} is for {kinds[0]}; {source} is about {kinds[1]}. Leave it out."
    )


def sentence_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the reader of sentences takes."""
    tag = settings["tag_column"]
    return {
        "format": settings["format"],
        "columns": settings["columns"],
        "tag_column": int(tag) if tag is not None and tag.isdecimal() else tag,
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
        "algorithm": algorithm or _algorithm(settings["algorithm"]),
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
        names = [*map(library_name, LEARNER_OPTIONS), *map(library_name, _LEARNERS)]
        given = {name: settings[name] for name in names if settings[name] is not None}
        options = {name: value for name, value in given.items() if value is not False}
        if settings["averaged"] is not None:
            options["averaged"] = settings["averaged"]
        _check_options(made["algorithm"], options)
        made |= options
    return made


def _algorithm(given: str) -> str:
    return "crf" if given == "auto" else given


def _check_options(algorithm: str, options: Mapping[str, Any]) -> None:
    """Refuse what the algorithm does not have, in the words of the command line."""
    from linguine.tasks import TAGGER_ALGORITHMS

    known = TAGGER_ALGORITHMS.get(algorithm).options
    for name in options:
        if name in known:
            continue
        others = [
            each for each in TAGGER_ALGORITHMS.names if name in TAGGER_ALGORITHMS.get(each).options
        ]
        has = ", ".join(map(_spell, known))
        advice = f", or use --algorithm {' or '.join(others)}" if others else ""
        raise click.UsageError(
            f"{algorithm} has no {_spell(name)}; it has {has}. Leave it out{advice}."
        )


def _spell(name: str) -> str:
    return f"--{name.replace('_', '-')}"
