"""MultilabelModel: a text model that gives each text the labels above their thresholds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from linguine.data.label_sets import FEWEST_COLUMNS, LabelSets
from linguine.model.sigmoids import Sigmoids
from linguine.tasks.text.model import TextModel

if TYPE_CHECKING:
    from linguine.reports.text.label_explanations import LabelExplanations
    from linguine.reports.text.label_sets import LabelSetEvaluation
    from linguine.tasks.multilabel.settings import ThresholdChoice
    from linguine.tasks.text.fitting.held_out import HeldOut

__all__ = ["BY_PROBABILITIES", "BY_SCORES", "MultilabelModel", "name_sets"]

#: What may tell which label of a text comes first.
BY_SCORES, BY_PROBABILITIES = "scores", "probabilities"


@dataclass(eq=False)
class MultilabelModel(TextModel):
    """Features, weights, labels, and the score above which a text gets a label."""

    thresholds: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))  # (n_labels,)
    is_table: bool = False  # answer an indicator matrix, as it was learned from one

    each_stands_alone: ClassVar[bool] = True
    calibrates_with: ClassVar[Any] = Sigmoids

    @classmethod
    def count_columns(cls, n_labels: int, *, of_counts: bool = False) -> int:
        """Return one for each label; of counts one more, for all texts."""
        return max(n_labels, FEWEST_COLUMNS) + 1 if of_counts else n_labels

    def decide(self, scores: Any) -> LabelSets:
        """Return the labels that each text gets."""
        return LabelSets.of_table(np.asarray(scores > self.thresholds))

    def ranking(self, scores: Any, probabilities: Any) -> Any:
        """Return by what the labels of a text are compared with each other : (n, n_labels).

        Scores of columns that were learned alike often compare better than probabilities, of which
        each has errors of its own. Held-out texts have told which; without any it is probabilities.
        """
        usual = BY_PROBABILITIES if probabilities is not None else BY_SCORES
        by_scores = self.info.get("ranked_by", usual) == BY_SCORES
        return scores if by_scores or probabilities is None else probabilities

    def predict(self, texts: Any, columns: Mapping[str, Any] | None = None) -> Any:
        """Return the labels of each text: tuples, or 0 and 1 if it was learned from these."""
        given = self.decide(self.scores(texts, columns))
        if self.is_table:
            return given.table().astype(np.int64)
        labels = self.labels
        return [tuple([labels[k] for k in each]) for each in given]

    def decide_by(self, held_out: HeldOut, scores: Any, choice: ThresholdChoice) -> None:
        """Find probabilities and thresholds on texts that it has not learned from."""
        from linguine.tasks.multilabel.training import decide_by

        decide_by(self, held_out, choice)

    # --- what people ask of it -------------------------------------------------------------------

    def score(self, scores: Any, labels: Any, *, is_file: bool) -> float:
        """Return the micro-F1."""
        return float(self.evaluate(scores, labels, is_file=is_file).micro_f1)

    def evaluate(self, scores: Any, labels: Any, *, is_file: bool) -> LabelSetEvaluation:
        """Return what the answers to texts with these scores are worth."""
        from linguine.tasks.multilabel.evaluation import evaluate_sets

        return evaluate_sets(self, scores, labels, self.known_labels(is_file=is_file))

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
    return [tuple([labels[k] for k in each]) for each in LabelSets.of_table(table)]
