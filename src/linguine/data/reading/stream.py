"""Streams: what a source holds, as UTF-8, at once or in blocks of whole lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import numpy as np

from linguine.data.reading.encoding import Decoder
from linguine.data.reading.options import Bytes
from linguine.data.reading.source import mapping, read_all, read_lines, source_name
from linguine.errors import check_number

__all__ = ["check_block_bytes", "decoded", "decoded_blocks", "decoded_mapping", "parse_blocks"]

T = TypeVar("T")
LARGE = 1 << 20  # bytes of a record from which on it is not looked at again for every block


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


def parse_blocks(
    blocks: Iterable[tuple[Bytes, bool]], parse: Callable[[Bytes, bool], tuple[T | None, int]]
) -> Iterator[T]:
    """Yield what is found in blocks; what is not whole yet is looked at again with the next.

    Parameters
    ----------
    blocks
        Bytes, and whether they are the last.
    parse
        Returns what it found, if anything, and how many bytes that took.
    """
    waiting: list[Bytes] = []  # a record that is not whole yet, and what came after it
    n_needed = 0
    for block, is_last in blocks:
        waiting.append(block)
        # Looking again only at twice the bytes keeps a very long record from costing its square.
        if sum(map(len, waiting)) < n_needed and not is_last:
            continue
        content = np.concatenate(waiting) if len(waiting) > 1 else waiting[0]
        found, consumed = parse(content, is_last)
        rest = content[consumed:]
        waiting = [rest] if len(rest) else []
        n_needed = 2 * len(rest) if len(rest) > LARGE else 0
        if found is not None:
            yield found


def check_block_bytes(owner: str, n: object) -> None:
    """Raise ParameterError unless a file can be read in blocks of so many bytes."""
    fix = "Use block_bytes=8388608 for 8 MB."
    check_number(owner, "block_bytes", n, low=1, integer=True, fix=fix)
