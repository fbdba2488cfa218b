"""TRAIN HIGH exact|hashed: counts of 1..HIGH words, texts in memory; seconds of fit_transform."""

from __future__ import annotations

import json
import sys
import time

from matrix_digest import digest, peak_mb
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer
from tsv import read

_, texts = read(sys.argv[1])
ngrams = (1, int(sys.argv[2]))
is_hashed = sys.argv[3] == "hashed"
vectorizer = (
    HashingVectorizer(ngram_range=ngrams, norm=None, alternate_sign=False)
    if is_hashed
    else CountVectorizer(ngram_range=ngrams)
)
start = time.perf_counter()
X = vectorizer.fit_transform(texts)
seconds = time.perf_counter() - start
row = {"seconds": seconds, "peak_memory_mb": peak_mb()}
names = None if is_hashed else list(vectorizer.get_feature_names_out())
print(json.dumps({**row, "digest": digest(X, names)}))
