"""What a parser is given: files, sentences that were read, or lists of tokens."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral
from typing import Any

import numpy as np

from linguine.data import Sentences, read_sentences
from linguine.data.token_lists import as_lists, first_token
from linguine.data.trees import HEAD, NO_RELATION, RELATION
from linguine.errors import DataError
from linguine.tasks.parser.model import ParserModel
from linguine.tasks.settings import TaskSettings

__all__ = ["read_parsed", "read_to_learn", "read_unparsed"]

#: What tuples of so many cells hold.
_TUPLES = {1: ("form",), 2: ("form", "upos"), 5: ("form", "lemma", "upos", "xpos", "feats")}


def read_parsed(
    sentences: Any,
    heads: Any = None,
    relations: Any = None,
    *,
    columns: Sequence[str] | None = None,
) -> Sentences:
    """Return sentences with their trees as columns; given as to ``DependencyParser.fit``.

    ``columns`` name the cells of a token; None goes by their number.

    Examples
    --------
    >>> sentences = read_parsed([[("Dogs", "NOUN"), ("bark", "VERB")]], [[2, 0]])
    >>> list(sentences.columns), sentences.texts_of("head")
    (['form', 'upos', 'head', 'deprel'], [['2', '0']])
    """
    if isinstance(sentences, (str, os.PathLike, Sentences)):
        if heads is not None or relations is not None:
            raise DataError(
                "Trees must be given once; files and sentences that were read have columns of "
                "heads and relations, and more were given. Leave one out."
            )
        return sentences if isinstance(sentences, Sentences) else read_sentences(sentences)
    tokens = as_lists(sentences)
    if heads is None:
        raise DataError(
            "Trees must come with lists of tokens; got no heads. Give heads=[[2, 0], ...] with "
            "the number of each token's head, 0 for the root; or the name of a CoNLL-U file."
        )
    own, named = _apart(list(heads), relations)
    if not len(tokens) == len(own) == len(named):
        raise DataError(
            f"Sentences, heads and relations must go together; got {len(tokens)} sentences, "
            f"{len(own)} lists of heads and {len(named)} of relations. Give one list each."
        )
    read = Sentences.from_python(tokens, columns=_names(tokens, columns))
    trees = [_pairs(i, n, own[i], named[i]) for i, n in enumerate(np.diff(read.offsets).tolist())]
    added = Sentences.from_python(trees, columns=[HEAD, RELATION])
    return Sentences({**read.columns, **added.columns}, read.offsets)


def _apart(trees: list[Any], relations: Any) -> tuple[list[Any], list[Any]]:
    """Return the heads and the relations of each sentence, which may come together."""
    if relations is not None:
        return trees, list(relations)
    several = (list, tuple, np.ndarray)
    first = next((tree for tree in trees if isinstance(tree, several) and len(tree)), None)
    if first is None or not isinstance(first[0], several):
        return trees, [None] * len(trees)
    part = first[0]
    if len(part) == 2 and isinstance(part[0], Integral) and isinstance(part[1], str):
        return [[head for head, _ in t] for t in trees], [[name for _, name in t] for t in trees]
    for i, tree in enumerate(trees):
        if not isinstance(tree, several) or len(tree) != 2:
            raise DataError(
                f"sentence {i}: a tree must be a pair (heads, relations), as that of the first "
                f"sentence is; got {tree!r:.40}. Give ([2, 0], ['nsubj', 'root'])."
            )
    return [tree[0] for tree in trees], [tree[1] for tree in trees]


def read_unparsed(model: ParserModel, sentences: Any) -> Sentences:
    """Return sentences to parse: a ``pathlib.Path``, sentences that were read, or lists."""
    if isinstance(sentences, os.PathLike):
        return read_sentences(sentences, needed=model.needed)
    if isinstance(sentences, Sentences):
        return sentences
    tokens = as_lists(sentences)
    return Sentences.from_python(tokens, columns=_names(tokens, model.columns))


def _pairs(i: int, n_tokens: int, heads: Any, relations: Any) -> list[tuple[str, str]]:
    """Return the cells of head and relation of each token of sentence i."""
    if isinstance(heads, str) or not isinstance(heads, Iterable):
        raise DataError(
            f"sentence {i}: heads must be a list of numbers; got {heads!r:.40}. "
            "Give one list for each sentence: [[2, 0], [0]]."
        )
    own = list(heads)
    named = [NO_RELATION] * n_tokens if relations is None else list(relations)
    if not n_tokens == len(own) == len(named):
        raise DataError(
            f"sentence {i}: every token needs one head and one relation; got {n_tokens} tokens, "
            f"{len(own)} heads and {len(named)} relations. Check the lists."
        )
    return [(str(head), relation) for head, relation in zip(own, named, strict=True)]


def _names(tokens: list[Any], columns: Sequence[str] | None) -> list[str]:
    """Return what the cells of a token are: known names, or by their number."""
    first = first_token(tokens)
    if first is None:
        return list(columns or _TUPLES[1])
    if isinstance(first, Mapping):
        return list(first)
    n = len(first) if isinstance(first, (list, tuple)) else 1
    if columns is not None and len(columns) == n:
        return list(columns)
    if n not in _TUPLES:
        wanted = f"{len(columns)} ({', '.join(columns)})" if columns else "1, 2 or 5"
        raise DataError(
            f"A token must be a str or a tuple of {wanted} cells; got {n}: {first!r}. "
            "Give dictionaries such as {'form': 'Dogs', 'upos': 'NOUN'} for other columns."
        )
    return list(_TUPLES[n])


def read_to_learn(settings: TaskSettings, path: Any) -> Sentences:
    """Return the sentences of a file, with their trees."""
    return read_parsed(path)
