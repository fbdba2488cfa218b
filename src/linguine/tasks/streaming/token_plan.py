"""Token plan: what a training on sentences will take, by one on the beginnings of the files."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from linguine.data.keeping.scratch import Scratch, open_scratch
from linguine.data.keeping.sentence_cache import SentenceCache
from linguine.data.reading.sentence_files import SentenceFiles
from linguine.features.threads import count_threads
from linguine.learning import Learner
from linguine.model.concurrency import Resources
from linguine.tasks.settings import TaskSettings
from linguine.tasks.streaming.memory import fits, in_memory_bytes
from linguine.tasks.streaming.plan import Foreseen, foresee_passes, grow, read_head
from linguine.tasks.streaming.sentences import SentenceReading, n_bytes_of

__all__ = ["Sampled", "foresee_sentences"]

#: How much is read.
_BYTES = 2 << 20


@dataclass(frozen=True, eq=False)
class Sampled:
    """What a task makes of the sentences of a sample.

    Parameters
    ----------
    n_labels
        How many labels they have.
    n_features
        How many features the first half of them has, and all of them.
    learner
        The learner; None: they are counted.
    fit
        Learns by a learner, and returns an estimator that can be saved.
    needed
        From the number of features to the bytes of memory that learning takes.
    """

    n_labels: int
    n_features: tuple[int, int]
    learner: Learner | None
    fit: Callable[[Learner | None], Any]
    needed: Callable[[int], int]


def foresee_sentences(
    settings: TaskSettings,
    files: SentenceFiles,
    look: Callable[[SentenceCache, Scratch, Resources], Sampled],
    per_byte: int,
) -> Foreseen:
    """Return what a training will take.

    Parameters
    ----------
    settings, files
        What is to be learned, and from what.
    look
        Makes what is to be known of a sample.
    per_byte
        What a training in memory takes for each byte of text.
    """
    head = read_head(files, n_bytes_of, _BYTES)
    share = head.share_of(files)
    use = Resources(count_threads(settings.n_threads), settings.seed)
    with open_scratch(None) as scratch:
        start = time.perf_counter()
        cache = SentenceReading(head, scratch, "").run(use)
        sampled = look(cache, scratch, use)
        reading = time.perf_counter() - start
        passes = None if sampled.learner is None else foresee_passes(sampled.learner)
        start = time.perf_counter()
        made = sampled.fit(None if passes is None else passes.learner)
        a_pass = time.perf_counter() - start
        n_sampled, cache_bytes = cache.n_sentences, round(cache.n_bytes * share)
    n_sentences = round(n_sampled * share)
    n_passes = 1
    if passes is not None:
        n_passes, a_pass = passes.count(n_sentences, a_pass)
    n_features = round(grow(*sampled.n_features, share))
    return Foreseen(
        "sentences",
        n_sentences,
        round(head.n_bytes * share),
        n_features,
        sampled.n_labels,
        n_passes,
        (reading + n_passes * a_pass) * share,
        sampled.needed(n_features),
        round(_saved_bytes(made) * n_features / max(sampled.n_features[1], 1)),
        cache_bytes,
        "counts" if sampled.learner is None else sampled.learner.name,
        in_memory_bytes(files.n_bytes, per_byte),
        files.checkpoint is not None or not fits(files, per_byte),
        n_sampled,
    )


def _saved_bytes(made: Any) -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model")
        made.save(path)
        return os.path.getsize(path)
