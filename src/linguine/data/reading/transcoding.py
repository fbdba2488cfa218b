"""Transcoding: bytes in another encoding become UTF-8 before anybody looks for lines in them.

A byte-order mark tells UTF-16 and UTF-32, whatever was said; other encodings have to be named.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from linguine.errors import DataError, ParameterError, said

__all__ = ["AUTO", "UTF_8", "Encoding", "find_mark", "transcoded"]

AUTO, UTF_8 = "auto", "utf-8"
#: That of UTF-32 begins like that of UTF-16, so it is looked for first.
MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


class Encoding(NamedTuple):
    """How bytes become text: ``name`` is a codec of Python, utf-8, or auto, which may guess."""

    name: str = UTF_8
    errors: str = "strict"

    @property
    def codec(self) -> str | None:
        """The codec to read with; None is UTF-8, which is checked and not read."""
        name = self.name if self.name == AUTO else codecs.lookup(self.name).name
        return None if name in (AUTO, UTF_8, "utf-8-sig", "ascii") else name

    def check(self) -> None:
        """Raise ParameterError unless Python knows an encoding of this name."""
        try:
            if self.name != AUTO:
                "a".encode(self.name)
        except (LookupError, UnicodeError, ValueError, TypeError):
            raise ParameterError(
                f"must be auto or the name of an encoding; got {self.name!r}. Try "
                f"{said('encoding', 'windows-1252')}, or save the file as UTF-8.",
                parameter="encoding",
            ) from None


def find_mark(head: bytes) -> str | None:
    """Return the codec that the first bytes of a file ask for, if they do."""
    return next((name for mark, name in MARKS.items() if head.startswith(mark)), None)


def transcoded(blocks: Iterator[bytes], encoding: Encoding, source: str) -> Iterator[bytes]:
    """Yield blocks of UTF-8; what is UTF-8 already, or may be, passes as it comes."""
    head = b""
    for block in blocks:
        head += block
        if not any(mark.startswith(head) for mark in MARKS):
            break  # else these few bytes may yet become a mark
    codec = find_mark(head) or encoding.codec
    if codec is None:
        if head:
            yield head
        yield from blocks
        return
    errors = "replace" if encoding.errors == "replace" else "strict"
    decode, line = codecs.getincrementaldecoder(codec)(errors).decode, 1
    try:
        for block in chain((head,), blocks):
            text = decode(block)
            line += text.count("\n")
            yield text.encode("utf-8", "replace")
        yield decode(b"", final=True).encode("utf-8", "replace")
    except UnicodeError as error:
        raise DataError(
            f"{source}:{line}: text must be {codec}; there, or a little further, it is not "
            f"({getattr(error, 'reason', error)}). Name another encoding, or read on with "
            f"{said('encoding_errors', 'replace')}."
        ) from None
