"""Training of text models: count the features once, hold texts out, fit, calibrate."""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine._core import Texts
from linguine.data import Examples
from linguine.data.label_sets import FEWEST_COLUMNS
from linguine.errors import ConvergenceWarning, DataError
from linguine.features import Extractor, Given, Sites, Weighting
from linguine.features.text.counted import CountedRows
from linguine.features.text.specification import as_features
from linguine.features.text.vector_scale import VectorScale, settle
from linguine.learning import Dual, Fitted, LabelWeights, Online
from linguine.learning.learners.counts import CountsState
from linguine.model.concurrency import Resources, run_beside
from linguine.model.prediction import finite_bias
from linguine.tasks.learner import give_passes
from linguine.tasks.text.deciding.how_sure import learn_how_sure, weighted_by
from linguine.tasks.text.fitting.held_out import (
    FEWEST_TEXTS,
    HeldOut,
    Plan,
    choose_plan,
    held_out_scores,
    join_folds,
    make_folds,
    score_fold,
)
from linguine.tasks.text.fitting.recipe import Recipe
from linguine.tasks.text.fitting.settings import FeatureSettings
from linguine.tasks.text.gold.hidden import HiddenLabels, find_keywords
from linguine.tasks.text.gold.labels import mention_lonely_labels
from linguine.tasks.text.model import TextModel
from linguine.tasks.text.settings import TextSettings

__all__ = [
    "TextData",
    "TrainingData",
    "count_bytes",
    "describe",
    "fit_auto",
    "judge_by",
    "own_features",
    "plan_for",
    "train_text_model",
]


@dataclass(frozen=True, eq=False)
class TextData:
    """Texts, further columns, and what is known about each."""

    texts: Texts
    columns: Mapping[str, Any]
    examples: Examples  # labels and weights

    @property
    def can_hold_out(self) -> bool:
        """True if there are enough texts to learn from some and to judge by the others."""
        return self.examples.n_rows >= FEWEST_TEXTS


@dataclass(frozen=True, eq=False)
class TrainingData(TextData):
    """Texts, further columns, and what they should be classified as."""

    classes: NDArray[Any]  # sorted labels
    has_weights: bool = False  # given by the user
    hidden: HiddenLabels | None = None  # texts without a label

    sets_given_as_table: bool = False  # of sets of labels: an indicator matrix

    @property
    def has_sets(self) -> bool:
        """True if each text may have several labels, or none."""
        return self.examples.sets is not None

    @property
    def n_labels(self) -> int:
        """Number of classes; of sets of labels so many columns that each has one."""
        return max(len(self.classes), FEWEST_COLUMNS if self.has_sets else 0)


@dataclass(frozen=True, eq=False)
class _Trained:
    """What a training has found."""

    extractor: Extractor
    fitted: Fitted[LabelWeights]
    held_out: HeldOut | None
    plan: Plan | None
    choices: dict[str, Any] | None = None


def train_text_model(
    settings: TextSettings, data: TrainingData, use: Resources, dev: TrainingData | None = None
) -> TextModel:
    """Learn a model; texts of ``dev``, with labels of ``data``, tell online learners when to stop.

    Others do not look at them.
    """
    if data.n_labels < 2:
        raise DataError(
            f"There must be at least two labels; all {len(data.texts)} texts have "
            f"{data.classes.tolist()}. Add texts of another label, or check the label column."
        )
    if settings.calibration != "none":
        mention_lonely_labels(data.examples, data.classes, is_held_out=data.can_hold_out)
    if settings.row.is_tree:
        from linguine.tasks.text.label_tree.training import train_tree_model

        return train_tree_model(settings, data, use, plan_for(settings, data))
    is_auto = settings.algorithm == "auto"
    trained = fit_auto(settings, data, use) if is_auto else _train(settings, data, use, dev)
    fitted = trained.fitted
    if not fitted.converged:
        warnings.warn(ConvergenceWarning(fitted.advice, owner=settings.owner), stacklevel=3)
    model = TextModel(
        trained.extractor,
        fitted.weights,
        finite_bias(fitted.bias),
        data.classes,
        reject_below=settings.reject_below,
        n_threads=settings.n_threads,
        reads=settings.reads,
        memory=fitted.state if isinstance(fitted.state, CountsState) else fitted.standing,
    )
    model.info = describe(settings, model, len(data.texts), fitted.n_iterations)
    if data.hidden is not None:
        model.info["n_unlabelled"] = len(data.hidden.rows)
    if trained.choices is not None:
        model.info["chosen"] = trained.choices
    if trained.held_out is None and settings.calibration != "none":
        few = "none: too few texts" if len(data.examples) else "none: no labelled texts"
        model.info["calibration"] = few
    weighted = weighted_by(settings, has_weights=data.has_weights)
    learn_how_sure(model, trained.held_out, str(trained.plan), settings, weighted)
    if settings.hash_bits is not None:
        model.name_buckets(data.texts, data.columns)
    return model


