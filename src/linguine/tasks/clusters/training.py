"""Training of clusters: count the words once, let mixtures climb from many starts, keep the best.

How many clusters there are is asked of texts that were held out: too few clusters explain no text
well, too many have learned single texts by heart.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine._core import Texts
from linguine.errors import ConvergenceWarning, DataError, DataWarning, named, said
from linguine.features import Given, Sites
from linguine.learning.generative.em import Climb, begin_apart, climb, warming
from linguine.learning.generative.naive_bayes_mixture import NaiveBayesMixture, row_sums
from linguine.model.concurrency import Resources
from linguine.model.restarts import best_of_starts
from linguine.tasks.clusters.model import ClusterModel, describe_clusters, make_model
from linguine.tasks.clusters.settings import ClusterSettings

__all__ = ["train_clusters"]

_Parameters: TypeAlias = "tuple[NDArray[np.float64], NDArray[np.float64]]"
_Found: TypeAlias = "Climb[_Parameters, NDArray[np.float64]]"

#: Share of the texts that says how many clusters there are, and the fewest of which a share can.
_HELD_OUT, _FEWEST_TEXTS = 0.1, 20
#: Starts for each number of clusters that is tried; numbers tried; the most that "auto" tries.
_TRIAL_RESTARTS, _N_TRIALS, _MOST_TRIED = 3, 9, 60


def train_clusters(
    settings: ClusterSettings, texts: Texts, columns: Mapping[str, Any], use: Resources
) -> ClusterModel:
    """Find clusters of texts."""
    extractor = settings.extractor(len(texts), Given() if "bag" in columns else None)
    sites = extractor.weigh(extractor.fit_counts(texts, columns, use.report), in_place=True)
    sites.check_not_negative("mixtures of naive Bayes count features")
    has_words = np.flatnonzero(row_sums(sites) > 0)
    tried: dict[str, float] = {}
    if isinstance(settings.k, str | tuple | list):
        judged = _try_sizes(settings, sites, has_words, use)
        tried = {str(k): round(float(each.mean()), 4) for k, each in judged.items()}
        k = _fewest_as_good(judged)
    else:
        k = int(settings.k)
    _check_enough(k, len(texts), len(has_words))
    best = _best_of_starts(settings, sites, has_words, k, settings.option("restarts"), use)
    if not best.converged:
        warnings.warn(ConvergenceWarning(_advice(settings), owner=settings.owner), stacklevel=3)
    theta, bias, chosen = _largest_first(best)
    _mention_empty(chosen, k)
    model = make_model(extractor, theta, bias, n_threads=settings.n_threads, reads=settings.reads)
    clusters = describe_clusters(extractor, sites, theta, bias, chosen, use.n_threads)
    model.info = {
        "algorithm": settings.row_name,
        "options": settings.plain_options,
        "n_documents": len(texts),
        "n_features": extractor.n_features,
        "n_iterations": len(best.history),
        "seed": settings.seed,
        "calibration": "none: those of the mixture",
        "log_likelihood": best.objective,
        "clusters": clusters,
    }
    if tried:
        model.info["tried"] = tried
    return model


def _best_of_starts(
    settings: ClusterSettings,
    sites: Sites,
    rows: NDArray[np.intp],
    k: int,
    n_starts: int,
    use: Resources,
) -> _Found:
    """Return where the best of several climbs has come to; the first of equals."""
    mixture = NaiveBayesMixture(
        sites, k, alpha=float(settings.option("alpha")), n_threads=use.n_threads
    )
    warm_up = warming(float(row_sums(sites)[rows].mean()))

    def start(i: int, alone: Resources) -> _Found:
        generator = np.random.default_rng([settings.seed, k, i])
        apart = begin_apart(sites.n_rows, generator.choice(rows, k, replace=False))
        return climb(
            mixture.on_threads(alone.n_threads),
            apart,
            warm_up=warm_up,
            tolerance=float(settings.option("tolerance")),
            max_iterations=int(settings.option("max_iterations")),
            report=alone.report,
        )

    return best_of_starts(start, n_starts, use, f"starts of {k} clusters")


def _try_sizes(
    settings: ClusterSettings, sites: Sites, rows: NDArray[np.intp], use: Resources
) -> dict[int, NDArray[np.float64]]:
    """Return the log-likelihood of each held-out text, by the number of clusters."""
    if len(rows) < _FEWEST_TEXTS:
        raise DataError(
            f"At least {_FEWEST_TEXTS} texts with words must be there to find out how many "
            f"clusters they make; got {len(rows)}. Give {said('k', 2)} or another number."
        )
    order = np.random.default_rng(settings.seed).permutation(rows)
    n_held_out = max(2, round(_HELD_OUT * len(rows)))
    held_out, learned = (
        sites.take(np.sort(each)) for each in (order[:n_held_out], order[n_held_out:])
    )
    judge = NaiveBayesMixture(held_out, 1, alpha=1.0, n_threads=use.n_threads)
    tried = {}
    everything = np.arange(learned.n_rows)
    for k in _sizes(settings.k, learned.n_rows):
        found = _best_of_starts(settings, learned, everything, k, _TRIAL_RESTARTS, use)
        tried[k] = judge.log_likelihoods(found.parameters)
    return tried


def _fewest_as_good(judged: Mapping[int, NDArray[np.float64]]) -> int:
    """Return the least k that is behind the best by no more than a standard error."""
    best = max(judged.values(), key=lambda each: float(each.mean()))
    for k, each in sorted(judged.items()):
        behind = best - each
        if behind.mean() <= behind.std(ddof=1) / np.sqrt(len(behind)):
            return k
    raise AssertionError("the best is not behind itself")


def _sizes(asked: str | Sequence[int], n_texts: int) -> Iterator[int]:
    """Yield numbers of clusters to try: all of a short range, or some that grow evenly."""
    low, high = (2, min(_MOST_TRIED, n_texts // 5)) if isinstance(asked, str) else tuple(asked)
    if high > n_texts:
        raise DataError(
            f"Clusters must not be more than texts; {named('k')} goes up to {high}, and "
            f"{n_texts} texts are learned from while others are held out. Give a smaller range."
        )
    yield from sorted(set(np.geomspace(low, high, _N_TRIALS).round().astype(int).tolist()))


def _check_enough(k: int, n_texts: int, n_with_words: int) -> None:
    if k <= n_with_words:
        return
    there = f"{n_texts} texts" if n_with_words == n_texts else f"{n_with_words} texts with words"
    raise DataError(
        f"Clusters must not be more than texts; got {said('k', k)} for {there}. "
        f"Give at most {said('k', max(n_with_words, 2))}, or more texts."
    )


def _largest_first(
    found: _Found,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.intp]]:
    """Return theta, bias and the cluster of each text, clusters by falling size."""
    theta, bias = found.parameters
    chosen = found.q.argmax(axis=1)
    sizes = np.bincount(chosen, minlength=len(bias))
    order = np.lexsort((np.arange(len(bias)), -bias, -sizes))
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return np.ascontiguousarray(theta[:, order]), bias[order], place[chosen]


def _mention_empty(chosen: NDArray[np.intp], k: int) -> None:
    n_empty = k - len(np.unique(chosen))
    if n_empty:
        shown = ", ".join(map(str, itertools.islice(range(k - n_empty, k), 5)))
        warnings.warn(
            f"{n_empty} of {k} clusters are empty: no text is closest to {shown}. "
            f"The texts have fewer groups than that; try {said('k', max(k - n_empty, 2))}.",
            DataWarning,
            stacklevel=4,
        )


def _advice(settings: ClusterSettings) -> str:
    n = settings.option("max_iterations")
    return (
        f"EM should gain less than the tolerance in its last step; after {n} steps it still gains "
        f"more. Raise {named('max_iterations')}, or {named('tolerance')}."
    )
