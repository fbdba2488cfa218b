"""GRAPH: the marginals of all variables, the graph made anew in each pass; it gives no log Z."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pyagrum as gum
from passes import time_passes

graph = json.loads(Path(sys.argv[1]).read_text("utf-8"))
potentials = [
    *(((i,), np.exp(each)) for i, each in enumerate(graph["variables"])),
    *((tuple(f), np.exp(t)) for f, t in zip(graph["factors"], graph["tables"], strict=True)),
]


def ask() -> float:
    field = gum.MarkovRandomField()
    for i, n in enumerate(graph["n_values"]):
        field.add(gum.LabelizedVariable(f"v{i}", "", n))
    for variables, table in potentials:
        # its last axis is the first variable
        field.addFactor([f"v{i}" for i in variables])[:] = np.ascontiguousarray(table.T)
    inference = gum.ShaferShenoyMRFInference(field)
    inference.makeInference()
    shares = [inference.posterior(f"v{i}")[:] for i in range(len(graph["n_values"]))]
    return float(shares[0][1])


mean, seconds = time_passes(ask)
print(json.dumps({"seconds": min(seconds), "first_mean": mean}))
