"""Constituency parsers on the sample of the Penn Treebank: F1, speed, and a tree for everyone."""

from __future__ import annotations

import time

import numpy as np
import pytest

from linguine import ConstituencyParser
from linguine.data import Constituents, read_constituents

from .corpora import folder

pytestmark = pytest.mark.slow


def trees(name: str) -> Constituents:
    return read_constituents(folder("ptb_sample") / name)


# Bars of the catalogue; measured when written: see docs/design/0017-constituents.md.
@pytest.mark.parametrize(
    ("algorithm", "f1", "sentences_a_second"), [("pcfg", 0.72, 100), ("mira", 0.82, 50)]
)
def test_phrases_of_the_penn_treebank(algorithm: str, f1: float, sentences_a_second: int) -> None:
    test = trees("test.mrg")
    parser = ConstituencyParser(algorithm).fit(trees("train.mrg.gz"))
    scores = parser.evaluate(test).scores
    assert scores.f1 >= f1
    assert scores.n_sentences == len(test)
    short = test.take(np.flatnonzero(np.diff(test.sentences.offsets) <= 40))
    begin = time.process_time()
    found = parser.set_params(n_threads=1).predict_trees(short)
    assert len(short) / (time.process_time() - begin) >= sentences_a_second
    assert found.has_root().all()
