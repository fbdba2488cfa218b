"""Decisions of text models in files: a promise, thresholds and weights of labels, sets."""

from __future__ import annotations

from typing import Any

import numpy as np

from linguine.model.conformal_sets import ConformalSets, n_kept
from linguine.model.costs import Costs
from linguine.model.file.loaded_model import LoadedModel
from linguine.model.promise import Promise
from linguine.tasks.text.model import TextModel

__all__ = ["build_decisions", "pack_decisions", "read_promise"]


def pack_decisions(model: TextModel) -> dict[str, Any]:
    """Return what the configuration says; nothing of what a model does not have."""
    made: dict[str, Any] = {}
    if model.promise is not None:
        made["promise"] = model.promise.to_config()
    if model.limits is not None:
        made["label_limits"] = model.limits.tolist()
    if model.costs is not None and model.costs.weights is not None:
        made["answer_weights"] = model.costs.weights.tolist()
    if model.sets is not None:
        made["sets"] = {"n": model.sets.n.tolist()}
    return made


def build_decisions(loaded: LoadedModel, n_labels: int) -> dict[str, Any]:
    """Return the fields of a model that a file tells."""
    config, made = loaded.config, dict[str, Any]()
    for name in ("label_limits", "answer_weights"):
        if (n := len(config.get(name, [0] * n_labels))) != n_labels:
            raise loaded.damaged(f"{name} must be one for each of {n_labels} labels; there are {n}")
    made["promise"] = read_promise(loaded)
    if "label_limits" in config:
        made["limits"] = np.array(config["label_limits"], np.float64)
    if "answer_weights" in config:
        made["costs"] = Costs.of_weights(np.array(config["answer_weights"], np.float64))
    made["sets"] = _sets(loaded, n_labels)
    return made


def _sets(loaded: LoadedModel, n_labels: int) -> ConformalSets | None:
    told = loaded.config.get("sets")
    if told is None:
        return None
    n = np.array(told["n"], np.int64)
    if len(n) != n_labels or not n.sum():
        raise loaded.damaged(f"sets must have held-out texts of {n_labels} labels; got {len(n)}")
    kept = n_kept(n)
    misses = loaded.tensor("misses_of_sets", dtype=np.float64, shape=(int(kept.sum()),))
    falls, ends = misses[1:] < misses[:-1], np.cumsum(kept)
    falls[ends[(ends > 0) & (ends < len(misses))] - 1] = False
    if not np.isfinite(misses).all() or misses.min() < 0 or misses.max() > 1 or falls.any():
        raise loaded.damaged(
            "misses of sets must ascend from 0 to 1, label by label; got "
            f"{misses.min():g} to {misses.max():g}, and {int(falls.sum())} are less than the last"
        )
    return ConformalSets(misses, n)


def read_promise(loaded: LoadedModel) -> Promise | None:
    """Return what a model promises, if it does."""
    told, threshold = loaded.config.get("promise"), loaded.config.get("reject_below")
    if told is None:
        return None
    counts = [told[name] for name in ("n_right", "n_answered", "n_held_out")]
    if threshold is None or sorted(counts) != counts:
        raise loaded.damaged(
            "a promise must have a threshold, and counts of right, answered and held-out texts of "
            f"which each is at most the next; got {threshold} and {counts}"
        )
    return Promise.from_config(told, threshold)
