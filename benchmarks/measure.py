"""One fit in a fresh process: load, fit, judge, print one JSON row.

Run by compare.py as ``python -m benchmarks.measure '<json>'``. The test matrix and the objective
come after the peak of memory has been read, so they do not count.
"""

from __future__ import annotations

import gc
import hashlib
import json
import resource
import sys
import time
import warnings
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.datasets import DATASETS, load
from benchmarks.jobs import Run
from benchmarks.objective import objective
from benchmarks.rivals import RIVALS
from benchmarks.suites import SUITES


def measure(order: dict[str, Any]) -> dict[str, Any]:
    dataset, rival = DATASETS[order["dataset"]], RIVALS[order["rival"]]
    job = next(job for job in SUITES[order["suite"]].jobs if job.name == order["job"])
    X, y = load(dataset, "train")
    run = Run(job, X.shape[0], dataset.n_labels, order["threads"], order["seed"])
    model = rival.estimators[job.name, order["setting"]](run)
    if hasattr(model, "prepare"):
        model.prepare(X, y)
    gc.collect()
    before = _resident_mb()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        start = time.perf_counter()
        model.fit(X, y)
        seconds = time.perf_counter() - start
    peak = _peak_mb()
    weights = _weights(model)
    return {
        "version": _version(rival.package),
        "set_as": " ".join(repr(model).split()),
        "seconds": round(seconds, 6),
        "memory_before_mb": round(before, 1),
        "peak_memory_mb": round(peak, 1),
        "accuracy": _accuracy(model, dataset),
        "objective": objective(job, X, y, *weights) if weights and job.loss else None,
        "iterations": _iterations(model),
        "zeros": float(np.mean(np.asarray(weights[0]) == 0.0)) if weights else None,
        "digest": _digest(weights) if weights else None,
        "warnings": "; ".join(sorted({warning.category.__name__ for warning in caught})),
    }


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:  # imported from a folder, `--linguine src`
        return str(__import__(package).__version__)


def _weights(model: Any) -> tuple[Any, Any] | None:
    """coef_ and intercept_, where the model has them."""
    if not hasattr(model, "coef_"):
        return None
    return np.atleast_2d(model.coef_), np.atleast_1d(model.intercept_)


def _accuracy(model: Any, dataset: Any) -> float:
    X, y = load(dataset, "test")
    return float(np.mean(model.predict(X) == y))


def _iterations(model: Any) -> int | None:
    iterations = getattr(model, "n_iter_", None)
    return None if iterations is None else int(np.max(iterations))


def _digest(weights: tuple[Any, Any]) -> str:
    parts = (np.ascontiguousarray(part).tobytes() for part in weights)
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def _resident_mb() -> float:
    statm = Path("/proc/self/statm")
    if not statm.exists():  # macOS: the highest so far is the nearest there is
        return _peak_mb()
    return int(statm.read_text().split()[1]) * resource.getpagesize() / 2**20


def _peak_mb() -> float:
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20


if __name__ == "__main__":
    print(json.dumps(measure(json.loads(sys.argv[1]))))
