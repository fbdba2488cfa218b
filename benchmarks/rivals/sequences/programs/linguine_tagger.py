"""TRAIN TEST OPTIONS MODEL: fit a Tagger on sentences in memory, judge it, save it.

The clock covers fit, features included. Options that an algorithm does not have are left out, and
so are algorithms that this version does not have.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

import numpy as np

from linguine import Tagger
from linguine.data import read_sentences
from linguine.features.token.defaults import crfsuite_chunking
from linguine.tasks.tagger.algorithms import TAGGER_ALGORITHMS

train, test, told, path = sys.argv[1:]
options = json.loads(told)
algorithm = options.pop("algorithm")
if algorithm not in TAGGER_ALGORITHMS.names:
    print(json.dumps({"left_out": f"Tagger has no algorithm {algorithm!r}"}))
    raise SystemExit
if options.pop("templates", None):
    options["templates"] = crfsuite_chunking()
has = {*TAGGER_ALGORITHMS.get(algorithm).options, "templates", "order", "n_threads", "seed"}
options = {name: value for name, value in options.items() if name in has}
form: dict[str, Any] = (
    {"tag_column": "upos"} if train.endswith(".conllu") else {"columns": "w,pos,tag"}
)
sentences = read_sentences(train, **form)
start = time.perf_counter()
tagger = Tagger(algorithm, **options).fit(sentences)
seconds = time.perf_counter() - start
assert tagger.model_ is not None
judged = tagger.evaluate(read_sentences(test, **form))
tagger.save(path)
row = {
    "seconds": seconds,
    "accuracy": judged.token_accuracy,
    "f1": None if judged.spans is None else judged.spans.f1,
    "iterations": tagger.info_.get("n_iterations"),
    "objective": tagger.info_.get("objective"),
    "weights": int(np.count_nonzero(tagger.model_.weights.values)),
    "model_bytes": os.path.getsize(path),
}
print(json.dumps(row))
