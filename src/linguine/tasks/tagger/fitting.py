"""Fitting of taggers: what algorithms learn from, what they find, and the ways to learn."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Sentences
from linguine.errors import ParameterError, check_flag, check_number, named, said
from linguine.features import TokenExtractor
from linguine.learning import (
    Batch,
    ChainData,
    ChainProblem,
    ChainWeights,
    Fitted,
    FrankWolfe,
    Learner,
    Online,
)
from linguine.learning.chain_problem import ChainStart
from linguine.learning.local_chain import fit_local
from linguine.learning.standing import Standing
from linguine.model.concurrency import Resources
from linguine.tasks.algorithm import Algorithm, Options
from linguine.tasks.learner import BATCH, Composed, compose, give_passes, given
from linguine.tasks.tagger.algorithms import SEEN
from linguine.tasks.tagger.gold.hidden import (
    FoundChain,
    check_hidden_options,
    check_none_hidden,
    find_states,
    follow_tags,
)

if TYPE_CHECKING:
    from linguine.learning.generative.hmm import Hmm
    from linguine.learning.generative.hmm_counts import HmmCounts

__all__ = [
    "EPOCHS_WITH_DEV",
    "TaggerData",
    "TaggerFit",
    "check_options",
    "describe_fit",
    "describe_hmm",
    "fit_sequences",
    "fit_tagger",
    "make_problem",
]

#: Epochs where the user gives none but held-out sentences say when to stop.
EPOCHS_WITH_DEV = 50


@dataclass(frozen=True, eq=False)
class TaggerData:
    """What an algorithm learns from: rows of features, or sentences if it makes its own."""

    rules: _core.ChainRules  # tags, order, and what may follow what
    use: Resources
    rows: ChainData | None = None
    held_out: ChainData | None = None  # for early stopping
    sentences: Sentences | None = None
    gold: NDArray[np.int32] | None = None  # their tags
    begins: ChainStart | None = None  # where a batch learner begins


@dataclass(frozen=True, eq=False)
class TaggerFit:
    """What an algorithm has found, as :class:`linguine.learning.Fitted` has it."""

    weights: ChainWeights
    n_iterations: int = 1
    converged: bool = True
    advice: str = ""
    facts: dict[str, Any] = field(default_factory=dict)  # more for the model's info
    extractor: TokenExtractor | None = None  # if the algorithm has made its own features
    unseen: float | None = None  # as in TaggerModel
    memory: Standing | HmmCounts | None = None  # to go on from


def check_options(name: str, row: Algorithm, options: Options) -> None:
    """Raise ParameterError for what can be said about options before there are data."""
    for flag in SEEN:
        if flag in options:
            check_flag("Tagger", flag, options[flag])
    if _counts_chains(row):
        check_hidden_options(name, options)
    if not row.has_features:
        _check_hmm(options)
        return
    composed = _compose(name, row, options)
    composed.choose("label" if row.is_local else "chain", multiclass=row.multiclass)
    flags = given(options, SEEN)
    if flags and not isinstance(composed.learner, Batch | Online):
        raise ParameterError(
            f"the learner {composed.learner.name!r} gives weights to everything, so it has no "
            f"{' or '.join(map(named, flags))}. Leave them out, or use {said('learner', 'lbfgs')}.",
            owner=name,
        )


def fit_tagger(name: str, row: Algorithm, options: Options, data: TaggerData) -> TaggerFit:
    """Learn by an algorithm of the table."""
    if not row.has_features:
        return _fit_hmm(options, data)
    composed = _compose(name, row, options)
    if _counts_chains(row):
        problem = make_problem(composed, data)
        if row.finds_tags:
            return _as_fit(find_states(problem, options, data.use))
        if not problem.is_complete:
            return _as_fit(follow_tags(problem, options, data.use))
        check_none_hidden(problem, options)
    # Frank-Wolfe makes as many passes as are worth it, unless the user asks for an exact result.
    is_exact = bool(given(options, BATCH)) or not isinstance(composed.learner, FrankWolfe)
    if data.held_out is not None:
        learner = give_passes(composed.learner, options, EPOCHS_WITH_DEV)
        composed = Composed(composed.loss, learner, composed.penalty)
    return fit_sequences(
        composed,
        data,
        is_local=row.is_local,
        one_versus_all=row.multiclass == "one-versus-all",
        is_exact=is_exact,
        **given(options, SEEN),
    )


def fit_sequences(
    composed: Composed,
    data: TaggerData,
    *,
    is_local: bool = False,
    one_versus_all: bool = False,
    is_exact: bool = True,
    all_states: bool | None = None,
    all_transitions: bool | None = None,
    has_ends: bool = True,
) -> TaggerFit:
    """Minimise a loss over whole sequences, or, if that is local, over tags.

    Each tag then knows the one before it, and may be a binary problem of its own. A learner that
    is not exact has not failed if it stops before its tolerance is met. The rest is as in
    :class:`linguine.learning.ChainProblem`.
    """
    learner = composed.learner
    problem = make_problem(
        composed,
        data,
        is_local=is_local,
        one_versus_all=one_versus_all,
        all_states=all_states,
        all_transitions=all_transitions,
        has_ends=has_ends,
    )
    fitted = fit_local(problem, learner) if is_local else learner.fit(problem)
    return describe_fit(fitted, learner, is_exact=is_exact)


def describe_fit(
    fitted: Fitted[ChainWeights], learner: Learner, *, is_exact: bool = True
) -> TaggerFit:
    """Return what a learner has found as what an algorithm has."""
    facts: dict[str, Any] = {"learner": learner.name}
    if fitted.objective is not None:
        facts["objective"] = float(f"{fitted.objective:.7g}")
    if fitted.gap is not None:
        facts["duality_gap"] = float(f"{fitted.gap:.3g}")
    return TaggerFit(
        fitted.weights,
        fitted.n_iterations,
        fitted.converged or not is_exact,
        fitted.advice,
        facts,
        memory=fitted.standing,
    )


def _counts_chains(row: Algorithm) -> bool:
    """Return True if tags may be hidden: what is counted can be expected, too."""
    return row.learner == "counts" and not row.is_local


def _compose(name: str, row: Algorithm, options: Options) -> Composed:
    """Return loss, learner and penalty; counting has no steps, but EM does."""
    if _counts_chains(row):
        options = {each: options[each] for each in options if each not in BATCH}
    return compose(name, row, options)


def make_problem(
    composed: Composed,
    data: TaggerData,
    *,
    is_local: bool = False,
    kind: type[ChainProblem] = ChainProblem,
    **choices: Any,
) -> ChainProblem:
    """Return what a learner is given."""
    assert data.rows is not None
    penalty = composed.penalty
    l2 = 0.0 if penalty.l2 is None else penalty.l2
    if not is_local:
        l2 = composed.choose("chain", data.rules.n_labels).l2
    return kind(
        data=data.rows,
        rules=data.rules,
        loss=composed.loss,
        l2=l2,
        l1=penalty.l1,
        held_out=data.held_out if isinstance(composed.learner, Online) else None,
        begins=None if is_local else data.begins,
        n_threads=data.use.n_threads,
        seed=data.use.seed,
        report=data.use.report,
        **choices,
    )


def _as_fit(found: FoundChain) -> TaggerFit:
    return TaggerFit(found.weights, found.n_iterations, found.converged, found.advice, found.facts)


def _check_hmm(options: Options) -> None:
    from linguine.learning.generative.hmm import LONGEST_SUFFIX  # needs SciPy

    for name, low, high in (("rare", 0, math.inf), ("longest_suffix", 1, LONGEST_SUFFIX)):
        if name in options:
            check_number(
                "hmm", name, options[name], low=low, high=high, integer=True, fix="Try 10."
            )
    if "alpha" in options:
        check_number("hmm", "alpha", options["alpha"], low=0, high_open=True, fix="Try 0.3.")


def _fit_hmm(options: Options, data: TaggerData) -> TaggerFit:
    assert data.sentences is not None
    assert data.gold is not None
    from linguine.learning.generative.hmm import estimate_hmm  # needs SciPy

    found = estimate_hmm(
        data.sentences,
        data.gold,
        data.rules.n_labels,
        order=data.rules.order,
        n_threads=data.use.n_threads,
        **options,
    )
    return describe_hmm(found)


def describe_hmm(found: Hmm) -> TaggerFit:
    """Return a hidden Markov model as what an algorithm has found."""
    from linguine.learning.generative.hmm import FLOOR  # needs SciPy

    facts = {"lambdas": [float(f"{each:.4g}") for each in found.lambdas]}
    return TaggerFit(
        found.weights,
        facts=facts,
        extractor=found.extractor,
        unseen=FLOOR,
        memory=found.counts,
    )
