"""Tuning: which features, how much naive Bayes and which C, found on held-out texts.

One choice after another (features, lambda, C), each on the same folds. What replaces a simpler
choice, and the plain SVM in the end, must be better by more than a standard error.
Texts are read once: candidates switch kinds of features off, and folds are subsets of the
examples. A fit begins where the one with the nearest C ended. The grids and the reasons are in
docs/design/0005-auto.md and 0019-auto-that-scales.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

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
from linguine.features.text.vector_scale import VectorScale
from linguine.model.concurrency import Resources
from linguine.tasks.text.fitting.held_out import HeldOut, Plan, make_folds
from linguine.tasks.text.fitting.recipe import Recipe, WarmStart, make_recipe
from linguine.tasks.text.fitting.scaling import NaiveBayesScaling
from linguine.tasks.text.fitting.search import Search, Setting, choose_scale

__all__ = ["LOOSE", "Candidate", "Tuned", "choose_candidates", "tune"]

#: Words, pairs and triples for large data; words, pairs and characters for small.
_SMALL = 5 << 20
#: So many texts tell settings apart on one fold.
_MANY = 10_000
#: Stored numbers times labels, from which a fit takes half a second and more.
_DEAR = 100_000_000
#: Relative duality gap of fits that are only compared; the order of settings is there long before
#: the last digit.
LOOSE = 1e-2


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
    start: WarmStart  # where a fit on all texts can begin
    scale: float = 1.0  # of vectors


def make_auto_recipe(
    strength: float, C: float, weighting: Weighting, tolerance: float | None = None
) -> Recipe:
    """Return the SVM with features scaled by their naive-Bayes weights; strength 0 is plain."""
    options = {"C": C} if tolerance is None else {"C": C, "tolerance": tolerance}
    plain = make_recipe("svm", options, weighting)
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
    tolerances: tuple[float, float | None] = (LOOSE, None),
) -> Tuned:
    """Choose features, strength and C by held-out accuracy.

    Extractor and counts are those of the last candidate, which has all features. Without a plan 5
    folds are held out of few texts, and one of them where there are many or a fit is dear.
    ``tolerances`` are the gaps of fits that are compared, and of the recipe that is returned.
    """
    loose, final = tolerances
    if plan is None:
        plan = _choose_plan(
            examples.n_rows, len(counts.indices) * (n_labels if n_labels > 2 else 1)
        )
    named = {each.name: each for each in candidates}

    vectors = VectorScale.find(extractor, counts)

    def weigh(setting: Setting, known_from: NDArray[np.bool_]) -> Sites:
        rows = counts if vectors is None else vectors.rows(setting.scale)
        without = named[setting.features].without
        return extractor.weigh(rows, without=without, known_from=known_from)

    def recipe_of(setting: Setting, tolerance: float | None = loose) -> Recipe:
        return make_auto_recipe(setting.strength, setting.C, extractor.weighting, tolerance)

    folds = make_folds(examples, plan)
    search = Search(examples, n_labels, folds, recipe_of, weigh, use, n_steps=7)
    first = Setting(candidates[0].name)
    if vectors is not None:
        first = choose_scale(search, first)
    best = _descend(search, first, [each.name for each in candidates[1:]])
    held_out = search.held_out(best)
    tried = {str(each): round(search.accuracy(each), 4) for each in search.tables}
    choices = {"features": best.features, "lambda": best.strength, "C": best.C,
               "held out": str(plan), "tried": tried}  # fmt: skip
    if vectors is not None:
        choices["vectors"] = best.scale
    recipe, start = recipe_of(best, final), search.start(best)
    return Tuned(named[best.features], recipe, held_out, plan, choices, start, best.scale)


def _choose_plan(n_texts: int, work: int) -> Plan:
    return Plan(5, 1) if n_texts >= _MANY or work >= _DEAR else Plan(5, 5)


def _descend(search: Search, best: Setting, wider: list[str]) -> Setting:
    """Go on from the plain SVM as long as it helps; what does not differ ends a line."""
    verdict = 0

    def is_taken(**changed: Any) -> bool:
        nonlocal best, verdict
        verdict = search.compare(replace(best, **changed), best)
        best = replace(best, **changed) if verdict > 0 else best
        return verdict > 0

    is_taken(strength=1.0)
    is_open = verdict == 0
    is_wider = any([is_taken(features=each) for each in wider])
    if is_open and is_wider:
        is_taken(strength=1.0)
    if best.strength > 0:
        is_taken(strength=4.0)
    if is_taken(C=4.0):
        is_taken(C=16.0)
    elif verdict < 0:
        is_taken(C=0.25)
    return best
