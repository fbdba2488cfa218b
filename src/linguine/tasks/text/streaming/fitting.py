"""Fitting a stream: read once, learn group by group, calibrate on what was held out."""

from __future__ import annotations

import dataclasses
import warnings
from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

import numpy as np

from linguine.data import Examples
from linguine.data.examples import assign_folds
from linguine.data.keeping.scratch import Scratch, open_scratch
from linguine.data.reading.files import Files
from linguine.errors import ConvergenceWarning, DataError, NotAvailableError
from linguine.features.columns import BagTemplate
from linguine.learning import Counts, Fitted, LabelWeights, Online
from linguine.learning.learners.counts import CountsState
from linguine.model.concurrency import Resources
from linguine.model.prediction import finite_bias
from linguine.tasks.learner import give_passes
from linguine.tasks.streaming import composing
from linguine.tasks.streaming.choosing import check_checkpoint
from linguine.tasks.streaming.composing import check_algorithm, check_options, streamed_learner
from linguine.tasks.streaming.learning import Kept
from linguine.tasks.streaming.memory import Memory
from linguine.tasks.text.deciding.how_sure import learn_how_sure, weighted_by
from linguine.tasks.text.fitting.held_out import (
    FEWEST_TEXTS,
    Fold,
    HeldOut,
    Plan,
    choose_plan,
    join_folds,
    make_folds,
)
from linguine.tasks.text.fitting.recipe import Recipe
from linguine.tasks.text.gold.labels import mention_lonely_labels
from linguine.tasks.text.model import TextModel
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.streaming.cached import CachedTexts, read_once
from linguine.tasks.text.streaming.learning import ReadTexts, SomeTexts, TextBlocks
from linguine.tasks.text.training import TrainingData, describe

__all__ = ["Training", "n_tables", "streamed_recipe", "train_streamed_model"]

#: Texts that are held out of a stream: a few thousand settle a slope or two.
_N_HELD_OUT = 2_000
_EPOCHS_WITH_DEV = 50

Read = TypeVar("Read", bound=ReadTexts)


def streamed_recipe(settings: TextSettings) -> Recipe:
    """Return the algorithm as it learns from a stream; refuse what needs all texts at once."""
    able = ["naive-bayes", "bernoulli-naive-bayes", "perceptron", "mira", "logistic", "svm"]
    check_algorithm(settings, able, "texts")
    check_options(settings, ("keywords", "unlabelled_weight"), "texts")
    templates = settings.extractor(settings.recipe().weighting).features.templates
    if any(isinstance(each, BagTemplate) for each in templates):
        raise NotAvailableError(
            f"{settings.owner}: features of further columns (numbers, categories, vectors) ask for "
            "all texts at once, and these are learned from part by part. Leave them out, or allow "
            "more memory."
        )
    recipe = settings.recipe()
    composition = recipe.composition
    assert not isinstance(composition.learner, str)  # a recipe has made it
    learner = streamed_learner(settings, composition.learner, "texts")
    if learner is composition.learner:
        return recipe
    return dataclasses.replace(
        recipe, composition=dataclasses.replace(composition, learner=learner)
    )


def n_tables(recipe: Recipe, n_labels: int) -> int:
    """Return how many tables of the size of the weights a learner needs."""
    learner = recipe.composition.learner
    assert not isinstance(learner, str)
    if isinstance(learner, Counts):
        return 4 * (2 if n_labels == 2 else 1)  # counts have two numbers each, of every label
    return composing.n_tables(learner)


