"""Joining of sentences: those of several files, or of several blocks, as those of one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linguine import _core
from linguine.data.sentences import Sentences
from linguine.data.token_lists import TokenColumn

__all__ = ["join_sentences"]


def join_sentences(parts: Sequence[Sentences]) -> Sentences:
    """Return the sentences of all parts, one after the other; they have the same columns.

    Examples
    --------
    >>> parts = [Sentences.from_python([[word, "bark"]]) for word in ("Dogs", "Foxes")]
    >>> both = join_sentences(parts)
    >>> both.texts_of("w"), both.columns["w"].codes.tolist()
    ([['Dogs', 'bark'], ['Foxes', 'bark']], [0, 1, 2, 1])
    """
    first = parts[0]
    if len(parts) == 1:
        return first
    columns = {
        name: _join_columns([each.columns[name] for each in parts]) for name in first.columns
    }
    ends = np.cumsum([0, *(each.n_tokens for each in parts)])
    offsets = [each.offsets[1:] + end for each, end in zip(parts, ends[:-1], strict=True)]
    sources = list(dict.fromkeys(each.source for each in parts))
    origins = None
    if len(sources) > 1:
        origins = _join_columns([each.origins or _one_origin(each) for each in parts])
    return Sentences(
        columns,
        np.concatenate([np.zeros(1, np.int64), *offsets]),
        first.source if len(sources) == 1 else f"{first.source} and {len(sources) - 1} more",
        np.concatenate([each.lines for each in parts]),
        tag_column=first.tag_column,
        hidden=first.hidden,
        origins=origins,
    )


def _join_columns(parts: Sequence[TokenColumn]) -> TokenColumn:
    """Return the cells of all parts, each different text once."""
    place: dict[str, int] = {}
    codes = []
    for each in parts:
        found = [place.setdefault(text, len(place)) for text in each.values.tolist()]
        codes.append(np.array(found, np.int32)[each.codes])
    return TokenColumn(np.concatenate(codes), _core.Texts(list(place)))


def _one_origin(sentences: Sentences) -> TokenColumn:
    codes = np.zeros(sentences.n_tokens, np.int32)
    return TokenColumn(codes, _core.Texts([sentences.source]))
