"""What a tokenizer reads: a treebank, from which it takes the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.data.segmentation import Segmentation
from linguine.errors import DataError
from linguine.tasks.tokenizer.input import read_raw
from linguine.tasks.tokenizer.treebank import restore_text

if TYPE_CHECKING:
    from linguine.tasks.task import Settings

__all__ = ["read_examples"]


def read_examples(path: str, settings: Settings) -> Segmentation:
    """Return the text of a treebank with its tokens and sentences."""
    if settings["format"] not in ("auto", "conllu"):
        raise DataError(
            f"{path}: a tokenizer learns from CoNLL-U; got --format {settings['format']}. "
            "Leave it out, and give a treebank."
        )
    return restore_text(read_raw(path, settings["encoding_errors"]).splitlines(), path)
