"""Encoding: bytes that come out of here are UTF-8, or the user hears where they are not."""

from __future__ import annotations

import codecs

import numpy as np

from linguine import _core
from linguine.data.reading.options import Bytes
from linguine.errors import DataError, said

__all__ = ["Decoder"]

BYTE_ORDER_MARK = np.frombuffer(codecs.BOM_UTF8, dtype=np.uint8)
WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
ARCHIVES = {b"PK\x03\x04": "zip", b"BZh": "bzip2", b"\xfd7zX": "xz"}
LATIN_1 = "linguine.latin-1"
LOOK_AT = 1 << 16  # bytes from which the share of broken ones is judged


def _read_as_latin_1(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    broken = error.object[error.start : error.end]
    try:
        return broken.decode("windows-1252"), error.end
    except UnicodeDecodeError:  # five bytes that Windows-1252 leaves undefined
        return broken.decode("latin-1"), error.end


codecs.register_error(LATIN_1, _read_as_latin_1)


class Decoder:
    r"""Checks blocks of whole lines, in the order of the file.

    Bytes that are not UTF-8 are dealt with as ``ReadOptions.encoding_errors`` says.

    Examples
    --------
    >>> decode = Decoder("mail.txt", "latin-1")
    >>> bytes(decode(np.frombuffer(b"caf\xe9\n", dtype=np.uint8))).decode()
    'café\n'
    """

    def __init__(self, source: str, errors: str) -> None:
        self.source = source
        self.errors = errors
        self.line = 1
        self.is_at_start = True

    def __call__(self, block: Bytes, is_last: bool = True) -> Bytes:
        """Return the block as UTF-8; the very same memory if nothing is wrong with it."""
        if self.is_at_start and len(block):
            self._check_start(bytes(block[:4]))
            if np.array_equal(block[:3], BYTE_ORDER_MARK):
                block = block[3:]
            self.is_at_start = False
        zero, broken = _core.find_unreadable(block)
        if zero >= 0:
            raise DataError(
                f"{self.source}:{self._line_of(block, zero)}: text must not hold zero bytes; "
                "this line does. Is this a text file? If it is, remove them: tr -d '\\000'."
            )
        if broken >= 0:
            block = self._mend(block, broken)
        if not is_last:
            self.line = self._line_of(block, len(block))
        return block

    def _check_start(self, head: bytes) -> None:
        if head.startswith(WIDE_MARKS):
            raise DataError(
                f"{self.source}: text must be UTF-8; this file begins like UTF-16. "
                "Save it as UTF-8, or convert it: iconv -f UTF-16 -t UTF-8."
            )
        for mark, name in ARCHIVES.items():
            if head.startswith(mark):
                raise DataError(
                    f"{self.source}: expected text, gzip or zstd; this is a {name} file. "
                    "Unpack it first."
                )

    def _mend(self, block: Bytes, broken: int) -> Bytes:
        if self.errors == "strict":
            self._complain(block, broken)
        handler = "replace" if self.errors == "replace" else LATIN_1
        text = block.tobytes().decode("utf-8", handler)
        return np.frombuffer(text.encode("utf-8"), dtype=np.uint8)

    def _complain(self, block: Bytes, broken: int) -> None:
        start = block[broken : broken + LOOK_AT].tobytes()
        n_broken = start.decode("utf-8", "replace").count("\ufffd")
        if n_broken > 0.1 * len(start) and n_broken > 8:
            raise DataError(
                f"{self.source}: text must be UTF-8; {n_broken} of {len(start)} bytes are not. "
                "Is this a text file? If it is in another encoding, convert it: "
                "iconv -f ENCODING -t UTF-8."
            )
        line_begins = np.flatnonzero(block[:broken] == ord("\n"))[-1:] + 1
        place = broken - int(line_begins.sum()) + 1
        raise DataError(
            f"{self.source}:{self._line_of(block, broken)}: text must be UTF-8; byte {place} of "
            f"the line is {block[broken]:#04x}. Save the file as UTF-8, or read it with "
            f"{said('encoding_errors', 'latin-1', 'replace')}."
        )

    def _line_of(self, block: Bytes, place: int) -> int:
        return self.line + _core.count_lines(block[:place])
