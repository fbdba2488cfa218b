"""TRAIN TEST OPTIONS: fastText from `__label__` files to accuracy."""

from __future__ import annotations

import json
import sys

import fasttext

model = fasttext.train_supervised(sys.argv[1], verbose=0, **json.loads(sys.argv[3]))
_, precision, _ = model.test(sys.argv[2])  # at one label a line: accuracy
print(json.dumps({"accuracy": precision}))
