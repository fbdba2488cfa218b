"""Model files that a forger has changed and sealed again."""

from __future__ import annotations

import copy
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.model.file.container import load_model, model_bytes

Tensors = dict[str, NDArray[Any]]
Config = dict[str, Any]

START = 8 + len(b'{"__metadata__":{"checksum":"crc32:')


def forge(data: bytes, change: Callable[[Tensors, Config], object]) -> bytes:
    """Change tensors and settings, and seal the file again: what a clever forger would do."""
    loaded = load_model(data)
    tensors = {name: values.copy() for name, values in loaded.tensors.items()}
    config = copy.deepcopy(loaded.config)
    change(tensors, config)
    return model_bytes(tensors, config)


def seal_again(header: bytes, data: bytes) -> bytes:
    """Give any header a right length and checksum: what a clever forger would do."""
    header += b" " * (-(8 + len(header)) % 64)
    file = bytearray(len(header).to_bytes(8, "little") + header + data)
    file[START : START + 25] = b"00000000:%016d" % len(file)
    file[START : START + 8] = b"%08x" % zlib.crc32(file)
    return bytes(file)


def flip_a_byte(tensors: Tensors, random: np.random.Generator) -> None:
    """Change one byte of one tensor."""
    names = [name for name in sorted(tensors) if tensors[name].nbytes]
    chosen = tensors[names[int(random.integers(len(names)))]]
    flat = chosen.reshape(-1).view(np.uint8)
    flat[int(random.integers(len(flat)))] ^= np.uint8(random.integers(1, 256))
