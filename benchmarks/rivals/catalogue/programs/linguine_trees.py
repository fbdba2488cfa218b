"""DATA OPTIONS OUT FILE: fit a ConstituencyParser on train.mrg, parse the words of a file.

The clock covers parsing on one thread; of short.mrg the tags are given.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from passes import time_passes

from linguine import ConstituencyParser
from linguine.data import read_constituents
from linguine.data.constituents import FORM, TAG

data, told, out, file = sys.argv[1:]
train = read_constituents(Path(data, "train.mrg"))
start = time.process_time()
parser = ConstituencyParser(**json.loads(told)).fit(train)
train_seconds = time.process_time() - start
sentences = read_constituents(Path(data, file)).sentences
words = sentences.texts_of(FORM)
tags = sentences.texts_of(TAG) if file == "short.mrg" else None
parser.set_params(n_threads=1)
start = time.process_time()
trees = parser.predict_trees(words, tags=tags)
seconds = time.process_time() - start
if file == "short.mrg":  # milliseconds: again, with warm caches
    _, passes = time_passes(lambda: parser.predict_trees(words, tags=tags))
    seconds = min(passes)
Path(out).mkdir(exist_ok=True)
Path(out, file).write_text("".join(f"{each}\n" for each in trees.to_brackets()), "utf-8")
row = {"seconds": seconds, "train_seconds": train_seconds}
print(json.dumps({**row, "sentences_per_second": len(trees) / seconds}))
