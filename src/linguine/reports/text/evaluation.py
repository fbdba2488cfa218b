r"""Evaluation: what answers are worth, overall and per label, with the uncertainty beside it.

Everything follows from the confusion matrix of gold against predicted labels:

.. math:: P_y = \frac{c_{yy}}{\sum_g c_{gy}}, \quad R_y = \frac{c_{yy}}{n_y}, \quad
    F_y = \frac{2 P_y R_y}{P_y + R_y}
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.model.promise import Verdict
from linguine.reports.evaluation import Score, list_confusions, plain_data, score_table
from linguine.reports.judging.ledger import Ledger
from linguine.reports.promise import describe_verdict
from linguine.reports.tables import format_table, percent, shorten, with_ends, with_interval
from linguine.reports.text.calibration_error import Bin, Chance
from linguine.reports.text.confusion import Confusion, FewCells
from linguine.reports.text.counting import count_labels
from linguine.reports.text.decisions import CostFigures, SetFigures
from linguine.reports.text.reliability import reliability_table

__all__ = ["LabelEvaluation"]

#: A confusion matrix wider than this is unreadable; the largest confusions are listed instead.
_WIDE = 8
#: Of more labels only the most frequent are shown.
_MANY, _N_FREQUENT = 500, 40
#: Over labels, each the same; and over examples.
_AVERAGES = ("macro", "micro")


@dataclass(frozen=True, eq=False)
class LabelEvaluation:
    """What answers are worth; made by ``evaluate`` or ``evaluate_labels``.

    An example without an answer (rejected) is not right: it lowers ``accuracy`` and its label's
    recall. ``coverage`` is the share that was answered, ``answered_accuracy`` the accuracy on it.
    Macro averages run over the labels that occur in gold or predicted; a label that was never
    predicted has precision 0, one that never occurs in gold has recall 0.

    Examples
    --------
    >>> confusion, rejected = np.array([[1, 1], [0, 1]]), np.array([0, 0])
    >>> round(LabelEvaluation(("ham", "spam"), confusion, rejected).macro_f1, 3)
    0.667
    """

    labels: tuple[Any, ...]
    confusion: Confusion  # (n_labels, n_labels), gold by predicted
    rejected: NDArray[np.int64]  # (n_labels,), by gold
    log_loss: float | None = None
    calibration_error: float | None = None
    outcomes: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    gold_entropy: float | None = None  # of soft gold: no log-loss is lower
    n_known: int | None = None  # labels behind the first n_known are new to the model
    calibration_error_by_chance: Chance | None = None  # of a model that is right as it says
    reliability: tuple[Bin, ...] | None = None  # what answers of some probability promise and keep
    #: Place of each example in the table of gold by predicted, whose first column is no answer.
    cells: NDArray[np.int64] | None = None
    verdict: Verdict | None = None  # on what the model promises
    sets: SetFigures | None = None  # of labels, if they were asked for
    cost: CostFigures | None = None  # of answers, if mistakes have costs

    @cached_property
    def ledger(self) -> Ledger:
        """What each example adds to the scores; of ``cells``, or of the table in its order."""
        cells = self.cells
        if cells is None:
            assert not isinstance(self.confusion, FewCells)
            table = np.column_stack([self.rejected, self.confusion]).ravel()
            cells = np.repeat(np.arange(len(table)), table)
        return count_labels(cells, tuple(map(str, self.labels)))

    @property
    def unknown_labels(self) -> dict[str, int]:
        """Labels that the model has never seen, with the number of their examples."""
        first = len(self.labels) if self.n_known is None else self.n_known
        counts = self.support[first:].tolist()
        return dict(zip(map(str, self.labels[first:]), counts, strict=True))

    @property
    def n(self) -> int:
        """Number of examples."""
        return self.n_answered + int(self.rejected.sum())

    @property
    def n_answered(self) -> int:
        """Number of examples that got a label."""
        return int(self.confusion.sum())

    @property
    def n_right(self) -> int:
        """Number of examples that got their gold label."""
        return int(self.confusion.trace())

    @property
    def accuracy(self) -> float:
        """Share of right answers among all examples."""
        return self.n_right / self.n

    @property
    def accuracy_interval(self) -> tuple[float, float]:
        """The 95 % interval of the accuracy."""
        found: tuple[float, float] = self.ledger.intervals_of([self.ledger.head])["accuracy"]
        return found

    @property
    def coverage(self) -> float:
        """Share of the examples that got an answer."""
        return self.n_answered / self.n

    @property
    def answered_accuracy(self) -> float | None:
        """Accuracy on the examples that got an answer; None if none did."""
        return self.n_right / self.n_answered if self.n_answered else None

    @property
    def support(self) -> NDArray[np.int64]:
        """Gold examples of each label : (n_labels,)."""
        return np.asarray(self.confusion.sum(axis=1) + self.rejected)

    @property
    def scores(self) -> list[Score]:
        """Precision, recall, F1 and support of each label."""
        return Score.of_each(self.support, self.confusion.sum(axis=0), self.confusion.diagonal())

    @property
    def precision(self) -> NDArray[np.float64]:
        """Share of the answers y that are right : (n_labels,)."""
        return np.array([score.precision for score in self.scores])

    @property
    def recall(self) -> NDArray[np.float64]:
        """Share of the gold y that were found : (n_labels,)."""
        return np.array([score.recall for score in self.scores])

    @property
    def f1(self) -> NDArray[np.float64]:
        """Harmonic mean of precision and recall : (n_labels,)."""
        return np.array([score.f1 for score in self.scores])

    @property
    def macro_precision(self) -> float:
        """Mean precision of the labels that occur."""
        return self._macro(self.precision)

    @property
    def macro_recall(self) -> float:
        """Mean recall of the labels that occur."""
        return self._macro(self.recall)

    @property
    def macro_f1(self) -> float:
        """Mean F1 of the labels that occur."""
        return self._macro(self.f1)

    @property
    def micro_precision(self) -> float:
        """Right answers among all answers; 0 if there are none."""
        return self.answered_accuracy or 0.0

    @property
    def micro_recall(self) -> float:
        """Right answers among all examples: the accuracy."""
        return self.accuracy

    @property
    def micro_f1(self) -> float:
        """Harmonic mean of the micro averages; the accuracy if all was answered."""
        return 2 * self.n_right / (self.n_answered + self.n)

    def _macro(self, values: NDArray[np.float64]) -> float:
        occurs = (self.support + self.confusion.sum(axis=0)) > 0
        return float(values[occurs].mean())

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON; labels become strings."""
        rows = [score._asdict() for score in self.scores]
        by_chance = self.calibration_error_by_chance
        averages = [f"{kind}_{name}" for kind in _AVERAGES for name in Score._fields[:3]]
        names = ("n", "accuracy", "accuracy_interval", "coverage", "answered_accuracy", *averages)
        return {
            **plain_data(self, (*names, "log_loss", "calibration_error")),
            "reliability": self.reliability and [bin._asdict() for bin in self.reliability],
            "calibration_error_by_chance": by_chance and by_chance._asdict(),
            "intervals": self.ledger.to_dict(),
            "labels": dict(zip(map(str, self.labels), rows, strict=True)),
            "confusion": self.confusion.tolist(),
            "rejected": self.rejected.tolist(),
            **({} if self.gold_entropy is None else {"gold_entropy": self.gold_entropy}),
            **{name: each.to_dict() for name, each in self._decisions.items()},
            **({} if self.n_known is None else {"unknown_labels": self.unknown_labels}),
        }

    def to_text(self) -> str:
        """Return tables: the summary, each label, and what was taken for what."""
        rows = list(zip(map(str, self.labels), self.scores, strict=True))
        n_left = len(rows) - _N_FREQUENT if len(rows) > _MANY else 0
        if n_left:
            rows = sorted(rows, key=lambda row: -row[1].support)[:_N_FREQUENT]
        for kind in _AVERAGES:
            values = [getattr(self, f"{kind}_{name}") for name in Score._fields[:3]]
            rows.append((f"({kind})", Score._make([*values, self.n])))
        left = f"{n_left:,} rarer labels are not shown; --json has all." if n_left else ""
        parts = [
            self._summary(),
            *self.notes.values(),
            score_table("label", rows),
            left,
            self._confusions(),
        ]
        if self.reliability:
            parts.append(reliability_table(self.reliability))
        return "\n\n".join(filter(None, parts))

    def _summary(self) -> str:
        parts = [
            with_interval("accuracy", self.accuracy, self.accuracy_interval),
            with_ends(f"macro-F1 {self.macro_f1:.3f}", self.ledger.interval("macro_f1")),
        ]
        if self.n_answered < self.n:
            right = percent(self.answered_accuracy)
            parts.append(f"answered {percent(self.coverage)}, of these right {right}")
        if self.log_loss is not None:
            least = "" if self.gold_entropy is None else f" (at best {self.gold_entropy:.3f})"
            parts.append(f"log-loss {self.log_loss:.3f}{least}")
        if self.calibration_error is not None:
            luck = self.calibration_error_by_chance
            beside = f" (luck alone gives up to {luck.up_to:.3f})" if luck else ""
            parts.append(f"calibration error {self.calibration_error:.3f}{beside}")
        return f"{self.n:,} examples: " + "; ".join(parts)

    @property
    def notes(self) -> dict[str, str]:
        """What is told beside the scores: of a promise, of sets of labels, of costs."""
        told = {} if self.verdict is None else {"promise": describe_verdict(self.verdict)}
        found = {"sets": self.sets, "cost": self.cost}
        return told | {name: each.to_text() for name, each in found.items() if each is not None}

    @property
    def _decisions(self) -> dict[str, Verdict | SetFigures | CostFigures]:
        found = {"promise": self.verdict, "sets": self.sets, "cost": self.cost}
        return {name: each for name, each in found.items() if each is not None}

    def _confusions(self) -> str:
        names = [shorten(str(label), 16) for label in self.labels]
        if isinstance(self.confusion, FewCells) or len(names) > _WIDE:
            return list_confusions(self.confusion, names)
        table, header = self.confusion, ["gold \\ predicted", *names]
        if self.rejected.any():
            table, header = np.column_stack([table, self.rejected]), [*header, "(none)"]
        rows = [[name, *(f"{n:,}" for n in row)] for name, row in zip(names, table, strict=True)]
        return format_table(header, rows)
