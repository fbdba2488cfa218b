"""Fitting a tagger to a stream: read once, settle tags and features, learn group by group."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from linguine.data import Sentences
from linguine.data.keeping.scratch import Scratch
from linguine.data.keeping.sentence_cache import SentenceCache
from linguine.errors import named, said, tell
from linguine.features import TokenExtractor
from linguine.features.token.plan import visible_columns
from linguine.learning import Batch, Online
from linguine.learning.problem import Table
from linguine.model.concurrency import Resources
from linguine.tasks.learner import Composed, compose, give_passes, given
from linguine.tasks.streaming.best import Judge
from linguine.tasks.streaming.composing import check_algorithm, n_tables, refuse, streamed_learner
from linguine.tasks.streaming.groups import group
from linguine.tasks.streaming.memory import Memory
from linguine.tasks.streaming.training import SentenceTraining
from linguine.tasks.tagger.algorithms import SEEN, STREAMED
from linguine.tasks.tagger.fitting import EPOCHS_WITH_DEV, TaggerFit, describe_fit
from linguine.tasks.tagger.gold.limits import check_n_tags
from linguine.tasks.tagger.gold.tags import make_rules
from linguine.tasks.tagger.input import hide_annotation
from linguine.tasks.tagger.model import TaggerModel
from linguine.tasks.tagger.parted import chains_in_parts
from linguine.tasks.tagger.settings import TaggerSettings
from linguine.tasks.tagger.streaming.counting import count_hmm
from linguine.tasks.tagger.streaming.features import PER_FEATURE, count_features
from linguine.tasks.tagger.streaming.gold import StreamedTags, settle_tags
from linguine.tasks.tagger.streaming.learning import ChainBlocks
from linguine.tasks.tagger.training import (
    check_two_tags,
    held_out_gold,
    make_model,
    train_tagger,
)

__all__ = [
    "Prepared",
    "TaggerTraining",
    "check_streamed",
    "make_streamed_model",
    "settle",
]

_UNIT = "sentences"
#: Tables of the size of the weights of a learner that moves few of them.
_OF_MISTAKES = 3


def check_streamed(settings: TaggerSettings) -> Composed | None:
    """Return what is learned from a stream, None if it is counted; refuse what needs all."""
    check_algorithm(settings, STREAMED, _UNIT)
    if settings.vectors is not None:
        refuse(settings, named("vectors"), _UNIT)
    if not settings.row.has_features:
        return None
    composed = compose(settings.row_name, settings.row, settings.options)
    learner = streamed_learner(settings, composed.learner, _UNIT)
    if isinstance(learner, Online):
        for name, value in given(settings.options, SEEN).items():
            if not value:  # steps over cells would need the cells of all sentences in one order
                refuse(settings, said(name, value), _UNIT)
    return replace(composed, learner=learner)


@dataclass(frozen=True, eq=False)
class Settled:
    """What is known when all sentences have been looked at."""

    settings: TaggerSettings  # with an algorithm that suits the tags
    tags: StreamedTags
    like: Sentences
    notes: tuple[str, ...]


def settle(settings: TaggerSettings, cache: SentenceCache, scratch: Scratch) -> Settled:
    """Settle the tags, and what of the columns is looked at."""
    tags = settle_tags(settings, cache, scratch)
    settings = settings.for_tags(tags.kind)
    first = cache.read(group(range(len(cache.blocks)))[0])
    names, order = tags.about.names, settings.chosen_order
    check_two_tags(first.source, cache.n_tokens, names)
    check_n_tags(first, len(names), order, is_list=not settings.row.has_features)
    notes: tuple[str, ...] = ()
    if settings.templates is None and settings.row.has_features:
        first, notes = hide_annotation(first)
    return Settled(settings, tags, first, notes)


@dataclass(frozen=True, eq=False)
class Prepared:
    """All that a learner needs: features, and sentences as it sees them."""

    settled: Settled
    blocks: ChainBlocks
    words: NDArray[np.uint32]  # hashes of all that are known

    @classmethod
    def of(
        cls,
        settled: Settled,
        cache: SentenceCache,
        scratch: Scratch,
        memory: Memory,
        use: Resources,
        *,
        epochs: int | None = None,
    ) -> Prepared:
        """Count the features; DataError if these or their weights take too much.

        ``epochs`` are those of an online learner, if nobody has said.
        """
        settings, like, about = settled.settings, settled.like, settled.tags.about
        composed = check_streamed(settings)
        assert composed is not None
        if epochs is not None:
            learner = give_passes(composed.learner, settings.options, epochs)
            composed = replace(composed, learner=learner)
        extractor = settings.extractor(visible_columns(like), settled.tags.kind)
        words = count_features(extractor, cache, scratch, like.hidden, memory, use)
        rules = make_rules(
            about.names,
            about.scheme,
            settings.chosen_order,
            learns_transitions=extractor.templates.transitions,
        )
        choices, tags = given(settings.options, SEEN), settled.tags
        blocks = ChainBlocks(cache, composed, choices, rules, extractor, tags, like.hidden, use)
        made = cls(settled, blocks.with_cells(), words)
        n_cells = made.blocks.n_cells
        told = f"{n_cells:,} weights by {composed.learner.name}"
        n_bytes = made._bytes(len(extractor.vocabulary_ or ()))
        memory.check_needed(n_bytes, told, "keep fewer features (--min-count 2)")
        return made

    @property
    def extractor(self) -> TokenExtractor:
        """What knows the features."""
        return self.blocks.extractor

    @property
    def n_features(self) -> tuple[int, int]:
        """How many features half of the sentences have often enough, and all of them."""
        cache = self.blocks.cache
        half = cache.read(range((len(cache.blocks) + 1) // 2))
        least = self.settled.settings.min_count
        _, counts = self.extractor.count(replace(half, hidden=self.blocks.hidden))
        n_half = int((counts >= (least if isinstance(least, int) else 1)).sum())
        return n_half, len(self.extractor.vocabulary_ or ())

    def needed(self, n_features: int) -> int:
        """Return the bytes of memory that learning takes with so many features."""
        return Memory(1 << 62).check_needed(self._bytes(n_features), "", "")

    def _bytes(self, n_features: int) -> int:
        learner, n_known = self.blocks.composed.learner, len(self.extractor.vocabulary_ or ())
        n_cells = self.blocks.n_cells * n_features // max(n_known, 1)
        # Most weights of those who learn from mistakes stay zero.
        tables = _OF_MISTAKES if learner.name in ("perceptron", "mira") else n_tables(learner)
        size = 8 if isinstance(learner, Batch) and learner.is_precise else 4
        return size * n_cells * tables + PER_FEATURE * n_features


def make_streamed_model(
    settled: Settled,
    cache: SentenceCache,
    fit: TaggerFit,
    extractor: TokenExtractor,
    words: NDArray[np.uint32],
) -> TaggerModel:
    """Return the model of what was found."""
    size = cache.n_sentences, cache.n_tokens
    about = settled.tags.about
    return make_model(settled.settings, settled.like, size, about, fit, extractor, words)


class TaggerTraining(SentenceTraining[TaggerSettings, TaggerModel]):
    """How a tagger is made of sentences that were read once."""

    _check, _at_once = staticmethod(check_streamed), staticmethod(train_tagger)

    def run(self) -> tuple[TaggerModel, tuple[str, ...]]:
        """Settle tags and features, and learn."""
        settled = settle(self.settings, self.cache, self.scratch)
        tell(self.files.source, settled.notes, stacklevel=5)
        learn = self._learn if settled.settings.row.has_features else self._count
        return learn(settled), settled.tags.about.notes

    def _count(self, settled: Settled) -> TaggerModel:
        fit, words = count_hmm(settled.settings, self.cache, settled.tags, self.use)
        assert fit.extractor is not None
        return make_streamed_model(settled, self.cache, fit, fit.extractor, words)

    def _learn(self, settled: Settled) -> TaggerModel:
        memory, epochs = Memory.of(self.files), None if self.dev is None else EPOCHS_WITH_DEV
        told = settled, self.cache, self.scratch, memory, self.use
        prepared = Prepared.of(*told, epochs=epochs)
        learner = prepared.blocks.composed.learner
        fitted = self._fit(learner, prepared.blocks, chains_in_parts, self._judge(prepared))
        fit = describe_fit(fitted, learner)
        return make_streamed_model(settled, self.cache, fit, prepared.extractor, prepared.words)

    def _judge(self, prepared: Prepared) -> Judge | None:
        """Return what tells the share of right tags in the held-out sentences."""
        if self.dev is None:
            return None
        settled, extractor = prepared.settled, prepared.extractor
        about, order = settled.tags.about, settled.settings.chosen_order
        gold = held_out_gold(self.dev, about, settled.settings)
        rows = extractor.rows(replace(self.dev, hidden=settled.like.hidden))
        is_known = gold >= 0

        def judge(weights: Table, bias: Table) -> float:
            found = prepared.blocks.unpack(weights)
            model = TaggerModel(
                extractor, found, about.names, about.scheme, order, n_threads=self.use.n_threads
            )
            return float(np.mean(model.tag(rows, None)[is_known] == gold[is_known]))

        return judge
