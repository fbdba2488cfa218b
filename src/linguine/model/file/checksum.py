r"""Checksum: the first bytes of a model file, which vouch for all the others.

A file begins with the length of its header, eight bytes, and then always with the text

.. code-block:: text

    {"__metadata__":{"checksum":"crc32:9ae0daaf:0000000000123456", ...

the CRC-32 of the file in hexadecimal and the number of its bytes in decimal. The CRC is taken
over every byte of the file, with zeros for its own eight digits. The places are fixed, so both
are checked before anything else is interpreted.

CRC-32 finds every damage within four adjacent bytes for certain, and any other with probability
1 - 2^-32. It is no signature: whoever changes a file on purpose can also change its checksum.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable

__all__ = ["FRAME_BYTES", "PLACEHOLDER", "check_seal", "is_cut_frame", "read_seal", "seal_header"]

PLACEHOLDER = "crc32:00000000:0000000000000000"
_START = b'{"__metadata__":{"checksum":"crc32:'
_CRC_AT = 8 + len(_START)
_SIZE_AT = _CRC_AT + 9
FRAME_BYTES = _SIZE_AT + 17  # up to and with the quotation mark that closes the checksum
_SEAL = re.compile(re.escape(_START) + rb'([0-9a-f]{8}):([0-9]{16})"')


def seal_header(header: bytes, chunks: Iterable[memoryview]) -> bytes:
    """Return the beginning of the file: the header's length, and the header with its checksum.

    The header begins with ``PLACEHOLDER`` as its checksum; ``chunks`` are the data behind it.
    """
    data = list(chunks)
    n_bytes = 8 + len(header) + sum(chunk.nbytes for chunk in data)
    head = bytearray(len(header).to_bytes(8, "little") + header)
    head[_SIZE_AT : _SIZE_AT + 16] = b"%016d" % n_bytes
    crc = zlib.crc32(head)
    for chunk in data:
        crc = zlib.crc32(chunk, crc)
    head[_CRC_AT : _CRC_AT + 8] = b"%08x" % crc
    return bytes(head)


def read_seal(start: bytes) -> tuple[bytes, int] | None:
    """Return the CRC's digits and the number of bytes that a file claims; None if it has neither.

    ``start`` is at least ``FRAME_BYTES`` long, or all of the file.
    """
    found = _SEAL.match(start, 8)
    return (found[1], int(found[2])) if found else None


def is_cut_frame(start: bytes) -> bool:
    """Return True if a file ends within the frame, and what there is of it is right."""
    return 8 < len(start) < FRAME_BYTES and (
        start[8:_CRC_AT] == _START[: len(start) - 8] or start[8:_CRC_AT] == _START
    )


def check_seal(file: memoryview) -> bool:
    """Return True if the bytes of the file are those that its checksum was taken of."""
    crc = zlib.crc32(file[:_CRC_AT])
    crc = zlib.crc32(b"00000000", crc)
    crc = zlib.crc32(file[_CRC_AT + 8 :], crc)
    # Compared as text: "AF" is not "af", so that each byte of the file has one right value.
    return bytes(file[_CRC_AT : _CRC_AT + 8]) == b"%08x" % crc
