"""DATA OPTIONS MODEL OUT PART...: train UDPipe's parser from scratch, parse parts of the treebank.

The clock covers its training on sentences that were read, its evaluations on dev included: it keeps
the best of its iterations.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from udpipe_parse import parse, read
from ufal.udpipe import ProcessingError, Sentences, Trainer


def sentences_of(part: str) -> Sentences:
    sentences = Sentences()
    for sentence in read(Path(data, f"{part}.conllu")):
        sentences.push_back(sentence)
    return sentences


data, options, model, out, *parts = sys.argv[1:]
told = sentences_of("train"), sentences_of("dev"), "none", "none", options  # no other components
error = ProcessingError()
start = time.perf_counter()
trained = Trainer.train("morphodita_parsito", *told, error)
seconds = time.perf_counter() - start
if error.occurred():
    raise SystemExit(error.message)
Path(model).write_bytes(trained)
row = {"model_bytes": os.path.getsize(model)}
print(json.dumps({**row, **parse(model, data, out, parts), "seconds": seconds}))
