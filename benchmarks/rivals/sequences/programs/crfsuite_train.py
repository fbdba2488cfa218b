"""TRAIN TEST ALGORITHM PARAMS MODEL PREDICTED: seconds of train(), or of an epoch of "ap"."""

from __future__ import annotations

import json
import os
import sys
import time

import pycrfsuite
from conll import read, write
from crfsuite_attributes import attributes

train, test, algorithm, params, model, predicted = sys.argv[1:]
trainer = pycrfsuite.Trainer(algorithm=algorithm, params=json.loads(params), verbose=False)
for sentence, tags in zip(*read(train), strict=True):
    trainer.append(attributes(sentence), tags)
start = time.perf_counter()
trainer.train(model)
seconds = time.perf_counter() - start
log = trainer.logparser
row = {"iterations": len(log.iterations), "weights": log.featgen_num_features}
if algorithm == "ap":
    later = log.iterations[1:]  # as of linguine, whose first report also has the preparation
    seconds = sum(each["time"] for each in later) / len(later)
else:
    row["objective"] = log.last_iteration["loss"]
    row["weights"] = log.last_iteration["active_features"]
tagger = pycrfsuite.Tagger()
tagger.open(model)
write(predicted, (tagger.tag(attributes(sentence)) for sentence in read(test)[0]))
print(json.dumps({**row, "seconds": seconds, "model_bytes": os.path.getsize(model)}))
