"""Settings of a text regressor: everything but the data, checked before any work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linguine.errors import POSITIVE, check_number
from linguine.features import Weighting
from linguine.tasks.scores.algorithms import SCORE_ALGORITHMS
from linguine.tasks.scores.fitting.recipe import ScoreRecipe
from linguine.tasks.scores.link import Link
from linguine.tasks.text.fitting.settings import FeatureSettings

__all__ = ["ScoreSettings"]

_RANGES: dict[str, dict[str, Any]] = {
    "delta": {**POSITIVE, "fix": "Try a large miss that happens, in the units of the scores."},
    "epsilon": {"low": 0, "high_open": True, "fix": "Use 0 for the absolute loss."},
}


@dataclass(frozen=True, eq=False, kw_only=True)
class ScoreSettings(FeatureSettings):
    """What :class:`linguine.TextRegressor` was told; its docstring explains the fields."""

    owner = "TextRegressor"
    table = SCORE_ALGORITHMS

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, bounds in _RANGES.items():
            if name in self.options:
                check_number(self.owner, name, self.options[name], **bounds)
        if self.row.loss:
            self.recipe().compose(Link()).choose("score", 2)
        self.extractor(self.usual_weighting)
        self.check_calibration()

    @property
    def usual_weighting(self) -> Weighting:
        """How counts become values: the user's way where there is one, else the algorithm's."""
        return self.weighting(Weighting(self.row.values, self.row.normalize))

    def recipe(self) -> ScoreRecipe:
        """Return the algorithm, complete but for its data."""
        return ScoreRecipe(self.algorithm, self.options)
