"""pyAgrum: exact inference on Markov random fields in C++ (Shafer and Shenoy's junction tree)."""

from __future__ import annotations

from benchmarks.rivals.trial import Maker, Place, Trial, read_json

PACKAGE = "pyagrum"
REQUIREMENTS = ("pyagrum>=2", "numpy")


def _grid(place: Place) -> Trial:
    step = place.program("pyagrum_grid", str(place.data / "graph.json"))
    return Trial((step,), "ShaferShenoyMRFInference", read_json)


TRIALS: dict[tuple[str, str], Maker] = {("marginals", "shafer-shenoy"): _grid}
