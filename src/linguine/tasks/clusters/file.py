"""Clusters in files: a text model with the words of each cluster beside it."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from linguine.model.estimator import Functions
from linguine.model.file.loaded_model import LoadedModel
from linguine.tasks.clusters.model import ClusterModel
from linguine.tasks.clusters.schema import SCHEMA
from linguine.tasks.text import file as text_file

__all__ = ["TASK", "build_model", "pack_model"]

TASK = "text-clusters"


def pack_model(
    model: ClusterModel, quantize: str | None
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return what the file holds."""
    return text_file.pack_model(model, quantize, task=TASK)


def build_model(loaded: LoadedModel, functions: Functions | None = None) -> ClusterModel:
    """Return the model of an opened file."""
    model = text_file.build_model(loaded, functions, reader="Clusterer", task=TASK, schema=SCHEMA)
    if len(model.info["clusters"]) != model.n_labels or model.calibrator is None:
        raise loaded.damaged(
            f"each of {model.n_labels} clusters must have its words, and probabilities; the file "
            f"describes {len(model.info['clusters'])}"
        )
    return model
