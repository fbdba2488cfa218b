"""DATA OPTIONS MODEL OUT PART...: fit a DependencyParser, save it, parse parts of the treebank.

The clock covers fit on sentences that were read, features included.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from linguine_parse import parse

from linguine import DependencyParser
from linguine.data import read_sentences

data, told, model, out, *parts = sys.argv[1:]
sentences = read_sentences(Path(data, "train.conllu"))
start = time.perf_counter()
parser = DependencyParser(**json.loads(told)).fit(sentences)
seconds = time.perf_counter() - start
parser.save(model)
row = {
    "iterations": parser.info_["n_iterations"],
    "weights": parser.info_["n_weights"],
    "model_bytes": os.path.getsize(model),
}
del parser, sentences  # what follows is what a user of the saved model has
print(json.dumps({**row, **parse(model, data, out, parts), "seconds": seconds}))
