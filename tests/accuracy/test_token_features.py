"""CRFsuite's own template on CoNLL-2000: as many features as it reports."""

from __future__ import annotations

import gzip

import numpy as np
import pytest

from linguine.features.token.defaults import crfsuite_chunking
from linguine.features.token.extractor import TokenExtractor

from ..features.token_tables import table
from .corpora import folder


@pytest.mark.slow
def test_the_tutorials_templates_give_the_tutorials_number_of_features() -> None:
    names = ("w", "pos", "chunk")
    with gzip.open(folder("conll2000") / "train.conll.gz", "rt", encoding="utf-8") as file:
        blocks = file.read().strip().split("\n\n")
    sentences = [
        [dict(zip(names, line.split(), strict=True)) for line in block.splitlines()]
        for block in blocks
    ]
    data = table(sentences, names)
    extractor = TokenExtractor(crfsuite_chunking())
    rows = extractor.fit_rows(data).tokens
    y = data.columns["chunk"].codes.astype(np.int64)
    n_labels = int(y.max()) + 1
    seen_with = np.repeat(y, np.diff(rows.indptr))
    n_pairs = len(np.unique(rows.indices * np.int64(n_labels) + seen_with))
    is_inner = np.ones(len(y), np.bool_)
    is_inner[data.offsets[:-1]] = False
    before = np.roll(y, 1)[is_inner]
    n_transitions = len(np.unique(before * n_labels + y[is_inner]))
    assert (rows.n_features, n_pairs, n_transitions) == (335_674, 452_610, 145)
    assert n_pairs + n_transitions == 452_755
