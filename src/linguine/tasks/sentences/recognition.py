"""Files of tokens: which they are, told before anything that reads them is loaded."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from linguine.data import holds_tokens
from linguine.data.formats.bracket_recognition import is_bracketed
from linguine.data.formats.recognition import detect_token_format
from linguine.data.reading.options import Bytes
from linguine.data.reading.source import STDIN, check_path, is_regular, read_blocks
from linguine.errors import DataError

__all__ = ["has_columns", "head_if_any", "holds_brackets", "is_about_tokens", "is_universal"]

_LOOK_AT = 1 << 16
_TOKEN_FORMATS = ("conll", "conllu")
#: Options that nobody would give for a file of texts.
_TELLING = ("columns", "tag_column", "template", "unknown_tag")
#: Lines that are enough to see words below each other.
_ENOUGH = 10


def is_about_tokens(path: str, settings: Mapping[str, Any]) -> bool:
    """Return True if a file to learn from has one token per line, or the options say so."""
    if settings["format"] in _TOKEN_FORMATS or any(settings.get(each) for each in _TELLING):
        return True
    if settings["format"] != "auto" or os.path.isdir(path):
        return False
    head = head_if_any(path)
    return not is_bracketed(path, head) and holds_tokens(path, head)


def is_universal(path: str, settings: Mapping[str, Any]) -> bool:
    """Return True if a file of tokens is CoNLL-U."""
    if settings["format"] != "auto":
        return bool(settings["format"] == "conllu")
    return detect_token_format(path, head_if_any(path)) == "conllu"


def holds_brackets(path: str, settings: Mapping[str, Any]) -> bool:
    """Return True if a file holds constituency trees."""
    if settings["format"] != "auto":
        return bool(settings["format"] == "brackets")
    return not os.path.isdir(path) and is_bracketed(path, head_if_any(path))


def head_if_any(path: str) -> Bytes:
    """Return the first whole lines of a file; nothing if it cannot be read."""
    try:
        return _head(path)
    except DataError:  # told later, after what is wrong with the options
        return np.zeros(0, np.uint8)


def has_columns(path: str, format: str) -> bool:
    """Return True if a file to tag has one token per line, False if it is plain text."""
    if format != "auto":
        if format not in (*_TOKEN_FORMATS, "lines"):
            raise DataError(
                "Taggers and parsers must read tokens or plain text: --format conll, conllu or "
                f"lines; got {format!r}. Leave it out, or convert the file."
            )
        return format != "lines"
    head = _head(path)
    return holds_tokens(path, head) or _is_list_of_words(head)


def _is_list_of_words(head: Bytes) -> bool:
    """Return True for one word per line and empty lines between sentences."""
    lines = head.tobytes().decode("utf-8", "replace").strip().split("\n")
    words = [line.strip() for line in lines if line.strip()]
    has_border = len(words) < len(lines)
    return has_border and len(words) >= _ENOUGH and not any(len(each.split()) > 1 for each in words)


def _head(path: str) -> Bytes:
    """Return the first whole lines; those of standard input are still there afterwards."""
    if path != STDIN:
        if os.path.exists(path) and not is_regular(path):
            raise DataError(
                f"{path}: the format of a pipe must be named, as it can be read only once. "
                "Add --format, or pipe into - instead."
            )
        block = next(iter(read_blocks(check_path(path), _LOOK_AT)), b"")
    else:
        stream: Any = sys.stdin.buffer
        if isinstance(stream, io.BufferedReader):
            block = stream.peek(_LOOK_AT)
        else:  # a replaced sys.stdin
            place = stream.tell()
            block = stream.read(_LOOK_AT)
            stream.seek(place)
    if (cut := block.rfind(b"\n")) > 0 and len(block) >= 4096:
        block = block[: cut + 1]
    return np.frombuffer(block, np.uint8)
