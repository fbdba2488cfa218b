"""MODEL TEST PREDICTED: seconds from lists of (word, pos) to tags, attributes included."""

from __future__ import annotations

import sys

import pycrfsuite
from conll import read, write
from crfsuite_attributes import attributes
from tag_speed import print_speed

model, test, predicted = sys.argv[1:]
tagger = pycrfsuite.Tagger()
tagger.open(model)
sentences, _ = read(test)
write(predicted, print_speed(lambda: [tagger.tag(attributes(each)) for each in sentences]))
