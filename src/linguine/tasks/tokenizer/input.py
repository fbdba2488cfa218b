"""What a tokenizer is given: a treebank to learn from, and raw text."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from linguine.data.reading.source import check_path, read_all, source_name
from linguine.data.segmentation import Segmentation
from linguine.errors import DataError
from linguine.tasks.settings import TaskSettings
from linguine.tasks.tokenizer.treebank import restore_text

__all__ = ["as_texts", "read_raw", "read_to_learn", "read_treebank"]


def read_treebank(treebank: Any) -> Segmentation:
    """Return the text of a treebank: the name of a file in CoNLL-U, or what was read."""
    if isinstance(treebank, Segmentation):
        return treebank
    if isinstance(treebank, str | os.PathLike):
        path = check_path(treebank)
        return restore_text(read_raw(path).splitlines(), source_name(path))
    raise DataError(
        "A treebank must be the name of a file in CoNLL-U, or a Segmentation; got "
        f"{type(treebank).__name__}. Give 'train.conllu'."
    )


def read_raw(path: str, encoding_errors: str = "strict") -> str:
    """Return the text of a file."""
    content = bytes(read_all(path)).removeprefix(b"\xef\xbb\xbf")
    try:
        return content.decode("utf-8", encoding_errors)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DataError(
            f"{source_name(path)}:{line}: text must be UTF-8; got the byte "
            f"0x{content[error.start]:02x} at {error.start:,}. Convert the file "
            "(iconv -t UTF-8)."
        ) from None


def as_texts(texts: Any) -> list[str]:
    """Return texts as a list, or raise DataError."""
    if isinstance(texts, str):
        raise DataError(
            "Texts must be a list of str; got one str. Give [text], or use segment(text)."
        )
    given = list(texts) if isinstance(texts, Sequence) or hasattr(texts, "__iter__") else [texts]
    for i, each in enumerate(given):
        if not isinstance(each, str):
            raise DataError(
                f"Texts must be a list of str; text {i} is {type(each).__name__}. Give raw texts."
            )
        try:
            each.encode()
        except UnicodeEncodeError as error:
            raise DataError(
                f"Texts must be Unicode; text {i} has half a character at {error.start}. Read it "
                "with the right encoding."
            ) from None
    return given


def read_to_learn(settings: TaskSettings, path: Any) -> Segmentation:
    """Return the text of a treebank."""
    return read_treebank(path)
