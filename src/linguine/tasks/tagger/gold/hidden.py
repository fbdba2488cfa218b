r"""Tags that are hidden: some of them, which the others help to find, or all.

What is tagged is counted as it is; the rest is counted by what the model believes, again and again:
EM, :mod:`linguine.learning.generative.hidden_chains`. Where no tag is known, chance tells the
states apart at first; of several starts the one wins under which the words are likeliest.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Sentences
from linguine.data.targets.tag_scheme import TagScheme
from linguine.data.targets.tags import UNKNOWN
from linguine.errors import DataError, check_number, named, said
from linguine.learning import ChainProblem, ChainWeights
from linguine.learning.generative.chain_counts import check_countable, weights_of
from linguine.learning.generative.em import Climb, climb
from linguine.learning.generative.hidden_chains import ChainBeliefs, HiddenChains
from linguine.learning.generative.naive_bayes import Table
from linguine.model.concurrency import Resources
from linguine.model.restarts import best_of_starts
from linguine.tasks.algorithm import Options
from linguine.tasks.tagger.algorithms import BAUM_WELCH
from linguine.tasks.tagger.gold.tags import TrainingTags

__all__ = [
    "FoundChain",
    "check_hidden_options",
    "check_none_hidden",
    "find_states",
    "follow_tags",
    "nameless_tags",
]

#: The pseudo-count of a word where tags are hidden and nobody says.
_ALPHA = 0.01
#: How much a sentence without tags counts beside tagged ones, and the steps, if nobody says. More
#: steps explain the words better and tag worse [Merialdo1994]; chosen on the dev part of EWT.
_WEIGHT, _STEPS = 0.01, 4
#: Options that mean something only where tags are hidden.
_OF_HIDDEN = ("unlabelled_weight", "max_iterations")
#: Bounds of the options of states, what they are if nobody says, and what to try.
_OPTIONS: dict[str, tuple[Any, dict[str, Any]]] = {
    "states": (12, {"low": 2, "high": 1_000, "integer": True, "fix": "Try 12."}),
    "restarts": (5, {"low": 1, "integer": True, "fix": "Try 5."}),
    "alpha": (_ALPHA, {"low": 0, "high": 1e9, "fix": "Try 0.01."}),
    "max_iterations": (200, {"low": 1, "integer": True, "fix": "Try 200."}),
    "tolerance": (1e-5, {"low": 0, "high": 1, "fix": "Try 1e-5."}),
}


@dataclass(frozen=True, eq=False)
class FoundChain:
    """Where EM has come to, as a tagger takes it."""

    weights: ChainWeights
    n_iterations: int
    converged: bool
    advice: str
    facts: dict[str, Any] = field(default_factory=dict)


def check_hidden_options(owner: str, options: Options) -> None:
    """Raise ParameterError for an option about hidden tags that cannot be."""
    if "unlabelled_weight" in options:
        fix = "Use 1.0, or 0.1 if there are many more sentences without tags."
        bounds: dict[str, Any] = {"low": 0, "low_open": True, "high": 1, "fix": fix}
        check_number(owner, "unlabelled_weight", options["unlabelled_weight"], **bounds)
    for name, (_, bounds) in _OPTIONS.items():
        if name in options and (owner == BAUM_WELCH or name == "max_iterations"):
            check_number(owner, name, options[name], **bounds)


def _option(options: Options, name: str) -> Any:
    return options.get(name, _OPTIONS[name][0])


def nameless_tags(sentences: Sentences, options: Options) -> TrainingTags:
    """Return tags of which only the number is known: states, the most frequent first."""
    n_states = int(_option(options, "states"))
    if 0 < sentences.n_tokens < n_states:
        raise DataError(
            f"{sentences.source}: states must not be more than tokens; got "
            f"{said('states', n_states)} for {sentences.n_tokens:,} tokens. Give fewer states, or "
            "more sentences."
        )
    names = tuple(str(state + 1) for state in range(n_states))
    codes = np.full(sentences.n_tokens, UNKNOWN, np.int32)
    return TrainingTags(names, codes, TagScheme.PLAIN, {"scheme": TagScheme.PLAIN.value}, ())


def follow_tags(problem: ChainProblem, options: Options, use: Resources) -> FoundChain:
    """Count the tags that are known, and let the others follow."""
    check_countable(problem)
    gold = problem.data.gold
    if not (gold >= 0).any():
        raise DataError(
            f"Some tokens must have a tag; none of {len(gold):,} has one. Tag some sentences, or "
            f"use {said('algorithm', BAUM_WELCH)}, which needs no tags."
        )
    chains = HiddenChains(
        problem.data,
        problem.rules,
        alpha=float(_option(options, "alpha")),
        weight=float(options.get("unlabelled_weight", _WEIGHT)),
        n_threads=use.n_threads,
    )
    steps = int(options.get("max_iterations", _STEPS))
    found = climb(chains, chains.begin(), max_iterations=steps, report=use.report)
    return replace(_as_weights(problem, found, found.parameters, ""), converged=True)


def check_none_hidden(problem: ChainProblem, options: Options) -> None:
    """Raise DataError for an option about hidden tags where there are none."""
    for name in _OF_HIDDEN:
        if name in options:
            raise DataError(
                f"{named(name)} is for sentences without tags; all {len(problem.data.gold):,} "
                f"tokens have one. Leave {named(name)} out, or give None as the tags that are "
                "unknown."
            )


def find_states(problem: ChainProblem, options: Options, use: Resources) -> FoundChain:
    """Let states find themselves, from several starts."""
    check_countable(problem)
    chains = HiddenChains(
        problem.data,
        problem.rules,
        alpha=float(_option(options, "alpha")),
        n_threads=use.n_threads,
    )

    def start(i: int, alone: Resources) -> Climb[tuple[Table, Table], ChainBeliefs]:
        mine = chains.on_threads(alone.n_threads)
        return climb(
            mine,
            mine.begin_by_chance(np.random.default_rng([use.seed, i])),
            tolerance=float(_option(options, "tolerance")),
            max_iterations=int(_option(options, "max_iterations")),
            report=alone.report,
        )

    best = best_of_starts(start, int(_option(options, "restarts")), use, "starts of states")
    order = np.argsort(-best.q.labels.sum(axis=0), kind="stable")
    emissions, rows = best.parameters
    parameters = emissions[:, order], _reorder(problem.rules, rows, order)
    advice = (
        "EM should gain less than the tolerance in its last step; after "
        f"{_option(options, 'max_iterations')} steps it still gains more. Raise "
        f"{named('max_iterations')}, or {named('tolerance')}."
    )
    return _as_weights(problem, best, parameters, advice)


def _as_weights(
    problem: ChainProblem,
    found: Climb[tuple[Table, Table], ChainBeliefs],
    parameters: tuple[Table, Table],
    advice: str,
) -> FoundChain:
    facts = {"learner": "em", "log_likelihood": float(f"{found.objective:.10g}")}
    weights = weights_of(problem, *parameters)
    return FoundChain(weights, len(found.history), found.converged, advice, facts)


def _reorder(rules: _core.ChainRules, rows: Table, order: NDArray[np.intp]) -> Table:
    """Return the structural rows with their labels in another order."""
    L = rules.n_labels
    places = np.concatenate([order, [L, L + 1]])
    if rules.order == 2:
        before = np.concatenate([order, [L]])
        pairs = L + 2 + before[:, None] * L + order[None, :]
        places = np.concatenate([places, pairs.ravel()])
    return np.ascontiguousarray(rows[places][:, order])
