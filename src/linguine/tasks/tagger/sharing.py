"""Sharing: sentences are read once for all folds and settings, and fits follow the penalty.

Templates see the same in a sentence whoever else is there, so the rows of all sentences are cut for
each fold, and features that only held-out sentences have get no weight. Where what counts depends
on the others (alternatives, rare features that are left out, vectors), the rows of each fold are
made by themselves, once for all settings. A batch fit begins where the stronger penalty ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Sentences
from linguine.data.runs import choose_runs
from linguine.data.splitting.folds import Fold
from linguine.data.targets.tags import UNKNOWN
from linguine.errors import DataError
from linguine.features import SparseRows, TokenExtractor, TokenRows
from linguine.features.token.plan import visible_columns
from linguine.learning import Batch, ChainData
from linguine.learning.chain_problem import ChainStart
from linguine.model.concurrency import Resources
from linguine.reports.judging.ledger import Ledger
from linguine.reports.tags.span_metrics import evaluate_spans
from linguine.tasks.learner import compose
from linguine.tasks.tagger.fitting import TaggerData, fit_tagger
from linguine.tasks.tagger.gold.tags import TrainingTags, encode_tags, make_rules, prepare_tags
from linguine.tasks.tagger.input import hide_annotation, read_tagged
from linguine.tasks.tagger.model import TaggerModel
from linguine.tasks.tagger.settings import TaggerSettings
from linguine.tasks.tuning.trials import Judged, judged_by, sample

__all__ = ["share"]

#: Of batch fits that are only compared: the order of settings is there long before the last digit.
_LOOSE = 1e-3
#: What decides about features.
_OF_FEATURES = ("templates", "min_count", "vectors")
Rows = NDArray[np.int64]


def share(
    estimators: Sequence[Any], given: tuple[Any, ...], dev: tuple[Any, ...], use: Resources
) -> SharedSentences | None:
    """Return what tries settings on sentences faster; None where each is fitted by itself.

    Parameters
    ----------
    estimators
        One for each setting.
    given, dev
        Sentences, and perhaps tags, to learn from; and to judge by, or nothing.
    use
        Threads and seed.
    """
    settings = [each.settings for each in estimators]
    how = {repr((each.scheme, each.strict, each.unknown_tags)) for each in settings}
    if len(how) > 1 or len(given) > 2 or settings[0].unknown_tags:
        return None
    sentences = read_tagged(*given)
    try:
        tags = prepare_tags(sentences, scheme=settings[0].scheme, strict=settings[0].strict)
    except DataError:
        return None  # a fit of all of them says what is wrong, and where
    is_plain = not {"n_repaired", "converted_from"} & set(tags.facts)
    if not is_plain or (tags.codes == UNKNOWN).any() or len(tags.names) < 2:
        return None
    judge = read_tagged(*dev) if dev else None
    return SharedSentences(settings, sentences, tags, judge)


@dataclass(frozen=True, eq=False)
class _Part:
    """The rows of a fold."""

    extractor: TokenExtractor
    names: tuple[str, ...]  # the tags, in the order of what is learned from
    codes: NDArray[np.int32]  # of all tokens
    train: ChainData
    known: TokenRows  # some that were learned from
    held: TokenRows


@dataclass(eq=False)
class SharedSentences:
    """Settings of taggers over the same sentences."""

    settings: list[TaggerSettings]
    sentences: Sentences
    tags: TrainingTags
    dev: Sentences | None
    _whole: dict[str, tuple[TokenExtractor, TokenRows]] = field(default_factory=dict)
    _parts: dict[str, _Part] = field(default_factory=dict)
    _starts: dict[str, ChainStart] = field(default_factory=dict)
    _fold: Any = None

    def knows(self, point: int) -> bool:
        """Return whether it can do a setting."""
        row = self.settings[point].for_tags(self.tags.kind).row
        return row.has_features and not row.finds_tags

    def leave_one_out(self, point: int) -> Judged | None:
        """Return nothing: taggers have no closed form."""
        return None

    def score(self, point: int, fold: Fold, use: Resources) -> Judged | None:
        """Return what a setting is worth on a fold; None if it would learn fewer tags."""
        if self._fold is not fold:
            self._fold = fold
            self._parts.clear()
            self._starts.clear()
        tokens = choose_runs(self.sentences.offsets, fold.train)[1]
        if len(np.unique(self.tags.codes[tokens])) < len(self.tags.names):
            return None
        settings = self.settings[point].for_tags(self.tags.kind)
        part = self._part(settings, fold, use)
        model = self._fit(settings, part, use)
        known = sample(fold.train, len(fold.held))
        if fold.is_dev:
            held = self._judge_dev(model, part, fold.held)
        else:
            held = self._judge(model, part, part.held, fold.held)
        return judged_by(held, self._judge(model, part, part.known, known))

    # --- learning -------------------------------------------------------------------------------

    def _fit(self, settings: TaggerSettings, part: _Part, use: Resources) -> TaggerModel:
        rules = make_rules(
            part.names,
            self.tags.scheme,
            settings.chosen_order,
            learns_transitions=part.extractor.templates.transitions,
        )
        data = TaggerData(rules, use, part.train, begins=self._start(settings))
        fit = fit_tagger(settings.row_name, settings.row, _loosened(settings), data)
        return TaggerModel(
            fit.extractor or part.extractor,
            fit.weights,
            part.names,
            self.tags.scheme,
            settings.chosen_order,
            settings.normalises,
            n_threads=settings.n_threads,
            unseen=fit.unseen,
        )

    def _start(self, settings: TaggerSettings) -> ChainStart:
        """Return where a fit begins, which it will overwrite: for the next penalty."""
        others = {k: v for k, v in settings.options.items() if k not in ("C", "l2", "l1")}
        return self._starts.setdefault(
            repr((settings.algorithm, sorted(others.items()), settings.chosen_order,
                  _features(settings))), ChainStart()
        )  # fmt: skip

    # --- rows -----------------------------------------------------------------------------------

    def _part(self, settings: TaggerSettings, fold: Fold, use: Resources) -> _Part:
        key = _features(settings)
        if key not in self._parts:
            known = sample(fold.train, len(fold.held))
            extractor, rows = self._rows(settings, fold, use)
            if rows is None:
                learned = extractor.fit_rows(self._visible(settings).take(fold.train))
                seen = extractor.rows(self._visible(settings).take(known))
            else:
                learned, seen = _cut(rows, fold.train), _cut(rows, known)
            if fold.is_dev:
                assert self.dev is not None
                held = extractor.rows(self.dev.take(fold.held))
            elif rows is None:
                held = extractor.rows(self._visible(settings).take(fold.held))
            else:
                held = _cut(rows, fold.held)
            tokens = choose_runs(self.sentences.offsets, fold.train)[1]
            names, codes = self._in_order(tokens)
            data = ChainData.of(learned.tokens, learned.offsets, codes[tokens], edges=learned.edges)
            self._parts[key] = _Part(extractor, names, codes, data, seen, held)
        return self._parts[key]

    def _in_order(self, tokens: Rows) -> tuple[tuple[str, ...], NDArray[np.int32]]:
        """Return the tags, the most frequent of some tokens first, and those of all tokens.

        An online learner's first steps depend on the order.
        """
        names, codes = self.tags.names, self.tags.codes
        counts = np.bincount(codes[tokens], minlength=len(names))
        order = sorted(range(len(names)), key=lambda i: (-counts[i], names[i]))
        return tuple(names[i] for i in order), np.argsort(order).astype(np.int32)[codes]

    def _rows(
        self, settings: TaggerSettings, fold: Fold, use: Resources
    ) -> tuple[TokenExtractor, TokenRows | None]:
        """Return an extractor, and the rows of all sentences if a fold may be cut out of them."""
        key = _features(settings)
        if key in self._whole:
            return self._whole[key]
        visible = self._visible(settings)
        extractor = settings.extractor(visible_columns(visible), self.tags.kind)
        has_groups = any(each.group for each in extractor.templates.parsed)
        if has_groups or extractor.min_count != 1 or extractor.vectors is not None:
            return extractor, None
        self._whole[key] = extractor, extractor.fit_rows(visible, use.report)
        return self._whole[key]

    def _visible(self, settings: TaggerSettings) -> Sentences:
        if settings.templates is not None:
            return self.sentences
        return hide_annotation(self.sentences)[0]

    # --- judging --------------------------------------------------------------------------------

    def _judge(self, model: TaggerModel, part: _Part, rows: TokenRows, sentences: Rows) -> Ledger:
        gold = part.codes[choose_runs(self.sentences.offsets, sentences)[1]]
        answers, scheme = model.tag(rows), self.tags.scheme
        return evaluate_spans(gold, answers, part.names, rows.offsets, scheme=scheme).ledger

    def _judge_dev(self, model: TaggerModel, part: _Part, sentences: Rows) -> Ledger:
        assert self.dev is not None
        gold, names = encode_tags(self.dev.take(sentences), part.names, self.tags.scheme)
        answers, scheme = model.tag(part.held), self.tags.scheme
        return evaluate_spans(gold, answers, names, part.held.offsets, scheme=scheme).ledger


def _features(settings: TaggerSettings) -> str:
    return repr([getattr(settings, name) for name in _OF_FEATURES])


def _loosened(settings: TaggerSettings) -> dict[str, Any]:
    """Return the options of a fit that is only compared, if nobody says how exact it is to be."""
    options = dict(settings.options)
    learner = compose(settings.row_name, settings.row, options).learner
    if isinstance(learner, Batch) and options.get("tolerance") is None:
        options["tolerance"] = max(learner.tolerance, _LOOSE)
    return options


def _cut(rows: TokenRows, sentences: Rows) -> TokenRows:
    """Return the rows of some sentences; what is a feature stays."""
    offsets, tokens = choose_runs(rows.offsets, sentences)
    edges = None if rows.edges is None else _take(rows.edges, tokens)
    return TokenRows(_take(rows.tokens, tokens), edges, offsets)


def _take(rows: SparseRows, tokens: Rows) -> SparseRows:
    borders, entries = choose_runs(rows.indptr.astype(np.int64), tokens)
    return replace(
        rows,
        indptr=borders.astype(rows.indptr.dtype),
        indices=rows.indices[entries],
        values=None if rows.values is None else rows.values[entries],
    )
