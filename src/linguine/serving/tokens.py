"""Tokens: which files hold them, and how the verbs read them."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linguine.data import Sentences, holds_tokens, iterate_sentences, read_sentences
from linguine.data.source import STDIN, check_path, read_blocks
from linguine.data.token_formats import detect_token_format
from linguine.errors import DataError
from linguine.serving.option_kinds import OF_COLUMNS, given_options
from linguine.serving.token_options import sentence_settings

if TYPE_CHECKING:
    from linguine.data.options import Bytes
    from linguine.model.tagger_model import TaggerModel

__all__ = [
    "BLOCK_BYTES",
    "Line",
    "has_columns",
    "is_about_tokens",
    "is_universal",
    "iterate_questions",
    "read_gold",
    "split_texts",
    "tokenize_lines",
]

#: How much of a file is held at a time.
BLOCK_BYTES = 8 << 20
_LOOK_AT = 1 << 16
_TOKEN_FORMATS = ("conll", "conllu")
#: Lines that are enough to see words below each other.
_ENOUGH = 10


def is_about_tokens(path: str, settings: Mapping[str, Any]) -> bool:
    """Return True if a file to learn from has one token per line, or the options say so."""
    if settings["format"] in _TOKEN_FORMATS or given_options(OF_COLUMNS):
        return True
    if settings["format"] != "auto" or os.path.isdir(path):
        return False
    return holds_tokens(path, _head_if_any(path))


def is_universal(path: str, settings: Mapping[str, Any]) -> bool:
    """Return True if a file of tokens is CoNLL-U."""
    if settings["format"] != "auto":
        return bool(settings["format"] == "conllu")
    return detect_token_format(path, _head_if_any(path)) == "conllu"


def _head_if_any(path: str) -> Bytes:
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


def read_gold(model: TaggerModel, path: str, settings: Mapping[str, Any]) -> Sentences:
    """Read a file with the right tags as a model needs it."""
    return read_sentences(path, **_reading(model, settings))


def iterate_questions(
    model: TaggerModel, path: str, settings: Mapping[str, Any]
) -> Iterator[Sentences]:
    """Read the sentences of a file block after block as a model needs them."""
    return iterate_sentences(path, block_bytes=BLOCK_BYTES, **_reading(model, settings))


def _reading(model: TaggerModel, settings: Mapping[str, Any]) -> dict[str, Any]:
    reading = sentence_settings(settings)
    if reading["columns"] is None:
        reading["columns"] = list(model.columns)
        if reading["tag_column"] is None:
            reading["tag_column"] = model.tag_column
    return {**reading, "needed": model.needed}


class Line(NamedTuple):
    """A line of plain text: what it is, its words, and where they stand in it."""

    text: str
    words: list[str]
    places: list[tuple[int, int]]  # in characters


def tokenize_lines(texts: Sequence[str]) -> list[Line]:
    """Cut lines of plain text into words and punctuation marks.

    Examples
    --------
    >>> tokenize_lines(["Über Rom, nie!"])[0].words
    ['Über', 'Rom', ',', 'nie', '!']
    """
    from linguine.features import tokenize

    lines = []
    for text in texts:
        # Bytes that are not UTF-8 arrive as lone surrogates.
        text = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        data = text.encode()
        starts = np.cumsum((np.frombuffer(data, np.uint8) & 0xC0) != 0x80)
        places = np.concatenate([starts - 1, [len(text)]]).tolist()
        found = [
            (places[begin], places[end])
            for _, begin, end in tokenize(text, lowercase=False, punctuation=True)
        ]
        lines.append(Line(text, [text[b:e] for b, e in found], found))
    return lines


def split_texts(model: TaggerModel, lines: Sequence[Line], source: str) -> Sentences:
    """Return lines of plain text as sentences, if words are all that a model needs."""
    others = [name for name in model.needed if name not in ("w", "form", model.columns[0])]
    if others:
        raise DataError(
            f"{source}: this tagger must see the columns {', '.join(model.needed)}; plain text has "
            "words only. Give a file with these columns, or train a tagger on words alone."
        )
    return Sentences.from_python([line.words for line in lines], columns=["w"])
