"""The row of texts with several labels each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from linguine.tasks.multilabel.algorithms import MULTILABEL_ALGORITHMS
from linguine.tasks.multilabel.options import OPTIONS
from linguine.tasks.task import Hints, Settings
from linguine.tasks.text.text_row import TextRow

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.reports.text.label_sets import LabelSetEvaluation
    from linguine.tasks.multilabel.model import MultilabelModel
    from linguine.tasks.multilabel.writing import Answers
    from linguine.tasks.text.estimator import TextClassifier

__all__ = ["ROW"]


class _SeveralLabels(TextRow):
    name, in_files, learns = "multilabel", "text-multilabel", "TextClassifier"
    makes, makers = "a classifier of several labels", "several labels"
    algorithms, auto = MULTILABEL_ALGORITHMS, MULTILABEL_ALGORITHMS.describe("auto")
    options = OPTIONS
    tuned, shares = "svm", False
    prices: ClassVar[Mapping[str, str]] = {
        "micro_f1": "micro-F1",
        "labels_changed": "other labels for {} of {n:,} texts",
    }

    def claims(self, hints: Hints) -> int:
        from linguine.tasks.multilabel.reading import holds_lists

        if hints.options:
            return 9
        return 5 * holds_lists(hints.path, hints.settings)

    def learn(
        self, estimator: TextClassifier, data: Documents, dev: Documents | None, settings: Settings
    ) -> TextClassifier:
        from linguine.tasks.multilabel.reading import sets_of

        each = [None if one is None else _with_lists(one, sets_of(one)) for one in (data, dev)]
        learned: TextClassifier = super().learn(estimator, each[0], each[1], settings)
        return learned

    def _learned(self, estimator: TextClassifier, data: Documents) -> Mapping[str, Any]:
        return {"labels": [str(label) for label in estimator.labels_]}

    # --- judging ---------------------------------------------------------------------------------

    def weights(self, model: MultilabelModel) -> tuple[int, bool]:
        return model.n_weights, model.calibrator is not None

    def answer(self, model: MultilabelModel, data: Documents) -> Answers:
        from linguine.tasks.multilabel.writing import answer

        return answer(model, data, with_probabilities=False)

    def changes(
        self, model: MultilabelModel, data: Documents, first: Answers, second: Answers
    ) -> dict[str, float]:
        pairs = list(zip(first.sets(), second.sets(), strict=True))
        changed = sum(a != b for a, b in pairs) / max(len(pairs), 1)
        return {"labels_changed": changed, "n": len(data)}

    def prices_of(self, evaluation: LabelSetEvaluation) -> dict[str, float | None]:
        return {"micro_f1": evaluation.micro_f1}


def _with_lists(documents: Documents, target: Any) -> Documents:
    """Return documents whose labels are lists, also if each has one label."""
    from linguine.data.documents import LabelLists

    lists = LabelLists(target.names.tolist(), target.sets)
    return replace(documents, label_set=None, label_lists=lists)


ROW = _SeveralLabels()
