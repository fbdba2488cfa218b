"""Counting texts: documents become rows of numbered features, and their labels become codes."""

from __future__ import annotations

import numpy as np

from linguine.data import Documents
from linguine.data.keeping.keeper import Keeper
from linguine.features import Extractor
from linguine.features.text.numbering import Numbering, number_features
from linguine.features.text.row_cache import RowCache
from linguine.tasks.text.model import take_apart
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.streaming.sample import MOST_BYTES, Sample

__all__ = ["GOLD", "WEIGHTS", "TextCounting"]

GOLD, WEIGHTS = "gold", "weights"


class TextCounting:
    """What is found in texts that are read once.

    Parameters
    ----------
    settings
        How texts are read.
    extractor
        Which features they have; it learns them later.
    keeper
        Where rows, labels and weights are kept.
    has_weights
        True if documents have weights of their own.
    sample_bytes
        How much text is kept to name hash buckets by.
    """

    def __init__(
        self,
        settings: TextSettings,
        extractor: Extractor,
        keeper: Keeper,
        *,
        has_weights: bool,
        sample_bytes: int = MOST_BYTES,
    ) -> None:
        reads = settings.reads
        self._reads, self._keeper, self._has_weights = reads, keeper, has_weights
        self.extractor = extractor
        self.cache = RowCache(keeper)
        self.numbering: Numbering = number_features(extractor, keeper)
        self.sample = Sample(() if reads.is_one_text else reads.names[1:], sample_bytes)
        self.names: dict[str, int] = {}

    def take(self, documents: Documents, n_known: int = 0) -> None:
        """Count the features of documents, but for the first, which are there already."""
        texts, columns = self._reads.read(*take_apart(self._reads, documents, None))
        if self.extractor.hash_bits is not None:
            self.sample.add(texts, columns)
        if n_known == len(documents):
            return
        assert documents.label_set is not None
        counts = self.numbering.count(texts, columns)
        if n_known:
            counts = counts.rows(n_known, counts.n_rows)
        codes = [self.names.setdefault(each, len(self.names)) for each in documents.label_set.names]
        gold = np.array(codes, np.int32)[documents.label_set.codes]
        self._keeper.append(GOLD, gold[n_known:])
        if self._has_weights:
            assert documents.weights is not None
            self._keeper.append(WEIGHTS, documents.weights[n_known:])
        self.cache.append(counts, self.numbering.frequencies)

    def finish(self) -> None:
        """Keep the last rows, as all has been read."""
        self.cache.finish(self.numbering.frequencies)
