r"""Span metrics: what predicted tags are worth, token by token and span by span.

A predicted span is right if a gold span has the same first token, last token and type.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.targets.tag_scheme import TagScheme, check_corpus, recognise, spans
from linguine.errors import DataError
from linguine.reports.evaluation import Score, check_mask, tally
from linguine.reports.tags.evaluation import SpanScores, TagEvaluation
from linguine.reports.text.metrics import evaluate

__all__ = ["SpanScores", "TagEvaluation", "evaluate_spans"]

Codes = NDArray[np.integer[Any]]
Counts = NDArray[np.int64]


def evaluate_spans(
    gold_codes: Codes,
    predicted_codes: Codes,
    tags: Sequence[str],
    offsets: Codes,
    known_words: NDArray[np.bool_] | None = None,
    *,
    scheme: TagScheme | None = None,
) -> TagEvaluation:
    """Judge predicted tags by token, by sentence and, where the tags spell spans, by span.

    Parameters
    ----------
    gold_codes, predicted_codes
        Index of the right tag, and of the answer : (n_tokens,). Both in one scheme, or token
        accuracy counts the difference; spans are the same in all of them.
    tags
        All tags that occur in either.
    offsets
        Where sentences begin, and the number of tokens : (n_sentences + 1,).
    known_words
        True where the word was seen in training : (n_tokens,).
    scheme
        PLAIN leaves spans out; another scheme asks for them. None looks at ``tags``.

    Examples
    --------
    >>> tags = ["B-PER", "I-PER", "B-LOC", "O"]
    >>> gold, predicted = np.array([0, 1, 3, 2]), np.array([0, 3, 3, 2])
    >>> evaluate_spans(gold, predicted, tags, np.array([0, 4])).spans.f1
    0.5
    """
    if np.shape(gold_codes) != np.shape(predicted_codes):
        raise DataError(
            "gold and predicted tags must be of one length; got shapes "
            f"{np.shape(gold_codes)} and {np.shape(predicted_codes)}. "
            "Predict the same sentences that have gold tags."
        )
    gold, ends = check_corpus(gold_codes, offsets, len(tags))
    predicted, _ = check_corpus(predicted_codes, offsets, len(tags))
    tokens = evaluate(gold, predicted, tags)
    is_right = gold == predicted
    n_wrong = np.diff(np.concatenate([[0], np.cumsum(~is_right)])[ends])
    has_tokens = np.diff(ends) > 0
    scheme = recognise(tags) if scheme is None else scheme
    return TagEvaluation(
        tokens,
        int(has_tokens.sum()),
        int((has_tokens & (n_wrong == 0)).sum()),
        None if scheme is TagScheme.PLAIN else _compare(gold, predicted, tags, ends),
        None if known_words is None else _count_known(known_words, is_right),
        np.diff(ends) - n_wrong,
    )


def _compare(gold: Codes, predicted: Codes, tags: Sequence[str], offsets: Counts) -> SpanScores:
    ours, theirs = spans(gold, offsets, tags), spans(predicted, offsets, tags)
    # No two spans of one reading begin at the same token.
    _, i, j = np.intersect1d(ours.begin, theirs.begin, assume_unique=True, return_indices=True)
    is_same = (ours.end[i] == theirs.end[j]) & (ours.type_code[i] == theirs.type_code[j])
    columns = (ours.type_code, theirs.type_code, ours.type_code[i[is_same]])
    n_types = len(ours.type_names)
    counts = [np.bincount(each, minlength=n_types) for each in columns]
    per_type = tally(ours.type_names, *counts)
    per_type.pop("", None)
    n_gold, n_predicted, n_correct = (int(each.sum()) for each in counts)
    rates = Score.of(n_gold, n_predicted, n_correct)[:3]
    return SpanScores(*rates, n_gold, n_predicted, n_correct, per_type)


def _count_known(known_words: NDArray[np.bool_], is_right: NDArray[np.bool_]) -> tuple[int, int]:
    fix = "Look each word up in the training vocabulary."
    known = check_mask("known_words", known_words, len(is_right), fix)
    return int(known.sum()), int((known & is_right).sum())
