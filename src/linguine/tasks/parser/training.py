"""Training of parsers: read the trees, learn the weights of arcs."""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.data import Sentences, Trees
from linguine.data.targets.weights import read_sentence_weights
from linguine.errors import ConvergenceWarning, DataError, ParameterError, named, said
from linguine.features.arc.extractor import ArcExtractor
from linguine.learning import Fitted, Learner, Loss
from linguine.learning.tree_problem import TreeData, TreeProblem, TreeWeights
from linguine.model.concurrency import Resources
from linguine.tasks.learner import give_passes
from linguine.tasks.parser.model import MOST_WEIGHT, ParserModel, are_usable, feed_sentences
from linguine.tasks.parser.settings import ParserSettings

__all__ = [
    "EPOCHS_WITH_DEV",
    "Moved",
    "check_weights",
    "learnable",
    "make_model",
    "make_problem",
    "make_projective",
    "note_of_moved",
    "train_parser",
    "tree_data",
]

#: Epochs where the user gives none but held-out sentences say when to stop.
EPOCHS_WITH_DEV = 30


def train_parser(
    settings: ParserSettings,
    sentences: Sentences,
    use: Resources,
    *,
    dev: Sentences | None = None,
    sample_weight: ArrayLike | None = None,
) -> tuple[ParserModel, tuple[str, ...]]:
    """Learn a parser, and return what was done to the trees, a sentence each.

    Held-out sentences tell when to stop.
    """
    gold, notes = learnable(settings, sentences)
    extractor = settings.extractor(sentences)
    extractor.fit(sentences, gold.heads)
    weights = read_sentence_weights(sample_weight, sentences.n_sentences)
    data = tree_data(extractor, sentences, gold, gold.relations, weights)
    composed = settings.composed
    choice = composed.choose("tree", max(3, len(gold.names)))
    learner, held_out = choice.learner, None
    if dev is not None:
        held_out = _held_out(extractor, dev, gold.names, settings.single_root)
        learner = give_passes(learner, settings.options, EPOCHS_WITH_DEV)
    problem = make_problem(
        settings, use, extractor, len(gold.names), data, composed.loss, choice.l2, held_out
    )
    fitted = learner.fit(problem)
    size = sentences.n_sentences, sentences.n_tokens
    return make_model(settings, size, extractor, gold.names, learner, fitted), tuple(notes)


def make_model(
    settings: ParserSettings,
    size: tuple[int, int],
    extractor: ArcExtractor,
    relations: Sequence[str],
    learner: Learner,
    fitted: Fitted[TreeWeights],
) -> ParserModel:
    """Return the model of what was found; ``size`` counts sentences and tokens."""
    if not fitted.converged:
        warnings.warn(ConvergenceWarning(fitted.advice, owner=settings.owner), stacklevel=3)
    check_weights(fitted.weights, learner.name)
    model = ParserModel(
        extractor,
        fitted.weights,
        tuple(relations),
        settings.projective,
        settings.single_root,
        settings.row.has_probabilities,
        n_threads=settings.n_threads,
        memory=fitted.standing,
    )
    model.info = _describe(settings, model, size, learner.name, fitted.n_iterations)
    return model


def learnable(
    settings: ParserSettings, sentences: Sentences, need_relations: bool = False
) -> tuple[Trees, list[str]]:
    """Return the trees of sentences as a parser can learn them, and what was done, in words."""
    trees = Trees.of(sentences, need_relations=need_relations, single_root=settings.single_root)
    if not sentences.n_tokens:
        raise DataError(
            f"{sentences.source}: there must be sentences to learn from; all are empty. "
            "Give words and their heads."
        )
    if not settings.projective:
        return trees, []
    gold, moved = make_projective(trees, settings.single_root)
    return gold, note_of_moved(moved, len(trees))


def make_problem(
    settings: ParserSettings,
    use: Resources,
    extractor: ArcExtractor,
    n_relations: int,
    data: TreeData,
    loss: Loss,
    l2: float,
    held_out: TreeData | None = None,
) -> TreeProblem:
    """Return what a learner is given."""
    return TreeProblem(
        data=data,
        extractor=extractor,
        n_relations=n_relations,
        held_out=held_out,
        loss=loss,
        l2=l2,
        projective=settings.projective,
        single_root=settings.single_root,
        relation_cost=settings.relation_cost,
        n_threads=use.n_threads,
        seed=use.seed,
        report=use.report,
    )