def describe(
    settings: FeatureSettings, model: TextModel, n_documents: int, n_iterations: int
) -> dict[str, Any]:
    """Return what the model file says about how a model was made: no times, so repeatable."""
    return {
        "algorithm": settings.algorithm,
        "options": {} if settings.algorithm == "lexicon" else settings.plain_options,
        "n_documents": n_documents,
        "n_features": model.extractor.n_features,
        "n_iterations": n_iterations,
        "seed": settings.seed,
        "calibration": "none",
    }


def _train(
    settings: TextSettings, data: TrainingData, use: Resources, dev: TrainingData | None
) -> _Trained:
    recipe = settings.recipe()
    extractor = settings.extractor(recipe.weighting, own_features(data))
    counts = extractor.fit_counts(data.texts, data.columns, use.report)
    counts, choices = _choose_scale(recipe, extractor, counts, data, use)
    recipe = dataclasses.replace(recipe, hidden=_hidden(settings, data, extractor, counts))
    if dev is not None:
        recipe = judge_by(recipe, dev, extractor, settings)
    plan = plan_for(settings, data)
    if plan is not None and plan.n_fits == 1 and data.n_labels == 2 and use.n_threads > 1:
        trained = _train_beside(recipe, extractor, counts, plan, data, use)
        return dataclasses.replace(trained, choices=choices)
    held_out = None
    if plan is not None:
        weigh = partial(_weigh, extractor, counts, recipe.hidden)
        held_out = held_out_scores(recipe, weigh, data.examples, data.n_labels, plan, use)
    sites = extractor.weigh(counts, in_place=True)
    fitted = recipe.fit(sites, data.examples, data.n_labels, use)
    return _Trained(extractor, fitted, held_out, plan, choices)


def _choose_scale(
    recipe: Recipe, extractor: Extractor, counts: CountedRows, data: TrainingData, use: Resources
) -> tuple[CountedRows, dict[str, Any] | None]:
    """Return rows whose vectors have the scale that suits an algorithm, and what was tried."""
    vectors = VectorScale.find(extractor, counts)
    if vectors is None or not data.can_hold_out:
        return settle(extractor, counts, 1.0), None
    from linguine.tasks.text.fitting.search import Search, Setting, choose_scale

    def weigh(setting: Setting, known_from: NDArray[np.bool_]) -> Sites:
        return extractor.weigh(vectors.rows(setting.scale), known_from=known_from)

    plan = choose_plan(len(data.examples))
    folds = make_folds(data.examples, plan)
    loose = _loosened(recipe)
    search = Search(data.examples, data.n_labels, folds, lambda _: loose, weigh, use, n_steps=3)
    scale = choose_scale(search, Setting("")).scale
    tried = {f"vectors={each.scale:g}": round(search.accuracy(each), 4) for each in search.tables}
    choices = {"vectors": scale, "held out": str(plan), "tried": tried}
    return settle(extractor, counts, scale), choices


def _loosened(recipe: Recipe) -> Recipe:
    """Return a recipe whose dual fits are only compared, as those of ``auto`` are."""
    from linguine.tasks.text.fitting.tuning import LOOSE

    learner = recipe.composition.learner
    if not isinstance(learner, Dual):
        return recipe
    learner = dataclasses.replace(learner, tolerance=max(learner.tolerance, LOOSE))
    composition = dataclasses.replace(recipe.composition, learner=learner)
    return dataclasses.replace(recipe, composition=composition)


#: Epochs where the user gives none but held-out texts say when to stop.
_EPOCHS_WITH_DEV = 50


def judge_by(
    recipe: Recipe, dev: TrainingData, extractor: Extractor, settings: TextSettings
) -> Recipe:
    """Return a recipe whose online learner stops when the texts of ``dev`` say so."""
    composition = recipe.composition
    assert isinstance(composition.learner, Online)
    learner = give_passes(composition.learner, settings.options, _EPOCHS_WITH_DEV)
    sites = extractor.transform(dev.texts, dev.columns)
    composition = dataclasses.replace(composition, learner=learner)
    return dataclasses.replace(recipe, composition=composition, judged_by=(sites, dev.examples))


def _train_beside(
    recipe: Recipe,
    extractor: Extractor,
    counts: CountedRows,
    plan: Plan,
    data: TrainingData,
    use: Resources,
) -> _Trained:
    """Do both fits at once.

    On two labels the steps of most learners follow one another and leave a thread idle; with more
    labels a fit keeps all threads busy by itself.
    """
    fold = make_folds(data.examples, plan)[0]
    known = _weigh(extractor, counts, recipe.hidden, fold.is_known)
    everything = extractor.weigh(counts, in_place=True)
    fitted, table = run_beside(
        lambda mine: recipe.fit(everything, data.examples, data.n_labels, mine),
        lambda mine: score_fold(recipe, fold, known, data.n_labels, mine),
        use,
    )
    return _Trained(extractor, fitted, join_folds([fold], [table]), plan)


