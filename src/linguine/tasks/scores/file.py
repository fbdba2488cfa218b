"""Models of scores in files: a text model of one column, its link and the misses beside it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.model.conformal import MOST_MISSES, Conformal
from linguine.model.estimator import Functions
from linguine.model.file.loaded_model import LoadedModel
from linguine.tasks.scores.link import Link
from linguine.tasks.scores.model import ScoreModel
from linguine.tasks.scores.schema import SCHEMA
from linguine.tasks.text import file as text_file

__all__ = ["TASK", "build_model", "pack_model"]

TASK = "text-scores"


def pack_model(
    model: ScoreModel, quantize: str | None
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return what the file holds."""
    tensors, config = text_file.pack_model(model, quantize, task=TASK)
    link = model.link
    config["score"] = {
        "kind": link.kind,
        "center": link.center,
        "spread": link.spread,
        "n_values": len(link.values),
        "n_held_out": None if model.conformal is None else model.conformal.n,
    }
    if link.kind == "ordinal":
        tensors |= {"values": link.values, "thresholds": link.thresholds}
    if model.conformal is not None:
        tensors["misses"] = model.conformal.misses
    return tensors, config


def build_model(loaded: LoadedModel, functions: Functions | None = None) -> ScoreModel:
    """Return the model of an opened file."""
    made = text_file.build_model(
        loaded, functions, reader="TextRegressor", task=TASK, schema=SCHEMA
    )
    if made.n_labels != 1:
        raise loaded.damaged(f"a model of scores must have one column; this one has {made.labels}")
    with loaded.building():
        return ScoreModel(**vars(made), link=_link(loaded), conformal=_conformal(loaded))


def _link(loaded: LoadedModel) -> Link:
    told = loaded.setting("score", dict)
    kind, n = told["kind"], told["n_values"]
    if kind != "ordinal":
        return Link(kind, told["center"], told["spread"])
    if n < 2:
        raise loaded.damaged(f"ordered values must be at least two; got {n}")
    values = _ascending(loaded, "values", n)
    if (values[1:] == values[:-1]).any():
        raise loaded.damaged("ordered values must be different; two are the same")
    return Link(kind, values=values, thresholds=_ascending(loaded, "thresholds", n - 1))


def _conformal(loaded: LoadedModel) -> Conformal | None:
    n = loaded.setting("score", dict)["n_held_out"]
    if n is None:
        return None
    misses = _ascending(loaded, "misses", min(n, MOST_MISSES))
    if misses[0] < 0:
        raise loaded.damaged(f"misses must not be negative; one is {misses[0]:g}")
    return Conformal(misses, n)


def _ascending(loaded: LoadedModel, name: str, n: int) -> NDArray[np.float64]:
    values = loaded.tensor(name, dtype=np.float64, shape=(n,))
    if not (np.isfinite(values).all() and (values[1:] >= values[:-1]).all()):
        raise loaded.damaged(
            f"the tensor {name!r} must have finite numbers that ascend; got "
            f"{np.array2string(values, threshold=4, edgeitems=2)}"
        )
    return values
