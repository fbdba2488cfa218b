"""Streams: what a source holds, as UTF-8, at once or in blocks of whole lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

import numpy as np

from linguine.data.reading.encoding import Decoder
from linguine.data.reading.options import Bytes
from linguine.data.reading.source import Span, mapping, read_all, read_lines, source_name
from linguine.data.reading.transcoding import Encoding
from linguine.errors import check_number

__all__ = ["LARGE", "Parser", "check_block_bytes", "decoded", "decoded_mapping", "parse_blocks"]

#: Bytes of a tree or sentence from which on it is not looked at again for every block.
LARGE = 1 << 20
Found = TypeVar("Found")
Found_co = TypeVar("Found_co", covariant=True)


class Parser(Protocol[Found_co]):
    """Turns bytes of one format into documents or sentences, block after block.

    A block is valid UTF-8 and begins where the last one's consumed part ended; line numbers go on.
    """

    def parse(self, block: Bytes, is_last: bool) -> tuple[Found_co | None, int]:
        """Return what all whole records hold, and how many bytes they took.

        None while not even the head of the file, or one sentence, is whole.
        """
        ...


def decoded(place: str, encoding: Encoding) -> Bytes:
    """Return everything."""
    return Decoder(source_name(place), encoding)(read_all(place, encoding))


@contextmanager
def decoded_mapping(place: str, encoding: Encoding) -> Iterator[Bytes]:
    """Yield everything; a plain file in UTF-8 stays mapped and is not copied."""
    with mapping(place, encoding) as content:
        yield Decoder(source_name(place), encoding)(content)


def parse_blocks(
    place: str,
    encoding: Encoding,
    block_bytes: int,
    choose: Callable[[Bytes, bool], Parser[Found] | None],
    *,
    patient_from: int,
    span: Span | None = None,
) -> Iterator[Found]:
    """Yield what a parser finds in one block of whole lines after the other.

    Parameters
    ----------
    place, encoding, block_bytes
        The source, and how it is read.
    choose
        Returns the parser, given the first bytes and whether they are all; None: not known yet.
    patient_from
        Records of more bytes are not looked at again for every block.
    span
        Read these bytes alone.
    """
    decode = Decoder(source_name(place), encoding, 1 if span is None else span.line)
    parser: Parser[Found] | None = None
    waiting: list[Bytes] = []  # a record that is not whole yet, and what came after it
    n_needed = 0
    for block, is_last in read_lines(place, block_bytes, encoding, span):
        waiting.append(decode(block, is_last))
        # Looking again only at twice the bytes keeps a very long record from costing its square.
        if sum(map(len, waiting)) < n_needed and not is_last:
            continue
        content = np.concatenate(waiting) if len(waiting) > 1 else waiting[0]
        parser = choose(content, is_last) if parser is None else parser
        if parser is None:
            continue
        found, consumed = parser.parse(content, is_last)
        rest = content[consumed:]
        waiting = [rest] if len(rest) else []
        n_needed = 2 * len(rest) if len(rest) > patient_from else 0
        if found is not None:
            yield found


def check_block_bytes(owner: str, n: object) -> None:
    """Raise ParameterError unless a file can be read in blocks of so many bytes."""
    fix = "Use block_bytes=8388608 for 8 MB."
    check_number(owner, "block_bytes", n, low=1, integer=True, fix=fix)
