"""Model files that a forger has changed and sealed again."""

from __future__ import annotations

import copy
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import DataError
from linguine.model.file.container import load_model, model_bytes

from .messages import assert_three_parts

Tensors = dict[str, NDArray[Any]]
Config = dict[str, Any]

#: Files that a test forges; `make fuzz` forges as many as it has time for.
N_FORGED = 300
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


def damaged(data: bytes) -> Iterator[bytes]:
    """Every truncation of a file, and the file with each of its bytes changed in one bit."""
    for n in range(len(data)):
        yield data[:n]
    for i in range(len(data)):
        broken = bytearray(data)
        broken[i] ^= 1 << i % 8
        yield bytes(broken)


def assert_forgeries_are_answered_or_refused(
    data: bytes, load: Callable[[bytes], Any], ask: Callable[[Any], object]
) -> None:
    """Behind a right checksum any number may be wrong; the core must not trust it."""
    random, n_refused = np.random.default_rng(11), 0
    for _ in range(N_FORGED):
        broken = forge(data, lambda tensors, _: flip_a_byte(tensors, random))
        try:
            model = load(broken)
        except DataError as error:
            assert_three_parts(error, "must", "; |got ", r"[.?]$")
            n_refused += 1
            continue
        ask(model)
    assert 0 < n_refused < N_FORGED
