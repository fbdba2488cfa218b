"""Explanation of trees: why a word has its head."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.serving.parse_input import ParserInput
from linguine.serving.tag_explain import find_in_file, find_in_texts
from linguine.tasks.parser.explanation import explain_arc

if TYPE_CHECKING:
    from linguine.data import Sentences
    from linguine.reports import Explanation
    from linguine.tasks.parser.model import ParserModel

__all__ = ["explain_trees"]


def explain_trees(
    model: ParserModel,
    file: str | None,
    text: Sequence[str],
    lines: Sequence[int],
    token: str | None,
    settings: Mapping[str, Any],
) -> Iterator[Explanation]:
    """Yield the explanations that were asked for.

    Parameters
    ----------
    model
        The parser.
    file, lines
        A file with one token per line, and the lines of tokens.
    text, token
        Texts, and which word of each: its number from 1, or itself; None is the least sure one.
    settings
        How to read.
    """
    given = ParserInput(model, settings)
    if file is None:
        found = find_in_texts(text, token, lambda line: given.of_lines([line], "--text"))
    else:
        found = find_in_file(file, lines, token, given.blocks(file))
    for one, place in found:
        yield explain_arc(model, one, 1 + (_least_sure(model, one) if place is None else place))


def _least_sure(model: ParserModel, sentence: Sentences) -> int:
    """Return the word whose head is the least probable, or has the smallest lead."""
    if model.order == 1:
        of_heads, _ = model.confidences(sentence, model.parse(sentence))
        return int(np.argmin(of_heads))
    leads = [explain_arc(model, sentence, word + 1).lead for word in range(sentence.n_tokens)]
    return int(np.argmin(leads))
