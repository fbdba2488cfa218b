"""Tuning: which features, how much naive Bayes and which C, found on held-out texts.

One choice after another (features, lambda, C), each the best on the same folds; ties go to the
first, which is the simpler. Texts are read once: candidates switch kinds of features off, and
folds are subsets of the examples. A fit begins where the one with the nearest C ended. The grids
and the reasons are in docs/design/0005-auto.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from linguine.data import Examples
from linguine.errors import ParameterError
from linguine.features import (
    CharNgrams,
    Extractor,
    Features,
    Given,
    Sites,
    Weighting,
    WordNgrams,
)
from linguine.features.text.columns import TextColumns
from linguine.features.text.counted import CountedRows
from linguine.features.text.specification import CompiledFeatures, as_features
from linguine.features.text.templates import Template
from linguine.model.concurrency import Resources
from linguine.tasks.text.held_out import HeldOut, Plan, held_out_scores
from linguine.tasks.text.recipe import NaiveBayesScaling, Recipe, WarmStart, make_recipe

__all__ = ["Candidate", "Tuned", "choose_candidates", "tune"]

Choice = TypeVar("Choice")

#: Words, pairs and triples for large data; words, pairs and characters for small.
_SMALL = 5 << 20
_STRENGTHS = (1.0, 0.0, 4.0)
_COSTS = (1.0, 0.25, 4.0)
_LARGER_COST = 16.0
#: Texts times labels (20 at least): every label is a fit of its own, so both make a search long.
_MUCH = 200_000


@dataclass(frozen=True)
class Candidate:
    """A set of features to try."""

    name: str  # for the report
    features: Template | Features
    without: tuple[int, ...] = ()  # kinds of the largest candidate's that this one does not have


def choose_candidates(
    n_bytes: int,
    *,
    is_given: bool,
    is_hashed: bool,
    reads: TextColumns | None = None,
    columns: tuple[Template, ...] = (),
) -> list[Candidate]:
    """Return the sets of features to try, the simplest first and the one with all last.

    Data may come as bags of features. Hash buckets cannot be told apart, so that only one set can
    be tried. Every set has the templates of columns beside the text.
    """
    reads = reads or TextColumns()
    pairs = WordNgrams(1, 2, punctuation=True)

    def beside(features: Template | Features) -> Template | Features:
        return Features((*as_features(features).templates, *columns)) if columns else features

    if is_given:
        return [Candidate("given features", beside(Given()))]
    words = reads.spread(pairs)
    if is_hashed:
        return [Candidate("words 1-2", beside(words))]
    triples: Template | Features = WordNgrams(1, 3, punctuation=True)
    if not reads.is_one_text:  # what only the wider set has must come behind all other kinds
        triples = pairs + WordNgrams(3, 3, punctuation=True)
    wide = Candidate("words 1-3", reads.spread(triples))
    if n_bytes <= _SMALL:
        wide = Candidate("words 1-2 + characters 1-5", reads.spread(pairs + CharNgrams(1, 5)))
    try:
        beyond = _kinds_beyond(words, wide.features)
    except ParameterError:  # so many columns that there are kinds of features for words alone
        return [Candidate("words 1-2", beside(words))]
    wide = replace(wide, features=beside(wide.features))
    return [Candidate("words 1-2", beside(words), beyond), wide]


def _kinds_beyond(narrow: Template | Features, wide: Template | Features) -> tuple[int, ...]:
    """Return the kinds of features that only the wider of two sets has; they come last."""
    n_narrow, n_wide = (CompiledFeatures(as_features(each)).plan.n_kinds for each in (narrow, wide))
    return tuple(range(n_narrow, n_wide))


@dataclass(frozen=True, eq=False)
class Tuned:
    """What was chosen."""

    candidate: Candidate
    recipe: Recipe
    held_out: HeldOut  # its scores, for calibration
    plan: Plan  # how they were made
    choices: dict[str, Any]  # what the model file says about it


@dataclass(eq=False)
class _Search:
    """What every step of a search needs."""

    extractor: Extractor
    counts: CountedRows
    examples: Examples
    n_labels: int
    plan: Plan
    use: Resources
    n_steps: int
    found: dict[tuple[str, float, float], HeldOut] = field(default_factory=dict)
    starts: dict[tuple[str, float, float], list[WarmStart]] = field(default_factory=dict)

    def accuracy(self, candidate: Candidate, strength: float, C: float) -> float:
        key = candidate.name, strength, C
        if key not in self.found:
            recipe = make_auto_recipe(strength, C, self.extractor.weighting)
            self.found[key] = self._hold_out(recipe, candidate, self._warm_starts(key))
        accuracy = self.found[key].accuracy(self.n_labels)
        if self.use.report is not None:
            self.use.report("auto", min(len(self.found), self.n_steps), self.n_steps, accuracy)
        return accuracy

    def _hold_out(self, recipe: Recipe, candidate: Candidate, warm: list[WarmStart]) -> HeldOut:
        quiet = Resources(self.use.n_threads, self.use.seed)  # one bar, not one for each fit

        def weigh(known_from: NDArray[np.bool_]) -> Sites:
            return self.extractor.weigh(
                self.counts, without=candidate.without, known_from=known_from
            )

        return held_out_scores(recipe, weigh, self.examples, self.n_labels, self.plan, quiet, warm)

    def _warm_starts(self, key: tuple[str, float, float]) -> list[WarmStart]:
        """Return where each fold begins: at the nearest C with the same features and strength."""
        name, strength, C = key
        solved = [c for n, s, c in self.starts if (n, s) == (name, strength)]
        if solved:
            nearest = min(solved, key=lambda c: abs(math.log(c / C)))
            starts = [each.copy() for each in self.starts[name, strength, nearest]]
        else:
            starts = [WarmStart() for _ in range(self.plan.n_fits)]
        self.starts[key] = starts
        return starts


def make_auto_recipe(strength: float, C: float, weighting: Weighting) -> Recipe:
    """Return the SVM with features scaled by their naive-Bayes weights; strength 0 is plain."""
    plain = make_recipe("svm", {"C": C}, weighting)
    scaling = NaiveBayesScaling(strength=strength) if strength > 0 else None
    return replace(plain, scaling=scaling)


def tune(
    extractor: Extractor,
    counts: CountedRows,
    candidates: list[Candidate],
    examples: Examples,
    n_labels: int,
    use: Resources,
    plan: Plan | None = None,
) -> Tuned:
    """Choose features, strength and C by held-out accuracy.

    Extractor and counts are those of the last candidate, which has all features. Without a plan 5
    folds are held out of little data (below 10,000 texts of up to 20 labels, fewer of more), and
    one of them of much.
    """
    if plan is None:
        plan = Plan(5, 5) if len(examples) * max(n_labels, 20) < _MUCH else Plan(5, 1)
    n_steps = len(candidates) + len(_STRENGTHS) + len(_COSTS) - 2
    search = _Search(extractor, counts, examples, n_labels, plan, use, n_steps)
    best = _best(candidates, lambda each: search.accuracy(each, 1.0, 1.0))
    strength = _best(_STRENGTHS, lambda each: search.accuracy(best, each, 1.0))
    C = _best(_COSTS, lambda each: search.accuracy(best, strength, each))
    if max(_COSTS) == C:
        C = _best((C, _LARGER_COST), lambda each: search.accuracy(best, strength, each))
    tried = {" ".join([name, f"lambda={s:g}", f"C={c:g}"]): round(each.accuracy(n_labels), 4)
             for (name, s, c), each in search.found.items()}  # fmt: skip
    choices = {"features": best.name, "lambda": strength, "C": C, "held out": str(plan),
               "tried": tried}  # fmt: skip
    recipe = make_auto_recipe(strength, C, extractor.weighting)
    return Tuned(best, recipe, search.found[best.name, strength, C], plan, choices)


def _best(choices: Iterable[Choice], quality: Callable[[Choice], float]) -> Choice:
    return max(choices, key=quality)  # max: the first of equals
