"""pgmpy: belief propagation over the junction tree of a Markov network, in NumPy."""

from __future__ import annotations

from benchmarks.rivals.trial import Maker, Place, Trial, read_json

PACKAGE = "pgmpy"
REQUIREMENTS = ("pgmpy>=1",)


def _grid(place: Place) -> Trial:
    step = place.program("pgmpy_grid", str(place.data / "graph.json"))
    return Trial((step,), "BeliefPropagation.calibrate, query of each variable", read_json)


TRIALS: dict[tuple[str, str], Maker] = {("marginals", "belief-propagation"): _grid}
