"""MODEL TEST PREDICTED: seconds from lists of (word, pos) to tags on one thread."""

from __future__ import annotations

import sys

from conll import read, write
from tag_speed import print_speed

from linguine import Tagger

model, test, predicted = sys.argv[1:]
tagger = Tagger.load(model, n_threads=1)
sentences, _ = read(test)
write(predicted, print_speed(lambda: tagger.predict(sentences)))
