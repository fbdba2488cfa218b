r"""Span metrics: what predicted tags are worth, token by token and span by span.

A predicted span is right if a gold span has the same first token, last token and type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.targets.tag_scheme import TagScheme, check_corpus, recognise, spans
from linguine.errors import DataError
from linguine.reports.score import Score
from linguine.reports.text.evaluation import LabelEvaluation
from linguine.reports.text.metrics import evaluate

__all__ = ["SpanScores", "TagEvaluation", "evaluate_spans"]

Codes = NDArray[np.integer[Any]]
Counts = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class SpanScores:
    """How many spans were found, in all and of each type.

    Examples
    --------
    >>> scores = SpanScores(("NP", "VP"), np.array([3, 1]), np.array([2, 2]), np.array([2, 0]))
    >>> scores.precision, scores.recall, scores.per_type["NP"].f1
    (0.5, 0.5, 0.8)
    """

    type_names: tuple[str, ...]  # sorted; '' is the type of the bare tags B, I, E, S
    gold: Counts  # (n_types,)
    predicted: Counts  # (n_types,)
    correct: Counts  # (n_types,)

    @property
    def n_gold(self) -> int:
        """Number of gold spans."""
        return int(self.gold.sum())

    @property
    def n_predicted(self) -> int:
        """Number of predicted spans."""
        return int(self.predicted.sum())

    @property
    def n_correct(self) -> int:
        """Number of predicted spans that are gold spans."""
        return int(self.correct.sum())

    @property
    def precision(self) -> float:
        """Share of the predicted spans that are right."""
        return self._total.precision

    @property
    def recall(self) -> float:
        """Share of the gold spans that were found."""
        return self._total.recall

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return self._total.f1

    @property
    def _total(self) -> Score:
        return Score.of(self.n_gold, self.n_predicted, self.n_correct)

    @property
    def per_type(self) -> dict[str, Score]:
        """Scores of the types that occur, by name; the nameless type of bare tags is left out."""
        counts = zip(
            self.gold.tolist(), self.predicted.tolist(), self.correct.tolist(), strict=True
        )
        rows = zip(self.type_names, counts, strict=True)
        return {name: Score.of(*row) for name, row in rows if name and (row[0] or row[1])}


@dataclass(frozen=True, eq=False)
class TagEvaluation:
    """What predicted tags are worth; made by ``evaluate_spans``.

    ``tokens`` judges each token by itself: its confusion matrix, and its accuracy with interval.

    Examples
    --------
    >>> gold, predicted = np.array([0, 1, 2, 0]), np.array([0, 1, 2, 2])
    >>> evaluation = evaluate_spans(gold, predicted, ["B-NP", "I-NP", "O"], np.array([0, 3, 4]))
    >>> evaluation.token_accuracy, evaluation.sentence_accuracy, evaluation.spans.recall
    (0.75, 0.5, 0.5)
    """

    tokens: LabelEvaluation
    n_sentences: int  # that have tokens
    n_right_sentences: int  # with all tags right
    spans: SpanScores | None = None  # None if the tags mark no spans
    known: tuple[int, int] | None = None  # tokens whose word was known, and the right ones of them
    outcomes: Counts = field(default_factory=lambda: np.zeros(0, np.int64))  # by sentence

    @property
    def n_tokens(self) -> int:
        """Number of tokens."""
        return self.tokens.n

    @property
    def token_accuracy(self) -> float:
        """Share of tokens with the right tag."""
        return self.tokens.accuracy

    @property
    def token_accuracy_interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the token accuracy, as if tokens were independent."""
        return self.tokens.accuracy_interval

    @property
    def sentence_accuracy(self) -> float:
        """Share of sentences with all tags right."""
        return self.n_right_sentences / self.n_sentences

    @property
    def known_word_accuracy(self) -> float | None:
        """Token accuracy on words of the training data; None if there are none or not told."""
        return self.known[1] / self.known[0] if self.known and self.known[0] else None

    @property
    def unknown_word_accuracy(self) -> float | None:
        """Token accuracy on words not seen in training; None if there are none or not told."""
        if self.known is None or self.known[0] == self.n_tokens:
            return None
        return (self.tokens.n_right - self.known[1]) / (self.n_tokens - self.known[0])

    @property
    def unknown_word_share(self) -> float | None:
        """Share of tokens whose word was not seen in training; None if not told."""
        return None if self.known is None else 1 - self.known[0] / self.n_tokens

    @property
    def per_tag(self) -> dict[str, Score]:
        """Scores of each tag, token by token, in the order of the tags."""
        table = self.tokens
        counts = (table.support, table.confusion.sum(axis=0), table.confusion.diagonal())
        rows = zip(*(column.tolist() for column in counts), strict=True)
        return {tag: Score.of(*row) for tag, row in zip(table.labels, rows, strict=True)}

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON; what concerns spans is absent if the tags mark none."""
        result: dict[str, Any] = {
            "n_tokens": self.n_tokens,
            "n_sentences": self.n_sentences,
            "token_accuracy": self.token_accuracy,
            "token_accuracy_interval": list(self.token_accuracy_interval),
            "sentence_accuracy": self.sentence_accuracy,
            "known_word_accuracy": self.known_word_accuracy,
            "unknown_word_accuracy": self.unknown_word_accuracy,
            "unknown_word_share": self.unknown_word_share,
        }
        if self.spans is not None:
            names = ("precision", "recall", "f1", "n_gold", "n_predicted", "n_correct")
            result |= {name: getattr(self.spans, name) for name in names}
            rows = self.spans.per_type.items()
            result["per_span_type"] = {name: score._asdict() for name, score in rows}
        result["per_tag"] = {tag: score._asdict() for tag, score in self.per_tag.items()}
        result["tags"] = list(self.tokens.labels)
        result["confusion"] = self.tokens.confusion.tolist()
        return result

    def to_text(self) -> str:
        """Return tables: the summary, each type of span, each tag, and what was taken for what."""
        from linguine.reports.tags.tables import render_tag_evaluation

        return render_tag_evaluation(self)


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
    counts = [np.bincount(each, minlength=n_types).astype(np.int64) for each in columns]
    return SpanScores(ours.type_names, *counts)


def _count_known(known_words: NDArray[np.bool_], is_right: NDArray[np.bool_]) -> tuple[int, int]:
    known = np.asarray(known_words)
    if known.dtype != np.bool_ or known.shape != is_right.shape:
        raise DataError(
            f"known_words must be True or False for each of {len(is_right)} tokens; "
            f"got {known.dtype} {known.shape}. Look each word up in the training vocabulary."
        )
    return int(known.sum()), int((known & is_right).sum())
