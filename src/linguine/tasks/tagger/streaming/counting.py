"""Counting a stream: a hidden Markov model from sentences that come block after block."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linguine.data.keeping.sentence_cache import SentenceCache
from linguine.data.reading.column_names import word_column
from linguine.features.token.plan import visible_columns
from linguine.learning.generative.hmm_counts import HmmCounts
from linguine.model.concurrency import Resources, one_ahead
from linguine.tasks.streaming.groups import group
from linguine.tasks.tagger.fitting import TaggerFit, describe_hmm
from linguine.tasks.tagger.model import hash_words
from linguine.tasks.tagger.settings import TaggerSettings
from linguine.tasks.tagger.streaming.gold import StreamedTags

__all__ = ["count_hmm"]


def count_hmm(
    settings: TaggerSettings, cache: SentenceCache, tags: StreamedTags, use: Resources
) -> tuple[TaggerFit, NDArray[np.uint32]]:
    """Return the model that all sentences make, and the hashes of their words."""
    from linguine.learning.generative.hmm import estimate_from_counts  # needs SciPy

    n_tags, order = len(tags.about.names), settings.chosen_order
    counts: HmmCounts | None = None
    words = np.zeros(0, np.uint32)
    groups = group(range(len(cache.blocks)))
    for i, (blocks, sentences) in enumerate(
        zip(groups, one_ahead(cache.read(each) for each in groups), strict=True)
    ):
        column = sentences.column(word_column(visible_columns(sentences)))
        gold = tags.read(blocks)
        found = HmmCounts.of(
            column.values.tolist(), column.codes, gold, sentences.offsets, n_tags, order
        )
        counts = found if counts is None else counts.plus(found)
        words = np.union1d(words, hash_words(column))
        if use.report is not None:
            use.report("counting", i + 1, len(groups), 0.0)
    assert counts is not None
    made = estimate_from_counts(counts, order=order, n_threads=use.n_threads, **settings.options)
    return describe_hmm(made), words.astype(np.uint32)
