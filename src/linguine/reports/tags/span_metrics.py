r"""Span metrics: what predicted tags are worth, token by token and span by span.

A predicted span is right if a gold span has the same first token, last token and type; what
counts as nearly right stands in ``relaxed``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.targets.tag_scheme import TagScheme, check_corpus, recognise, spans
from linguine.errors import DataError
from linguine.reports.evaluation import Score, check_mask, tally
from linguine.reports.tags.counting import SpanPair, count_tags
from linguine.reports.tags.evaluation import RelaxedScore, SpanScores, TagEvaluation
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
    pair = None
    if scheme is not TagScheme.PLAIN:
        pair = SpanPair(spans(gold, ends, tags), spans(predicted, ends, tags))
    return TagEvaluation(
        tokens,
        int(has_tokens.sum()),
        int((has_tokens & (n_wrong == 0)).sum()),
        None if pair is None else _count_spans(pair),
        None if known_words is None else _count_known(known_words, is_right),
        np.diff(ends) - n_wrong,
        partial(count_tags, gold, predicted, tags, ends, known_words, pair),
    )


def _count_spans(pair: SpanPair) -> SpanScores:
    names = pair.gold.type_names
    counts = [np.bincount(codes, minlength=len(names)) for _, codes in pair.by_type()]
    per_type = tally(names, *counts)
    per_type.pop("", None)
    n_gold, n_predicted, n_correct = (int(each.sum()) for each in counts)
    rates = Score.of(n_gold, n_predicted, n_correct)[:3]
    relaxed = {
        way: RelaxedScore.of(n_gold, n_predicted, float(earned.sum()))
        for way, (_, earned) in pair.relaxed.items()
    }
    return SpanScores(*rates, n_gold, n_predicted, n_correct, per_type, relaxed)


def _count_known(known_words: NDArray[np.bool_], is_right: NDArray[np.bool_]) -> tuple[int, int]:
    fix = "Look each word up in the training vocabulary."
    known = check_mask("known_words", known_words, len(is_right), fix)
    return int(known.sum()), int((known & is_right).sum())
