"""TRAIN TEST crf|perceptron THREADS SEED PREDICTED: seconds of learning, or of one epoch.

The clock starts when the features are there, and covers all that follows to the weights. Of the
perceptron the seconds are those between the reports of two epochs, as CRFsuite's are; what comes
before the first and after the last is in ``seconds_with_setup``, a tenth of the whole.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import numpy as np
from conll import write

from linguine import _core
from linguine.data import read_sentences
from linguine.features import TokenExtractor
from linguine.features.token.defaults import crfsuite_chunking
from linguine.learning import (
    Batch,
    ChainData,
    ChainProblem,
    Logistic,
    Online,
    PerceptronLoss,
)

EPOCHS = 10
train, test, kind, threads, seed, predicted = sys.argv[1:]
n_threads = int(threads)
sentences = read_sentences(train, columns="w,pos,tag")
tags = sentences.tags()
order = np.argsort(-np.bincount(tags.codes, minlength=len(tags.names)), kind="stable")
names = [tags.names[i] for i in order]
rank = np.argsort(order).astype(np.int32)
extractor = TokenExtractor(crfsuite_chunking(), n_threads=n_threads)
rows = extractor.fit_rows(sentences)
rules = _core.ChainRules(len(names), 1, None, None, None)

start = time.perf_counter()
data = ChainData.of(rows.tokens, sentences.offsets, rank[tags.codes])
reports: list[float] = []
use: dict[str, Any] = {"n_threads": n_threads, "seed": int(seed)}
use |= {"all_states": False, "all_transitions": False, "has_ends": False}
if kind == "crf":
    problem = ChainProblem(data=data, rules=rules, loss=Logistic(), l2=2.0, **use)
    fitted = Batch("lbfgs", tolerance=1e-5, memory=6).fit(problem)
else:
    use["report"] = lambda *_: reports.append(time.perf_counter())
    problem = ChainProblem(data=data, rules=rules, loss=PerceptronLoss(), **use)
    fitted = Online("perceptron", epochs=EPOCHS).fit(problem)
weights = fitted.weights
seconds = time.perf_counter() - start

model = _core.SequenceModel(
    rules, rows.tokens.n_features, 0, weights.offsets, weights.labels, weights.values, False
)
questions = read_sentences(test, columns="w,pos,tag")
cells = extractor.rows(questions).tokens
arrays = (cells.indptr.astype(np.int64), cells.indices, cells.values)
codes = model.tag(arrays, None, questions.offsets, None, n_threads)
answers = np.array(names, object)[codes]
write(predicted, (part.tolist() for part in np.split(answers, questions.offsets[1:-1])))
row: dict[str, Any] = {"iterations": fitted.n_iterations, "weights": len(weights.values)}
if kind == "crf":
    row |= {"objective": fitted.objective, "seconds": seconds}
else:
    row["seconds"] = (reports[-1] - reports[0]) / (EPOCHS - 1)
    row["seconds_with_setup"] = seconds / EPOCHS
print(json.dumps(row))
