"""TRAIN HIGH BITS: counts of 1..HIGH words, texts in memory; seconds of fit_transform.

BITS is 0 for an exact vocabulary. The tokens are those of scikit-learn, so that counts can be
compared one by one.
"""

from __future__ import annotations

import json
import sys
import time

from matrix_digest import digest, peak_mb
from scipy.sparse import csr_matrix
from tsv import read

from linguine.features import Extractor, WordNgrams

_, texts = read(sys.argv[1])
high, bits = int(sys.argv[2]), int(sys.argv[3])
extractor = Extractor(
    WordNgrams(1, high, tokenizer="alphanumeric"),
    values="count",
    normalize=None,
    hash_bits=bits or None,
)
start = time.perf_counter()
X = extractor.fit_transform(texts)
seconds = time.perf_counter() - start
row = {"seconds": seconds, "peak_memory_mb": peak_mb()}
counts = csr_matrix((X.values, X.indices, X.indptr), shape=(X.n_rows, X.n_features))
names = None if bits else list(extractor.names())
print(json.dumps({**row, "digest": digest(counts, names)}))
