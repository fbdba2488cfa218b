"""What a parser is given: files, sentences that were read, or lists of tokens."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from linguine.data import Sentences, read_sentences
from linguine.data.trees import HEAD, NO_RELATION, RELATION
from linguine.errors import DataError
from linguine.model.parser_model import ParserModel

__all__ = ["read_parsed", "read_unparsed"]

#: What tuples of so many cells hold.
_TUPLES = {1: ("form",), 2: ("form", "upos"), 5: ("form", "lemma", "upos", "xpos", "feats")}


def read_parsed(
    sentences: Any,
    heads: Any = None,
    relations: Any = None,
    *,
    columns: Sequence[str] | None = None,
) -> Sentences:
    """Return sentences with their trees as columns.

    Parameters
    ----------
    sentences
        A file, sentences that were read, or lists of tokens.
    heads, relations
        Of lists of tokens: lists of numbers, and of names or None.
    columns
        Names of the cells of a token; None: by their number.

    Examples
    --------
    >>> sentences = read_parsed([[("Dogs", "NOUN"), ("bark", "VERB")]], [[2, 0]])
    >>> list(sentences.columns), sentences.texts_of("head")
    (['form', 'upos', 'head', 'deprel'], [['2', '0']])
    """
    if isinstance(sentences, (str, os.PathLike)):
        return read_sentences(sentences)
    if isinstance(sentences, Sentences):
        return sentences
    tokens = list(sentences)
    if heads is None:
        raise DataError(
            "Trees must come with lists of tokens; got no heads. Give heads=[[2, 0], ...] with "
            "the number of each token's head, 0 for the root; or the name of a CoNLL-U file."
        )
    own = list(heads)
    named = [None] * len(own) if relations is None else list(relations)
    if not len(tokens) == len(own) == len(named):
        raise DataError(
            f"Sentences, heads and relations must go together; got {len(tokens)} sentences, "
            f"{len(own)} lists of heads and {len(named)} of relations. Give one list each."
        )
    names = _names(tokens, columns)
    rows = [
        [
            {**dict(zip(names, _cells(token), strict=False)), HEAD: str(head), RELATION: relation}
            for token, head, relation in _zip(i, words, own[i], named[i])
        ]
        for i, words in enumerate(tokens)
    ]
    return Sentences.from_python(rows, columns=[*names, HEAD, RELATION])


def read_unparsed(model: ParserModel, sentences: Any) -> Sentences:
    """Return sentences to parse: a ``pathlib.Path``, sentences that were read, or lists."""
    if isinstance(sentences, os.PathLike):
        return read_sentences(sentences, needed=model.needed)
    if isinstance(sentences, Sentences):
        return sentences
    tokens = list(sentences)
    names = _names(tokens, model.columns)
    rows = [[dict(zip(names, _cells(token), strict=False)) for token in words] for words in tokens]
    return Sentences.from_python(rows, columns=list(names))


def _zip(i: int, words: Any, heads: Any, relations: Any) -> list[tuple[Any, Any, str]]:
    named = [NO_RELATION] * len(words) if relations is None else list(relations)
    if not len(words) == len(heads) == len(named):
        raise DataError(
            f"sentence {i}: every token needs one head and one relation; got {len(words)} tokens, "
            f"{len(heads)} heads and {len(named)} relations. Check the lists."
        )
    return list(zip(words, heads, named, strict=True))


def _names(tokens: list[Any], columns: Sequence[str] | None) -> Sequence[str]:
    """Return what the cells of a token are: known names, or by their number."""
    first = next((token for words in tokens for token in words), "")
    if isinstance(first, dict):
        return tuple(first)
    n = len(_cells(first))
    if columns is not None and len(columns) == n:
        return columns
    if n not in _TUPLES:
        wanted = f"{len(columns)} ({', '.join(columns)})" if columns else "1, 2 or 5"
        raise DataError(
            f"A token must be a str or a tuple of {wanted} cells; got {n}: {first!r}. "
            "Give dictionaries such as {'form': 'Dogs', 'upos': 'NOUN'} for other columns."
        )
    return _TUPLES[n]


def _cells(token: Any) -> tuple[Any, ...]:
    if isinstance(token, str):
        return (token,)
    return tuple(token.values()) if isinstance(token, dict) else tuple(token)
