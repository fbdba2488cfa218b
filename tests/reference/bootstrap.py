"""The bootstrap, example by example, and all subsets: judges of intervals and of slices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from statistics import quantiles
from typing import Any

import numpy as np

Measure = Callable[[Sequence[Any]], float]


def percentile_interval(
    examples: Sequence[Any], measure: Measure, *, n_draws: int = 4000, seed: int = 5
) -> tuple[float, float]:
    """Draw examples with replacement, one by one, and look at the middle 95 % of the figures."""
    generator = np.random.default_rng(seed)
    figures = []
    for _ in range(n_draws):
        drawn = [examples[int(generator.integers(len(examples)))] for _ in examples]
        figures.append(measure(drawn))
    cut = quantiles(figures, n=40, method="inclusive")
    return cut[0], cut[-1]


def all_resamples(examples: Sequence[Any], measure: Measure) -> list[float]:
    """Return the figure of every way to draw the examples with replacement, each as likely."""
    return [measure(drawn) for drawn in product(examples, repeat=len(examples))]


def subset_p_value(examples: Sequence[Any], chosen: Sequence[int], measure: Measure) -> float:
    """Return the share of all subsets as large that are no better, against the rest."""
    n = len(examples)

    def lead(places: Sequence[int]) -> float:
        rest = [examples[i] for i in range(n) if i not in places]
        return measure([examples[i] for i in places]) - measure(rest)

    here = lead(chosen)
    leads = [lead(places) for places in combinations(range(n), len(chosen))]
    return sum(each <= here + 1e-12 for each in leads) / len(leads)


def swap_p_value(first: Sequence[Any], second: Sequence[Any], measure: Measure) -> float:
    """Return the share of all ways to swap answers after which systems differ no less."""
    here = measure(first) - measure(second)
    differences = []
    for swaps in product((False, True), repeat=len(first)):
        pairs = [(b, a) if s else (a, b) for a, b, s in zip(first, second, swaps, strict=True)]
        one, other = zip(*pairs, strict=True)
        differences.append(measure(one) - measure(other))
    return sum(abs(each) >= abs(here) - 1e-12 for each in differences) / len(differences)
