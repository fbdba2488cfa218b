"""Scores of constituents: counts of right brackets, and the shares that they make."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.reports.evaluation import Score, plain_data
from linguine.reports.judging.ledger import Interval, Ledger

__all__ = ["BracketScores", "ConstituentEvaluation"]


@dataclass(frozen=True)
class BracketScores:
    """Counts of right answers, and the shares that they make.

    Examples
    --------
    >>> scores = BracketScores(2, 9, 8, 10, 6, 1, 3, 1, 1, 9)
    >>> scores.precision, scores.recall, round(scores.f1, 3), scores.exact_match
    (0.6, 0.75, 0.667, 0.5)
    >>> scores.average_crossing, scores.no_crossing, scores.tag_accuracy
    (1.5, 0.5, 1.0)
    """

    n_sentences: int  # that have words which count
    n_words: int  # that count
    n_gold: int  # brackets
    n_predicted: int
    n_right: int
    n_exact: int  # sentences with all brackets right and none besides
    n_crossing: int  # predicted brackets that cross one of gold
    n_no_crossing: int  # sentences without any of them
    n_two_or_fewer: int  # sentences with two of them or fewer
    n_right_tags: int
    count: Callable[[], Ledger] = Ledger.empty  # counts what each sentence adds to the scores

    @cached_property
    def ledger(self) -> Ledger:
        """What each sentence adds to the scores; counted when it is asked for."""
        return self.count()

    @property
    def precision(self) -> float:
        """Share of the predicted brackets that are right."""
        return self._total.precision

    @property
    def recall(self) -> float:
        """Share of the gold brackets that were found."""
        return self._total.recall

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return self._total.f1

    @property
    def f1_interval(self) -> Interval:
        """The 95 % interval of ``f1``, from sentence to sentence."""
        return self.ledger.interval("f1")

    @property
    def exact_match(self) -> float:
        """Share of sentences with all brackets right and none besides."""
        return self._per_sentence(self.n_exact)

    @property
    def average_crossing(self) -> float:
        """Predicted brackets per sentence that cross one of gold."""
        return self._per_sentence(self.n_crossing)

    @property
    def no_crossing(self) -> float:
        """Share of sentences without a bracket that crosses one of gold."""
        return self._per_sentence(self.n_no_crossing)

    @property
    def two_or_fewer_crossing(self) -> float:
        """Share of sentences with no more than two brackets that cross one of gold."""
        return self._per_sentence(self.n_two_or_fewer)

    @property
    def tag_accuracy(self) -> float:
        """Share of the words that count with the right tag."""
        return self.n_right_tags / self.n_words if self.n_words else 0.0

    @property
    def _total(self) -> Score:
        return Score.of(self.n_gold, self.n_predicted, self.n_right)

    def _per_sentence(self, n: int) -> float:
        return n / self.n_sentences if self.n_sentences else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        names = (
            "n_sentences", "n_words", "n_gold", "n_predicted", "n_right", "precision", "recall",
            "f1", "f1_interval", "exact_match", "average_crossing", "no_crossing",
            "two_or_fewer_crossing", "tag_accuracy",
        )  # fmt: skip
        return plain_data(self, names)


@dataclass(frozen=True, eq=False)
class ConstituentEvaluation:
    """What predicted constituents are worth; made by ``evaluate_constituents``.

    Examples
    --------
    >>> evaluation = ConstituentEvaluation(BracketScores(2, 9, 8, 10, 6, 1, 3, 1, 1, 9))
    >>> evaluation.to_dict()["recall"], evaluation.to_dict()["by_label"]
    (0.75, {})
    """

    scores: BracketScores
    by_length: dict[str, BracketScores] = field(default_factory=dict)  # up to so many words
    by_label: dict[str, Score] = field(default_factory=dict)
    n_skipped: int = 0  # sentences without a word that counts
    # Of each sentence the right brackets, less those that are too many: two systems differ in this
    # as they differ in errors.
    outcomes: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))

    @property
    def ledger(self) -> Ledger:
        """What each sentence adds to the scores."""
        return self.scores.ledger

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON; the scores of all sentences are on the top level."""
        return {
            **self.scores.to_dict(),
            "intervals": self.ledger.to_dict(),
            "n_skipped": self.n_skipped,
            "by_length": {name: each.to_dict() for name, each in self.by_length.items()},
            "by_label": {name: each._asdict() for name, each in self.by_label.items()},
        }

    def to_text(self) -> str:
        """Return tables: the summary, the scores by length of sentence, and by label."""
        from linguine.reports.constituents.tables import render_constituent_evaluation

        return render_constituent_evaluation(self)
