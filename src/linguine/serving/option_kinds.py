"""Kinds of options: what is for texts, for tokens, for taggers or for parsers only."""

from __future__ import annotations

from collections.abc import Sequence

import click

from linguine.serving.options import CLASSIFY, PARSE, TAG, library_name
from linguine.serving.parse_options import JACKKNIFE, PAGE, PARSING, PICTURES, TAGGING_FIRST, TREES
from linguine.serving.token_options import COLUMNS, LEARNERS, TAG_LEARNERS, TAGS, TEMPLATES

__all__ = ["OF_COLUMNS", "OF_PARSERS", "OF_TAGGERS", "given_options", "refuse_options"]

#: What only texts have; the learners' own words are checked by the algorithm.
_OF_TEXTS = (
    "class_weight", "calibration", "reject_below", "ngrams", "chars", "tokenizer", "punctuation",
    "numeric", "numeric_scale", "categorical", "values", "normalize", "min_df", "max_df",
    "max_features", "hash_bits", "text_column", "join_columns", "label_column", "header", "lexicon",
    "proba",
    "every",
)  # fmt: skip
#: What taggers and parsers share.
_OF_TOKENS = (
    *(library_name(each) for each in (*COLUMNS, *TEMPLATES, *LEARNERS, *TAGGING_FIRST)),
    "token",
)
OF_TAGGERS = (*(library_name(each) for each in (*TAGS, *TAG_LEARNERS)), "spans")
OF_PARSERS = (
    *(library_name(each) for each in (*TREES, *PARSING, *JACKKNIFE, *PICTURES)),
    PAGE,
)
#: What nobody would say about a file of texts.
OF_COLUMNS = ("columns", "tag_column", "template", "unknown_tag", *OF_PARSERS)

_KINDS = {"texts": _OF_TEXTS, "tokens": _OF_TOKENS, "taggers": OF_TAGGERS, "parsers": OF_PARSERS}
#: Kinds that a task has no use for, and what a file of such a task is about.
_FOREIGN = {
    CLASSIFY: (("tokens", "taggers", "parsers"), "texts"),
    TAG: (("texts", "parsers"), "tokens"),
    PARSE: (("texts", "taggers"), "tokens"),
}
_SPELLED = {"every": "all", PAGE: "html"}
_MADE = {TAG: "a tagger", PARSE: "a parser"}


def given_options(names: Sequence[str]) -> list[str]:
    """Return which of some options the user has given to the verb that runs."""
    context = click.get_current_context()
    source = click.core.ParameterSource.COMMANDLINE
    return [name for name in names if context.get_parameter_source(name) is source]


def refuse_options(source: str, task: str, *, is_model: bool = False) -> None:
    """Complain about an option that has no meaning for this kind of file or model.

    Parameters
    ----------
    source
        The file or the model, for the message.
    task
        What is done with it.
    is_model
        Whether it is a model.
    """
    kinds, about = _FOREIGN[task]
    for kind in kinds:
        given = given_options(_KINDS[kind])
        if not given:
            continue
        word = _SPELLED.get(given[0], given[0]).replace("_", "-")
        shown = "tokens" if task == CLASSIFY else kind
        place = f"{source} is about {about}"
        if shown in ("taggers", "parsers"):
            place = f"{source} is {'' if is_model else 'to train '}{_MADE[task]}"
        raise click.UsageError(f"--{word} is for {shown}; {place}. Leave it out.")
