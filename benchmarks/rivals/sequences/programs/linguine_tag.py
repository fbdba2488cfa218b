"""MODEL TEST PREDICTED: seconds from lists of (word, pos) to tags on one thread."""

from __future__ import annotations

import sys

from conll import read, write
from passes import time_passes

from linguine import Tagger

model, test, predicted = sys.argv[1:]
tagger = Tagger.load(model, n_threads=1)
sentences, _ = read(test)
write(predicted, time_passes(lambda: tagger.predict(sentences)))
