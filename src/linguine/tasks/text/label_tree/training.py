"""Training of label trees: count the features once, hold texts out, grow, calibrate."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from linguine.data import Examples
from linguine.errors import ConvergenceWarning, said
from linguine.features import Extractor
from linguine.features.text.vector_scale import settle
from linguine.model.beam_calibration import fit_beam_softmax
from linguine.model.candidates import Candidates, join_rows
from linguine.model.concurrency import Resources
from linguine.tasks.algorithm import Algorithms
from linguine.tasks.text.deciding.estimate import estimate_answers
from linguine.tasks.text.deciding.how_sure import weighted_by
from linguine.tasks.text.fitting.held_out import HeldOut, Plan, join_folds, make_folds
from linguine.tasks.text.label_tree.growing import Grown, grow_tree
from linguine.tasks.text.label_tree.model import MOST_FOUND, TreeModel
from linguine.tasks.text.model import TextModel
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.training import (
    TrainingData,
    describe,
    own_features,
)

__all__ = ["Trained", "assemble", "fit_tree", "train_tree_model"]

Made = TypeVar("Made", bound=TextModel)


@dataclass(frozen=True, eq=False)
class Trained:
    """What a training has found."""

    extractor: Extractor
    grown: Grown
    found: Candidates | None  # of held-out texts
    held_out: HeldOut | None  # what these should have been


def train_tree_model(
    settings: TextSettings, data: TrainingData, use: Resources, plan: Plan | None
) -> TreeModel:
    """Learn a model of one label per text."""
    for name in ("threshold", "precision", "promise"):
        if (value := getattr(settings, name)) is not None:
            settings.refuse(
                f"needs the probabilities of all labels, and 'label-tree' has those that are found;"
                f" got {value}. Leave it out, or use {said('reject_below', 0.5)}.",
                name,
            )
    trained = fit_tree(settings, data, use, plan, type(settings).table)
    model = assemble(TreeModel, settings, data, trained, reject_below=settings.reject_below)
    held_out = trained.held_out
    if held_out is not None and trained.found is not None:
        found = trained.found
        model.calibrator = fit_beam_softmax(found, held_out.gold, held_out.shares)
        model.info["calibration"] = f"{model.calibrator.kind} on {plan}"
        told = weighted_by(settings, has_weights=data.has_weights)
        chosen = found.best.astype(np.intp)
        model.info |= estimate_answers(chosen, held_out, data.classes, told)
    return model


def assemble(
    make: type[Made], settings: TextSettings, data: TrainingData, trained: Trained, **more: Any
) -> Made:
    """Return a model without probabilities yet; ``more`` is what its kind has besides."""
    model = make(
        trained.extractor,
        np.zeros((0, 0), np.float32),
        np.zeros(0, np.float32),
        data.classes,
        n_threads=settings.n_threads,
        reads=settings.reads,
        tree=trained.grown.tree,  # type: ignore[call-arg]
        **more,
    )
    model.info = describe(settings, model, len(data.texts), trained.grown.n_iterations)
    if trained.held_out is None and settings.calibration != "none":
        model.info["calibration"] = "none: too few texts"
    if settings.hash_bits is not None:
        model.name_buckets(data.texts, data.columns)
    return model


def fit_tree(
    settings: TextSettings,
    data: TrainingData,
    use: Resources,
    plan: Plan | None,
    table: Algorithms,
) -> Trained:
    """Grow a tree of all texts, after those that tell how held-out texts are answered."""
    recipe = settings.recipe(table)
    extractor = settings.extractor(recipe.weighting, own_features(data))
    counts = settle(extractor, extractor.fit_counts(data.texts, data.columns, use.report), 1.0)
    n_labels = len(data.classes)

    def grow(sites: Any, examples: Examples) -> Grown:
        return grow_tree(recipe.fit, sites, examples, n_labels, settings.tree_options, use)

    found, held_out = None, None
    folds = [] if plan is None else make_folds(data.examples, plan)
    if folds:
        parts = []
        for fold in folds:
            sites = extractor.weigh(counts, known_from=fold.is_known)
            tree = grow(sites, fold.train).tree
            k = min(MOST_FOUND, tree.most_found)
            parts.append(tree.search(sites.take(fold.rest.rows), k, use.n_threads))
        found = join_rows(parts)
        nothing = [np.zeros((len(each), 0), np.float32) for each in parts]
        held_out = join_folds(folds, nothing)
    grown = grow(extractor.weigh(counts, in_place=True), data.examples)
    if grown.advice:
        warnings.warn(ConvergenceWarning(grown.advice, owner=settings.owner), stacklevel=4)
    return Trained(extractor, grown, found, held_out)
