"""A tagger of CRFsuite on CoNLL-2000, asked by CRFsuite and by linguine."""

from __future__ import annotations

import gzip
import json
import os
import sys
import time
from pathlib import Path

from benchmarks.opened.cases import N_TURNS, PROGRAMS, Original, Row
from linguine.compat import crfsuite

sys.path.insert(0, str(PROGRAMS))
from token_features import read_features  # what both programs read


def compare(folder: Path) -> Row:
    """Train with CRFsuite, and compare tags and all marginals."""
    data = Path(os.environ["LINGUINE_DATA"]) / "conll2000"
    train, model, answers = (folder / name for name in ("train.conll", "chunks.crf", "chunks.json"))
    with gzip.open(data / "train.conll.gz", "rb") as file:
        train.write_bytes(file.read())
    test = data / "test.conll"
    paths = [str(each) for each in (train, test, model, answers)]
    original = Original("original_crfsuite.py", paths)
    try:
        wanted = json.loads(answers.read_text(encoding="utf-8"))
        sentences, _ = read_features(str(test))
        crf = crfsuite.load(model)
        crf.n_threads = 1
        tags, marginals = crf.predict(sentences), crf.predict_marginals(sentences)
        times = []
        for _ in range(N_TURNS):
            theirs, begin = original.seconds(), time.process_time()
            crf.predict(sentences)
            times.append((theirs, time.process_time() - begin))
    finally:
        original.close()
    n = n_differ = 0
    largest = 0.0
    for found, rows, there in zip(tags, marginals, wanted, strict=True):
        n += len(found)
        n_differ += sum(a != b for a, b in zip(found, there["tags"], strict=True))
        for row, other in zip(rows, there["marginals"], strict=True):
            largest = max([largest, *(abs(row[tag] - p) for tag, p in other.items())])
    theirs, ours = (min(column) for column in zip(*times, strict=True))
    return Row(n, n_differ, largest, theirs, ours)
