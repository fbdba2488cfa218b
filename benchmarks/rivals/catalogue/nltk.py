"""NLTK: a grammar by `induce_pcfg`, trees by `ViterbiParser`. One pass: it is slow.

Its parser refuses words that the grammar has not seen, so it is given tags instead of words, and
linguine is given the same tags.
"""

from __future__ import annotations

from benchmarks.rivals.catalogue.judging import judge_trees
from benchmarks.rivals.trial import Maker, Place, Trial, read_json

PACKAGE = "nltk"
REQUIREMENTS = ("nltk>=3.9",)


def _short(place: Place) -> Trial:
    step = place.program("nltk_short", str(place.data), str(place.scratch))
    judge = judge_trees(place, "short.mrg")
    return Trial((step,), "ViterbiParser(induce_pcfg(...))", read_json, judge=judge)


TRIALS: dict[tuple[str, str], Maker] = {("short", "viterbi"): _short}