@dataclasses.dataclass(frozen=True, eq=False)
class Training(ABC, Generic[Read]):
    """How a model is made of texts that were read once: folds, calibration, what it tells."""

    settings: TextSettings
    files: Files
    recipe: Recipe
    texts: Read
    use: Resources
    read_dev: Any

    @abstractmethod
    def blocks(self, examples: Examples, how: Any, *, is_last: bool = False) -> SomeTexts[Read]:
        """Return what learners are given of some examples; ``is_last`` if the model comes of it."""

    def run(self) -> TextModel:
        """Learn the model."""
        settings, texts = self.settings, self.texts
        classes, extractor = texts.classes, texts.extractor
        n_documents = texts.n_rows
        if len(classes) < 2:
            raise DataError(
                f"There must be at least two labels; all {n_documents} texts have "
                f"{classes.tolist()}. Add texts of another label, or check the label column."
            )
        self.check_memory()
        fitted, held_out, how = self._fit_folds() if self.is_cheap else self._fit_held_out()
        if settings.calibration != "none":
            is_held_out = n_documents >= FEWEST_TEXTS
            mention_lonely_labels(texts.examples, classes, is_held_out=is_held_out)
        if not fitted.converged:
            warnings.warn(ConvergenceWarning(fitted.advice, owner=settings.owner), stacklevel=3)
        model = TextModel(
            extractor,
            fitted.weights,
            finite_bias(fitted.bias),
            classes,
            reject_below=settings.reject_below,
            n_threads=settings.n_threads,
            reads=settings.reads,
            memory=fitted.state if isinstance(fitted.state, CountsState) else fitted.standing,
        )
        model.info = describe(settings, model, n_documents, fitted.n_iterations)
        if self.recipe.composition.learner != settings.recipe().composition.learner:
            model.info["learner"] = self._learner_name  # in memory it would be another
        if held_out is None and settings.calibration != "none":
            model.info["calibration"] = "none: too few texts"
        has_weights = self.files.options.get("weight") is not None
        weighted = weighted_by(settings, has_weights=has_weights)
        learn_how_sure(model, held_out, how, settings, weighted)
        if settings.hash_bits is not None:
            model.name_buckets(texts.sample.texts(), texts.sample.columns())
        return model

    @property
    def _learner_name(self) -> str:
        learner = self.recipe.composition.learner
        return learner if isinstance(learner, str) else learner.name

    def check_memory(self) -> None:
        """Raise DataError if the model is too large for the memory that may be taken."""
        n_labels, n_features = len(self.texts.classes), self.texts.extractor.n_features
        tables = n_tables(self.recipe, n_labels)
        Memory.of(self.files).check_learning(n_features, n_labels, self._learner_name, tables)

    # --- what is held out is learned from as well, as in memory, where that is cheap --------------

    @property
    def is_cheap(self) -> bool:
        """True if counting is all there is to do, or all rows fit into memory at once."""
        learner = self.recipe.composition.learner
        if isinstance(learner, Online):
            return self.texts.is_one_group and self.read_dev is None
        return isinstance(learner, Counts)

    def _fit_folds(self) -> tuple[Fitted[LabelWeights], HeldOut | None, str]:
        texts, examples = self.texts, self.texts.examples
        plan = self._plan()
        folds, tables = [] if plan is None else make_folds(examples, plan), []
        for fold in folds:
            is_known = np.zeros(texts.n_rows, np.bool_)
            is_known[: len(fold.is_known)] = fold.is_known
            how = texts.extractor.known_how(*texts.frequencies(is_known))
            known = self.blocks(fold.train, how)
            tables.append(known.scores(known.fit(), fold.rest))
        fitted = self.blocks(examples, texts.extractor.how()).fit()
        return fitted, join_folds(folds, tables) if folds else None, str(plan)

    def _plan(self) -> Plan | None:
        n, calibration = self.texts.examples.n_rows, self.settings.calibration
        if calibration == "none" or n < FEWEST_TEXTS:
            return None
        if isinstance(calibration, int):
            return Plan(calibration, calibration)
        return choose_plan(n)

    # --- else a few texts are held out for good ---------------------------------------------------

    def _fit_held_out(self) -> tuple[Fitted[LabelWeights], HeldOut | None, str]:
        how, examples = self.texts.extractor.how(), self.texts.examples
        fold = self._hold_out(examples)
        blocks = self.blocks(examples if fold is None else fold.train, how, is_last=True)
        if self.read_dev is not None and isinstance(blocks.composition.learner, Online):
            blocks = self._judged(blocks)
        fitted = blocks.fit()
        if fold is None:
            return fitted, None, ""
        held_out = join_folds([fold], [blocks.scores(fitted, fold.rest)])
        return fitted, held_out, f"{len(fold.rest)} texts"

    def _hold_out(self, examples: Examples) -> Fold | None:
        calibration = self.settings.calibration
        if calibration == "none" or examples.n_rows < FEWEST_TEXTS:
            return None
        n_folds = calibration if isinstance(calibration, int) else len(examples) // _N_HELD_OUT
        n_folds = max(n_folds, 2 if isinstance(calibration, int) else 10)
        is_held = assign_folds(examples, n_folds=n_folds) == 0
        n_texts = np.bincount(examples.gold)
        is_held &= n_texts[examples.gold] >= n_folds  # a rare label is needed where it is learned
        if not is_held.any():
            return None
        return Fold(examples.subset(~is_held), examples.subset(is_held), ~is_held)

    def _judged(self, blocks: SomeTexts[Read]) -> SomeTexts[Read]:
        dev: TrainingData | None = self.read_dev(self.texts.classes)
        if dev is None:
            return blocks
        composition = blocks.composition
        assert isinstance(composition.learner, Online)
        learner = give_passes(composition.learner, self.settings.options, _EPOCHS_WITH_DEV)
        sites = self.texts.extractor.transform(dev.texts, dev.columns)
        composition = dataclasses.replace(composition, learner=learner)
        judged_by = sites, dev.examples
        return dataclasses.replace(blocks, composition=composition, judged_by=judged_by)


@dataclasses.dataclass(frozen=True, eq=False)
class _StreamedTraining(Training[CachedTexts]):
    scratch: Scratch

    def blocks(self, examples: Examples, how: Any, *, is_last: bool = False) -> TextBlocks:
        is_kept = is_last and self.files.checkpoint is not None
        kept = Kept(self.scratch if is_kept else None, self.files.every)
        told = self.recipe.composition, self.texts, how, examples, self.use
        return TextBlocks(*told, kept=kept)


def train_streamed_model(
    settings: TextSettings, files: Files, use: Resources, read_dev: Any = None
) -> TextModel:
    """Learn a model from files that are larger than memory.

    ``read_dev`` gives texts with the labels of a model, which tell online learners when to stop.
    """
    recipe = streamed_recipe(settings)
    check_checkpoint(files)
    extractor = settings.extractor(recipe.weighting)
    with open_scratch(files.checkpoint, keep=files.keeps_checkpoint) as scratch:
        texts = read_once(settings, files, extractor, scratch, use)
        return _StreamedTraining(settings, files, recipe, texts, use, read_dev, scratch).run()
