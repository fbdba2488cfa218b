"""GOLD PREDICTED: read both files and count brackets; nothing is left out of the count."""

from __future__ import annotations

import json
import sys
import time

from linguine.data import read_constituents
from linguine.reports.constituents.metrics import evaluate_constituents

start = time.process_time()
gold, predicted = map(read_constituents, sys.argv[1:])
scores = evaluate_constituents(gold, predicted, deleted=()).scores
row = {"f1": scores.f1, "complete": scores.exact_match}
print(json.dumps({"seconds": time.process_time() - start, "accuracy": scores.f1, **row}))
