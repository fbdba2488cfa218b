"""Mutations of named arrays: they get shorter, longer, another type or content, or are lost."""

from __future__ import annotations

from random import Random

import numpy as np

from ..forging import Tensors

__all__ = ["change_tensor"]

_TYPES = ("uint8", "int8", "uint32", "int64", "float16", "float32", "float64", "uint64")


def change_tensor(tensors: Tensors, random: Random) -> None:
    """Change an array: its length, its type, its numbers, or whose it is."""
    if not tensors:
        return
    name = random.choice(sorted(tensors))
    values = tensors[name]
    kind = random.randrange(7)
    if kind == 0:
        del tensors[name]
    elif kind == 1:
        tensors[name] = values[: random.randrange(len(values) + 1)] if values.ndim else values
    elif kind == 2:
        tensors[name] = np.concatenate([values, values]) if values.ndim else values
    elif kind == 3:
        with np.errstate(all="ignore"):  # numbers that the other type does not have
            tensors[name] = values.astype(random.choice(_TYPES), casting="unsafe")
    elif kind == 4:
        other = random.choice(sorted(tensors))
        tensors[name], tensors[other] = tensors[other], tensors[name]
    elif kind == 5 and values.size:
        largest = np.iinfo(values.dtype).max if values.dtype.kind in "iu" else np.inf
        flat = values.reshape(-1)
        flat[random.randrange(flat.size)] = random.choice([largest, 0, 1])
    elif values.nbytes:
        raw = values.reshape(-1).view(np.uint8)
        raw[random.randrange(len(raw))] ^= np.uint8(1 << random.randrange(8))
