"""A stream of texts with several labels: a model that goes on learning."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from linguine.data.label_sets import FEWEST_COLUMNS
from linguine.errors import DataError
from linguine.learning.generative.naive_bayes import CountsAgainstRest
from linguine.learning.learners.counts import CountsState
from linguine.learning.row_store import RowStore
from linguine.learning.standing import Standing
from linguine.tasks.algorithm import Algorithms
from linguine.tasks.multilabel.algorithms import MULTILABEL_ALGORITHMS
from linguine.tasks.multilabel.model import MultilabelModel
from linguine.tasks.multilabel.settings import ThresholdChoice, check_several
from linguine.tasks.text.increment.stream import TextStream, counted, start_from
from linguine.tasks.text.model import TextModel
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.training import TrainingData

__all__ = ["SetStream"]


class SetStream(TextStream):
    """The same, each label against the rest.

    Thresholds stay those of the last ``fit`` or ``calibrate``; a new label begins at a score of 0.
    """

    _table: ClassVar[Algorithms] = MULTILABEL_ALGORITHMS

    def __init__(self, settings: TextSettings, model: TextModel | None = None) -> None:
        check_several(settings)
        super().__init__(settings, model)
        self._thresholds: dict[Any, float] = {}
        self._is_table, self._threshold = False, "0 of the scores"
        self._ranked_by: str | None = None
        if isinstance(model, MultilabelModel):
            self._take_over(model)

    def calibrate(self, model: TextModel, how: str) -> None:
        """Take over probabilities and thresholds that were fitted on texts of their own."""
        super().calibrate(model, how)
        assert isinstance(model, MultilabelModel)
        self._take_over(model)

    def _take_over(self, model: MultilabelModel) -> None:
        self._thresholds = dict(zip(model.labels, model.thresholds.tolist(), strict=True))
        self._is_table, self._threshold = model.is_table, str(model.info.get("threshold", ""))
        self._ranked_by = model.info.get("ranked_by")

    def advance(self, data: TrainingData, use: Any) -> None:
        """Make one pass over more texts."""
        super().advance(data, use)
        self._is_table = self._is_table or data.sets_given_as_table

    def _make(self, *parts: Any, **more: Any) -> TextModel:
        extractor, weights, bias, classes, *others = parts
        n_labels = len(classes)
        thresholds = [self._thresholds.get(label, 0.0) for label in classes.tolist()]
        model = MultilabelModel(
            extractor,
            np.ascontiguousarray(weights[:, :n_labels]),
            bias[:n_labels],
            classes,
            *others,
            **more,
        )
        model.thresholds, model.is_table = np.array(thresholds), self._is_table
        return model

    def _model_of(self, *parts: Any) -> TextModel:
        model = super()._model_of(*parts)
        model.info["threshold"] = self._threshold or str(ThresholdChoice())
        if self._ranked_by is not None:
            model.info["ranked_by"] = self._ranked_by
        return model

    def _start(self, model: TextModel) -> tuple[tuple[NDArray[Any], NDArray[Any]], Standing]:
        return start_from(model, max(model.n_columns, FEWEST_COLUMNS))

    def _counted(self, model: TextModel) -> CountsState:
        state = counted(model)
        return CountsAgainstRest(state.sums, None, state.label_weights)

    def _widened(self, store: RowStore, known: NDArray[Any], classes: NDArray[Any]) -> RowStore:
        # Columns beyond the labels have learned what one is that no text has: a new one.
        places = np.searchsorted(classes, known)
        n_columns = max(len(classes), FEWEST_COLUMNS)
        free = np.setdiff1d(np.arange(n_columns), places)
        n_beyond = max(FEWEST_COLUMNS - len(known), 0)
        return store.widened(np.concatenate([places, free[:n_beyond]]), n_columns)

    def _check_labels(self, data: TrainingData) -> None:
        if not data.has_sets:
            raise DataError(
                "Each text must have a list of labels, as those so far have had; got one label for "
                "each. Write [label] for one, [] for none."
            )
