"""LIBRARY MODEL TEST single|batch: seconds of predict, with the model and the texts in memory.

single: one text of tweet length (the first 140 characters of a test text, whole words) a call, the
mean of 2000 calls in a loop. batch: all the test texts in one call.
"""

from __future__ import annotations

import json
import pickle
import sys
import time
from pathlib import Path
from typing import Any

from tsv import read

N_CALLS, TWEET = 2000, 140


def load(library: str, path: str) -> Any:
    if library == "scikit-learn":
        return pickle.loads(Path(path).read_bytes())
    from linguine import TextClassifier

    return TextClassifier.load(path)


def shorten(text: str) -> str:
    return text if len(text) <= TWEET else text[: TWEET + 1].rsplit(" ", 1)[0][:TWEET]


library, path, test, kind = sys.argv[1:]
model = load(library, path)
labels, texts = read(test)
model.predict(texts[:10])  # lazy imports and first pages are the business of the cold trial
if kind == "batch":
    start = time.perf_counter()
    predicted = model.predict(texts)
    seconds = time.perf_counter() - start
    n_right = sum(p == label for p, label in zip(predicted, labels, strict=True))
    print(json.dumps({"seconds": seconds, "accuracy": n_right / len(labels)}))
else:
    tweets = [[shorten(texts[i % len(texts)])] for i in range(N_CALLS)]
    for tweet in tweets[:100]:
        model.predict(tweet)
    start = time.perf_counter()
    for tweet in tweets:
        model.predict(tweet)
    print(json.dumps({"seconds": (time.perf_counter() - start) / N_CALLS}))
