"""Choosing: which files are learned from part by part, by the options of the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from linguine.data.reading.files import Files
from linguine.errors import DataError
from linguine.tasks.parted.options import check_asked
from linguine.tasks.streaming.memory import PER_BYTE, fits
from linguine.tasks.streaming.options import Checkpoint

if TYPE_CHECKING:
    from linguine.tasks.task import Settings

__all__ = ["check_checkpoint", "choose_files", "wishes"]

F = TypeVar("F", bound=Files)


def wishes(settings: Settings) -> list[str]:
    """Return the options that ask for learning part by part."""
    return [name for name in ("plan", "checkpoint", "memory", "dask") if settings.get(name)]


def choose_files(
    kind: type[F],
    paths: Sequence[str],
    settings: Settings,
    options: Mapping[str, Any],
    per_byte: int = PER_BYTE,
) -> F | None:
    """Return files that are to be learned from part by part; None if they fit into memory.

    Parameters
    ----------
    kind
        Which files they are.
    paths, settings
        Their names, and the options of the command line.
    options
        How to read them.
    per_byte
        What a training in memory takes for each byte of text.
    """
    check_asked(settings)
    checkpoint: Checkpoint = settings.get("checkpoint") or Checkpoint(None)
    folder = checkpoint.folder
    if settings.get("checkpoint") and folder is None:
        folder = f"{settings['model']}.checkpoint"
    told = settings.get("memory"), folder, checkpoint.every, options
    files = kind(tuple(paths), *told, keeps_checkpoint=True)
    is_piped = settings.get("memory") is not None and not files.can_be_read_again
    is_asked = settings.get("plan") or settings.get("dask") or folder is not None
    is_streamed = is_asked or is_piped or not fits(files, per_byte)
    return files if is_streamed else None


def check_checkpoint(files: Files) -> None:
    """Raise DataError for a checkpoint of what can be read only once."""
    if files.checkpoint is not None and not files.can_be_read_again:
        raise DataError(
            f"{files.source}: a checkpoint needs files that can be read again; a pipe cannot. "
            "Write it to a file first, or leave --checkpoint out."
        )
