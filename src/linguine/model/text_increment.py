"""More texts for a model that is already there: new words and new labels are welcome."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import NotAvailableError, ParameterError
from linguine.learning import Counts
from linguine.learning.online_state import insert_rows
from linguine.model.algorithms import ALGORITHMS
from linguine.model.parts import Incremental
from linguine.model.prediction import finite_bias
from linguine.model.recipe import Recipe
from linguine.model.side_by_side import Resources
from linguine.model.text_model import TextModel
from linguine.model.text_settings import TextSettings
from linguine.model.text_training import TrainingData, describe, own_features

__all__ = ["Increment", "advance_text_model"]


@dataclass(eq=False)
class Increment:
    """A model that goes on learning.

    Parameters
    ----------
    model
        What it answers with.
    state
        What the learner goes on from; None: from the model's weights.
    """

    model: TextModel
    state: Any = None


def advance_text_model(
    settings: TextSettings, before: Increment | None, data: TrainingData, use: Resources
) -> Increment:
    """Make one pass over more texts.

    Parameters
    ----------
    settings
        The algorithm and its options.
    before
        What was learned so far, or None.
    data
        More texts; ``classes`` are all labels, old and new.
    use
        Threads, seed and progress.
    """
    recipe = _incremental_recipe(settings)
    _check_rejection(settings, before, data.classes)
    if before is None:
        extractor = settings.extractor(recipe.weighting, own_features(data))
        counts = extractor.fit_counts(data.texts, data.columns, use.report)
        old_in_new = None
    else:
        # On copies, so that a failure leaves what was there.
        extractor = copy.copy(before.model.extractor)
        before = Increment(before.model, copy.deepcopy(before.state))
        old_in_new, counts = extractor.grow(data.texts, data.columns, use.report)
    sites = extractor.weigh(counts, in_place=True)
    learner, problem = recipe.parts.compose(
        sites,
        data.examples,
        data.n_labels,
        n_threads=use.n_threads,
        seed=use.seed,
        report=use.report,
        incremental=True,
    )
    assert isinstance(learner, Incremental)  # checked above; for the type checker
    if before is None:
        state = learner.begin(problem)
    else:
        state = _carry_on(learner, problem, before, old_in_new, data.classes, extractor.n_features)
    fitted = learner.advance(state, problem)  # type: ignore[arg-type]
    model = TextModel(
        extractor,
        fitted.weights,
        finite_bias(fitted.bias),
        data.classes,
        reject_below=settings.reject_below,
        n_threads=settings.n_threads,
        reads=settings.reads,
    )
    n_before = 0 if before is None else int(before.model.info.get("n_documents", 0))
    model.info = describe(settings, model, n_before + len(data.texts), fitted.n_iterations)
    if before is not None and _keeps_labels(before, data.classes):
        model.calibrator = before.model.calibrator
        model.info["calibration"] = before.model.info.get("calibration", "none")
    return Increment(model, state)


def _incremental_recipe(settings: TextSettings) -> Recipe:
    able = [name for name in ALGORITHMS.names if _is_incremental(name)]
    if settings.algorithm not in able:
        raise NotAvailableError(
            f"partial_fit needs an algorithm that learns text by text; {settings.algorithm!r} "
            f"needs all texts at once. Use {' or '.join(map(repr, able))}."
        )
    if isinstance(settings.class_weight, str):
        raise ParameterError(
            f"partial_fit cannot know the balance of labels; got {settings.class_weight!r} as "
            "class_weight. Give a dict, or use fit."
        )
    recipe = settings.recipe()
    if not recipe.parts.is_incremental:  # the algorithm is, its options are not
        raise NotAvailableError(
            f"partial_fit needs a learner that goes text by text; {settings.algorithm!r} with "
            f"l1={recipe.parts.penalty.l1} has {recipe.parts.learner!r}, which needs all texts at "
            "once. Give epochs or learning_rate as well, which choose stochastic steps, leave l1 "
            "out, or use fit."
        )
    return recipe


def _keeps_labels(before: Increment, classes: NDArray[Any]) -> bool:
    return len(before.model.classes) == len(classes)  # labels are added, never taken away


def _check_rejection(
    settings: TextSettings, before: Increment | None, classes: NDArray[Any]
) -> None:
    """Refuse to make a model that cannot answer: partial_fit finds no probabilities."""
    if settings.reject_below is None:
        return
    if before is None or before.model.calibrator is None:
        came = "partial_fit finds none, and there are none from fit"
    elif not _keeps_labels(before, classes):
        new = classes[~np.isin(classes, before.model.classes)]
        came = f"those of fit do not know the new label {new[0].item()!r}"
    else:
        return
    raise NotAvailableError(
        f"reject_below needs probabilities; {came}. Train again with fit on all texts, or leave "
        "reject_below out."
    )


def _is_incremental(name: str) -> bool:
    row = ALGORITHMS.get(name)
    return name != "nb-svm" and row.make({}).is_incremental


def _carry_on(
    learner: Incremental,
    problem: Any,
    before: Increment,
    old_in_new: NDArray[np.intp] | None,
    classes: NDArray[Any],
    n_features: int,
) -> Any:
    model, state = before.model, before.state
    if state is None:
        if isinstance(learner, Counts):
            raise ParameterError(
                "Naive Bayes cannot go on from a model that was fitted or loaded: weights do not "
                "tell how much was counted. Use partial_fit from the start, or fit all texts."
            )
        # Files hold no padding.
        stride = _core.stride(model.n_columns)
        weights = np.zeros((len(model.weights), stride), np.float32)
        weights[:, : model.n_columns] = model.weights[:, : model.n_columns]
        bias = np.zeros(stride, np.float32)
        bias[: model.n_columns] = model.bias[: model.n_columns]
        if old_in_new is not None:
            weights = insert_rows(weights, old_in_new, n_features)
        state = learner.begin(problem, (weights, bias))
    elif old_in_new is not None:
        state.grow(old_in_new, n_features)
    if not _keeps_labels(before, classes):
        state.widen(np.searchsorted(classes, model.classes), len(classes))
    return state
