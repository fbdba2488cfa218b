"""Labels out of a model file."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.model.file.loaded_model import LoadedModel

__all__ = ["read_classes"]


def read_classes(loaded: LoadedModel) -> NDArray[Any]:
    """Return the labels of a model, sorted and of one type : (n_labels,)."""
    labels = loaded.setting("labels", list)
    kind = loaded.setting("label_type", str)
    if not all(type(each).__name__ == kind for each in labels):
        raise loaded.damaged(
            f"labels must all be of one type (str, int, float or bool); the file says {kind!r}"
        )
    if len(labels) < 1 or any(a >= b for a, b in itertools.pairwise(labels)):
        raise loaded.damaged(f"a model must have different labels in order; got {labels[:5]}")
    return np.array(labels)
