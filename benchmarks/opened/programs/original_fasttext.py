"""TRAIN TEST MODEL ANSWERS OPTIONS: train, save, answer; then one time for each line of input."""

from __future__ import annotations

import json
import sys
import time

import fasttext

train, test, model_path, answers, told = sys.argv[1:]
options = json.loads(told)
model = fasttext.train_supervised(train, verbose=0, **options["training"])
if options["quantised"] is not None:
    model.quantize(input=train, verbose=0, **options["quantised"])
model.save_model(model_path)
with open(test, encoding="utf-8") as file:
    texts = [line.rstrip("\n").split(" ", 1)[1] + "\n" for line in file]
k = len(model.labels)
found = [model.f.predict(text, k, 0.0, "strict") for text in texts]
with open(answers, "w", encoding="utf-8") as file:
    json.dump(found, file)
print("done", flush=True)
for _ in sys.stdin:
    begin = time.process_time()
    model.f.multilinePredict(texts, 1, 0.0, "strict")  # the fastest that the package has
    print(time.process_time() - begin, flush=True)
