"""GRAPH: log Z and the marginals of all variables, the graph made anew in each pass."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import numpy as np
from pgmpy.factors.discrete import DiscreteFactor
from pgmpy.inference import BeliefPropagation
from pgmpy.models import DiscreteMarkovNetwork

graph = json.loads(Path(sys.argv[1]).read_text("utf-8"))


def ask() -> float:
    network = DiscreteMarkovNetwork()
    network.add_nodes_from(range(len(graph["n_values"])))
    network.add_edges_from(map(tuple, graph["factors"]))
    for i, each in enumerate(graph["variables"]):
        network.add_factors(DiscreteFactor([i], [len(each)], np.exp(each)))
    for factor, table in zip(graph["factors"], graph["tables"], strict=True):
        network.add_factors(DiscreteFactor(list(factor), np.shape(table), np.exp(table)))
    inference = BeliefPropagation(network)
    inference.calibrate()
    shares = [
        inference.query([i], show_progress=False).values for i in range(len(graph["n_values"]))
    ]
    return float(shares[0][1])


start = time.process_time()
mean = ask()
print(json.dumps({"seconds": time.process_time() - start, "first_mean": mean}))
