"""A model that another one carries in its file: its bytes, as a tensor."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.model.file.loaded_model import LoadedModel

__all__ = ["pack_carried", "read_carried"]

_NAME = "tokenizer"


def pack_carried(tokenizer: bytes | None) -> dict[str, NDArray[Any]]:
    """Return the tensor of a tokenizer's file, or none."""
    return {} if tokenizer is None else {_NAME: np.frombuffer(tokenizer, np.uint8)}


def read_carried(loaded: LoadedModel) -> bytes | None:
    """Return the bytes of the tokenizer that a file carries; they are checked when it is used."""
    if _NAME not in loaded.tensors:
        return None
    return loaded.tensor(_NAME, dtype=np.uint8, shape=(None,)).tobytes()
