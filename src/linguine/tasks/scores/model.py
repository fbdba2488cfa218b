"""Models of scores: a text model with one column, and what its sums mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import NotAvailableError, said
from linguine.model.conformal import Conformal
from linguine.tasks.scores.intervals import find_intervals
from linguine.tasks.scores.link import Link
from linguine.tasks.text.model import TextModel

__all__ = ["COLUMN", "ScoreModel"]

#: What the one column is called.
COLUMN = np.array(["score"])


@dataclass(eq=False)
class ScoreModel(TextModel):
    """Features, one weight for each, and what a sum of them means."""

    link: Link = field(default_factory=Link)
    conformal: Conformal | None = None  # misses of held-out texts

    def sums(self, texts: Any, columns: Mapping[str, Any] | None = None) -> NDArray[np.float64]:
        """Return the scores as they were learned : (n,)."""
        scores: NDArray[np.float32] = self.scores(texts, columns)
        return scores[:, 0].astype(np.float64)

    def predict(self, texts: Any, columns: Mapping[str, Any] | None = None) -> NDArray[np.float64]:
        """Return the score of each text : (n,)."""
        return self.link.answers(self.sums(texts, columns))

    def intervals(
        self, sums: NDArray[np.float64], coverage: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the ends of intervals that hold the true score as often as is said."""
        if self.conformal is None:
            reason = str(self.info.get("calibration", "none"))
            advice = f"Train it again with {said('calibration', 'auto')}"
            if reason != "none":
                advice = "Train it again on more texts, with fit"
            raise NotAvailableError(
                "Intervals need texts that were held out in training; this model has "
                f"{said('calibration', reason)}. {advice}."
            )
        return find_intervals(self.link, self.conformal, sums, coverage)

    def value_probabilities(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the probability of each of the ordered values : (n, n_values)."""
        if self.link.kind != "ordinal":
            raise NotAvailableError(
                "Probabilities are of ordered values; this model answers any number. Ask for an "
                f"interval, or train {said('algorithm', 'ordinal')}."
            )
        return self.link.probabilities(sums)
