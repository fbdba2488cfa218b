"""Lessons of taggers: what algorithms learn from, what they find, and the ways to learn."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Sentences
from linguine.errors import check_flag
from linguine.features import TokenExtractor
from linguine.learning import (
    ChainData,
    ChainProblem,
    ChainWeights,
    Fitted,
    Learner,
    Loss,
    Online,
    Penalty,
    choose_learner,
)
from linguine.learning.local_chain import fit_local
from linguine.model.concurrency import Resources

__all__ = ["Learned", "Lesson", "SequenceParts", "learn_locally", "learn_sequences"]

#: Epochs where the user gives none but held-out sentences say when to stop.
_EPOCHS_WITH_DEV = 50


@dataclass(frozen=True, eq=False)
class Lesson:
    """What an algorithm learns from.

    Parameters
    ----------
    rules
        Tags, order, and what may follow what.
    use
        Threads, seed and progress.
    data
        The sentences as rows of features; None for algorithms that make their own.
    held_out
        Sentences for early stopping, or None.
    sentences, gold
        The sentences as they are, and their tags, for algorithms that make their own features.
    """

    rules: _core.ChainRules
    use: Resources
    data: ChainData | None = None
    held_out: ChainData | None = None
    sentences: Sentences | None = None
    gold: NDArray[np.int32] | None = None


@dataclass(frozen=True, eq=False)
class Learned:
    """What an algorithm has found.

    Parameters
    ----------
    weights
        theta.
    n_iterations, converged, advice
        As in :class:`linguine.learning.Fitted`.
    facts
        More for the model's info.
    extractor
        The features, if the algorithm has made its own.
    unseen
        As in :class:`linguine.tasks.tagger.model.TaggerModel`.
    """

    weights: ChainWeights
    n_iterations: int = 1
    converged: bool = True
    advice: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    extractor: TokenExtractor | None = None
    unseen: float | None = None


@dataclass(frozen=True)
class SequenceParts:
    """Loss, learner and penalty; and what counts as a parameter.

    Parameters
    ----------
    loss, learner, penalty
        What to minimise and how.
    all_states, all_transitions, has_ends
        As in :class:`linguine.learning.ChainProblem`.
    is_exact
        True if a learner that stops before its tolerance is met has failed.
    one_versus_all
        Of local learning: one binary problem per tag.
    """

    loss: Loss
    learner: str | Learner
    penalty: Penalty = field(default_factory=Penalty)
    all_states: bool | None = None
    all_transitions: bool | None = None
    has_ends: bool = True
    is_exact: bool = True
    one_versus_all: bool = False

    def __post_init__(self) -> None:
        for name in ("all_states", "all_transitions"):
            if getattr(self, name) is not None:
                check_flag("Tagger", name, getattr(self, name))


def learn_sequences(parts: SequenceParts, lesson: Lesson) -> Learned:
    """Minimise a loss over whole sequences."""
    choice = choose_learner(
        parts.learner,
        parts.loss,
        parts.penalty,
        multiclass="joint",
        n_labels=lesson.rules.n_labels,
        structure="chain",
    )
    learner = _with_passes(choice.learner, lesson)
    problem = _problem(parts, lesson, choice.l2, choice.l1, learner)
    return _learned(parts, learner, learner.fit(problem))


def learn_locally(parts: SequenceParts, lesson: Lesson) -> Learned:
    """Minimise a loss over tags, each known the one before it."""
    learner = parts.learner
    if isinstance(learner, Online):
        learner = _with_passes(learner, lesson)
    l2 = 0.0 if parts.penalty.l2 is None else parts.penalty.l2
    problem = _problem(parts, lesson, l2, parts.penalty.l1, learner)
    return _learned(parts, learner, fit_local(problem, learner))


def _with_passes(learner: Learner, lesson: Lesson) -> Learner:
    """Return a learner with enough passes for held-out sentences to say when to stop."""
    if isinstance(learner, Online) and learner.epochs is None and lesson.held_out is not None:
        return dataclasses.replace(learner, epochs=_EPOCHS_WITH_DEV)
    return learner


def _problem(
    parts: SequenceParts, lesson: Lesson, l2: float, l1: float, learner: str | Learner
) -> ChainProblem:
    assert lesson.data is not None
    return ChainProblem(
        data=lesson.data,
        rules=lesson.rules,
        loss=parts.loss,
        one_versus_all=parts.one_versus_all,
        l2=l2,
        l1=l1,
        held_out=lesson.held_out if isinstance(learner, Online) else None,
        n_threads=lesson.use.n_threads,
        seed=lesson.use.seed,
        report=lesson.use.report,
        all_states=parts.all_states,
        all_transitions=parts.all_transitions,
        has_ends=parts.has_ends,
    )


def _learned(parts: SequenceParts, learner: str | Learner, fitted: Fitted[ChainWeights]) -> Learned:
    facts: dict[str, Any] = {"learner": learner if isinstance(learner, str) else learner.name}
    if fitted.objective is not None:
        facts["objective"] = float(f"{fitted.objective:.7g}")
    if fitted.gap is not None:
        facts["duality_gap"] = float(f"{fitted.gap:.3g}")
    converged = fitted.converged or not parts.is_exact
    return Learned(fitted.weights, fitted.n_iterations, converged, fitted.advice, facts)
