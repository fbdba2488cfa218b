"""CRFsuite through python-crfsuite, one thread: it has no more.

Attributes are those of its chunking tutorial, as lists of strings. They are handed over before the
clock starts; train() then numbers features and writes the model, which the clock covers for L-BFGS.
For its perceptron ("ap") the seconds are those it reports for each epoch, so neither is counted.
"""

from __future__ import annotations

import json
from typing import Any

from benchmarks.rivals.trial import Command, Maker, Place, Trial, read_json

PACKAGE = "python-crfsuite"
REQUIREMENTS = ("python-crfsuite>=0.9.11",)

_L2 = {"c1": 0.0, "c2": 1.0}


def _train_command(place: Place, model: str, algorithm: str, params: dict[str, Any]) -> Command:
    files = str(place.data / "train.conll"), str(place.data / "test.conll")
    predicted = str(place.scratch / "predicted")
    told = json.dumps(params)
    return place.program("crfsuite_train", *files, algorithm, told, model, predicted)


def _judge(place: Place) -> Command:
    files = str(place.data / "test.conll"), str(place.scratch / "predicted")
    return (str(place.judge), str(place.programs / "judge.py"), *files)


def _train(algorithm: str, params: dict[str, Any]) -> Maker:
    def make(place: Place) -> Trial:
        told = ", ".join(f"{name}={value}" for name, value in params.items())
        step = _train_command(place, str(place.scratch / "model"), algorithm, params)
        return Trial(
            (step,), f"Trainer({algorithm!r}, {told}).train", read_json, judge=_judge(place)
        )

    return make


def _tag(place: Place) -> Trial:
    model = place.kept / f"{place.data.name}.crfsuite"
    files = str(place.data / "test.conll"), str(place.scratch / "predicted")
    step = place.program("crfsuite_tag", str(model), *files)
    once = model, _train_command(place, str(model), "lbfgs", _L2)
    return Trial((step,), "attributes in Python, Tagger.tag", read_json, once, _judge(place))


TRIALS: dict[tuple[str, str], Maker] = {
    ("lbfgs", "default"): _train("lbfgs", _L2),
    ("averaged", "default"): _train("ap", {"max_iterations": 10}),
    ("lists-to-tags", "default"): _tag,
}
