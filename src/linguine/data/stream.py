"""Streams: what a source holds, as UTF-8, at once or in blocks of whole lines."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from linguine.data.encoding import Decoder
from linguine.data.options import Bytes
from linguine.data.source import read_all, read_blocks, source_name

__all__ = ["decoded", "decoded_blocks"]


def decoded(place: str, encoding_errors: str) -> Bytes:
    """Return everything; a plain file in UTF-8 stays mapped and is not copied."""
    return Decoder(source_name(place), encoding_errors)(read_all(place))


def decoded_blocks(
    place: str, encoding_errors: str, block_bytes: int
) -> Iterator[tuple[Bytes, bool]]:
    """Yield blocks of whole lines, and whether it is the last: only that may lack a line end."""
    decode = Decoder(source_name(place), encoding_errors)
    waiting: list[bytes] = []
    for block in read_blocks(place, block_bytes):
        cut = block.rfind(b"\n") + 1
        if not cut:
            waiting.append(block)
            continue
        lines = b"".join([*waiting, block[:cut]])
        waiting = [block[cut:]]
        yield decode(np.frombuffer(lines, dtype=np.uint8), is_last=False), False
    yield decode(np.frombuffer(b"".join(waiting), dtype=np.uint8)), True
