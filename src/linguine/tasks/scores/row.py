"""The row of scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from linguine.tasks.scores.algorithms import SCORE_ALGORITHMS
from linguine.tasks.scores.options import OPTIONS
from linguine.tasks.task import Hints
from linguine.tasks.text.text_row import TextRow

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from linguine.data import Documents
    from linguine.reports.scores.evaluation import ScoreEvaluation
    from linguine.tasks.scores.estimator import TextRegressor
    from linguine.tasks.scores.model import ScoreModel

__all__ = ["ROW"]


class _Scores(TextRow):
    name, in_files, learns = "score", "text-scores", "TextRegressor"
    makes, makers = "a regressor", "scores"
    algorithms, auto = SCORE_ALGORITHMS, SCORE_ALGORITHMS.describe("auto")
    options = OPTIONS
    tuned = "ridge"
    prices: ClassVar[Mapping[str, str]] = {
        "r2": "R²",
        "scores_moved": "scores move by {} of their spread on {n:,} texts",
    }

    def claims(self, hints: Hints) -> int:
        return 9 * bool(hints.options or hints.algorithms)

    def _learned(self, estimator: TextRegressor, data: Documents) -> Mapping[str, Any]:
        from linguine.tasks.scores.numbers import documents_numbers
        from linguine.tasks.scores.report import describe_numbers

        return {"scores": describe_numbers(documents_numbers(data))}

    # --- judging ---------------------------------------------------------------------------------

    def weights(self, model: ScoreModel) -> tuple[int, bool]:
        import numpy as np

        return int(np.count_nonzero(model.weights[:, 0])), model.link.kind == "ordinal"

    def answer(self, model: ScoreModel, data: Documents) -> NDArray[np.float64]:
        from linguine.tasks.scores.writing import answer

        return answer(model, data)

    def changes(
        self,
        model: ScoreModel,
        data: Documents,
        first: NDArray[np.float64],
        second: NDArray[np.float64],
    ) -> dict[str, float]:
        import numpy as np

        spread = float(first.std()) or 1.0
        return {"scores_moved": float(np.abs(second - first).mean()) / spread, "n": len(data)}

    def prices_of(self, evaluation: ScoreEvaluation) -> dict[str, float | None]:
        return {"r2": evaluation.r2}


ROW = _Scores()
