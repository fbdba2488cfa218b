"""Training of scores: count the features once, hold texts out, fit, and keep the misses."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import ConvergenceWarning, DataWarning
from linguine.features import Extractor, Sites, Weighting
from linguine.features.text.specification import as_features
from linguine.learning import Fitted, LabelWeights
from linguine.model.concurrency import Resources
from linguine.model.conformal import Conformal
from linguine.model.prediction import score_rows
from linguine.reports.scores.metrics import evaluate_scores
from linguine.tasks.scores.fitting.recipe import ScoreRecipe
from linguine.tasks.scores.input import ScoreData
from linguine.tasks.scores.intervals import find_misses
from linguine.tasks.scores.link import Link, check_numbers
from linguine.tasks.scores.model import COLUMN, ScoreModel
from linguine.tasks.scores.settings import ScoreSettings
from linguine.tasks.text.fitting.held_out import Fold, Plan, make_folds
from linguine.tasks.text.training import count_bytes, describe, own_features, plan_for

if TYPE_CHECKING:
    from linguine.tasks.scores.fitting.search import ScoreSearch, Setting

__all__ = ["Answered", "answer_fold", "train_score_model"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Answered:
    """What a model says about a fold that it has not learned from."""

    answers: Floats  # (n,)
    misses: Floats  # (n,), as intervals measure them
    numbers: Floats  # (n,), what would have been right
    weights: Floats  # (n,)

    @classmethod
    def join(cls, parts: list[Answered]) -> Answered:
        """Return the answers of all folds together."""
        names = ("answers", "misses", "numbers", "weights")
        return cls(*(np.concatenate([getattr(each, name) for each in parts]) for name in names))


@dataclass(frozen=True, eq=False)
class _Trained:
    """What a training has found."""

    extractor: Extractor
    fitted: Fitted[LabelWeights]
    link: Link
    held_out: Answered | None
    plan: Plan | None
    choices: dict[str, Any] | None = None


def train_score_model(settings: ScoreSettings, data: ScoreData, use: Resources) -> ScoreModel:
    """Learn a model."""
    numbers = data.numbers[data.examples.rows]
    check_numbers(settings.row.loss, numbers)
    if (numbers == numbers[0]).all() and len(numbers) > 1:
        warnings.warn(
            f"All {len(numbers):,} scores are {numbers[0]:g}: there is nothing to tell apart, and "
            "every answer will be that. Check the column of scores.",
            DataWarning,
            stacklevel=3,
        )
    trained = (_train_auto if settings.algorithm == "auto" else _train)(settings, data, use)
    fitted = trained.fitted
    if not fitted.converged:
        warnings.warn(ConvergenceWarning(fitted.advice, owner=settings.owner), stacklevel=3)
    model = ScoreModel(
        trained.extractor,
        fitted.weights,
        fitted.bias,
        COLUMN,
        n_threads=settings.n_threads,
        reads=settings.reads,
        memory=fitted.standing,
        link=trained.link,
    )
    model.info = describe(settings, model, len(data.texts), fitted.n_iterations)
    if trained.choices is not None:
        model.info["chosen"] = trained.choices
    if trained.held_out is None and settings.calibration != "none":
        model.info["calibration"] = "none: too few texts"
    if (held_out := trained.held_out) is not None:
        model.conformal = Conformal.of(held_out.misses)
        model.info["calibration"] = f"conformal on {trained.plan}"
        model.info |= _estimate(held_out)
    if settings.hash_bits is not None:
        model.name_buckets(data.texts, data.columns)
    return model


def answer_fold(
    recipe: ScoreRecipe,
    fold: Fold,
    sites: Sites,
    numbers: Floats,
    use: Resources,
    values: Floats | None = None,
) -> Answered:
    """Fit a recipe without a fold, and answer the fold."""
    fitted, link = recipe.fit(sites, fold.train, numbers, use, values)
    rows = fold.rest.rows
    table = score_rows(sites, fitted.weights, fitted.bias, 1, use.n_threads)
    scores, right = table[rows, 0].astype(np.float64), numbers[rows]
    misses = find_misses(link, scores, right)
    return Answered(link.answers(scores), misses, right, fold.rest.weights)


def _estimate(held_out: Answered) -> dict[str, Any]:
    """Return how good a model is on texts that were held out."""
    found = evaluate_scores(held_out.numbers, held_out.answers)
    names = ("r2", "mae", "rmse", "spearman")
    values = {f"estimated_{name}": getattr(found, name) for name in names}
    return {name: round(value, 6) for name, value in values.items() if value is not None}


def _train(settings: ScoreSettings, data: ScoreData, use: Resources) -> _Trained:
    recipe = settings.recipe()
    extractor = settings.extractor(settings.usual_weighting, own_features(data))
    counts = extractor.fit_counts(data.texts, data.columns, use.report)
    plan = plan_for(settings, data)
    if plan == Plan(5, 5) and settings.calibration == "auto":
        plan = Plan(10, 10)  # who knows nine of ten texts misses by about as much as who knows all
    held_out = None
    # a fold need not have every value
    values = np.unique(data.numbers[data.examples.rows])
    if plan is not None:
        quiet = Resources(use.n_threads, use.seed)

        def weigh(is_known: NDArray[np.bool_]) -> Sites:
            return extractor.weigh(counts, known_from=is_known)

        held_out = _hold_out(recipe, weigh, data, plan, quiet, values)
    sites = extractor.weigh(counts, in_place=True)
    fitted, link = recipe.fit(sites, data.examples, data.numbers, use, values)
    return _Trained(extractor, fitted, link, held_out, plan)


def _hold_out(
    recipe: ScoreRecipe,
    weigh: Callable[[NDArray[np.bool_]], Sites],
    data: ScoreData,
    plan: Plan,
    use: Resources,
    values: Floats,
) -> Answered:
    folds = make_folds(data.examples, plan)
    return Answered.join(
        [
            answer_fold(recipe, fold, weigh(fold.is_known), data.numbers, use, values)
            for fold in folds
        ]
    )


def _judge(
    search: ScoreSearch, best: Setting, plan: Plan, data: ScoreData, use: Resources
) -> tuple[Plan, Answered]:
    """Return how the winner of a search misses, and on which texts.

    One fold of five tells settings apart, but a model of four fifths misses by more than one of
    all: as many texts are held out in two tenths.
    """
    if plan != Plan(5, 1):
        return plan, search.answered(best)
    plan, quiet = Plan(10, 2), Resources(use.n_threads, use.seed)

    def weigh(is_known: NDArray[np.bool_]) -> Sites:
        return search.weigh(best.features, is_known)

    values = np.unique(data.numbers[data.examples.rows])
    return plan, _hold_out(best.recipe, weigh, data, plan, quiet, values)


def _train_auto(settings: ScoreSettings, data: ScoreData, use: Resources) -> _Trained:
    from linguine.tasks.scores.fitting.search import ScoreSearch, Setting
    from linguine.tasks.text.fitting.tuning import Candidate, choose_candidates

    candidates = choose_candidates(
        count_bytes(settings, data),
        is_given="bag" in data.columns,
        is_hashed=settings.hash_bits is not None,
        reads=settings.reads,
        columns=settings.columns_beside,
    )
    if settings.features is not None and not settings.columns_beside:
        candidates = [Candidate("given features", settings.features)]
    weighting = settings.weighting(Weighting("log-tfidf", "blocks"))
    extractor = settings.extractor(weighting, candidates[-1].features)
    counts = extractor.fit_counts(data.texts, data.columns, use.report)
    if not data.can_hold_out:
        sites = extractor.weigh(counts, in_place=True)
        fitted, link = ScoreRecipe("ridge").fit(sites, data.examples, data.numbers, use)
        choices = {**Setting(candidates[-1].name).described, "held out": "none: too few texts"}
        return _Trained(extractor, fitted, link, None, None, choices)
    plan = plan_for(replace(settings, calibration="auto"), data)
    if isinstance(settings.calibration, int):
        plan = Plan(settings.calibration, settings.calibration)
    assert plan is not None
    searched = plan
    named = {each.name: each for each in candidates}

    def weigh(name: str, is_known: NDArray[np.bool_]) -> Sites:
        return extractor.weigh(counts, without=named[name].without, known_from=is_known)

    search = ScoreSearch(make_folds(data.examples, plan), weigh, data.numbers, use)
    best = search.descend([each.name for each in candidates])
    # Rows are weighted in place below: what is held out is asked before.
    held_out = None
    if settings.calibration != "none":
        plan, held_out = _judge(search, best, plan, data, use)
    chosen, without = named[best.features], named[best.features].without
    if without and settings.columns_beside:
        # Kinds of columns are behind those that go, and a kind is part of its features' keys.
        extractor = settings.extractor(weighting, chosen.features)
        counts, without = extractor.fit_counts(data.texts, data.columns, use.report), ()
    sites = extractor.weigh(counts, in_place=True, without=without)
    fitted, link = best.recipe.fit(sites, data.examples, data.numbers, use)
    if without:
        stays = extractor.narrow(as_features(chosen.features), without)
        fitted = replace(fitted, weights=fitted.weights[stays])
    choices = {**best.described, "held out": str(searched), "tried": search.tried()}
    return _Trained(extractor, fitted, link, held_out, plan, choices)
