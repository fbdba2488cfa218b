"""Evaluation of tags: what they are worth token by token, sentence by sentence and span by span."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.reports.evaluation import Score, list_confusions, plain_data, score_table
from linguine.reports.judging.ledger import Interval, Ledger
from linguine.reports.tables import format_table, percent, shorten, with_interval
from linguine.reports.text.clusters import ClusterEvaluation
from linguine.reports.text.evaluation import LabelEvaluation

__all__ = ["RelaxedScore", "SpanScores", "TagEvaluation"]

#: How the ways to count are called in a table.
_WAYS = {
    "strict": "boundaries and type",
    "exact": "boundaries",
    "partial": "boundaries; overlap: half",
    "type": "type, overlap",
}


class RelaxedScore(NamedTuple):
    """Precision, recall and F1 where some of what is nearly right counts.

    Examples
    --------
    >>> RelaxedScore.of(4, 1, 0.5)
    RelaxedScore(precision=0.5, recall=0.125, f1=0.2, credit=0.5)
    """

    precision: float
    recall: float
    f1: float
    credit: float  # gold spans found; halves where they are found in part

    @classmethod
    def of(cls, n_gold: int, n_predicted: int, credit: float) -> RelaxedScore:
        """Return the scores of counts."""
        pairs = ((credit, n_predicted), (credit, n_gold), (2 * credit, n_gold + n_predicted))
        precision, recall, f1 = (part / whole if whole else 0.0 for part, whole in pairs)
        return cls(precision, recall, f1, credit)


@dataclass(frozen=True)
class SpanScores:
    """How many spans were found, in all and of each type."""

    precision: float
    recall: float
    f1: float
    n_gold: int
    n_predicted: int
    n_correct: int  # predicted spans that are gold spans
    per_type: dict[str, Score]  # that occur; the nameless type of the bare tags B, I, E, S does not
    #: By the ways to count of ``reports.tags.relaxed``: exact, partial, type.
    relaxed: dict[str, RelaxedScore] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class TagEvaluation:
    """What predicted tags are worth; made by ``evaluate_spans``.

    ``tokens`` judges each token by itself: its confusion matrix, and its accuracy. Intervals are
    of whole sentences: the tokens of one are not independent.

    Examples
    --------
    >>> from linguine.reports.tags.span_metrics import evaluate_spans
    >>> gold, predicted = np.array([0, 1, 2, 0]), np.array([0, 1, 2, 2])
    >>> evaluation = evaluate_spans(gold, predicted, ["B-NP", "I-NP", "O"], np.array([0, 3, 4]))
    >>> evaluation.token_accuracy, evaluation.sentence_accuracy, evaluation.spans.recall
    (0.75, 0.5, 0.5)
    >>> print(evaluation.to_text())
    4 tokens in 2 sentences: token accuracy 75.0 % (95 %: 0.0 % to 100.0 %); ...
    spans: precision 100.00 %, recall 50.00 %, F1 66.67 % (95 %: ...); 1 of 2 found, 1 predicted
    <BLANKLINE>
    span   precision  recall     f1  support
    ----------------------------------------
    NP         1.000   0.500  0.667        2
    (all)      1.000   0.500  0.667        2
    <BLANKLINE>
    counted  right is                   precision  recall     f1  found
    -------------------------------------------------------------------
    strict   boundaries and type            1.000   0.500  0.667      1
    exact    boundaries                     1.000   0.500  0.667      1
    partial  boundaries; overlap: half      1.000   0.500  0.667      1
    type     type, overlap                  1.000   0.500  0.667      1
    <BLANKLINE>
    gold  predicted as  times
    -------------------------
    B-NP  O                 1
    """

    tokens: LabelEvaluation
    n_sentences: int  # that have tokens
    n_right_sentences: int  # with all tags right
    spans: SpanScores | None  # None if the tags mark no spans
    known: tuple[int, int] | None  # tokens whose word was known, and the right ones of them
    outcomes: NDArray[np.int64]  # right tokens of each sentence
    count: Callable[[], Ledger] = Ledger.empty  # counts what each sentence adds to the scores
    states: ClusterEvaluation | None = None  # of nameless ones; each stands for its best tag

    @cached_property
    def ledger(self) -> Ledger:
        """What each sentence adds to the scores; counted when it is asked for."""
        return self.count()

    @property
    def n_tokens(self) -> int:
        """Number of tokens."""
        return self.tokens.n

    @property
    def token_accuracy(self) -> float:
        """Share of tokens with the right tag."""
        return self.tokens.accuracy

    @property
    def token_accuracy_interval(self) -> Interval:
        """The 95 % interval of the token accuracy."""
        return self.ledger.interval("token_accuracy")

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
        return dict(zip(self.tokens.labels, self.tokens.scores, strict=True))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON; what concerns spans is absent if the tags mark none."""
        names = (
            "n_tokens", "n_sentences", "token_accuracy", "token_accuracy_interval",
            "sentence_accuracy", "known_word_accuracy", "unknown_word_accuracy",
            "unknown_word_share",
        )  # fmt: skip
        result = plain_data(self, names) | {"intervals": self.ledger.to_dict()}
        if self.spans is not None:
            counts = ("n_gold", "n_predicted", "n_correct")
            result |= plain_data(self.spans, ("precision", "recall", "f1", *counts))
            rows = self.spans.per_type.items()
            result["per_span_type"] = {name: score._asdict() for name, score in rows}
            ways = self.spans.relaxed.items()
            result["relaxed"] = {way: score._asdict() for way, score in ways}
        if self.states is not None:
            result |= {"nmi": self.states.nmi, "tag_of_state": list(self.states.best_labels)}
        result["per_tag"] = {tag: score._asdict() for tag, score in self.per_tag.items()}
        result["tags"] = list(self.tokens.labels)
        result["confusion"] = self.tokens.confusion.tolist()
        return result

    def to_text(self) -> str:
        """Return tables: the summary, each type of span or tag, and what was taken for what."""
        spans = self.spans
        lines, relaxed = [self._summary()], ""
        if spans is None:
            table = score_table("tag", self.per_tag.items())
        else:
            lines.append(  # as exactly as conlleval
                f"spans: precision {percent(spans.precision, 2)}, recall "
                f"{percent(spans.recall, 2)}, "
                f"{with_interval('F1', spans.f1, self.ledger.interval('f1'), 2)}; "
                f"{spans.n_correct:,} of {spans.n_gold:,} found, {spans.n_predicted:,} predicted"
            )
            total = Score(spans.precision, spans.recall, spans.f1, spans.n_gold)
            table = score_table("span", [*spans.per_type.items(), ("(all)", total)])
            relaxed = _relaxed_table(spans)
        names = [shorten(str(tag), 24) for tag in self.tokens.labels]
        confusions = list_confusions(self.tokens.confusion, names)
        return "\n\n".join(filter(None, ["\n".join(lines), table, relaxed, confusions]))

    def _summary(self) -> str:
        name = "token accuracy" if self.states is None else "many-to-one accuracy"
        parts = [
            with_interval(name, self.token_accuracy, self.token_accuracy_interval),
            f"{percent(self.sentence_accuracy)} of the sentences without a mistake",
        ]
        if self.unknown_word_accuracy is not None:
            parts.append(
                f"unknown words ({percent(self.unknown_word_share)} of the tokens) "
                f"{percent(self.unknown_word_accuracy)}"
            )
        if self.states is not None:
            parts.append(f"NMI {self.states.nmi:.3f}")
        return f"{self.n_tokens:,} tokens in {self.n_sentences:,} sentences: {'; '.join(parts)}"


def _relaxed_table(spans: SpanScores) -> str:
    """Return what spans are worth if the nearly right counts; nothing if there is none of it."""
    if not spans.relaxed:
        return ""
    strict = RelaxedScore(spans.precision, spans.recall, spans.f1, spans.n_correct)
    rows = [
        [way, _WAYS[way], *(f"{each:.3f}" for each in score[:3]), f"{score.credit:,g}"]
        for way, score in {"strict": strict, **spans.relaxed}.items()
    ]
    return format_table(["counted", "right is", *RelaxedScore._fields[:3], "found"], rows, n_left=2)
