"""TEXTS OUT METHOD SEED: cluster the texts of a file; the clock begins with texts in memory."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from sklearn.cluster import KMeans
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

texts, out, method, seed = sys.argv[1:]
lines = [line.split("\t", 1)[1] for line in Path(texts).read_text("utf-8").splitlines()]
start = time.process_time()
if method == "lda":
    X = CountVectorizer(min_df=2, max_df=0.5).fit_transform(lines)
    model = LatentDirichletAllocation(20, random_state=int(seed))  # one process: its time is all
    found = model.fit_transform(X).argmax(axis=1)
else:
    X = TfidfVectorizer(min_df=2, max_df=0.5).fit_transform(lines)
    found = KMeans(20, n_init=1, random_state=int(seed)).fit_predict(X)
seconds = time.process_time() - start
Path(out, "clusters").write_text("".join(f"{each}\n" for each in found), "utf-8")
print(json.dumps({"seconds": seconds}))
