"""Plan: what a training will take, said before it begins, from a sample."""

from __future__ import annotations

import dataclasses
import math
import os
import tempfile
import time

import numpy as np

from linguine.data.keeping.scratch import open_scratch
from linguine.data.reading.files import Files
from linguine.features.threads import count_threads
from linguine.model.concurrency import Resources
from linguine.tasks.streaming.memory import Memory, fits, in_memory_bytes
from linguine.tasks.streaming.plan import Foreseen, Head, foresee_passes, grow, read_head
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.streaming.cached import CachedTexts, n_bytes_of, read_once
from linguine.tasks.text.streaming.fitting import n_tables, streamed_recipe, train_streamed_model
from linguine.tasks.text.streaming.learning import TextBlocks

__all__ = ["foresee"]


def foresee(settings: TextSettings, files: Files) -> Foreseen:
    """Return what a training will take, by one on some of the texts."""
    head = read_head(files, n_bytes_of)
    use = Resources(count_threads(settings.n_threads), settings.seed)
    recipe = streamed_recipe(settings)
    composition = recipe.composition
    assert not isinstance(composition.learner, str)
    passes = foresee_passes(composition.learner)
    with open_scratch(None) as scratch:
        start = time.perf_counter()
        texts = read_once(settings, head, settings.extractor(recipe.weighting), scratch, use)
        reading = time.perf_counter() - start
        n_sampled, n_labels = texts.cache.n_rows, len(texts.classes)
        shortened = dataclasses.replace(composition, learner=passes.learner)
        blocks = TextBlocks(shortened, texts, texts.extractor.how(), texts.examples, use)
        start = time.perf_counter()
        if n_labels > 1:
            blocks.fit()
        a_pass = time.perf_counter() - start
        share = head.share_of(files)
        n_features = _grown(texts, share)
        cache = round(texts.cache.n_bytes * share)
    n_texts = round(n_sampled * share)
    n_passes, a_pass = passes.count(n_texts, a_pass)
    needed = Memory(1 << 62).check_learning(n_features, n_labels, "", n_tables(recipe, n_labels))
    a_feature = _model_bytes(settings, head, use) / max(texts.extractor.n_features, 1)
    return Foreseen(
        "texts",
        n_texts,
        round(head.n_bytes * share),
        n_features,
        n_labels,
        n_passes,
        (reading + n_passes * a_pass) * share,
        needed,
        round(a_feature * n_features),
        cache,
        composition.learner.name,
        in_memory_bytes(files.n_bytes),
        files.checkpoint is not None or not fits(files),
        n_sampled,
    )


def _grown(texts: CachedTexts, share: float) -> int:
    """Return how many features there will be."""
    n_blocks, n_numbers = len(texts.cache.blocks), len(texts.ids)
    everything = np.arange(n_numbers, dtype=np.uint32)
    counts = texts.cache.read(range(n_blocks), everything, 1)
    n_half = counts.n_rows // 2
    if n_half == 0:
        return texts.extractor.n_features
    is_many = round(counts.n_rows * share) >= 10_000
    least = 2 if texts.extractor.min_df is None and is_many else 1
    if isinstance(texts.extractor.min_df, int):
        least = texts.extractor.min_df
    half = np.bincount(counts.indices[: counts.indptr[n_half]], minlength=n_numbers)
    whole = np.bincount(counts.indices, minlength=n_numbers)
    before, after = (int((each >= least).sum()) for each in (half, whole))
    grown = grow(before, after, share)
    bits = texts.extractor.hash_bits
    if bits is not None:
        grown = float(1 << bits) * -math.expm1(-grown / float(1 << bits))
    most = texts.extractor.max_features
    return round(grown) if most is None else min(round(grown), most)


def _model_bytes(settings: TextSettings, head: Head, use: Resources) -> int:
    from linguine.tasks.text.estimator import TextClassifier

    model = train_streamed_model(dataclasses.replace(settings, calibration="none"), head, use)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model")
        made = TextClassifier.of_model(model)
        made.save(path)
        return os.path.getsize(path)
