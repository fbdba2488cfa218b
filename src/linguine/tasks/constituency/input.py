"""What a constituency parser is given: files, trees that were read, brackets, or lists of words."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from linguine.data import Constituents, Sentences, read_constituents, read_sentences
from linguine.data.constituents import FORM, GIVEN
from linguine.data.token_lists import as_lists, read_tag_lists
from linguine.errors import DataError
from linguine.tasks.settings import TaskSettings

__all__ = ["read_to_learn", "read_trees", "read_words"]


def read_trees(trees: Any, sentences: Any = None) -> Constituents:
    """Return trees: of a file, of brackets, or as they are.

    With scikit-learn the sentences come first, and then the trees, which have words of their own.
    """
    if isinstance(trees, Constituents):
        return trees
    if isinstance(trees, str | os.PathLike):
        return read_constituents(trees)
    given = list(trees)
    if not all(isinstance(each, str) for each in given):
        raise DataError(
            "Trees must be the name of a file, Constituents, or a list of brackets; got a list of "
            f"{type(next(e for e in given if not isinstance(e, str))).__name__}. Give "
            "['(S (NP (NNS Dogs)) (VP (VBP bark)))', ...]."
        )
    return Constituents.from_brackets(given)


def read_words(sentences: Any, tags: Any = None) -> Sentences:
    """Return sentences to parse, and the tags of their words if they are given.

    Sentences are a ``pathlib.Path``, what was read, or lists of words; tags are lists as long.
    """
    words = _read_words(sentences)
    if tags is None:
        return words
    given = read_tag_lists(tags, words.offsets)
    return replace(words, columns={**words.columns, GIVEN: given})


def _read_words(sentences: Any) -> Sentences:
    if isinstance(sentences, Constituents):
        return sentences.sentences
    if isinstance(sentences, Sentences):
        return sentences
    if isinstance(sentences, os.PathLike):
        path = os.fspath(sentences)
        if path.endswith((".mrg", ".ptb")) or ".mrg." in path:
            return read_constituents(sentences).sentences
        return read_sentences(sentences)
    tokens: Sequence[Any] = as_lists(sentences)
    return Sentences.from_python(tokens, columns=FORM)


def read_to_learn(settings: TaskSettings, path: Any) -> Constituents:
    """Return the trees of a file."""
    return read_trees(path)
