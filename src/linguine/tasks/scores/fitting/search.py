"""Search: which features, penalty and loss hit held-out scores best.

It begins with ridge on words and pairs, and goes on as long as it helps: what replaces a simpler
choice must have smaller squared misses by more than a standard error of the difference.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.features import Sites
from linguine.model.concurrency import Resources
from linguine.tasks.scores.fitting.recipe import ScoreRecipe
from linguine.tasks.scores.training import Answered, answer_fold
from linguine.tasks.text.fitting.held_out import Fold
from linguine.tasks.text.fitting.search import without_zeros

__all__ = ["ScoreSearch", "Setting"]

#: Steps of C, and how many are made at most one way.
_STEP, _N_STEPS = 4.0, 4
#: When fits that are only compared stop; what it means is the learner's own.
_LOOSE = {"ridge": 1e-3, "huber": 1e-3, "epsilon-insensitive": 1e-2, "poisson": 1e-4}
#: About how many settings are tried, for the bar.
_USUAL = 7
#: In standard errors of a difference.
_FAR_AHEAD = 2.0
#: Shares of the squared misses: below which nobody asks on, and above which it is worth a change.
_THE_SAME, _WORTH = 0.002, 0.005


@dataclass(frozen=True)
class Setting:
    """What is tried."""

    features: str
    algorithm: str = "ridge"
    C: float = 1.0

    def __str__(self) -> str:
        return " ".join([self.features, self.algorithm, f"C={self.C:g}"])

    @property
    def recipe(self) -> ScoreRecipe:
        """The algorithm that it means."""
        return ScoreRecipe(self.algorithm, {"C": self.C})

    @property
    def rough(self) -> ScoreRecipe:
        """The same to a digit or two, which is enough to compare."""
        return ScoreRecipe(self.algorithm, {"C": self.C, "tolerance": _LOOSE[self.algorithm]})

    @property
    def described(self) -> dict[str, Any]:
        """What a model file says about it."""
        return {"features": self.features, "loss": self.algorithm, "C": self.C}


@dataclass(eq=False)
class ScoreSearch:
    """What is known about the settings so far.

    Parameters
    ----------
    folds
        What is learned from and what is held out.
    weigh
        The rows of some features as one sees them who knows some of the texts.
    numbers
        The scores of all texts.
    """

    folds: list[Fold]
    weigh: Callable[[str, NDArray[np.bool_]], Sites]
    numbers: NDArray[np.float64]
    use: Resources
    _answered: dict[Setting, list[Answered]] = field(default_factory=dict)
    _rows: dict[tuple[str, int], Sites] = field(default_factory=dict)

    def descend(self, features: list[str]) -> Setting:
        """Go on from ridge on the simplest features as long as it helps."""
        best = Setting(features[0])
        for name in features[1:]:
            best = self._better(best, features=name)
        first = best
        for factor in (_STEP, 1 / _STEP):
            for _ in range(_N_STEPS):
                known = best
                best = self._better(best, C=best.C * factor)
                if best == known:
                    break
            if best != first:
                break
        ridge = best
        best = self._better(best, algorithm="huber")
        if best != ridge:  # outliers pull: then the absolute loss may do better still
            best = self._better(best, algorithm="epsilon-insensitive")
        return self._better(best, algorithm="poisson") if self._are_counts() else best

    def answered(self, setting: Setting) -> Answered:
        """Return what is answered under a setting, on all folds."""
        return self._on_folds(setting, len(self.folds))

    def tried(self) -> dict[str, float]:
        """Return the root of the mean squared miss of each setting, on the folds that it saw."""
        return {str(each): float(f"{self._mean(each):.6g}") for each in self._answered}

    def _better(self, known: Setting, **changed: Any) -> Setting:
        """Return the setting with a change if that is better, else as it was.

        One that is behind by more than a standard error after a fold will hardly be ahead by one in
        the end, one that is far ahead will stay so, and one that is the same is not worth asking
        about: the other folds are spared.
        """
        new = replace(known, **changed)
        for n in range(1, len(self.folds) + 1):
            lead, share = self._lead(new, known, n)
            if lead < -1.0 or abs(share) < _THE_SAME:
                return known
            if lead > _FAR_AHEAD and share > _WORTH:
                return new
        return new if lead > 1.0 and share > _WORTH else known

    def _lead(self, new: Setting, known: Setting, n: int) -> tuple[float, float]:
        """Return by how many standard errors, and what share, a setting is ahead on n folds."""
        ours, theirs = self._on_folds(new, n), self._on_folds(known, n)
        before = ours.weights * np.square(theirs.answers - theirs.numbers)
        gains = before - ours.weights * np.square(ours.answers - ours.numbers)
        noise, total = math.sqrt(float(np.square(gains).sum())), float(before.sum())
        if noise == 0 or total == 0:
            return 0.0, 0.0
        return float(gains.sum()) / noise, float(gains.sum()) / total

    def _on_folds(self, setting: Setting, n: int) -> Answered:
        """Return what is answered under a setting on the first n folds."""
        parts = self._answered.setdefault(setting, [])
        quiet = Resources(self.use.n_threads, self.use.seed)  # one bar, not one for each fit
        for i in range(len(parts), n):
            sites = self._sites(setting, i)
            parts.append(answer_fold(setting.rough, self.folds[i], sites, self.numbers, quiet))
            if self.use.report is not None:
                done = min(len(self._answered), _USUAL)
                self.use.report("auto", done, _USUAL, self._mean(setting))
        return Answered.join(parts[:n])

    def _mean(self, setting: Setting) -> float:
        found = Answered.join(self._answered[setting])
        misses = np.square(found.answers - found.numbers)
        return math.sqrt(float(np.average(misses, weights=found.weights)))

    def _are_counts(self) -> bool:
        """Return True for whole numbers from 0, such as Poisson's variables."""
        numbers = self.numbers
        return bool(numbers.min() == 0 < numbers.max() and (numbers == np.floor(numbers)).all())

    def _sites(self, setting: Setting, i: int) -> Sites:
        key = setting.features, i
        if key not in self._rows:
            rows = self.weigh(setting.features, self.folds[i].is_known)
            self._rows[key] = without_zeros(rows)
        return self._rows[key]
