"""PYEVALB counts brackets as evalb does, in Python: the second opinion on our F1."""

from __future__ import annotations

from benchmarks.rivals.catalogue.judging import trees_to_score
from benchmarks.rivals.trial import Maker, Place, Trial, read_json

PACKAGE = "PYEVALB"
REQUIREMENTS = ("PYEVALB==0.1.3",)


def _score(place: Place) -> Trial:
    once = trees_to_score(place)
    step = place.program("pyevalb_score", str(place.data / "test.mrg"), str(once[0]))
    return Trial((step,), "Scorer().score_trees", read_json, once)


TRIALS: dict[tuple[str, str], Maker] = {("scoring", "default"): _score}
