"""Encoding: bytes that come out of here are UTF-8, or the user hears where they are not."""

from __future__ import annotations

import codecs
import warnings

import numpy as np

from linguine import _core
from linguine.data.reading.options import Bytes
from linguine.data.reading.transcoding import AUTO, Encoding
from linguine.errors import DataError, DataWarning, said

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


def _count_broken(block: Bytes, broken: int) -> tuple[int, int]:
    """Return how many bytes behind the first broken one are broken, and of how many."""
    start = block[broken : broken + LOOK_AT].tobytes()
    return start.decode("utf-8", "replace").count("\ufffd"), len(start)


def _is_mostly_broken(n_broken: int, n_bytes: int) -> bool:
    return n_broken > 0.1 * n_bytes and n_broken > 8


class Decoder:
    r"""Checks blocks of whole lines, in the order of the file.

    Bytes that are not UTF-8 are dealt with as ``ReadOptions.encoding_errors`` says. If the
    encoding may be guessed, they are Latin-1 where nothing before or around them is UTF-8 beyond
    ASCII: a warning says so.

    Examples
    --------
    >>> decode = Decoder("mail.txt", Encoding(errors="latin-1"))
    >>> bytes(decode(np.frombuffer(b"caf\xe9\n", dtype=np.uint8))).decode()
    'café\n'
    """

    def __init__(
        self,
        source: str,
        encoding: Encoding = Encoding(),  # noqa: B008  # frozen
        line: int = 1,
    ) -> None:
        self.source = source
        self.errors = encoding.errors
        self.may_guess = encoding.name == AUTO
        self.line = line
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
        elif self.may_guess and not is_last and block.max(initial=0) >= 0x80:
            self.may_guess = False
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
            if not self._is_latin_1(block, broken):
                self._complain(block, broken)
            self._tell_guess(block, broken)
            self.errors = "latin-1"
        handler = "replace" if self.errors == "replace" else LATIN_1
        text = block.tobytes().decode("utf-8", handler)
        return np.frombuffer(text.encode("utf-8"), dtype=np.uint8)

    def _is_latin_1(self, block: Bytes, broken: int) -> bool:
        """Return True if an encoding may be guessed and this looks like one of a single byte."""
        if not self.may_guess:
            return False
        around = bytes(block[:LOOK_AT]) + bytes(block[broken : broken + LOOK_AT])
        is_ascii_else = around.decode("utf-8", "ignore").isascii()
        return is_ascii_else and not _is_mostly_broken(*_count_broken(block, broken))

    def _tell_guess(self, block: Bytes, broken: int) -> None:
        warnings.warn(
            f"{self.source}:{self._line_of(block, broken)}: byte {block[broken]:#04x} is not "
            "UTF-8, so the file is taken for Windows-1252 (Latin-1). If it is not, say "
            f"{said('encoding', 'utf-8')} or the right name.",
            DataWarning,
            stacklevel=2,
        )

    def _complain(self, block: Bytes, broken: int) -> None:
        n_broken, n_bytes = _count_broken(block, broken)
        if _is_mostly_broken(n_broken, n_bytes):
            raise DataError(
                f"{self.source}: text must be UTF-8; {n_broken} of {n_bytes} bytes are not. "
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
