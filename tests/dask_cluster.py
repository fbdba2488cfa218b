"""A cluster of two worker processes, for the tests that need one; it costs seconds to start."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from linguine.model.engines.dask_engine import DaskEngine

__all__ = ["DyingEngine", "cluster_of"]


@contextmanager
def cluster_of(n_workers: int) -> Iterator[Any]:
    """Yield a client of so many processes on this machine, which nobody else can reach."""
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    with (
        distributed.LocalCluster(
            n_workers=n_workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",  # any port; None would take a known one
            silence_logs=logging.CRITICAL,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


class DyingEngine(DaskEngine):
    """An engine whose worker is killed by SIGKILL in the middle of a phase, once.

    Parameters
    ----------
    client
        The cluster.
    phase
        The name of the work, as the dashboard shows it.
    flag
        A file that is made by the worker that dies.
    """

    def __init__(self, client: Any, phase: str, flag: Path) -> None:
        super().__init__(client)
        self._phase, self._flag = phase, str(flag)

    def map(
        self,
        name: str,
        work: Callable[..., Any],
        columns: Sequence[Sequence[Any]],
        shared: Sequence[Any] = (),
        tell: Any = None,
    ) -> list[Any]:
        if name != self._phase:
            return super().map(name, work, columns, shared, tell)
        n = len(columns[0])
        # the second row dies, if there is one: others are done then, and must be done again
        flags = ["" if i != min(1, n - 1) else self._flag for i in range(n)]
        works = [work] * n
        return super().map(name, die_once, [flags, works, *columns], shared, tell)


def die_once(flag: str, work: Callable[..., Any], *given: Any) -> Any:
    """Kill this process, if nobody has done so before."""
    found = work(*given)
    if flag:
        try:
            os.close(os.open(flag, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return found
        os.kill(os.getpid(), signal.SIGKILL)
    return found
