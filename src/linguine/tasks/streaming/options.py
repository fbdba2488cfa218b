"""Options of streams, as the command line takes them."""

from __future__ import annotations

import re
from typing import NamedTuple

from linguine.data.sizes import read_size
from linguine.tasks.options import Table

__all__ = ["STREAMING", "Checkpoint", "read_checkpoint"]

_SECONDS = {"s": 1, "min": 60, "h": 3600}
_EVERY = re.compile(r"every=(\d+(?:\.\d+)?)\s*(s|min|h)")


class Checkpoint(NamedTuple):
    """Where a training writes down how far it has come, and how often."""

    folder: str | None
    every: float = 600.0


def read_checkpoint(value: str) -> Checkpoint:
    """Return what ``FOLDER``, ``every=10min`` or both with a comma mean.

    Examples
    --------
    >>> read_checkpoint("every=30s"), read_checkpoint("here,every=1h")
    (Checkpoint(folder=None, every=30.0), Checkpoint(folder='here', every=3600.0))
    """
    folder, _, every = value.rpartition(",") if "every=" in value else (value, "", "")
    if not every:
        return Checkpoint(folder)
    found = _EVERY.fullmatch(every.strip())
    if found is None:
        raise ValueError(f"{every!r} is not a time such as every=10min, every=30s or every=1h.")
    return Checkpoint(folder or None, float(found[1]) * _SECONDS[found[2]])


STREAMING: Table = {
    "--memory SIZE": (
        read_size,
        "What a training may take, such as 1GB; larger files are read once and learned from part "
        "by part. The default is three quarters of this machine's memory.",
    ),
    "--checkpoint WHERE": (
        read_checkpoint,
        "Learn part by part and write down how far it has come, so that the same command goes on "
        "after a crash: a FOLDER, every=10min (into a folder beside OUT), or FOLDER,every=1h.",
    ),
    "--plan": (
        bool,
        "Only say, from a sample, how many features, how much memory, time and room on the disk "
        "it would take.",
    ),
}