def check_weights(found: TreeWeights, learner: str) -> None:
    """Raise ParameterError for weights that nobody can add up."""
    if not are_usable(found.shared, found.relation):
        raise ParameterError(
            f"Weights must stay below {MOST_WEIGHT:g}; the learner {learner!r} diverged. "
            f"Lower {named('learning_rate')} or {named('C')}, or give sentences smaller weights."
        )


class Moved(NamedTuple):
    """How many trees have crossing arcs, and how many words were hung elsewhere."""

    n_trees: int
    n_words: int


def make_projective(trees: Trees, single_root: bool) -> tuple[Trees, Moved]:
    """Return trees without crossing arcs: words move up to the nearest ancestor that allows it."""
    crossing = np.flatnonzero(~trees.is_projective())
    if not len(crossing):
        return trees, Moved(0, 0)
    heads = trees.heads.copy()
    n_moved = 0
    for sentence in crossing.tolist():
        first, last = trees.offsets[sentence], trees.offsets[sentence + 1]
        own = heads[first:last]
        moved, _ = _core.best_tree(_nearness(own), True, single_root)
        n_moved += int((moved != own).sum())
        heads[first:last] = moved
    return dataclasses.replace(trees, heads=heads), Moved(len(crossing), n_moved)


def note_of_moved(moved: Moved, n_trees: int) -> list[str]:
    """Return what to tell about trees that were changed, if any were."""
    if not moved.n_trees:
        return []
    return [
        f"{moved.n_trees:,} of {n_trees:,} trees have crossing arcs, which a projective parser "
        f"cannot give: {moved.n_words:,} words were hung on an ancestor for learning. "
        f"{said('projective', False)} learns them as they are"
    ]


def _nearness(heads: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return scores under which the best tree keeps as many heads as it can.

    A word's own head is worth 1; all that the other words can get is worth less than that: for
    an ancestor more the nearer it is, for what is no ancestor less than nothing.
    """
    n = len(heads)
    scores = np.full((n, n + 1), -0.25 / n)
    for word in range(n):
        ancestor, worth = int(heads[word]), 1.0
        while True:
            scores[word, ancestor] = worth
            if ancestor == 0:
                break
            ancestor, worth = int(heads[ancestor - 1]), worth / 2 if worth < 1 else 0.25 / n
    return scores


def tree_data(
    extractor: ArcExtractor,
    sentences: Sentences,
    trees: Trees,
    relations: NDArray[np.int32],
    weights: NDArray[np.float64],
) -> TreeData:
    """Return sentences and trees as the core takes them."""
    fed = feed_sentences(extractor, sentences)
    return TreeData(fed, sentences.offsets, trees.heads, relations, weights)


def _held_out(
    extractor: ArcExtractor, dev: Sentences, names: list[str], single_root: bool
) -> TreeData:
    """Return held-out trees; a relation that training does not have is never right."""
    trees = Trees.of(dev, need_relations=len(names) > 1, single_root=single_root)
    if not dev.n_tokens:
        raise DataError(
            f"{dev.source}: there must be held-out sentences to compare with; all are empty. "
            f"Leave {named('dev')} out, or give words and their heads."
        )
    code_of = {name: i for i, name in enumerate(names)}
    unknown = -1 if len(names) > 1 else 0  # only heads are compared if there are no relations
    codes = np.array([code_of.get(name, unknown) for name in trees.names], np.int32)
    return tree_data(extractor, dev, trees, codes[trees.relations], np.ones(dev.n_sentences))


def _describe(
    settings: ParserSettings,
    model: ParserModel,
    size: tuple[int, int],
    learner: str,
    n_iterations: int,
) -> dict[str, Any]:
    """Return what the model file says about how a model was made: no times, so repeatable."""
    weights = model.weights
    return {
        "algorithm": settings.algorithm,
        "learner": learner,
        "options": settings.plain_options,
        "relation_cost": settings.relation_cost,
        "n_sentences": size[0],
        "n_tokens": size[1],
        "n_weights": int(np.count_nonzero(weights.shared) + np.count_nonzero(weights.relation)),
        "n_iterations": n_iterations,
        "seed": settings.seed,
    }
