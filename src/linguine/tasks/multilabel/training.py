"""Training on texts with several labels: features once, columns side by side, then thresholds."""

from __future__ import annotations

import math
import warnings
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import LabelSets
from linguine.errors import ConvergenceWarning, DataError, DataWarning
from linguine.features import Extractor
from linguine.features.text.counted import CountedRows
from linguine.learning import Fitted, LabelWeights
from linguine.learning.learners.counts import CountsState
from linguine.model.concurrency import Resources
from linguine.model.prediction import finite_bias
from linguine.model.sigmoids import fit_sigmoids
from linguine.tasks.multilabel.algorithms import MULTILABEL_ALGORITHMS
from linguine.tasks.multilabel.model import BY_PROBABILITIES, BY_SCORES, MultilabelModel
from linguine.tasks.multilabel.settings import ThresholdChoice, check_several
from linguine.tasks.multilabel.thresholds import choose_thresholds
from linguine.tasks.text.fitting.held_out import HeldOut, Plan, held_out_scores
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.training import (
    TrainingData,
    describe,
    fit_auto,
    judge_by,
    own_features,
)

__all__ = ["decide_by", "describe_sets", "estimate_sets", "train_multilabel_model"]

#: Two folds tell of every text how it is scored by those that have not seen it; of many texts
#: one in five is enough.
_FOLDS, _FEW_FOLDS = Plan(2, 2), Plan(5, 1)
_MANY = 50_000
_N_NAMED = 3


def train_multilabel_model(
    settings: TextSettings, data: TrainingData, use: Resources, dev: TrainingData | None = None
) -> MultilabelModel:
    """Learn a model; texts of ``dev`` tell online learners when to stop."""
    check_several(settings)
    check_sets(data)
    plan = _plan(settings, data)
    if settings.row.is_tree:
        from linguine.tasks.multilabel.label_tree import train_set_tree

        return train_set_tree(settings, data, use, plan)
    extractor, fitted, held_out, choices = _fit(settings, data, use, dev, plan)
    if not fitted.converged:
        warnings.warn(ConvergenceWarning(fitted.advice, owner=settings.owner), stacklevel=3)
    n_labels = len(data.classes)
    model = MultilabelModel(
        extractor,
        np.ascontiguousarray(fitted.weights[:, :n_labels]),
        finite_bias(fitted.bias[:n_labels]),
        data.classes,
        n_threads=settings.n_threads,
        reads=settings.reads,
        memory=fitted.state if isinstance(fitted.state, CountsState) else fitted.standing,
        thresholds=np.zeros(n_labels),
        is_table=data.sets_given_as_table,
    )
    model.info = describe(settings, model, len(data.texts), fitted.n_iterations)
    model.info |= describe_sets(data)
    if choices is not None:
        model.info["chosen"] = choices
    if held_out is None:
        model.info["threshold"] = "0 of the scores"
        if settings.calibration != "none":
            model.info["calibration"] = "none: too few texts"
    else:
        decide_by(model, held_out, ThresholdChoice.of(settings.threshold, settings.precision))
        model.info["calibration"] = f"sigmoids on {plan}"
    if settings.hash_bits is not None:
        model.name_buckets(data.texts, data.columns)
    return model


def describe_sets(data: TrainingData) -> dict[str, Any]:
    """Return what a model file says about the sets that it has learned from."""
    sizes = data.examples.right_sets.sizes
    return {
        "labels_per_text": round(float(sizes.mean()), 3),
        "n_without_label": int((sizes == 0).sum()),
    }


def _fit(
    settings: TextSettings,
    data: TrainingData,
    use: Resources,
    dev: TrainingData | None,
    plan: Plan | None,
) -> tuple[Extractor, Fitted[LabelWeights], HeldOut | None, dict[str, Any] | None]:
    """Return the features, the weights of all labels, and how held-out texts are scored."""
    if settings.algorithm == "auto":
        auto = fit_auto(settings, data, use, plan)
        return auto.extractor, auto.fitted, auto.held_out, auto.choices
    recipe = settings.recipe(MULTILABEL_ALGORITHMS)
    extractor = settings.extractor(recipe.weighting, own_features(data))
    counts = extractor.fit_counts(data.texts, data.columns, use.report)
    if dev is not None:
        recipe = judge_by(recipe, dev, extractor, settings)
    held_out = None
    if plan is not None:
        weigh = partial(_weigh, extractor, counts)
        held_out = held_out_scores(recipe, weigh, data.examples, data.n_labels, plan, use)
    sites = extractor.weigh(counts, in_place=True)
    return extractor, recipe.fit(sites, data.examples, data.n_labels, use), held_out, None


