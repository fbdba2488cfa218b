"""Plan: what a training of a tagger will take, by one on a sample."""

from __future__ import annotations

from typing import Any

from linguine.data.keeping.scratch import Scratch
from linguine.data.keeping.sentence_cache import SentenceCache
from linguine.data.reading.sentence_files import SentenceFiles
from linguine.learning import Learner
from linguine.model.concurrency import Resources
from linguine.tasks.streaming.learning import StreamedFit
from linguine.tasks.streaming.memory import Memory
from linguine.tasks.streaming.plan import Foreseen
from linguine.tasks.streaming.token_plan import Sampled, foresee_sentences
from linguine.tasks.tagger.fitting import describe_fit
from linguine.tasks.tagger.gold.limits import PER_BYTE
from linguine.tasks.tagger.settings import TaggerSettings
from linguine.tasks.tagger.streaming.counting import count_hmm
from linguine.tasks.tagger.streaming.fitting import (
    Prepared,
    check_streamed,
    make_streamed_model,
    settle,
)

__all__ = ["foresee"]


def foresee(settings: TaggerSettings, files: SentenceFiles) -> Foreseen:
    """Return what a training will take."""
    from linguine.tasks.tagger.estimator import Tagger

    check_streamed(settings)

    def look(cache: SentenceCache, scratch: Scratch, use: Resources) -> Sampled:
        settled = settle(settings, cache, scratch)
        n_labels = len(settled.tags.about.names)
        if not settings.row.has_features:

            def count(learner: Learner | None) -> Any:
                fit, words = count_hmm(settled.settings, cache, settled.tags, use)
                assert fit.extractor is not None
                return Tagger.of_model(
                    make_streamed_model(settled, cache, fit, fit.extractor, words)
                )

            return Sampled(
                n_labels, (1, 1), None, count, lambda n: Memory(1 << 62).check_needed(0, "", "")
            )
        prepared = Prepared.of(settled, cache, scratch, Memory(1 << 62), use)

        def fit(learner: Learner | None) -> Any:
            assert learner is not None
            found = describe_fit(StreamedFit(learner, prepared.blocks, use).run(), learner)
            return Tagger.of_model(
                make_streamed_model(settled, cache, found, prepared.extractor, prepared.words)
            )

        return Sampled(
            n_labels, prepared.n_features, prepared.blocks.composed.learner, fit, prepared.needed
        )

    return foresee_sentences(settings, files, look, PER_BYTE)
