"""Target: files of models that have no verb: kernel machines, and CRFsuite's features."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from .case import Case
from .models import damage_model

__all__ = ["MatrixModelTarget"]

_X = np.array([[0.0, 1.0, 2.0], [1.0, 0.0, 0.0], [0.0, 2.0, 2.0], [3.0, 0.0, 1.0]])
_Y = ["a", "b", "a", "c"]
_TEXTS = ["spam ham", "lunch", "ham spam", "noon"]
_TREES = ["(S (A a) (B b))", "(S (A a))", "(S (A c) (B b))", "(S (B b))"]
_SENTENCES = [[["w=he", "bias"], {"w": "sees", "n": 0.5}], [["w=it"]]]


@cache
def _seeds() -> dict[str, tuple[Any, bytes, Any]]:
    """Name -> class, file, and what its model is asked."""
    from scipy.sparse import csr_array  # not for every worker

    from linguine import CRF, KernelPerceptron, KernelSVM
    from linguine.kernels import RBF, Spectrum, SubsetTree

    made: dict[str, tuple[Any, bytes, Any]] = {}
    for name, machine, X in (
        ("dense", KernelSVM(RBF()), _X),
        ("sparse", KernelSVM(RBF()), csr_array(_X)),
        ("texts", KernelPerceptron(Spectrum(2)), _TEXTS),
        ("trees", KernelSVM(SubsetTree()), _TREES),
    ):
        machine.fit(X, _Y)
        made[name] = type(machine), machine.to_bytes(), X
    crf = CRF(max_iterations=4).fit(_SENTENCES, [["P", "V"], ["P"]])
    return {**made, "crf": (CRF, crf.to_bytes(), _SENTENCES)}


@dataclass(frozen=True)
class MatrixModelTarget:
    """A model of one kind, changed somewhere, in the hands of its class."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        name = random.choice(sorted(_seeds()))
        return damage_model(_seeds()[name][1], random), {"model": name}

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        kind, _, asked = _seeds()[case.settings["model"]]
        model = kind.load(case.data)
        model.predict(asked)
        if hasattr(model, "decision_function"):
            model.decision_function(asked)
        kind.load(model.to_bytes())
