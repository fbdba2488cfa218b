"""Evaluation of parsers: their trees against the right trees of sentences."""

from __future__ import annotations

import unicodedata
import warnings
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.data import Sentences, Trees
from linguine.errors import DataWarning, said
from linguine.reports.trees.metrics import evaluate_trees, without_subtype
from linguine.reports.trees.scores import TreeEvaluation
from linguine.tasks.parser.model import ParserModel
from linguine.tasks.parser.reading import ParserReader
from linguine.tasks.task import Settings

__all__ = ["evaluate_parses", "find_punctuation", "judge_parser", "measure", "read_questions"]

_TAGS = "upos"
_NO_TAGS = {"", "_"}


class Questions(NamedTuple):
    """Sentences with the right trees, and what the parser gets to see: tags of a tagger."""

    gold: Sentences
    seen: Sentences


def read_questions(model: ParserModel, path: str, settings: Settings) -> Questions:
    """Return the sentences of a file with their trees, and as a parser needs them."""
    reader = ParserReader(model, settings)
    gold = reader.read(path)
    return Questions(gold, reader.tag(gold))


def measure(
    model: ParserModel,
    questions: Sentences | Questions,
    settings: Settings,
    keep: Callable[[Trees], object] | None = None,
) -> TreeEvaluation:
    """Return what the answers of a parser are worth; ``keep`` is given them."""
    gold, seen = questions if isinstance(questions, Questions) else (questions, questions)
    evaluation, notes = judge_parser(model, gold, seen, keep)
    for each in notes:
        place = "" if each.startswith(gold.source) else f"{gold.source}: "
        warnings.warn(f"{place}{each}.", DataWarning, stacklevel=2)
    return evaluation


def judge_parser(
    model: ParserModel,
    gold: Sentences,
    seen: Sentences,
    keep: Callable[[Trees], object] | None = None,
) -> tuple[TreeEvaluation, tuple[str, ...]]:
    """Measure the trees that a parser gives to what it sees of sentences."""
    found = model.parse(seen)
    if keep is not None:
        keep(found)
    return evaluate_parses(
        gold, found, relations=model.relations, allows_roots=not model.single_root
    )


def evaluate_parses(
    sentences: Sentences,
    predicted: Trees,
    *,
    relations: Sequence[str] | None = None,
    allows_roots: bool = True,
) -> tuple[TreeEvaluation, tuple[str, ...]]:
    """Measure trees against the right ones of sentences; return what was found besides, too.

    With the relations that the parser knows, those of gold that it cannot give are counted.

    Examples
    --------
    >>> words = [[("Dogs", "2", "nsubj"), ("bark", "0", "root"), ("!", "2", "punct")]]
    >>> sentences = Sentences.from_python(words, columns="form,head,deprel")
    >>> answer = Trees.from_lists([[2, 0, 1]], [["nsubj", "root", "punct"]])
    >>> evaluation, _ = evaluate_parses(sentences, answer)
    >>> round(evaluation.scores.las, 3), evaluation.without_punctuation.las
    (0.667, 1.0)
    """
    gold = Trees.of(sentences, single_root=False)
    evaluation = evaluate_trees(gold, predicted, find_punctuation(sentences))
    notes = [] if allows_roots else _too_many_roots(gold)
    if gold.has_relations and not predicted.has_relations:
        notes.append("the parser gives no relations: only heads are compared")
    elif predicted.has_relations and not gold.has_relations:
        notes.append(f"{sentences.source} has no relations: only heads are compared")
    elif gold.has_relations and relations is not None:
        notes += _unseen(gold, relations)
    return evaluation, tuple(notes)


def _too_many_roots(gold: Trees) -> list[str]:
    n_roots = np.add.reduceat(np.append(gold.heads == 0, False), gold.offsets[:-1])
    n_trees = int((n_roots[np.diff(gold.offsets) > 0] > 1).sum())
    if not n_trees:
        return []
    return [
        f"{n_trees:,} of {len(gold):,} trees have several roots, and the parser gives one: the "
        f"others count as wrong. Train with {said('single_root', False)} to get them"
    ]


def _unseen(gold: Trees, relations: Sequence[str]) -> list[str]:
    known = {without_subtype(name) for name in relations}
    is_unseen = np.array([without_subtype(name) not in known for name in gold.names])
    n_unseen = int(is_unseen[gold.relations].sum())
    if not n_unseen:
        return []
    names = [repr(name) for name, unseen in zip(gold.names, is_unseen, strict=True) if unseen]
    shown = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
    return [
        f"{n_unseen:,} tokens have relations that the parser has never seen, {shown}: they count "
        "as wrong"
    ]


def find_punctuation(sentences: Sentences) -> NDArray[np.bool_]:
    """Return which tokens are punctuation : (n_tokens,).

    Where the column ``upos`` is filled, those with the tag ``PUNCT``; else the words of nothing
    but punctuation marks, as Unicode has them, and backquotes.

    Examples
    --------
    >>> find_punctuation(Sentences.from_python([["``", "Oh", "...", "$", "''"]])).nonzero()[0]
    array([0, 2, 4])
    """
    if _TAGS in sentences.columns:
        column = sentences.columns[_TAGS]
        tags = [tag.strip(" ") for tag in column.values.tolist()]
        if not set(tags) <= _NO_TAGS:
            return np.array([tag == "PUNCT" for tag in tags])[column.codes]
    column = sentences.columns[sentences.word_column]
    is_mark = np.array([_is_punctuation(word) for word in column.values.tolist()], dtype=np.bool_)
    return is_mark[column.codes]


def _is_punctuation(word: str) -> bool:
    return bool(word) and all(
        character == "`" or unicodedata.category(character).startswith("P") for character in word
    )
