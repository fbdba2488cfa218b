"""TEXTS OUT THREADS: cluster the texts of a file; the clock begins with texts in memory."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from linguine import Clusterer

texts, out, threads = sys.argv[1:]
lines = [line.split("\t", 1)[1] for line in Path(texts).read_text("utf-8").splitlines()]
start = time.process_time()
found = Clusterer(20, n_threads=int(threads)).fit(lines).predict(lines)
seconds = time.process_time() - start
Path(out, "clusters").write_text("".join(f"{each}\n" for each in found), "utf-8")
print(json.dumps({"seconds": seconds}))
