"""Naming: what was given to learn from may be the names of files of tokens."""

from __future__ import annotations

import os
from typing import Any

from linguine.data import Files, Sentences
from linguine.data.reading.files import are_names
from linguine.data.reading.sentence_files import SentenceFiles
from linguine.errors import DataError
from linguine.tasks.streaming.memory import fits

__all__ = ["as_sentence_files", "check_alone", "files_for_engine"]


def as_sentence_files(given: Any, per_byte: int, **reading: Any) -> Any:
    """Return files that do not fit into memory, the sentences of others, and the rest as it is.

    Parameters
    ----------
    given
        What somebody has given to ``fit``: names or patterns, :class:`linguine.data.Files`, which
        are always learned from part by part, or anything else.
    per_byte
        What a training in memory takes for each byte of text.
    reading
        How to read them; None is what the files show.
    """
    if isinstance(given, Files):
        return SentenceFiles.like(given, reading)
    is_name = isinstance(given, str | os.PathLike)
    if not is_name and not (isinstance(given, list | tuple) and are_names(given)):
        return given
    told = {name: value for name, value in reading.items() if value is not None}
    files = SentenceFiles.of(given, **told)
    return files.whole() if fits(files, per_byte) else files


def files_for_engine(given: Any, **reading: Any) -> SentenceFiles:
    """Return files whose parts workers learn from; refuse what is in memory already."""
    is_name = isinstance(given, str | os.PathLike)
    if isinstance(given, Files):
        return SentenceFiles.like(given, reading)
    if is_name or (isinstance(given, list | tuple) and are_names(given)):
        told = {name: value for name, value in reading.items() if value is not None}
        return SentenceFiles.like(Files.of(given), told)
    raise DataError(
        "sentences must be the names of files where an engine learns from them; got "
        f"{type(given).__name__}. Write them to a file, or leave engine out."
    )


def check_alone(files: SentenceFiles, **others: Any) -> None:
    """Raise DataError if something was given beside files that only lists have."""
    for name, value in others.items():
        if value is not None:
            raise DataError(
                f"{files.source}: files that are learned from part by part hold all that is "
                f"learned; got {name} beside them. Leave it out, or give sentences that were read "
                f"({Sentences.__name__})."
            )
