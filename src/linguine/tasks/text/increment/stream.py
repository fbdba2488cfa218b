"""Text stream: a model that goes on learning; new words and new labels are welcome."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import DataError, NotAvailableError, ParameterError, named, said
from linguine.features import Extractor, Sites, Weighting
from linguine.features.text.growth import Growth, Piece
from linguine.learning import Counts, LabelProblem, Learner
from linguine.learning.learners.counts import CountsState
from linguine.learning.row_store import RowStore
from linguine.learning.standing import Standing
from linguine.model.calibration import Calibrator
from linguine.model.composition import Incremental
from linguine.model.concurrency import Resources
from linguine.model.file.counts import StoredCounts
from linguine.model.prediction import finite_bias
from linguine.model.sigmoids import Sigmoids
from linguine.tasks.algorithm import Algorithms
from linguine.tasks.text.algorithms import TEXT_ALGORITHMS
from linguine.tasks.text.fitting.recipe import Recipe
from linguine.tasks.text.fitting.settings import FeatureSettings
from linguine.tasks.text.model import TextModel
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.training import describe, own_features

__all__ = ["TextStream", "check_counts", "counted", "start_from"]

#: Up to so many texts are answered without a model of all features.
_FEW = 32


class TextStream:
    """Features, a learner's state and labels, to which texts are added.

    A piece costs what its texts cost, however much is known already. Who asks for a whole model
    pays for one pass over all that is known.

    Parameters
    ----------
    settings
        The algorithm and its options.
    model
        What was fitted or loaded, to go on from; None begins with nothing.
    """

    _table: ClassVar[Algorithms] = TEXT_ALGORITHMS

    def __init__(self, settings: Any, model: TextModel | None = None) -> None:
        self.settings = settings
        self.classes: NDArray[Any] | None = None if model is None else model.classes
        self._weighting, self._counts = self._choose(settings)
        self._growth: Growth | None = None
        self._store: RowStore | None = None
        self._learner: Any = None
        self._calibrator: Calibrator | Sigmoids | None = None
        self._calibration = "none"
        self._n_documents = 0
        self._first = self._model = model
        if model is not None:
            self._growth = Growth(model.extractor, keeps_all=self._counts)
            self._n_documents = int(model.info.get("n_documents", 0))
            if model.calibrator is not None:
                self._calibrator = model.calibrator
                self._calibration = model.info.get("calibration", "none")
            if self._counts:
                self._store = RowStore(self._counted(model))

    def advance(self, data: Any, use: Resources) -> None:
        """Make one pass over more texts; ``data.classes`` are all labels, old and new.

        Whatever breaks off leaves what was there.
        """
        self._check_labels(data)
        growth = self._growth
        if growth is None:
            extractor = self.settings.extractor(self._weighting, own_features(data))
            growth = Growth(extractor, keeps_all=self._counts)
        piece = growth.read(data.texts, data.columns, use.report)
        sites = piece.extractor.weigh(piece.counts, in_place=True)
        learner, problem = self._compose(sites, data, use)
        if learner.moves_all_rows(problem):
            sites, rows = _among_all(sites, piece), np.arange(piece.n_rows)
            learner, problem = self._compose(sites, data, use)
        else:
            rows = piece.rows
        store = self._store_for(learner, problem, piece, data.classes)
        part = store.take(rows)
        learner.learn(part, problem)
        # From here on nothing can fail.
        store.put(rows, piece.n_rows, part)
        growth.take_in(piece)
        self._growth, self._store, self._learner = growth, store, learner
        self._n_documents += len(data.texts)
        if self._is_new_to_us(data.classes):
            self._calibrator, self._calibration = None, "none"
        self.classes, self._first, self._model = data.classes, None, None

    def model(self) -> TextModel:
        """Return a model of what was learned so far."""
        if self._model is None:
            assert self._growth is not None
            self._model = self._model_of(*self._growth.extractor())
        return self._model

    def model_for(self, texts: _core.Texts, columns: Mapping[str, Any]) -> TextModel:
        """Return a model that answers as ``model()`` does for some texts, if they are few.

        It has the features of these texts alone, so that learning and asking in turns costs what
        the texts cost. Naive Bayes has no such model: its weights share a sum over all features.
        """
        if self._model is not None or self._counts or len(texts) > _FEW:
            return self.model()
        assert self._growth is not None
        return self._model_of(*self._growth.extractor_for(texts, columns))

    def _model_of(self, extractor: Extractor, rows: NDArray[np.int64]) -> TextModel:
        assert self._store is not None
        assert self.classes is not None
        state = self._store.take(rows)
        weights, bias = self._learner.answer(state)
        model = self._make(
            extractor,
            weights,
            finite_bias(bias),
            self.classes,
            self._calibrator,
            self.settings.reject_below,
            n_threads=self.settings.n_threads,
            reads=self.settings.reads,
            memory=state if self._counts else state.standing(),
        )
        model.info = describe(self.settings, model, self._n_documents, 1)
        model.info["calibration"] = self._calibration
        return model

    def calibrate(self, model: TextModel, how: str) -> None:
        """Take over probabilities that were fitted on texts of their own."""
        self._calibrator, self._calibration = model.calibrator, how

    # --- what differs where texts have several labels, or scores ---------------------------------

    def _choose(self, settings: Any) -> tuple[Weighting, bool]:
        """Choose a learner; return how counts become values, and whether it counts."""
        self._recipe = _incremental_recipe(settings, self._table)
        return self._recipe.weighting, isinstance(self._recipe.composition.learner, Counts)

    def _make(self, *parts: Any, **more: Any) -> TextModel:
        return TextModel(*parts, **more)

    def _start(self, model: TextModel) -> tuple[tuple[NDArray[Any], NDArray[Any]], Standing]:
        return start_from(model, model.n_columns)

    def _counted(self, model: TextModel) -> CountsState:
        return counted(model)

    def _widened(self, store: RowStore, known: NDArray[Any], classes: NDArray[Any]) -> RowStore:
        return store.widened(np.searchsorted(classes, known), len(classes))

    def _compose(self, sites: Sites, data: Any, use: Resources) -> tuple[Any, LabelProblem]:
        learner, problem = self._recipe.composition.compose(
            sites,
            data.examples,
            data.n_labels,
            n_threads=use.n_threads,
            seed=use.seed,
            report=use.report,
            incremental=True,
        )
        assert isinstance(learner, Incremental)  # the recipe is; for the type checker
        return learner, problem

    def _store_for(
        self, learner: Learner, problem: LabelProblem, piece: Piece, classes: NDArray[Any]
    ) -> RowStore:
        """Return the state to learn on, with room for all labels."""
        assert isinstance(learner, Incremental)
        store, known = self._store, self.classes
        if store is None:
            start, standing = None, None
            if self._first is not None:
                start, standing = self._start(self._first)
            state: Any = learner.begin(problem, start, standing)
            if start is None:  # over the rows of the piece, all of which are new
                for name in state.row_tables():
                    setattr(state, name, getattr(state, name)[:0])
            store = RowStore(state)
        if known is not None and self._is_new_to_us(classes):
            store = self._widened(store, known, classes)
        return store

    def _is_new_to_us(self, classes: NDArray[Any]) -> bool:
        return self.classes is None or len(self.classes) != len(classes)  # labels only come

    def _check_labels(self, data: Any) -> None:
        """Refuse to make a model that cannot answer: partial_fit finds no probabilities."""
        classes = data.classes
        if data.has_sets:
            raise DataError(
                "Each text must have one label, as those so far have had; got lists of labels. "
                "Begin a new classifier for texts with several labels."
            )
        if self.settings.reject_below is None:
            return
        if self._calibrator is None:
            came = "partial_fit finds none, and there are none from fit"
        elif self._is_new_to_us(classes):
            known = classes[:0] if self.classes is None else self.classes
            new = classes[~np.isin(classes, known)]
            came = f"those of fit do not know the new label {new[0].item()!r}"
        else:
            return
        raise NotAvailableError(
            f"needs probabilities; {came}. Train again with fit on all texts, or leave "
            f"{named('reject_below')} out.",
            parameter="reject_below",
        )


def check_counts(settings: FeatureSettings) -> None:
    """Refuse a limit that a stream cannot keep."""
    if settings.min_count > 1:
        raise NotAvailableError(
            "partial_fit knows in how many texts a feature is, not how often; got "
            f"{said('min_count', settings.min_count)}. Use {said('min_df', settings.min_count)}, "
            "or fit."
        )


def _incremental_recipe(settings: TextSettings, table: Algorithms) -> Recipe:
    # What takes epochs makes steps, and what counts goes on counting.
    names, having = TEXT_ALGORITHMS.names, TEXT_ALGORITHMS.having("epochs")
    able = [each for each in names if TEXT_ALGORITHMS.get(each).learner == "counts"] + having
    if settings.algorithm not in able:
        raise NotAvailableError(
            f"partial_fit needs an algorithm that learns text by text; {settings.algorithm!r} "
            f"needs all texts at once. Use {' or '.join(map(repr, able))}."
        )
    if settings.promise is not None:
        raise NotAvailableError(
            "partial_fit holds nothing out, and a promise needs held-out texts; got "
            f"{said('promise', settings.promise)}. Leave it out, or use fit."
        )
    if isinstance(settings.class_weight, str):
        raise ParameterError(
            f"partial_fit cannot know the balance of labels; got {settings.class_weight!r} as "
            f"{named('class_weight')}. Give a dict, or use fit."
        )
    check_counts(settings)
    recipe = settings.recipe(table)
    composition = recipe.composition
    if composition.is_incremental:
        return recipe
    assert not isinstance(composition.learner, str)
    if composition.penalty.l1 > 0:  # the algorithm is, its options are not
        raise NotAvailableError(
            f"partial_fit needs a learner that goes text by text; {settings.algorithm!r} with "
            f"{said('l1', composition.penalty.l1)} has {composition.learner.name!r}, which needs "
            f"all texts at once. Give {named('epochs')} or {named('learning_rate')} as well, which "
            f"choose stochastic steps, leave {named('l1')} out, or use fit."
        )
    return replace(recipe, composition=replace(composition, learner="auto"))


def _among_all(sites: Sites, piece: Piece) -> Sites:
    """Return the rows of a piece with features numbered as they are among all."""
    assert sites.indices is not None
    indices = piece.rows[sites.indices].astype(sites.indices.dtype)
    shape = sites.n_rows, piece.n_rows
    native = _core.Matrix(sites.indptr, indices, sites.values, *shape, True, unique=True)
    return Sites(native, sites.values, sites.indptr, indices)


def counted(model: TextModel) -> CountsState:
    """Return the counts of a model, to be changed."""
    if isinstance(model.memory, StoredCounts):
        return model.memory.unpack()
    if not isinstance(model.memory, CountsState):
        raise NotAvailableError(
            "Naive Bayes goes on from counts, which weights do not tell; this model has none: it "
            "was saved by an older version or with quantize. Train it again with fit, and save it "
            "without quantize."
        )
    return copy.deepcopy(model.memory)


def start_from(
    model: TextModel, n_columns: int
) -> tuple[tuple[NDArray[Any], NDArray[Any]], Standing]:
    """Return where an online learner goes on: the weights, and the steps that they stand for."""
    # Files hold no padding.
    stride = _core.stride(n_columns)
    weights = np.zeros((len(model.weights), stride), np.float32)
    weights[:, : model.n_columns] = model.weights[:, : model.n_columns]
    bias = np.zeros(stride, np.float32)
    bias[: model.n_columns] = model.bias[: model.n_columns]
    if isinstance(model.memory, Standing):
        return (weights, bias), model.memory
    # A minimum has no steps, an old file does not tell: each text is one.
    n = int(model.info.get("n_documents", 0))
    return (weights, bias), Standing(n, n)
