"""Models of several labels per text in files: a text model with thresholds beside it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.model.estimator import Functions
from linguine.model.file.loaded_model import LoadedModel
from linguine.tasks.multilabel.label_tree import SetTreeModel
from linguine.tasks.multilabel.model import MultilabelModel
from linguine.tasks.multilabel.schema import SCHEMA, TASK
from linguine.tasks.text import file as text_file

__all__ = ["build_model", "pack_model"]


def pack_model(
    model: MultilabelModel, quantize: str | None
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return what the file holds."""
    thresholds = [model.threshold] if isinstance(model, SetTreeModel) else model.thresholds.tolist()
    more = {"thresholds": thresholds, "answers_table": model.is_table}
    return text_file.pack_model(model, quantize, task=TASK, more=more)


def build_model(loaded: LoadedModel, functions: Functions | None = None) -> MultilabelModel:
    """Return the model of an opened file."""
    model = text_file.build_model(
        loaded,
        functions,
        reader="TextClassifier",
        task=TASK,
        schema=SCHEMA,
        make=MultilabelModel,
        along=lambda: SetTreeModel,
    )
    assert isinstance(model, MultilabelModel)
    thresholds = np.array(loaded.setting("thresholds", list), np.float64)
    model.is_table = loaded.setting("answers_table", bool)
    n_needed = 1 if model.is_tree else model.n_labels
    if len(thresholds) != n_needed:
        raise loaded.damaged(
            f"{model.n_labels} labels must have {n_needed} thresholds; there are {len(thresholds)}"
        )
    if isinstance(model, SetTreeModel):
        model.threshold = float(thresholds[0])
    else:
        model.thresholds = thresholds
    return model
