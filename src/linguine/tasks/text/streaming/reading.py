"""Reading for training: one file or many, in memory, or left on the disk where they do not fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linguine.data import Documents
from linguine.data.reading.files import Files, read_files
from linguine.errors import OptionError
from linguine.tasks.options import number_or_word
from linguine.tasks.streaming.choosing import choose_files, wishes
from linguine.tasks.text.options import reading_settings

if TYPE_CHECKING:
    from linguine.tasks.task import Settings

__all__ = ["facts_of", "first_of", "head_of", "read_training", "told_by"]

#: Options that ask for all texts at once.
_OF_ALL = ("votes", "semi_supervised", "keywords")


def read_training(paths: Sequence[str], settings: Settings) -> Documents | Files:
    """Return all documents of some files, or the files if they do not fit into memory."""
    wants = wishes(settings)
    special = [name for name in _OF_ALL if settings[name]]
    needs_labels = bool(settings["semi_supervised"]) or settings["keywords"] is None
    if special:
        if wants:
            raise OptionError(
                f"--{wants[0]} is for texts with a label each, which can be learned from part by "
                f"part; --{special[0].replace('_', '-')} asks for all texts at once. Leave one out."
            )
        return read_files(
            paths,
            need_labels=needs_labels,
            empty_labels=bool(settings["semi_supervised"]),
            votes=settings["votes"] if needs_labels else None,
            weight=number_or_word(settings["weight_column"]),
            **reading_settings(settings),
        )
    options = {**reading_settings(settings), "weight": number_or_word(settings["weight_column"])}
    files = choose_files(Files, paths, settings, options)
    return read_files(paths, **options) if files is None else files


def head_of(files: Files) -> Documents | None:
    """Return the first documents of files; None of a pipe, which could not be read again."""
    return next(files.blocks()) if files.can_be_read_again else None


def first_of(files: Files) -> Documents:
    """Return the first documents of files, by which the price of small weights is measured."""
    head = head_of(files)
    if head is None:
        raise OptionError(
            "--quantize measures what it costs on texts that were learned from; a pipe that is "
            "larger than memory cannot be read again. Give --dev FILE, or leave --quantize out."
        )
    return head


def facts_of(files: Files) -> dict[str, Any]:
    """Return what a summary tells about the columns that were read."""
    head = head_of(files)
    if head is None:
        return {"text_columns": [], "label_column": None}
    return {"text_columns": list(head.text_columns), "label_column": head.label_column}


def told_by(files: Files, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return what only the files could tell a classifier, or complain about it."""
    from linguine.tasks.text import reading
    from linguine.tasks.text.gold.labels import check_label_column

    head = head_of(files)
    if head is None:
        if len(settings["text_column"]) > 1:
            raise OptionError(
                "--text-column names one column of a pipe that is larger than memory; got "
                f"{len(settings['text_column'])}. Write it to a file first."
            )
        return {}
    reading.check_columns(head, settings)
    check_label_column(head, settings)
    return reading.text_column_settings(head, settings)
