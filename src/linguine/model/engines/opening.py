"""Opening engines: a client of Dask, the address of a scheduler, or workers on this machine."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from linguine.errors import DataError, ParameterError, show_value
from linguine.extras import needed_by
from linguine.model.engines import deaf
from linguine.model.engines.engine import Engine

__all__ = ["LOCAL", "engine_or_none", "local_client", "open_engine"]

#: Workers on this machine.
LOCAL = "local"
#: How long a scheduler may take to answer.
PATIENCE = "10s"
#: What processes that share a few cores are spared: to watch themselves a hundred times a second,
#: and to give back the memory of a table that the next task asks for again.
_SPARED = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": 256 << 20,
    "distributed.nanny.pre-spawn-environ.MALLOC_MMAP_THRESHOLD_": 128 << 20,
}


@contextmanager
def open_engine(given: Any, *, n_workers: int | None = None) -> Iterator[Engine]:
    """Open an engine for a piece of work; what is started for it is ended with it.

    Parameters
    ----------
    given
        A ``dask.distributed.Client``, which stays open; the address of a scheduler, such as
        ``"tcp://host:8786"``; ``"local"`` for worker processes on this machine; or an engine.
    n_workers
        Of ``"local"``: how many processes; None is one for each processor.
    """
    if all(hasattr(given, name) for name in ("share", "map", "merge")):
        yield given
        return
    with needed_by("Working on many machines"):
        from distributed import Client

        from linguine.model.engines.dask_engine import DaskEngine
    if isinstance(given, Client):
        yield DaskEngine(given)
        return
    if not isinstance(given, str):
        raise ParameterError(
            "must be a dask.distributed.Client, the address of a scheduler or 'local'; got "
            f"{show_value(given)}. Start one: Client('tcp://host:8786').",
            parameter="engine",
        )
    if given == LOCAL:
        with local_client(n_workers) as client:
            yield DaskEngine(client)
        return
    with _connected(given) as client:
        yield DaskEngine(client)


@contextmanager
def engine_or_none(given: Any) -> Iterator[Engine | None]:
    """Open an engine if there is one."""
    if given is None:
        yield None
    else:
        with open_engine(given) as engine:
            yield engine


@contextmanager
def local_client(n_workers: int | None = None) -> Iterator[Any]:
    """Start processes that nobody beyond this machine can reach; they end with this."""
    import dask
    from distributed import Client, LocalCluster

    with (
        dask.config.set(_SPARED),
        LocalCluster(
            n_workers=n_workers or os.cpu_count() or 1,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",  # any port; None would take a known one
            silence_logs=logging.ERROR,
            preload=[deaf.__name__],
        ) as cluster,
        _quiet(),
        Client(cluster) as client,
    ):
        yield client


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep to itself what Dask's tasks say when they are given up."""
    log = logging.getLogger("asyncio")
    before = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        log.setLevel(before)


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    from distributed import Client

    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError) as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise DataError(
            f"{address}: expected the address of a Dask scheduler; {reason}. Start one "
            "(dask scheduler), check host and port, or take workers on this machine (local)."
        ) from None
    with client:
        yield client
