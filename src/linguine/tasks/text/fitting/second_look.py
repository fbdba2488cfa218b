r"""A second look: how far each label is believed by models that have not learned from it.

Wrong labels also mislead the models that judge them. So texts are scored several times, each time
without learning from labels that were not believed before, after [Northcutt2021]. Every round deals
the texts anew, by lot: siblings of a text (reviews of one film, messages of a thread) know best
what its label should be, and other folds make other mistakes. What several models do not believe is
likelier wrong than what one does not: the logarithms of what they believe are averaged.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from linguine.data import Examples
from linguine.features import Sites
from linguine.model.calibration import fit_calibrator
from linguine.model.concurrency import Resources
from linguine.tasks.text.fitting.held_out import Fold, Plan, join_folds, make_folds, score_fold
from linguine.tasks.text.fitting.recipe import Recipe
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.training import TrainingData, own_features

__all__ = ["believe"]

#: Labels that are believed less are not learned from in the next round: few enough that texts
#: which are hard, but right, are still learned from.
_DOUBTED = 0.1
_ROUNDS = 3
_PLAN = Plan(5, 5)


def believe(
    judges: Sequence[TextSettings], data: TrainingData, use: Resources
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the probability of each example's label, and the likeliest label.

    One value for each example, in their order; ``judges`` are the models that are asked.
    """
    everywhere, gold = np.arange(len(data.examples)), data.examples.gold
    total = np.zeros((len(gold), data.n_labels))
    for settings in judges:
        recipe = settings.recipe()
        extractor = settings.extractor(recipe.weighting, own_features(data))
        counts = extractor.fit_counts(data.texts, data.columns, use.report)
        weigh = partial(extractor.weigh, counts)
        learned, mine = np.ones(len(gold), np.bool_), np.zeros_like(total)
        for done in range(1, _ROUNDS + 1):
            folds = make_folds(data.examples, _PLAN, _deal(data.examples, use.seed + done))
            mine += _score(recipe, weigh, data, folds, learned, use)
            learned = _keep(np.exp(mine[everywhere, gold] / done) >= _DOUBTED, data.examples)
        total += mine / (_ROUNDS * len(judges))
    total -= np.log(np.exp(total).sum(axis=1, keepdims=True))
    return np.exp(total[everywhere, gold]), total.argmax(axis=1)


def _deal(examples: Examples, seed: int) -> NDArray[np.int64]:
    """Return the fold of each example, by lot; every fold has about the same share of labels."""
    lots = np.random.default_rng(seed).permutation(int(examples.rows.max()) + 1)[examples.rows]
    order = np.lexsort((lots, examples.gold))
    numbers = np.empty(len(examples), np.int64)
    numbers[order] = np.arange(len(examples)) % _PLAN.n_folds
    return numbers


def _keep(believed: NDArray[np.bool_], examples: Examples) -> NDArray[np.bool_]:
    """Return what to learn from: what is believed, and all of a label that nobody believes."""
    of_label = np.bincount(examples.gold, weights=believed, minlength=int(examples.gold.max()) + 1)
    return believed | (of_label[examples.gold] < 1)


def _score(
    recipe: Recipe,
    weigh: partial[Sites],
    data: TrainingData,
    folds: list[Fold],
    learned: NDArray[np.bool_],
    use: Resources,
) -> NDArray[np.float64]:
    """Return the logarithms of all labels' probabilities for each example, from other folds."""
    tables = []
    for fold in folds:
        train = fold.train.subset(learned[fold.train.rows])
        known = np.zeros_like(fold.is_known)
        known[train.rows] = True
        sites = weigh(known_from=known)
        tables.append(score_fold(recipe, Fold(train, fold.rest, known), sites, data.n_labels, use))
    held_out = join_folds(folds, tables)
    calibrator = fit_calibrator(held_out.scores, held_out.gold, data.n_labels)
    logs = np.empty((len(data.examples), data.n_labels))
    logs[held_out.rows] = calibrator.log_probabilities(held_out.scores)
    return logs
