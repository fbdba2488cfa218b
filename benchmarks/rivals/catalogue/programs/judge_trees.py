"""GOLD PREDICTED: labelled bracket F1 of the trees of a file, as `linguine evaluate` counts it."""

from __future__ import annotations

import json
import sys

from linguine.data import read_constituents
from linguine.reports.constituents.metrics import evaluate_constituents

gold, predicted = map(read_constituents, sys.argv[1:])
scores = evaluate_constituents(gold, predicted).scores
print(json.dumps({"accuracy": scores.f1, "f1": scores.f1, "complete": scores.exact_match}))
