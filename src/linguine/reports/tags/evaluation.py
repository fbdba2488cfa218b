"""Evaluation of tags: what they are worth token by token, sentence by sentence and span by span."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.reports.evaluation import Score, list_confusions, plain_data, score_table
from linguine.reports.tables import percent, shorten, with_interval
from linguine.reports.text.clusters import ClusterEvaluation
from linguine.reports.text.evaluation import LabelEvaluation

__all__ = ["SpanScores", "TagEvaluation"]


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


@dataclass(frozen=True, eq=False)
class TagEvaluation:
    """What predicted tags are worth; made by ``evaluate_spans``.

    ``tokens`` judges each token by itself: its confusion matrix, and its accuracy with interval.

    Examples
    --------
    >>> from linguine.reports.tags.span_metrics import evaluate_spans
    >>> gold, predicted = np.array([0, 1, 2, 0]), np.array([0, 1, 2, 2])
    >>> evaluation = evaluate_spans(gold, predicted, ["B-NP", "I-NP", "O"], np.array([0, 3, 4]))
    >>> evaluation.token_accuracy, evaluation.sentence_accuracy, evaluation.spans.recall
    (0.75, 0.5, 0.5)
    >>> print(evaluation.to_text())
    4 tokens in 2 sentences: token accuracy 75.0 % (95 %: 30.1 % to 95.4 %); ...
    spans: precision 100.00 %, recall 50.00 %, F1 66.67 %; 1 of 2 found, 1 predicted
    <BLANKLINE>
    span   precision  recall     f1  support
    ----------------------------------------
    NP         1.000   0.500  0.667        2
    (all)      1.000   0.500  0.667        2
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
    states: ClusterEvaluation | None = None  # of nameless ones; each stands for its best tag

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
        return dict(zip(self.tokens.labels, self.tokens.scores, strict=True))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON; what concerns spans is absent if the tags mark none."""
        names = (
            "n_tokens", "n_sentences", "token_accuracy", "token_accuracy_interval",
            "sentence_accuracy", "known_word_accuracy", "unknown_word_accuracy",
            "unknown_word_share",
        )  # fmt: skip
        result = plain_data(self, names)
        if self.spans is not None:
            counts = ("n_gold", "n_predicted", "n_correct")
            result |= plain_data(self.spans, ("precision", "recall", "f1", *counts))
            rows = self.spans.per_type.items()
            result["per_span_type"] = {name: score._asdict() for name, score in rows}
        if self.states is not None:
            result |= {"nmi": self.states.nmi, "tag_of_state": list(self.states.best_labels)}
        result["per_tag"] = {tag: score._asdict() for tag, score in self.per_tag.items()}
        result["tags"] = list(self.tokens.labels)
        result["confusion"] = self.tokens.confusion.tolist()
        return result

    def to_text(self) -> str:
        """Return tables: the summary, each type of span or tag, and what was taken for what."""
        spans = self.spans
        lines = [self._summary()]
        if spans is None:
            table = score_table("tag", self.per_tag.items())
        else:
            lines.append(  # as exactly as conlleval
                f"spans: precision {percent(spans.precision, 2)}, recall "
                f"{percent(spans.recall, 2)}, F1 {percent(spans.f1, 2)}; {spans.n_correct:,} of "
                f"{spans.n_gold:,} found, {spans.n_predicted:,} predicted"
            )
            total = Score(spans.precision, spans.recall, spans.f1, spans.n_gold)
            table = score_table("span", [*spans.per_type.items(), ("(all)", total)])
        names = [shorten(str(tag), 24) for tag in self.tokens.labels]
        confusions = list_confusions(self.tokens.confusion, names)
        return "\n\n".join(filter(None, ["\n".join(lines), table, confusions]))

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
