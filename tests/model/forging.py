"""Model files that a forger has changed and sealed again."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.model.file_format import load_model, model_bytes

Tensors = dict[str, NDArray[Any]]
Config = dict[str, Any]


def forge(data: bytes, change: Callable[[Tensors, Config], object]) -> bytes:
    """Change tensors and settings, and seal the file again: what a clever forger would do."""
    loaded = load_model(data)
    tensors = {name: values.copy() for name, values in loaded.tensors.items()}
    config = copy.deepcopy(loaded.config)
    change(tensors, config)
    return model_bytes(tensors, config)


def flip_a_byte(tensors: Tensors, random: np.random.Generator) -> None:
    """Change one byte of one tensor."""
    names = [name for name in sorted(tensors) if tensors[name].nbytes]
    chosen = tensors[names[int(random.integers(len(names)))]]
    flat = chosen.reshape(-1).view(np.uint8)
    flat[int(random.integers(len(flat)))] ^= np.uint8(random.integers(1, 256))
