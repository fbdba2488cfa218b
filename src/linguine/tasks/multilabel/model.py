"""MultilabelModel: a text model that gives each text the labels above their thresholds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from linguine.data.label_sets import FEWEST_COLUMNS
from linguine.model.calibration import Calibrator
from linguine.model.sigmoids import Sigmoids
from linguine.tasks.text.model import TextModel

if TYPE_CHECKING:
    from linguine.reports.text.label_explanations import LabelExplanations
    from linguine.reports.text.label_sets import LabelSetEvaluation

__all__ = ["MultilabelModel", "name_sets"]


@dataclass(eq=False)
class MultilabelModel(TextModel):
    """Features, weights, labels, and the score above which a text gets a label."""

    thresholds: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))  # (n_labels,)
    is_table: bool = False  # answer an indicator matrix, as it was learned from one

    each_stands_alone: ClassVar[bool] = True
    calibrates_with: ClassVar[type[Calibrator | Sigmoids]] = Sigmoids

    @classmethod
    def count_columns(cls, n_labels: int, *, of_counts: bool = False) -> int:
        """Return one for each label; of counts one more, for all texts."""
        return max(n_labels, FEWEST_COLUMNS) + 1 if of_counts else n_labels

    def decide(self, scores: NDArray[Any]) -> NDArray[np.bool_]:
        """Return which labels each text gets : (n, n_labels)."""
        return np.asarray(scores > self.thresholds)

    def predict(self, texts: Any, columns: Mapping[str, Any] | None = None) -> Any:
        """Return the labels of each text: tuples, or 0 and 1 if it was learned from these."""
        table = self.decide(self.scores(texts, columns))
        return table.astype(np.int64) if self.is_table else name_sets(table, self.labels)

    # --- what people ask of it -------------------------------------------------------------------

    def score(self, scores: NDArray[Any], labels: Any, *, is_file: bool) -> float:
        """Return the micro-F1."""
        return float(self.evaluate(scores, labels, is_file=is_file).micro_f1)

    def evaluate(self, scores: NDArray[Any], labels: Any, *, is_file: bool) -> LabelSetEvaluation:
        """Return what the answers to texts with these scores are worth."""
        from linguine.tasks.multilabel.evaluation import evaluate_sets

        return evaluate_sets(self, scores, labels, self._known(is_file=is_file))

    def calibrate(self, texts: Any, labels: Any, columns: Mapping[str, Any] | None) -> str:
        """Find probabilities and thresholds on texts that it has not learned from; return how."""
        from linguine.tasks.multilabel.evaluation import calibrate_sets

        return calibrate_sets(self, self.scores(texts, columns), labels)

    def explain(self, text: Any, columns: Mapping[str, Any] | None) -> LabelExplanations:
        """Return why a text gets each of its labels, and why not those just below."""
        from linguine.tasks.multilabel.explanation import explain_labels

        return explain_labels(self, text, columns)


def name_sets(table: NDArray[np.bool_], labels: list[Any]) -> list[tuple[Any, ...]]:
    """Return the labels of each row of an indicator matrix.

    Examples
    --------
    >>> name_sets(np.array([[1, 1], [0, 0]]) > 0, ["a", "b"])
    [('a', 'b'), ()]
    """
    rows, columns = np.nonzero(table)
    ends = np.cumsum(np.bincount(rows, minlength=len(table))).tolist()
    named = [labels[k] for k in columns.tolist()]
    return [tuple(named[i:j]) for i, j in zip([0, *ends][:-1], ends, strict=True)]
