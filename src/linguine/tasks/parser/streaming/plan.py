"""Plan: what a training of a parser will take, by one on a sample."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from linguine.data.keeping.scratch import Scratch
from linguine.data.keeping.sentence_cache import SentenceCache
from linguine.data.reading.sentence_files import SentenceFiles
from linguine.learning import Learner
from linguine.model.concurrency import Resources
from linguine.tasks.parser.settings import ParserSettings
from linguine.tasks.parser.streaming.fitting import blocks_of, check_memory, check_streamed
from linguine.tasks.parser.training import make_model
from linguine.tasks.streaming.composing import n_tables
from linguine.tasks.streaming.learning import StreamedFit
from linguine.tasks.streaming.memory import PER_BYTE, Memory
from linguine.tasks.streaming.plan import Foreseen
from linguine.tasks.streaming.token_plan import Sampled, foresee_sentences

__all__ = ["foresee"]


def foresee(settings: ParserSettings, files: SentenceFiles) -> Foreseen:
    """Return what a training will take."""
    from linguine.tasks.parser.estimator import DependencyParser

    composed = check_streamed(settings)

    def look(cache: SentenceCache, scratch: Scratch, use: Resources) -> Sampled:
        blocks = blocks_of(settings, cache, scratch, use)
        relations = blocks.trees.relations
        learner = composed.choose("tree", max(3, len(relations))).learner

        def fit(learner: Learner | None) -> Any:
            assert learner is not None
            fitted = StreamedFit(learner, blocks, use).run()
            size = cache.n_sentences, cache.n_tokens
            return DependencyParser.of_model(
                make_model(settings, size, blocks.extractor, relations, learner, fitted)
            )

        def needed(n_features: int) -> int:
            return check_memory(Memory(1 << 62), blocks, learner)

        # Features are hashed: there are as many weights as there are.
        return Sampled(len(relations), (blocks.n_cells, blocks.n_cells), learner, fit, needed)

    found = foresee_sentences(settings, files, look, PER_BYTE)
    tables = 4 * found.n_features * n_tables(composed.learner)  # which training in memory has, too
    return replace(found, in_memory_bytes=found.in_memory_bytes + tables)