def _weigh(extractor: Extractor, counts: CountedRows, known_from: NDArray[np.bool_]) -> Any:
    return extractor.weigh(counts, known_from=known_from)


def _plan(settings: TextSettings, data: TrainingData) -> Plan | None:
    if settings.calibration == "none" or not data.can_hold_out:
        return None
    if isinstance(settings.calibration, int):
        return Plan(settings.calibration, settings.calibration)
    return _FOLDS if len(data.examples) < _MANY else _FEW_FOLDS


def decide_by(model: MultilabelModel, held_out: HeldOut, choice: ThresholdChoice) -> None:
    """Find probabilities and thresholds of a model on texts that it has not learned from."""
    assert held_out.sets is not None
    scores = held_out.scores[:, : model.n_labels]
    right = held_out.sets.table()[:, : model.n_labels]
    model.calibrator = fit_sigmoids(scores, right, held_out.weights)
    p = model.calibrator.probabilities(scores)
    model.info["ranked_by"] = _better_ranking(scores, p, right)
    limits = choose_thresholds(p, right, held_out.weights, choice)
    model.thresholds = np.asarray(model.calibrator.scores_at(limits), np.float64)
    model.info["threshold"] = str(choice)
    model.info |= estimate_sets(model, scores, LabelSets.of_table(right), p)


def _better_ranking(scores: NDArray[Any], p: NDArray[np.float64], right: NDArray[np.bool_]) -> str:
    """Return what more often ranks a right label first; scores if held-out texts do not tell."""
    texts = np.arange(len(scores))
    by_scores, by_p = (right[texts, each.argmax(axis=1)] for each in (scores, p))
    won, lost = int((by_p & ~by_scores).sum()), int((by_scores & ~by_p).sum())
    return BY_PROBABILITIES if won - lost > math.sqrt(won + lost) else BY_SCORES


def estimate_sets(
    model: MultilabelModel, scores: Any, right: LabelSets, p: Any
) -> dict[str, float]:
    """Return what a model file says about the quality of a model, on held-out texts."""
    from linguine.reports.text.label_sets import Tally

    tally = Tally(model.n_labels)
    tally.add(right, model.decide(scores), model.ranking(scores, p), None)
    judged = tally.evaluation(tuple(model.labels))
    return {
        "estimated_micro_f1": round(judged.micro_f1, 4),
        "estimated_macro_f1": round(judged.macro_f1, 4),
        "estimated_precision_at_1": round(judged.precision_at_1, 4),
    }


def check_sets(data: TrainingData) -> None:
    """Raise DataError where there is nothing to learn; warn of labels that say nothing."""
    sets: LabelSets = data.examples.right_sets
    if not len(data.classes) or not len(sets.codes):
        raise DataError(
            f"Some text must have a label; all {len(sets):,} texts have none. Check the column of "
            "labels, and how it was read."
        )
    n_texts = sets.n_texts
    everywhere = data.classes[n_texts == len(sets)].tolist()
    if len(everywhere) == len(data.classes):
        raise DataError(
            f"There must be a text without a label that others have; all {len(sets):,} texts have "
            f"{', '.join(map(repr, everywhere[:_N_NAMED]))}. Add texts without it."
        )
    if everywhere:
        _warn(everywhere, "is on every text", "are on every text", "every text will get")
    if lonely := data.classes[n_texts == 1].tolist():
        _warn(lonely, "has only one text", "have only one text", "no held-out text tells about")


def _warn(labels: list[Any], one: str, many: str, meaning: str) -> None:
    named = ", ".join(map(repr, labels[:_N_NAMED]))
    more = f" and {len(labels) - _N_NAMED:,} more" if len(labels) > _N_NAMED else ""
    state, them = (one, "it") if len(labels) == 1 else (many, "them")
    noun = "label" if len(labels) == 1 else "labels"
    warnings.warn(
        f"{len(labels):,} {noun} {state}: {named}{more}; {meaning} {them}. Add texts, or leave "
        f"{them} out.",
        DataWarning,
        stacklevel=4,
    )