def _hidden(
    settings: TextSettings, data: TrainingData, extractor: Extractor, counts: CountedRows
) -> HiddenLabels | None:
    """Return the texts without a label, with what keywords say about them."""
    keywords = settings.options.get("keywords")
    if data.hidden is None or not keywords:
        return data.hidden
    sites = extractor.weigh(counts)
    return find_keywords(keywords, data.hidden, extractor, sites, data.examples, data.classes)


def _weigh(
    extractor: Extractor,
    counts: CountedRows,
    hidden: HiddenLabels | None,
    known_from: NDArray[np.bool_],
    without: Sequence[int] = (),
) -> Sites:
    if hidden is not None:
        known_from = hidden.join(known_from, counts.n_rows)
    return extractor.weigh(counts, without=without, known_from=known_from)


def plan_for(settings: FeatureSettings, data: TextData) -> Plan | None:
    """Return how many texts are held out; None is none."""
    if settings.calibration == "none" or not data.can_hold_out:
        return None
    if isinstance(settings.calibration, int):
        return Plan(settings.calibration, settings.calibration)
    return choose_plan(data.examples.n_rows)


def own_features(data: TextData) -> Given | None:
    """Return the features of data that come as bags; None for texts."""
    return Given() if "bag" in data.columns else None


def count_bytes(settings: FeatureSettings, data: TextData) -> int:
    """Return how much text there is."""
    if settings.reads.is_one_text:
        return data.texts.n_bytes
    return sum(data.columns[name].n_bytes for name in settings.reads.names)


def fit_auto(
    settings: TextSettings, data: TrainingData, use: Resources, judge: Plan | None = None
) -> _Trained:
    """Choose features and an SVM on held-out texts, and fit it.

    ``judge`` is how its held-out scores are found anew; None keeps those of the search.
    """
    from linguine.tasks.text.fitting.tuning import LOOSE, Candidate, choose_candidates, tune

    is_hashed = settings.hash_bits is not None
    candidates = choose_candidates(
        count_bytes(settings, data),
        is_given="bag" in data.columns,
        is_hashed=is_hashed,
        reads=settings.reads,
        columns=settings.columns_beside,
    )
    if settings.features is not None and not settings.columns_beside:
        candidates = [Candidate("given features", settings.features)]
    if data.has_sets:  # runs of characters would take the time of six fits, for each label
        candidates = [Candidate(candidates[0].name, candidates[0].features)]
    weighting = settings.weighting(Weighting("log-tfidf", "blocks"))
    extractor = settings.extractor(weighting, candidates[-1].features)
    counts = extractor.fit_counts(data.texts, data.columns, use.report)
    plan = None
    if isinstance(settings.calibration, int):
        plan = Plan(settings.calibration, settings.calibration)
    if not data.can_hold_out:
        return _train_untuned(candidates[-1].name, extractor, counts, data, use)
    examples, n_labels = data.examples, data.n_labels
    tolerances: tuple[float, float | None] = (LOOSE, None)
    if data.has_sets:
        from linguine.tasks.multilabel.sampling import TOLERANCES, some_labels

        (examples, n_labels), tolerances = some_labels(examples, n_labels), TOLERANCES
    tuned = tune(extractor, counts, candidates, examples, n_labels, use, plan, tolerances)
    without = tuned.candidate.without
    if without and settings.columns_beside:
        # Kinds of columns are behind those that go, and a kind is part of its features' keys.
        extractor = settings.extractor(weighting, tuned.candidate.features)
        counts, without = extractor.fit_counts(data.texts, data.columns, use.report), ()
    counts = settle(extractor, counts, tuned.scale)
    held_out = tuned.held_out
    if judge is not None:
        weigh = partial(_weigh, extractor, counts, None, without=without)
        held_out = held_out_scores(tuned.recipe, weigh, data.examples, data.n_labels, judge, use)
    sites = extractor.weigh(counts, in_place=True, without=without)
    start = tuned.start if n_labels == data.n_labels else None
    fitted = tuned.recipe.fit(sites, data.examples, data.n_labels, use, start)
    if without:
        stays = extractor.narrow(as_features(tuned.candidate.features), without)
        fitted = dataclasses.replace(fitted, weights=fitted.weights[stays])
    kept = None if settings.calibration == "none" else held_out
    return _Trained(extractor, fitted, kept, tuned.plan, tuned.choices)


def _train_untuned(
    features: str,
    extractor: Extractor,
    counts: CountedRows,
    data: TrainingData,
    use: Resources,
) -> _Trained:
    """Train where a search begins, as there are too few texts to search with."""
    from linguine.tasks.text.fitting.tuning import make_auto_recipe

    recipe = make_auto_recipe(1.0, 1.0, extractor.weighting)
    counts = settle(extractor, counts, 1.0)
    sites = extractor.weigh(counts, in_place=True)
    fitted = recipe.fit(sites, data.examples, data.n_labels, use)
    choices = {"features": features, "lambda": 1.0, "C": 1.0,
               "held out": "none: too few texts", "tried": {}}  # fmt: skip
    return _Trained(extractor, fitted, None, None, choices)
