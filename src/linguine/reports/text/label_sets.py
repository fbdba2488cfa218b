r"""Evaluation of several labels per text: each label, each text, and all answers together.

.. math:: F_1^{micro} = \frac{2 \sum_y t_y}{\sum_y (g_y + p_y)}, \quad
    F_1^{macro} = \frac{1}{K} \sum_y \frac{2 t_y}{g_y + p_y}, \quad
    F_1^{example} = \frac{1}{n} \sum_i \frac{2 t_i}{g_i + p_i}

with t right answers of p among g that gold has, of a label y or of a text i. A text that has no
label and gets none has an F1 of 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import LabelSets
from linguine.model.candidates import Candidates
from linguine.reports.evaluation import Score, plain_data, score_table
from linguine.reports.judging.figures import f1, f1_of_each, macro_f1, share
from linguine.reports.judging.ledger import Ledger
from linguine.reports.tables import format_table, percent, shorten, with_ends
from linguine.reports.text.calibration_error import Bin, make_bins
from linguine.reports.text.reliability import reliability_table

__all__ = ["LabelSetEvaluation", "Tally"]

Counts = NDArray[np.int64]

#: Labels of the table of those that are missed most.
_N_MISSED = 10
#: Rows of the table of labels; more are said in JSON.
_N_LABELS = 40
_N_BINS = 15
_SMALLEST = 1e-15


@dataclass(eq=False)
class Tally:
    """What is counted of answers, block after block.

    Parameters
    ----------
    n_known
        How many labels the model has; gold may have others behind them.
    """

    n_known: int
    counts: list[Counts] = field(default_factory=list)
    texts: list[NDArray[np.float64]] = field(default_factory=list)
    marks: list[Counts] = field(default_factory=list)
    n_texts: int = 0
    bins: NDArray[np.float64] = field(default_factory=lambda: np.zeros((_N_BINS, 3)))
    log_loss: float = 0.0
    has_probabilities: bool = False

    def add(
        self,
        gold: LabelSets,
        predicted: LabelSets,
        scores: NDArray[Any] | Candidates,
        probabilities: NDArray[np.float64] | Candidates | None,
    ) -> None:
        """Count some texts: which labels they have and got, and what they were scored.

        ``gold`` may have labels behind those that the model knows.
        """
        n_labels = gold.n_labels
        cells = [each.rows * n_labels + each.codes for each in (gold, predicted)]
        is_right = np.isin(cells[1], cells[0])
        right = predicted.rows[is_right], predicted.codes[is_right]
        pairs = ((gold.rows, gold.codes), (predicted.rows, predicted.codes), right)
        self.counts.append(np.stack([np.bincount(y, minlength=n_labels) for _, y in pairs]))
        for i, (text, label) in enumerate(pairs):
            of = np.full(len(text), i)
            self.marks.append(np.stack([text + self.n_texts, of, label]).astype(np.int64))
        self.n_texts += len(gold)
        hits = self._hits(gold, scores)
        sizes = [np.bincount(text, minlength=len(gold)) for text, _ in pairs]
        self.texts.append(np.stack([*sizes, hits[:, 0], hits.sum(axis=1)]).astype(np.float64))
        if isinstance(probabilities, Candidates):
            self._add_candidates(gold, probabilities)
        elif probabilities is not None:
            self._add_probabilities(gold.table()[:, : self.n_known], probabilities)

    @staticmethod
    def _hits(gold: LabelSets, scores: NDArray[Any] | Candidates) -> NDArray[np.bool_]:
        """Return which of the three best labels are right."""
        if not isinstance(scores, Candidates):
            best = _first(scores, 3)
            scores = Candidates(best.astype(np.int32), best, 0.0, gold.n_labels)
        return replace(scores.top(3), n_labels=gold.n_labels).hits(gold.rows, gold.codes)

    def _add_candidates(self, gold: LabelSets, found: Candidates) -> None:
        """Do the same where only some labels have a probability, all others 0."""
        is_there = found.is_there
        right = replace(found, n_labels=gold.n_labels).hits(gold.rows, gold.codes)[is_there]
        self._add_probabilities(right, np.asarray(found.values[is_there], np.float64))
        n_gold = int((gold.codes < self.n_known).sum()) - int(right.sum())
        n_others = len(found) * self.n_known - int(is_there.sum())
        self.log_loss -= n_gold * float(np.log(_SMALLEST))
        self.bins[0] += (-n_gold, n_others, 0.0)

    def _add_probabilities(self, gold: NDArray[np.bool_], p: NDArray[np.float64]) -> None:
        self.has_probabilities = True
        at_gold = np.where(gold, p, 1.0 - p)
        self.log_loss -= float(np.log(np.maximum(at_gold, _SMALLEST)).sum())
        bins = np.minimum((p * _N_BINS).astype(np.int64), _N_BINS - 1).ravel()
        self.bins[:, 0] += np.bincount(bins, weights=(p - gold).ravel(), minlength=_N_BINS)
        self.bins[:, 1] += np.bincount(bins, minlength=_N_BINS)
        self.bins[:, 2] += np.bincount(bins, weights=p.ravel(), minlength=_N_BINS)

    def evaluation(self, labels: tuple[Any, ...]) -> LabelSetEvaluation:
        """Return what the answers are worth."""
        n_labels = len(labels)
        padded = [np.stack([_padded(row, n_labels) for row in each]) for each in self.counts]
        n_cells = max(self.bins[:, 1].sum(), 1.0)
        gold, predicted, right = np.sum(padded, axis=0).astype(np.int64)
        has = self.has_probabilities
        return LabelSetEvaluation(
            labels,
            gold,
            predicted,
            right,
            np.concatenate(self.texts, axis=1),
            self.n_known,
            self.log_loss / n_cells if has else None,
            float(np.abs(self.bins[:, 0]).sum() / n_cells) if has else None,
            np.concatenate(self.marks, axis=1),
            self._reliability() if has else None,
        )

    def _reliability(self) -> tuple[Bin, ...]:
        gaps, n, promised = self.bins.T
        return make_bins(n, promised, promised - gaps)


def _first(scores: NDArray[Any], n: int) -> NDArray[np.intp]:
    """Return the n best labels of each text, the smaller one of equals first."""
    left, texts = np.array(scores, np.float64), np.arange(len(scores))
    best = np.empty((len(scores), min(n, scores.shape[1])), np.intp)
    for i in range(best.shape[1]):
        best[:, i] = left.argmax(axis=1)
        left[texts, best[:, i]] = -np.inf
    return best


def _padded(column: NDArray[Any], n: int) -> NDArray[Any]:
    return np.concatenate([column, np.zeros(n - len(column), column.dtype)])


@dataclass(frozen=True, eq=False)
class LabelSetEvaluation:
    """What answers of several labels per text are worth; made by ``evaluate``.

    Macro averages run over the labels that gold has. Precision at k looks at the k labels with the
    highest scores, whatever the thresholds say, in the texts that have a label.

    Examples
    --------
    >>> tally = Tally(2)
    >>> scores = np.array([[1.0, 0.0], [1.0, 1.0]])
    >>> gold, predicted = LabelSets.of_table(scores > 0), LabelSets.of_table(np.eye(2) > 0)
    >>> tally.add(gold, predicted, scores, None)
    >>> round(tally.evaluation(("a", "b")).micro_f1, 3)
    0.8
    """

    labels: tuple[Any, ...]
    gold: Counts  # (n_labels,)
    predicted: Counts
    right: Counts
    texts: NDArray[np.float64]  # gold, predicted, right, first is right, of three : (5, n)
    n_known: int
    log_loss: float | None = None
    calibration_error: float | None = None
    #: Text, what (0 gold, 1 predicted, 2 right) and label of all that there is : (3, n_marks).
    marks: Counts = field(default_factory=lambda: np.zeros((3, 0), np.int64))
    reliability: tuple[Bin, ...] | None = None  # what decisions of some probability keep

    @cached_property
    def ledger(self) -> Ledger:
        """What each text adds to the scores."""
        n_labels, n = len(self.labels), self.n
        gold, predicted, right = self.texts[:3]
        text, what, label = self.marks
        whole = (gold == right) & (predicted == right)
        sums = [np.ones(n), self.example_scores, whole, gold, predicted, right]
        figures = (
            share("example_f1", 1, 0),
            f1("micro_f1", 3, 4, 5),
            macro_f1("macro_f1", n_labels, len(sums), only_gold=True),
            share("subset_accuracy", 2, 0, counts_examples=True),
            f1_of_each("labels", tuple(map(str, self.labels)), len(sums)),
        )
        marks = [(text[what == i], label[what == i]) for i in range(3)]
        return Ledger.of_marks(sums, marks, n_labels, figures)

    @property
    def n(self) -> int:
        """Number of texts."""
        return int(self.texts.shape[1])

    @property
    def scores(self) -> list[Score]:
        """Precision, recall, F1 and support of each label."""
        return Score.of_each(self.gold, self.predicted, self.right)

    @property
    def unknown_labels(self) -> dict[str, int]:
        """Labels that the model has never seen, with the number of their texts."""
        names = map(str, self.labels[self.n_known :])
        return dict(zip(names, self.gold[self.n_known :].tolist(), strict=True))

    def _micro(self) -> Score:
        return Score.of(int(self.gold.sum()), int(self.predicted.sum()), int(self.right.sum()))

    @property
    def micro_precision(self) -> float:
        """Right answers among all answers."""
        return self._micro().precision

    @property
    def micro_recall(self) -> float:
        """Right answers among all that gold has."""
        return self._micro().recall

    @property
    def micro_f1(self) -> float:
        """Harmonic mean of the two."""
        return self._micro().f1

    def _macro(self, name: str) -> float:
        found = [getattr(each, name) for each in self.scores if each.support]
        return float(np.mean(found)) if found else 0.0

    @property
    def macro_precision(self) -> float:
        """Mean precision of the labels that gold has."""
        return self._macro("precision")

    @property
    def macro_recall(self) -> float:
        """Mean recall of the labels that gold has."""
        return self._macro("recall")

    @property
    def macro_f1(self) -> float:
        """Mean F1 of the labels that gold has."""
        return self._macro("f1")

    @property
    def example_scores(self) -> NDArray[np.float64]:
        """F1 of each text : (n,)."""
        gold, predicted, right = self.texts[:3]
        total = gold + predicted
        scores = np.divide(2 * right, total, out=np.ones_like(right), where=total > 0)
        return np.asarray(scores, np.float64)

    @property
    def example_f1(self) -> float:
        """Mean F1 of the texts."""
        return float(self.example_scores.mean())

    @property
    def outcomes(self) -> Counts:
        """How much of each text is right, in thousandths, to compare it with others : (n,)."""
        return np.round(1000 * self.example_scores).astype(np.int64)

    @property
    def subset_accuracy(self) -> float:
        """Share of the texts that got exactly their labels."""
        gold, predicted, right = self.texts[:3]
        return float(((gold == right) & (predicted == right)).mean())

    @property
    def hamming_loss(self) -> float:
        """Share of wrong decisions among all, of each label about each text."""
        gold, predicted, right = self.texts[:3]
        return float((gold + predicted - 2 * right).sum() / (self.n * len(self.labels)))

    @property
    def precision_at_1(self) -> float:
        """Share of the texts with a label whose best label is right."""
        return self._at(3, 1)

    @property
    def precision_at_3(self) -> float:
        """Share of right labels among the three best of the texts with a label."""
        return self._at(4, min(3, self.n_known))

    def _at(self, row: int, k: int) -> float:
        has_label = self.texts[0] > 0
        return float(self.texts[row][has_label].mean() / k) if has_label.any() else 0.0

    @property
    def labels_per_text(self) -> tuple[float, float]:
        """How many labels a text has, and how many it got, on average."""
        return float(self.texts[0].mean()), float(self.texts[1].mean())

    @property
    def most_missed(self) -> dict[str, int]:
        """Labels whose texts are missed most often, and how often."""
        missed = self.gold - self.right
        order = np.argsort(-missed, kind="stable")[:_N_MISSED].tolist()
        return {str(self.labels[k]): int(missed[k]) for k in order if missed[k]}

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON; labels become strings."""
        averages = [f"{kind}_{name}" for kind in ("micro", "macro") for name in Score._fields[:3]]
        names = (
            "n", *averages, "example_f1", "precision_at_1", "precision_at_3", "subset_accuracy",
            "hamming_loss", "labels_per_text", "log_loss", "calibration_error", "most_missed",
        )  # fmt: skip
        rows = [score._asdict() for score in self.scores]
        return {
            **plain_data(self, names),
            "intervals": self.ledger.to_dict(),
            "reliability": self.reliability and [bin._asdict() for bin in self.reliability],
            "labels": dict(zip(map(str, self.labels), rows, strict=True)),
            "unknown_labels": self.unknown_labels,
        }

    def to_text(self) -> str:
        """Return tables: the summary, each label, and what is missed most."""
        rows = sorted(
            zip(map(str, self.labels), self.scores, strict=True), key=lambda row: -row[1].support
        )
        n_left = len(rows) - _N_LABELS
        rows = rows[:_N_LABELS]
        for kind in ("macro", "micro"):
            values = [getattr(self, f"{kind}_{name}") for name in Score._fields[:3]]
            rows.append((f"({kind})", Score._make([*values, int(self.gold.sum())])))
        parts = [self._summary(), score_table("label", rows)]
        if n_left > 0:
            parts.append(f"{n_left:,} rarer labels are not shown; --json has all.")
        parts += self._missed()
        if self.reliability:
            parts.append(reliability_table(self.reliability))
        return "\n\n".join(parts)

    def _summary(self) -> str:
        has, got = self.labels_per_text
        shown = {
            "micro-F1": "micro_f1", "macro-F1": "macro_f1", "F1 of texts": "example_f1",
        }  # fmt: skip
        scores = (
            with_ends(f"{title} {getattr(self, name):.3f}", self.ledger.interval(name))
            for title, name in shown.items()
        )
        lines = [
            f"{self.n:,} texts (95 %): {', '.join(scores)}",
            f"precision at 1 {percent(self.precision_at_1)}, at 3 {percent(self.precision_at_3)}; "
            f"all labels right {percent(self.subset_accuracy)}; "
            f"wrong decisions {percent(self.hamming_loss, 2)}",
            f"labels per text: {has:.2f} in gold, {got:.2f} answered",
        ]
        if self.log_loss is not None and self.calibration_error is not None:
            lines[-1] += f"; calibration error {self.calibration_error:.4f}"
        return "\n".join(lines)

    def _missed(self) -> list[str]:
        support = dict(zip(map(str, self.labels), self.gold.tolist(), strict=True))
        rows = [
            [shorten(label, 30), f"{n:,}", f"{support[label]:,}"]
            for label, n in self.most_missed.items()
        ]
        return [format_table(["most missed", "times", "of"], rows)] if rows else []
