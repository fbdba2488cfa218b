"""TEST PREDICTED: token accuracy and span F1 of predicted tags, by one function for all rivals."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from conll import read

from linguine.reports.tags.span_metrics import evaluate_spans

_, gold = read(sys.argv[1])
predicted = Path(sys.argv[2]).read_text(encoding="utf-8").split()
right = [tag for tags in gold for tag in tags]
names = sorted({*right, *predicted})
code = {name: i for i, name in enumerate(names)}
offsets = np.concatenate([[0], np.cumsum([len(tags) for tags in gold])])
judged = evaluate_spans(
    np.array([code[tag] for tag in right]),
    np.array([code[tag] for tag in predicted]),
    names,
    offsets,
)
f1 = None if judged.spans is None else judged.spans.f1
print(json.dumps({"accuracy": judged.token_accuracy, "f1": f1}))
