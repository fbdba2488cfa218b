"""The task: what a file and the options ask to be learned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linguine.serving.option_kinds import OF_PARSERS, OF_TAGGERS, given_options
from linguine.serving.options import CLASSIFY, PARSE, TAG
from linguine.serving.token_files import is_about_tokens, is_universal

__all__ = ["choose_task"]


def choose_task(path: str, settings: Mapping[str, Any], algorithms: Sequence[str] = ()) -> str:
    """Return ``"classify"``, ``"tag"`` or ``"parse"``.

    A file of tokens is tagged if an option or an algorithm is said that only taggers have, and
    parsed if it is CoNLL-U, has a column of heads, or an option is said that only parsers have.

    Parameters
    ----------
    path
        The file to learn from.
    settings
        The options.
    algorithms
        The algorithms that were asked for.
    """
    if settings["task"] is not None:
        return str(settings["task"])
    if not is_about_tokens(path, settings):
        return CLASSIFY
    if given_options(OF_TAGGERS) or any(map(_is_of_taggers, algorithms)):
        return TAG
    names = [name.strip() for name in (settings["columns"] or "").split(",")]
    if given_options(OF_PARSERS) or "head" in names or is_universal(path, settings):
        return PARSE
    return TAG


def _is_of_taggers(algorithm: str) -> bool:
    from linguine.tasks import PARSER_ALGORITHMS, TAGGER_ALGORITHMS

    return algorithm in TAGGER_ALGORITHMS.names and algorithm not in PARSER_ALGORITHMS.names
