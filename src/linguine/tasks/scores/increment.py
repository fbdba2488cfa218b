"""A stream of texts with scores: a model that goes on learning."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError
from linguine.features import Extractor, Sites, Weighting
from linguine.learning import LabelProblem
from linguine.model.concurrency import Resources
from linguine.model.conformal import Conformal
from linguine.model.prediction import finite_bias
from linguine.tasks.going_on import compose_stream
from linguine.tasks.scores.fitting.recipe import ScoreRecipe
from linguine.tasks.scores.input import ScoreData
from linguine.tasks.scores.link import Link, check_numbers
from linguine.tasks.scores.model import COLUMN, ScoreModel
from linguine.tasks.scores.settings import ScoreSettings
from linguine.tasks.text.increment.stream import TextStream, check_counts
from linguine.tasks.text.training import describe

__all__ = ["ScoreStream"]


class ScoreStream(TextStream):
    """The same with one column, whose sums mean what the first scores have settled.

    Intervals stay those of the last ``fit``.
    """

    def __init__(self, settings: ScoreSettings, model: ScoreModel | None = None) -> None:
        super().__init__(settings, model)
        self._link: Link | None = None if model is None else model.link
        self._conformal: Conformal | None = None if model is None else model.conformal
        if model is not None:
            self._calibration = model.info.get("calibration", "none")

    def advance(self, data: ScoreData, use: Resources) -> None:
        """Make one pass over more texts."""
        calibration = self._calibration
        super().advance(data, use)
        self._calibration = calibration  # of intervals, which no new label can make wrong

    def _choose(self, settings: ScoreSettings) -> tuple[Weighting, bool]:
        check_counts(settings)
        composed, learner = compose_stream(settings, unit="text")
        composed.choose("score", 2)  # complains before the texts are read
        told = {**settings.options, "learner": learner.name}
        self._score_recipe = ScoreRecipe(settings.algorithm, told)
        return settings.usual_weighting, False

    def _check_labels(self, data: ScoreData) -> None:
        check_numbers(self._score_recipe.loss, data.numbers)
        if self._link is not None:
            return
        if (data.numbers == data.numbers[0]).all():
            raise DataError(
                "The first texts must tell how far scores spread; all "
                f"{len(data.numbers):,} scores are {data.numbers[0]:g}. Begin with texts of "
                "different scores, or with fit."
            )
        self._link = Link.of(self._score_recipe.loss, data.numbers)

    def _compose(self, sites: Sites, data: ScoreData, use: Resources) -> tuple[Any, LabelProblem]:
        assert self._link is not None
        aims = self._link.aims(data.numbers)
        return self._score_recipe.problem(sites, data.examples, aims, self._link, use)

    def _model_of(self, extractor: Extractor, rows: NDArray[np.int64]) -> ScoreModel:
        assert self._store is not None
        assert self._link is not None
        state = self._store.take(rows)
        weights, bias = self._learner.answer(state)
        settings = self.settings
        model = ScoreModel(
            extractor,
            weights,
            finite_bias(bias)[:1],
            COLUMN,
            n_threads=settings.n_threads,
            reads=settings.reads,
            memory=state.standing(),
            link=replace(self._link),
            conformal=self._conformal,
        )
        model.info = describe(settings, model, self._n_documents, 1)
        model.info["calibration"] = self._calibration
        return model
