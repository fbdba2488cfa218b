"""Options of work on many machines, as the command line takes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from linguine.errors import OptionError
from linguine.tasks.options import Table

if TYPE_CHECKING:
    from linguine.model.engines.engine import Engine

__all__ = ["PARTED", "asked_engine", "check_asked", "told_engine"]

PARTED: Table = {
    "--dask WHERE": (
        str,
        "Let many machines work, each on parts of the files: the address of a Dask scheduler, such "
        "as tcp://host:8786, or local for worker processes on this machine.",
    ),
    "--workers N": (int, "How many processes --dask local starts; one for each processor."),
}
#: What a training in parts has no use for.
_ALONE = ("plan", "checkpoint", "memory")


@contextmanager
def told_engine(settings: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Open the engine that options ask for, as ``fit`` takes it; nothing if nobody does."""
    with asked_engine(settings) as engine:
        yield {} if engine is None else {"engine": engine}


@contextmanager
def asked_engine(settings: Mapping[str, Any]) -> Iterator[Engine | None]:
    """Open the engine that options ask for; None if nobody does."""
    check_asked(settings)
    where = settings.get("dask")
    if where is None:
        yield None
        return
    from linguine.model.engines.opening import open_engine

    with open_engine(where, n_workers=settings.get("workers")) as engine:
        yield engine


def check_asked(settings: Mapping[str, Any]) -> None:
    """Raise OptionError for options that do not go together."""
    where, n_workers = settings.get("dask"), settings.get("workers")
    if n_workers is not None and where != "local":
        got = "nothing" if where is None else where
        raise OptionError(
            f"--workers is how many processes --dask local starts; got --dask {got}. Leave it out, "
            "or start the workers where the cluster is."
        )
    if n_workers is not None and n_workers < 1:
        raise OptionError(f"--workers must be 1 or more; got {n_workers}. Try --workers 2.")
    for name in _ALONE if where is not None else ():
        if settings.get(name):
            raise OptionError(
                f"--{name} is about one machine that reads everything; with --dask each worker "
                "holds its parts, and what is lost with one is worked out again. Leave one out."
            )
