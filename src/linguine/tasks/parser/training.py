"""Training of parsers: read the trees, learn the weights of arcs."""

from __future__ import annotations

import dataclasses
import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.data import Sentences, Trees
from linguine.data.targets.weights import read_sentence_weights
from linguine.errors import ConvergenceWarning, DataError, ParameterError, named, said
from linguine.features.arc.extractor import ArcExtractor
from linguine.learning.tree_problem import TreeData, TreeProblem
from linguine.model.concurrency import Resources
from linguine.tasks.learner import give_passes
from linguine.tasks.parser.model import MOST_WEIGHT, ParserModel, are_usable, feed_sentences
from linguine.tasks.parser.settings import ParserSettings

__all__ = ["train_parser"]

#: Epochs where the user gives none but held-out sentences say when to stop.
_EPOCHS_WITH_DEV = 30


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
    trees = Trees.of(sentences, single_root=settings.single_root)
    if not sentences.n_tokens:
        raise DataError(
            f"{sentences.source}: there must be sentences to learn from; all are empty. "
            "Give words and their heads."
        )
    notes = []
    gold = trees
    if settings.projective:
        gold, note = _make_projective(trees, settings.single_root)
        notes += [note] if note else []
    extractor = settings.extractor(sentences)
    extractor.fit(sentences, gold.heads)
    weights = read_sentence_weights(sample_weight, sentences.n_sentences)
    data = _data(extractor, sentences, gold, gold.relations, weights)
    composed = settings.composed
    choice = composed.choose("tree", max(3, len(gold.names)))
    learner, held_out = choice.learner, None
    if dev is not None:
        held_out = _held_out(extractor, dev, trees.names, settings.single_root)
        learner = give_passes(learner, settings.options, _EPOCHS_WITH_DEV)
    problem = TreeProblem(
        data=data,
        extractor=extractor,
        n_relations=len(gold.names),
        held_out=held_out,
        loss=composed.loss,
        l2=choice.l2,
        projective=settings.projective,
        single_root=settings.single_root,
        relation_cost=settings.relation_cost,
        n_threads=use.n_threads,
        seed=use.seed,
        report=use.report,
    )
    fitted = learner.fit(problem)
    if not fitted.converged:
        warnings.warn(ConvergenceWarning(fitted.advice, owner=settings.owner), stacklevel=3)
    found = fitted.weights
    if not are_usable(found.shared, found.relation):
        raise ParameterError(
            f"Weights must stay below {MOST_WEIGHT:g}; the learner {learner.name!r} diverged. "
            f"Lower {named('learning_rate')} or {named('C')}, or give sentences smaller weights."
        )
    model = ParserModel(
        extractor,
        found,
        tuple(gold.names),
        settings.projective,
        settings.single_root,
        settings.row.has_probabilities,
        n_threads=settings.n_threads,
    )
    model.info = _describe(settings, model, sentences, learner.name, fitted.n_iterations)
    return model, tuple(notes)


def _make_projective(trees: Trees, single_root: bool) -> tuple[Trees, str]:
    """Return trees without crossing arcs: words move up to the nearest ancestor that allows it."""
    crossing = np.flatnonzero(~trees.is_projective())
    if not len(crossing):
        return trees, ""
    heads = trees.heads.copy()
    n_moved = 0
    for sentence in crossing.tolist():
        first, last = trees.offsets[sentence], trees.offsets[sentence + 1]
        own = heads[first:last]
        moved, _ = _core.best_tree(_nearness(own), True, single_root)
        n_moved += int((moved != own).sum())
        heads[first:last] = moved
    made = dataclasses.replace(trees, heads=heads)
    note = (
        f"{len(crossing):,} of {len(trees):,} trees have crossing arcs, which a projective parser "
        f"cannot give: {n_moved:,} words were hung on an ancestor for learning. "
        f"{said('projective', False)} learns them as they are"
    )
    return made, note


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


def _data(
    extractor: ArcExtractor,
    sentences: Sentences,
    trees: Trees,
    relations: NDArray[np.int32],
    weights: NDArray[np.float64],
) -> TreeData:
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
    return _data(extractor, dev, trees, codes[trees.relations], np.ones(dev.n_sentences))


def _describe(
    settings: ParserSettings,
    model: ParserModel,
    sentences: Sentences,
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
        "n_sentences": sentences.n_sentences,
        "n_tokens": sentences.n_tokens,
        "n_weights": int(np.count_nonzero(weights.shared) + np.count_nonzero(weights.relation)),
        "n_iterations": n_iterations,
        "seed": settings.seed,
    }
