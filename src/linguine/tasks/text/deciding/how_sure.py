"""Deciding: what held-out answers say about when to answer, and with what."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError, NotAvailableError
from linguine.model.calibration import fit_calibrator
from linguine.model.conformal_sets import ConformalSets
from linguine.model.costs import Costs
from linguine.model.promise import find_promise
from linguine.tasks.multilabel.settings import ThresholdChoice
from linguine.tasks.multilabel.thresholds import choose_thresholds
from linguine.tasks.text.deciding.estimate import estimate
from linguine.tasks.text.deciding.label_weights import find_label_weights
from linguine.tasks.text.fitting.held_out import FEWEST_TEXTS, HeldOut
from linguine.tasks.text.model import TextModel
from linguine.tasks.text.settings import TextSettings

__all__ = ["learn_how_sure", "likeliest_gold", "promise_on", "weighted_by"]


def likeliest_gold(held_out: HeldOut) -> NDArray[np.int64]:
    """Return an example of each held-out text: that of its likeliest label, the first of equals.

    Examples
    --------
    >>> held_out = HeldOut(np.zeros((3, 1)), np.array([0, 1, 1]), np.array([.4, .6, 1.]),
    ...                    np.array([0, 0, 1]))
    >>> likeliest_gold(held_out).tolist()
    [1, 2]
    """
    if held_out.rows is None:
        return np.arange(len(held_out.gold))
    order = np.lexsort((-held_out.shares, held_out.rows))
    _, first = np.unique(held_out.rows[order], return_index=True)
    return np.asarray(order[first])


def _learn_to_decide(model: TextModel, held_out: HeldOut | None, settings: TextSettings) -> None:
    """Find what a model decides by: sets, thresholds, a promise; DataError if it cannot be kept.

    Every held-out text counts once, whatever its weight in learning; of soft labels the likeliest
    is right.
    """
    choice = None
    if settings.threshold is not None or settings.precision is not None:
        choice = ThresholdChoice.of(settings.threshold, settings.precision)
    if held_out is None:
        wish = "promise" if settings.promise is not None else "threshold"
        if settings.promise is not None or choice is not None:
            told = getattr(settings, wish) or f"precision {settings.precision}"
            raise DataError(
                f"needs held-out texts, of which there are none below {FEWEST_TEXTS} texts with a "
                f"label; got {told}. Give more texts, a few hundred at least.",
                owner=settings.owner,
                parameter=wish,
            )
        return
    chosen = likeliest_gold(held_out)
    scores, gold = held_out.scores[chosen], held_out.gold[chosen]
    p, best = model.probabilities(scores), model.best(scores)
    model.sets = ConformalSets.of(p, gold)
    if choice is not None:
        model.info["threshold"] = str(choice)
        if choice.precision is None:
            model.costs = Costs.of_weights(find_label_weights(p, gold))
        else:
            model.limits = precise_limits(p, best, gold, choice)
    if settings.promise is not None:
        right, told = best == gold, (settings.promise, settings.promise_confidence)
        model.promise = find_promise(p.max(axis=1), right, *told)
        model.reject_below = model.promise.threshold


def learn_how_sure(
    model: TextModel, held_out: HeldOut | None, where: str, settings: TextSettings, weighted_by: str
) -> None:
    """Learn from held-out texts how sure answers are, and what is decided by that."""
    if held_out is not None:
        model.calibrator = fit_calibrator(
            held_out.scores, held_out.gold, len(model.classes), weights=held_out.shares
        )
        model.info["calibration"] = f"{model.calibrator.kind} on {where}"
        model.info |= estimate(held_out, model.classes, weighted_by)
    _learn_to_decide(model, held_out, settings)


def promise_on(
    model: TextModel,
    scores: NDArray[np.float32],
    labels: Any,
    wanted: tuple[float, float],
    *,
    is_file: bool,
) -> None:
    """Let a model promise a share of right answers with a confidence, by texts of these scores."""
    if model.is_tree or model.each_stands_alone or _decides_already(model):
        raise NotAvailableError(
            "A promise is about the likeliest label of each text; this model has several labels, "
            "or thresholds or weights of labels, or is a label tree. Train it again without these."
        )
    known = np.array(model.known_labels(is_file=is_file), object)
    gold = np.array(model.gold(labels, len(scores)).likeliest.tolist(), object)
    right = known[model.best(scores)] == gold
    model.promise = find_promise(model.probabilities(scores).max(axis=1), right, *wanted)
    model.reject_below = model.promise.threshold


def _decides_already(model: TextModel) -> bool:
    return model.limits is not None or model.costs is not None


def precise_limits(
    p: NDArray[np.float64],
    best: NDArray[np.intp],
    gold: NDArray[np.integer],
    choice: ThresholdChoice,
) -> NDArray[np.float64]:
    """Return from which probability on each label is answered; 1 where it never is.

    As thresholds of several labels are found, of texts whose likeliest label it is.
    """
    rows = np.arange(len(p))
    answers = np.zeros_like(p)
    answers[rows, best] = p[rows, best]
    right = np.zeros(p.shape, np.bool_)
    right[rows, best] = best == gold
    return choose_thresholds(answers, right, np.ones(len(p)), choice)


def weighted_by(settings: TextSettings, *, has_weights: bool) -> str:
    """Return what has given texts different weights, for people."""
    given = {"class_weight": settings.class_weight is not None, "sample_weight": has_weights}
    return " and ".join(name for name, is_given in given.items() if is_given)
