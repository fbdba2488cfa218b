"""TRAIN TEST MODEL ANSWERS: train, save, answer; then one time for each line of input."""

from __future__ import annotations

import json
import sys
import time

import pycrfsuite
from token_features import read_features

train, test, model_path, answers = sys.argv[1:]
trainer = pycrfsuite.Trainer(verbose=False)
for sentence, tags in zip(*read_features(train), strict=True):
    trainer.append(sentence, tags)
trainer.set_params({"c1": 0.1, "c2": 0.1, "max_iterations": 40})
trainer.train(model_path)
tagger = pycrfsuite.Tagger()
tagger.open(model_path)
sentences, _ = read_features(test)
found = []
for sentence in sentences:
    best = tagger.tag(sentence)
    rows = range(len(sentence))
    marginals = [{tag: tagger.marginal(tag, i) for tag in tagger.labels()} for i in rows]
    found.append({"tags": best, "marginals": marginals})
with open(answers, "w", encoding="utf-8") as file:
    json.dump(found, file)
print("done", flush=True)
for _ in sys.stdin:
    begin = time.process_time()
    for sentence in sentences:
        tagger.tag(sentence)
    print(time.process_time() - begin, flush=True)
