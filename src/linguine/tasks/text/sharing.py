"""Sharing: texts are counted once for all folds and settings, and fits follow the penalty.

A fold sees the counts as if the texts that it holds out had never been read. Where a learner can
begin somewhere, it begins where the stronger penalty ended. Settings that this cannot do (columns
of numbers and vectors, limits on the number of features, several labels a text) are left to the
plain way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Documents
from linguine.data.splitting.folds import Fold
from linguine.extras import needed_by
from linguine.features import Extractor, Sites
from linguine.features.text.counted import CountedRows
from linguine.learning import Counts, Dual, Exact
from linguine.learning.leave_one_out import (
    MOST_RIDGE,
    CountRows,
    RidgePath,
    leave_out_multinomial,
)
from linguine.model.concurrency import Resources
from linguine.model.prediction import choose_labels, finite_bias, score_rows
from linguine.reports.judging.figures import share as share_of
from linguine.tasks.multilabel.input import read_sets
from linguine.tasks.text.fitting.recipe import Recipe, WarmStart
from linguine.tasks.text.fitting.search import without_zeros
from linguine.tasks.text.fitting.tuning import LOOSE
from linguine.tasks.text.input import read_training, settings_for
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.training import TrainingData, own_features
from linguine.tasks.tuning.trials import Judged, right_or_wrong, sample

__all__ = ["share"]

_FIGURE = share_of("accuracy", 0, 1, counts_examples=True)
#: What decides about features; points that agree in it share them.
_OF_FEATURES = (
    "features", "values", "normalize", "min_df", "max_df", "min_count", "max_features",
    "hash_bits", "text_columns", "join_columns", "class_weight",
)  # fmt: skip


def share(
    estimators: Sequence[Any], given: tuple[Any, ...], dev: tuple[Any, ...], use: Resources
) -> SharedTexts | None:
    """Return what tries settings on texts faster; None where each has to be fitted by itself.

    Parameters
    ----------
    estimators
        One for each setting.
    given, dev
        Texts and labels, or documents, to learn from; and to judge by, or nothing.
    use
        Threads and seed.
    """
    if not hasattr(estimators[0].settings, "class_weight") or len(given) > 2:
        return None
    if read_sets(given[0], given[1] if len(given) > 1 else None) is not None:
        return None
    if isinstance(given[0], Documents) and given[0].soft is not None:
        return None
    shared = SharedTexts([each.settings for each in estimators], given, dev)
    return shared if any(shared.knows(i) for i in range(len(estimators))) else None


@dataclass(eq=False)
class _Texts:
    """Texts with their features, which several settings share."""

    data: TrainingData
    extractor: Extractor
    counts: CountedRows
    dev: tuple[Sites, NDArray[np.int64]] | None  # rows, and right labels; -1 is an unknown one
    has_kinds: NDArray[np.int64]  # the label of each row
    ridge: RidgePath | None = None
    fold: int = -1
    seen: tuple[Sites, NDArray[np.bool_]] | None = None


@dataclass(eq=False)
class SharedTexts:
    """Settings of classifiers over the same texts."""

    settings: list[TextSettings]
    given: tuple[Any, ...]
    dev: tuple[Any, ...]
    _texts: dict[str, _Texts] = field(default_factory=dict)
    _starts: dict[str, WarmStart] = field(default_factory=dict)
    _fold: Any = None

    def knows(self, point: int) -> bool:
        """Return whether it can do a setting."""
        settings = self.settings[point]
        if not settings.row.loss or settings.reject_below is not None:
            return False
        if settings.max_features is not None or "keywords" in settings.options:
            return False
        plain = settings.extractor(settings.recipe().weighting)
        return not plain._compiled.plan.has_raw

    def score(self, point: int, fold: Fold, use: Resources) -> Judged | None:
        """Return what a setting is worth on a fold."""
        texts = self._read(point, use)
        if texts.data.hidden is not None:
            return None
        sites, is_known = self._rows(texts, fold)
        train = texts.data.examples.subset(is_known[texts.data.examples.rows])
        recipe = _loosened(self.settings[point])
        start = self._start(point, fold)
        n_labels = texts.data.n_labels
        fitted = recipe.fit(sites, train, n_labels, use, start)
        bias = finite_bias(fitted.bias)
        table = score_rows(sites, fitted.weights, bias, n_labels, use.n_threads)
        known = sample(fold.train, len(fold.held))
        gold = texts.has_kinds
        right = choose_labels(table, n_labels) == gold
        held = right[fold.held]
        if fold.is_dev:
            assert texts.dev is not None
            answers = score_rows(texts.dev[0], fitted.weights, bias, n_labels, use.n_threads)
            held = choose_labels(answers, n_labels)[fold.held] == texts.dev[1][fold.held]
        return Judged(_FIGURE, right_or_wrong(held), right_or_wrong(right[known]))

    def leave_one_out(self, point: int) -> Judged | None:
        """Return what it is worth on each text, learned from all others, without learning again.

        The features of ridge, and their idf, are those of all texts.
        """
        settings = self.settings[point]
        if not self.knows(point):
            return None
        texts = self._read(point, Resources())
        examples, recipe = texts.data.examples, settings.recipe()
        is_plain = texts.data.hidden is None and len(examples) == texts.counts.n_rows
        if not is_plain or not (examples.weights == 1).all():
            return None
        learner = recipe.composition.learner
        if isinstance(learner, Exact) and texts.counts.n_rows <= MOST_RIDGE:
            found = self._without_each_of_ridge(texts, recipe)
        elif isinstance(learner, Counts) and self._counts_are_plain(settings, recipe, learner):
            found = _without_each_counted(texts, learner)
        else:
            return None
        gold, n_labels = examples.gold, texts.data.n_labels
        tables = [right_or_wrong(choose_labels(each, n_labels) == gold) for each in found]
        return Judged(_FIGURE, *tables)

    # --- what is shared -------------------------------------------------------------------------

    def _read(self, point: int, use: Resources) -> _Texts:
        settings = self.settings[point]
        weighting = settings.recipe().weighting
        key = repr((weighting, [getattr(settings, name) for name in _OF_FEATURES]))
        if key not in self._texts:
            settings = settings_for(settings, self.given[0])
            data = read_training(settings, *self.given)
            extractor = settings.extractor(weighting, own_features(data))
            counts = extractor.fit_counts(data.texts, data.columns, use.report)
            gold = np.full(counts.n_rows, -1, np.int64)
            gold[data.examples.rows] = data.examples.gold
            dev = _read_dev(settings, extractor, data, self.dev) if self.dev else None
            self._texts[key] = _Texts(data, extractor, counts, dev, gold)
        return self._texts[key]

    def _rows(self, texts: _Texts, fold: Fold) -> tuple[Sites, NDArray[np.bool_]]:
        """Return rows as one sees them who knows those of a fold, and which these are."""
        if self._fold is not fold:
            self._fold = fold
            self._starts.clear()
            for each in self._texts.values():
                each.seen = None
        if texts.seen is None:
            is_known = np.zeros(texts.counts.n_rows, np.bool_)
            is_known[fold.train] = True
            if fold.is_dev:  # features of texts that are not left out are all known
                sites = texts.extractor.weigh(texts.counts)
            else:
                sites = without_zeros(texts.extractor.weigh(texts.counts, known_from=is_known))
            texts.seen = sites, is_known
        return texts.seen

    def _start(self, point: int, fold: Fold) -> WarmStart | None:
        """Return where a fit begins, which it will overwrite: for the next penalty."""
        settings = self.settings[point]
        if not isinstance(settings.recipe().composition.learner, Dual):
            return None
        others = {k: v for k, v in settings.options.items() if k not in ("C", "l2")}
        key = repr((settings.algorithm, sorted(others.items()),
                    [getattr(settings, name) for name in _OF_FEATURES]))  # fmt: skip
        return self._starts.setdefault(key, WarmStart())

    # --- closed forms ---------------------------------------------------------------------------

    @staticmethod
    def _counts_are_plain(settings: TextSettings, recipe: Recipe, learner: Counts) -> bool:
        is_counted = learner.model == "multinomial" and not recipe.weighting.has_idf
        return is_counted and settings.max_df == 1.0 and settings.min_count == 1

    @staticmethod
    def _without_each_of_ridge(texts: _Texts, recipe: Recipe) -> list[NDArray[np.float64]]:
        data = texts.data
        if texts.ridge is None:
            with needed_by("Leave-one-out of ridge"):
                from scipy.sparse import csr_matrix
            sites = texts.extractor.weigh(texts.counts)
            X = csr_matrix((sites.values, sites.indices, sites.indptr),
                           (sites.n_rows, sites.n_features), dtype=np.float64)  # fmt: skip
            texts.ridge = RidgePath((X @ X.T).toarray())
        gold = data.examples.gold[:, None]
        columns = np.arange(data.n_labels) if data.n_labels > 2 else np.array([1])
        targets = np.where(gold == columns, 1.0, -1.0)
        l2 = recipe.composition.penalty.l2 or 0.0
        return [texts.ridge.leave_out(targets, l2), texts.ridge.fit(targets, l2)]


def _without_each_counted(texts: _Texts, learner: Counts) -> list[NDArray[np.float64]]:
    counts, data = texts.counts, texts.data
    sites = texts.extractor.weigh(counts)
    lengths = np.diff(counts.indptr).astype(np.int64)
    assert sites.indices is not None
    values = np.ones(len(counts.indices)) if sites.values is None else sites.values
    rows = CountRows(
        np.repeat(np.arange(counts.n_rows), lengths),
        sites.indices.astype(np.int64),
        values.astype(np.float64),
        data.examples.gold.astype(np.int64),
        (counts.n_rows, texts.extractor.n_features, data.n_labels),
    )
    alpha = 1.0 if learner.alpha is None else learner.alpha
    found = leave_out_multinomial(rows, alpha, texts.extractor.least(counts.n_rows - 1))
    if data.n_labels == 2:  # one column, that of the second label
        return [(each[:, 1] - each[:, 0])[:, None] for each in found]
    return list(found)


def _read_dev(
    settings: TextSettings, extractor: Extractor, data: TrainingData, dev: tuple[Any, ...]
) -> tuple[Sites, NDArray[np.int64]]:
    """Return the rows of texts to judge by, and their labels among those that are learned."""
    read = read_training(replace(settings, class_weight=None), *dev, known=data.classes)
    sites = extractor.transform(read.texts, read.columns)
    places = np.searchsorted(data.classes, read.classes).clip(max=len(data.classes) - 1)
    code = np.where(data.classes[places] == read.classes, places, -1)
    gold = np.full(sites.n_rows, -1, np.int64)
    gold[read.examples.rows] = code[read.examples.gold]
    return sites, gold


def _loosened(settings: TextSettings) -> Recipe:
    """Return a recipe whose dual fits are only compared, if nobody says how exact they are."""
    recipe = settings.recipe()
    learner = recipe.composition.learner
    if not isinstance(learner, Dual) or "tolerance" in settings.options:
        return recipe
    learner = replace(learner, tolerance=max(learner.tolerance, LOOSE))
    return replace(recipe, composition=replace(recipe.composition, learner=learner))
