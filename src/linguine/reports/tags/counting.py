"""Counting tags and spans sentence by sentence, for intervals, tests and slices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.targets.tag_scheme import Spans
from linguine.reports.judging.figures import f1, f1_of_each, share
from linguine.reports.judging.ledger import Ledger
from linguine.reports.tags.relaxed import relaxed_credits

__all__ = ["SpanPair", "count_tags"]

Counts = NDArray[np.int64]
#: Which things of which sentence are of which kind, three times: gold, predicted and right.
_Three = tuple[tuple[Counts, Counts], ...]


class SpanPair:
    """The spans of gold and of an answer, and which are the same : (n_gold,), (n_predicted,)."""

    def __init__(self, gold: Spans, predicted: Spans) -> None:
        self.gold, self.predicted = gold, predicted
        # No two spans of one reading begin at the same token.
        _, i, j = np.intersect1d(
            gold.begin, predicted.begin, assume_unique=True, return_indices=True
        )
        is_same = gold.end[i] == predicted.end[j]
        is_same &= gold.type_code[i] == predicted.type_code[j]
        self.right = i[is_same]
        self.relaxed = relaxed_credits(gold, predicted)

    def by_type(self) -> _Three:
        """Return sentence and type of the spans of gold, of the answer, and of the right ones."""
        ours, theirs = self.gold, self.predicted
        return (
            (ours.sentence, ours.type_code),
            (theirs.sentence, theirs.type_code),
            (ours.sentence[self.right], ours.type_code[self.right]),
        )


def count_tags(
    gold: Counts,
    predicted: Counts,
    tags: Sequence[str],
    offsets: Counts,
    known: NDArray[np.bool_] | None,
    spans: SpanPair | None,
) -> Ledger:
    """Return what each sentence adds to the scores of tags and spans.

    Parameters
    ----------
    gold, predicted
        Tags as numbers : (n_tokens,).
    tags
        Their names.
    offsets
        Where sentences begin, and the number of tokens : (n_sentences + 1,).
    known
        Which words were known : (n_tokens,).
    spans
        The spans that the tags spell, if they do.
    """
    n, lengths = len(offsets) - 1, np.diff(offsets)
    sentence = np.repeat(np.arange(n), lengths)
    is_right = gold == predicted
    unknown = np.zeros(len(gold), np.bool_) if known is None else ~known

    def per_sentence(mask: NDArray[np.bool_]) -> Counts:
        return np.bincount(sentence[mask], minlength=n)

    n_right, has_tokens = per_sentence(is_right), lengths > 0
    columns: list[NDArray[Any]] = [
        lengths, n_right, has_tokens, has_tokens & (n_right == lengths),
        per_sentence(unknown), per_sentence(unknown & is_right),
    ]  # fmt: skip
    figures = [
        share("token_accuracy", 1, 0),
        share("sentence_accuracy", 3, 2, counts_examples=True),
        share("unknown_word_accuracy", 5, 4),
    ]
    if spans is None:
        three: _Three = (
            (sentence, gold),
            (sentence, predicted),
            (sentence[is_right], gold[is_right]),
        )
        names, title = tuple(tags), "per_tag"
    else:
        three, names, title = spans.by_type(), spans.gold.type_names, "per_span_type"
        first = len(columns)
        columns += [np.bincount(each, minlength=n) for each, _ in three]
        figures.insert(0, f1("f1", first, first + 1, first + 2))
        for way, (places, earned) in spans.relaxed.items():
            figures.append(f1(f"f1_{way}", first, first + 1, len(columns)))
            columns.append(np.bincount(spans.gold.sentence[places], earned, minlength=n))
    figures.append(f1_of_each(title, names, len(columns)))
    return Ledger.of_marks(columns, three, len(names), figures)
