"""linguine: ConstituencyParser, Clusterer, GaussianMixture and FactorGraph, with their defaults.

`short` has rows for the grammar that NLTK is given (no parent, two siblings remembered) and for
the one that `pcfg` is by default.
"""

from __future__ import annotations

import json
from typing import Any

from benchmarks.rivals.catalogue.judging import judge_clusters, judge_trees, trees_to_score
from benchmarks.rivals.trial import Maker, Place, Trial, read_json


def _trees(file: str, **options: Any) -> Maker:
    def make(place: Place) -> Trial:
        told = json.dumps({**options, "seed": place.seed})
        step = place.program("linguine_trees", str(place.data), told, str(place.scratch), file)
        shown = ", ".join(f"{name}={value!r}" for name, value in options.items())
        how = "predict_trees" + (", tags given" if file == "short.mrg" else "")
        return Trial(
            (step,),
            f"ConstituencyParser({shown}), {how}",
            read_json,
            judge=judge_trees(place, file),
        )

    return make


def _score(place: Place) -> Trial:
    once = trees_to_score(place)
    step = place.program("linguine_score", str(place.data / "test.mrg"), str(once[0]))
    return Trial((step,), "evaluate_constituents, deleted=()", read_json, once)


def _texts(place: Place) -> Trial:
    step = place.program("linguine_clusters", place.train, str(place.scratch), str(place.threads))
    judge = judge_clusters(place, "train.tsv")
    return Trial((step,), "Clusterer(20), ten starts", read_json, judge=judge)


def _points(place: Place) -> Trial:
    step = place.program(
        "linguine_points", str(place.data / "points.csv"), str(place.scratch), str(place.threads)
    )
    judge = judge_clusters(place, "points.csv")
    return Trial((step,), "GaussianMixture(10)", read_json, judge=judge)


def _grid(place: Place) -> Trial:
    step = place.program("linguine_grid", str(place.data / "graph.json"))
    return Trial((step,), "FactorGraph(method='exact').sums", read_json)


TRIALS: dict[tuple[str, str], Maker] = {
    **{
        ("trees", name): _trees("test.mrg", algorithm=name)
        for name in ("pcfg", "perceptron", "mira", "svm")
    },
    ("short", "as-nltk"): _trees("short.mrg", algorithm="pcfg", vertical=1, horizontal=2),
    ("short", "pcfg"): _trees("short.mrg", algorithm="pcfg"),
    ("scoring", "default"): _score,
    ("texts", "default"): _texts,
    ("points", "default"): _points,
    ("marginals", "default"): _grid,
}
