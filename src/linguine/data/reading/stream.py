"""Streams: what a source holds, as UTF-8, at once or in blocks of whole lines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from linguine.data.reading.encoding import Decoder
from linguine.data.reading.options import Bytes
from linguine.data.reading.source import mapping, read_all, read_lines, source_name
from linguine.errors import check_number

__all__ = ["check_block_bytes", "decoded", "decoded_blocks", "decoded_mapping"]


def decoded(place: str, encoding_errors: str) -> Bytes:
    """Return everything."""
    return Decoder(source_name(place), encoding_errors)(read_all(place))


@contextmanager
def decoded_mapping(place: str, encoding_errors: str) -> Iterator[Bytes]:
    """Yield everything; a plain file in UTF-8 stays mapped and is not copied."""
    with mapping(place) as content:
        yield Decoder(source_name(place), encoding_errors)(content)


def decoded_blocks(
    place: str, encoding_errors: str, block_bytes: int
) -> Iterator[tuple[Bytes, bool]]:
    """Yield blocks of whole lines, and whether it is the last: only that may lack a line end."""
    decode = Decoder(source_name(place), encoding_errors)
    for block, is_last in read_lines(place, block_bytes):
        yield decode(block, is_last), is_last


def check_block_bytes(owner: str, n: object) -> None:
    """Raise ParameterError unless a file can be read in blocks of so many bytes."""
    fix = "Use block_bytes=8388608 for 8 MB."
    check_number(owner, "block_bytes", n, low=1, integer=True, fix=fix)
