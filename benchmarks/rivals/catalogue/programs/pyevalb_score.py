"""GOLD PREDICTED: read both files and count brackets with PYEVALB; tags are no brackets."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from PYEVALB import parser, scorer

start = time.process_time()
files = [Path(name).read_text("utf-8").splitlines() for name in sys.argv[1:]]
judge, n_right, n_gold, n_found, n_complete = scorer.Scorer(), 0, 0, 0, 0
for gold, found in zip(*files, strict=True):
    result = judge.score_trees(
        parser.create_from_bracket_string(gold), parser.create_from_bracket_string(found)
    )
    n_right += result.matched_brackets
    n_gold += result.gold_brackets
    n_found += result.test_brackets
    n_complete += result.matched_brackets == result.gold_brackets == result.test_brackets
f1 = 2 * n_right / (n_gold + n_found)
row = {"f1": f1, "complete": n_complete / len(files[0])}
print(json.dumps({"seconds": time.process_time() - start, "accuracy": f1, **row}))
