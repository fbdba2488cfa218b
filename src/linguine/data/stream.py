"""Streams: what a source holds, as UTF-8, at once or in blocks of whole lines."""

from __future__ import annotations

from collections.abc import Iterator

from linguine.data.encoding import Decoder
from linguine.data.options import Bytes
from linguine.data.source import read_all, read_lines, source_name

__all__ = ["decoded", "decoded_blocks"]


def decoded(place: str, encoding_errors: str) -> Bytes:
    """Return everything; a plain file in UTF-8 stays mapped and is not copied."""
    return Decoder(source_name(place), encoding_errors)(read_all(place))


def decoded_blocks(
    place: str, encoding_errors: str, block_bytes: int
) -> Iterator[tuple[Bytes, bool]]:
    """Yield blocks of whole lines, and whether it is the last: only that may lack a line end."""
    decode = Decoder(source_name(place), encoding_errors)
    for block, is_last in read_lines(place, block_bytes):
        yield decode(block, is_last), is_last
