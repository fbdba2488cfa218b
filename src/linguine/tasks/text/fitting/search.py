"""Search: settings race on held-out texts, and what loses is left behind early.

Every setting is a fit for each fold. A setting drops out after the first fold on which it is behind
by more than two standard errors of the difference, or does not differ at all.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Examples
from linguine.features import Sites
from linguine.model.concurrency import Resources
from linguine.tasks.text.fitting.held_out import Fold, HeldOut, join_folds, score_fold
from linguine.tasks.text.fitting.recipe import Recipe, WarmStart

__all__ = ["Search", "Setting", "choose_scale", "without_zeros"]

#: Lengths of vectors beside words, from 1 outwards.
_SCALES = (2.0, 4.0), (0.5, 0.25, 0.0)


@dataclass(frozen=True)
class Setting:
    """What is tried; a strength of 0 and a C of 1 on the simplest features is the plain SVM."""

    features: str
    strength: float = 0.0
    C: float = 1.0
    scale: float = 1.0  # of vectors

    def __str__(self) -> str:
        scale = [] if self.scale == 1.0 else [f"vectors={self.scale:g}"]
        return " ".join([self.features, f"lambda={self.strength:g}", f"C={self.C:g}", *scale])


@dataclass(eq=False)
class Search:
    """What is known about the settings so far.

    Parameters
    ----------
    folds
        What is learned from and what is held out, in the order in which they are used.
    make_recipe, weigh
        The recipe of a setting, and its rows as one sees them who knows some of them.
    """

    examples: Examples
    n_labels: int
    folds: list[Fold]
    make_recipe: Callable[[Setting], Recipe]
    weigh: Callable[[Setting, NDArray[np.bool_]], Sites]
    use: Resources
    n_steps: int
    tables: dict[Setting, list[NDArray[np.float32]]] = field(default_factory=dict)
    _starts: dict[tuple[Setting, int], WarmStart] = field(default_factory=dict)
    _rows: dict[tuple[str, float, int], Sites] = field(default_factory=dict)

    def compare(self, setting: Setting, known: Setting) -> int:
        """Return 1 if a setting is better than one that is known, -1 if it is worse, else 0.

        Better and worse is what differs by more than a standard error: of the texts that only one
        of them has right, w and l, more than sqrt(w + l) go to one side.
        """
        for n in range(1, len(self.folds) + 1):
            self._score(known, n)
            self._score(setting, n)
            won, lost = self._differences(setting, known, n)
            if won + lost == 0:
                return 0
            if lost - won > 2.0 * math.sqrt(won + lost):  # hopeless: the other folds are spared
                return -1
        gain = (won - lost) / math.sqrt(won + lost)
        return int(gain > 1.0) - int(gain < -1.0)

    def held_out(self, setting: Setting) -> HeldOut:
        """Return the scores of all folds."""
        for n in range(1, len(self.folds) + 1):
            self._score(setting, n)
        return join_folds(self.folds, self.tables[setting])

    def accuracy(self, setting: Setting) -> float:
        """Return the weighted share of right answers on the folds that were tried."""
        tables = self.tables[setting]
        return join_folds(self.folds[: len(tables)], tables).accuracy(self.n_labels)

    def start(self, setting: Setting) -> WarmStart:
        """Return where a fit on all examples can begin: where that of the first fold ended."""
        is_train = self.folds[0].is_known[self.examples.rows]
        tables = {}
        for column, table in self._starts[setting, 0].tables.items():
            tables[column] = np.zeros((len(self.examples), table.shape[1]))
            tables[column][is_train] = table
        return WarmStart(tables)

    def _differences(self, one: Setting, other: Setting, n: int) -> tuple[float, float]:
        """Return the weight of answers that only one of two settings has right, one on average."""
        (a, weights), (b, _) = (
            join_folds(self.folds[:n], self.tables[each][:n]).right(self.n_labels)
            for each in (one, other)
        )
        # Shares of one text are one answer; each label of a set is one.
        has_sets = self.folds[0].rest.sets is not None
        n_texts = sum(each.rest.n_rows for each in self.folds[:n])
        weights = weights * ((len(weights) if has_sets else n_texts) / weights.sum())
        return float(weights[a & ~b].sum()), float(weights[b & ~a].sum())

    def _score(self, setting: Setting, n: int) -> None:
        """See to it that the first n folds of a setting are scored."""
        tables = self.tables.setdefault(setting, [])
        quiet = Resources(self.use.n_threads, self.use.seed)  # one bar, not one for each fit
        for i in range(len(tables), n):
            warm = self._warm_start(setting, i)
            sites = self._sites(setting, i)
            recipe = self.make_recipe(setting)
            tables.append(score_fold(recipe, self.folds[i], sites, self.n_labels, quiet, warm))
            if self.use.report is not None:
                done = min(len(self.tables), self.n_steps)
                self.use.report("auto", done, self.n_steps, self.accuracy(setting))

    def _warm_start(self, setting: Setting, i: int) -> WarmStart:
        """Return where a fit begins: at the nearest C where all else is the same."""
        solved = [s for s, fold in self._starts if fold == i and replace(s, C=setting.C) == setting]
        start = WarmStart()
        if solved:
            nearest = min(solved, key=lambda s: abs(math.log(s.C / setting.C)))
            start = self._starts[nearest, i].copy()
        self._starts[setting, i] = start
        return start

    def _sites(self, setting: Setting, i: int) -> Sites:
        key = setting.features, setting.scale, i
        if key not in self._rows:
            # Vectors make rows long, and no search goes back to another scale.
            self._rows = {k: rows for k, rows in self._rows.items() if k[1] == setting.scale}
            self._rows[key] = without_zeros(self.weigh(setting, self.folds[i].is_known))
        return self._rows[key]


def choose_scale(search: Search, start: Setting) -> Setting:
    """Return a setting with the scale of vectors that held-out texts want: 1 if they do not tell.

    It goes on, up or down, as long as it helps; 0 is without vectors.
    """
    for scales in _SCALES:
        best = start
        for scale in scales:
            trial = replace(best, scale=scale)
            if search.compare(trial, best) <= 0:
                break
            best = trial
        if best != start:
            return best
    return start


def without_zeros(sites: Sites) -> Sites:
    """Return rows without the numbers that are 0, and without features that have no others.

    Features that are switched off, or that nobody knows yet, are stored as zeros, and cost as much.
    """
    assert sites.indices is not None
    assert sites.indptr is not None
    if sites.values is None:
        return sites
    is_there = sites.values != 0
    kept = np.zeros(sites.n_features, np.bool_)
    kept[sites.indices[is_there]] = True
    ends = np.concatenate([[0], np.cumsum(is_there)])[sites.indptr]
    place = np.cumsum(kept) - 1
    indices = place[sites.indices[is_there]].astype(sites.indices.dtype)
    values, indptr = sites.values[is_there], ends.astype(sites.indptr.dtype)
    n_features = int(kept.sum())
    native = _core.Matrix(
        indptr, indices, values, sites.n_rows, n_features, True,
        unique=not sites.native.has_duplicates,
    )  # fmt: skip
    blocks = None if sites.blocks is None else sites.blocks[kept]
    return Sites(native, values, indptr, indices, blocks)
