"""Streams: what a source holds, as UTF-8, at once or in blocks of whole lines."""

from __future__ import annotations

import mmap
from collections.abc import Iterator

import numpy as np

from linguine.data.encoding import Decoder
from linguine.data.options import Bytes
from linguine.data.source import map_file, read_all, read_blocks, source_name

__all__ = ["decoded", "decoded_blocks"]


def decoded(place: str, encoding_errors: str) -> Bytes:
    """Return everything; a plain file in UTF-8 stays mapped and is not copied."""
    return Decoder(source_name(place), encoding_errors)(read_all(place))


def decoded_blocks(
    place: str, encoding_errors: str, block_bytes: int
) -> Iterator[tuple[Bytes, bool]]:
    """Yield blocks of whole lines, and whether it is the last: only that may lack a line end."""
    decode = Decoder(source_name(place), encoding_errors)
    if (mapped := map_file(place)) is not None:
        for lines, is_last in _mapped_blocks(mapped, block_bytes):
            yield decode(lines, is_last), is_last
        return
    waiting: list[bytes] = []
    for block in read_blocks(place, block_bytes):
        cut = block.rfind(b"\n") + 1
        if not cut:
            waiting.append(block)
            continue
        whole = b"".join([*waiting, block[:cut]])
        waiting = [block[cut:]]
        yield decode(np.frombuffer(whole, dtype=np.uint8), is_last=False), False
    yield decode(np.frombuffer(b"".join(waiting), dtype=np.uint8)), True


def _mapped_blocks(mapped: mmap.mmap, block_bytes: int) -> Iterator[tuple[Bytes, bool]]:
    """Yield a mapped file in blocks of whole lines, without a copy."""
    content = np.frombuffer(mapped, dtype=np.uint8)
    begin, n_bytes = 0, len(content)
    while begin < n_bytes:
        end = begin + block_bytes
        if end < n_bytes:
            end = mapped.rfind(b"\n", begin, end) + 1 or mapped.find(b"\n", end) + 1 or n_bytes
        end = min(end, n_bytes)
        yield content[begin:end], end == n_bytes
        begin = end
