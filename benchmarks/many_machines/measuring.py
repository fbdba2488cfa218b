"""Measuring engine: what each phase of a training takes of the processors, and what it moves."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from linguine.model.engines.dask_engine import DaskEngine
from linguine.model.engines.engine import Handle, Merge, Tell

__all__ = ["MeasuringEngine", "Phase"]

_LOG: list[tuple[str, float, int]] = []


class Phase:
    """Of all tasks of a name: how many, their seconds of the processor, the bytes they made."""

    def __init__(self) -> None:
        self.n, self.seconds, self.n_bytes = 0, 0.0, 0


class MeasuringEngine(DaskEngine):
    """An engine whose tasks say what they took."""

    def map(
        self,
        name: str,
        work: Callable[..., Any],
        columns: Sequence[Sequence[Any]],
        shared: Sequence[Any] = (),
        tell: Tell | None = None,
    ) -> list[Handle]:
        n = len(columns[0])
        return super().map(name, _measured, [[name] * n, [work] * n, *columns], shared, tell)

    def merge(self, name: str, merge: Merge, handles: Sequence[Handle]) -> Any:
        return super().merge(name, _MeasuredMerge(name, merge), handles)

    def phases(self) -> dict[str, Phase]:
        """Return what was measured so far, and forget it."""
        found: dict[str, Phase] = defaultdict(Phase)
        for log in self._client.run(_take_log).values():
            for name, seconds, n_bytes in log:
                phase = found[name]
                phase.n, phase.seconds = phase.n + 1, phase.seconds + seconds
                phase.n_bytes += n_bytes
        return found

    def worker_seconds(self) -> list[float]:
        """Return the seconds of the processor that each worker has taken so far."""
        return sorted(self._client.run(_used).values())


class _MeasuredMerge:
    def __init__(self, name: str, merge: Merge) -> None:
        self.name, self.merge = name, merge

    def __call__(self, values: Sequence[Any]) -> Any:
        return _measured(self.name, self.merge, values)


def _measured(name: str, work: Callable[..., Any], *given: Any) -> Any:
    begun = time.thread_time()
    found = work(*given)
    seconds = time.thread_time() - begun
    _LOG.append((name, seconds, _bytes_of(found)))
    return found


def _bytes_of(value: Any) -> int:
    if hasattr(value, "nbytes"):
        return int(value.nbytes)
    return (
        sum(int(each.nbytes) for each in vars(value).values() if hasattr(each, "nbytes"))
        if (hasattr(value, "__dict__"))
        else 0
    )


def _take_log() -> list[tuple[str, float, int]]:
    taken = list(_LOG)
    _LOG.clear()
    return taken


def _used() -> float:
    return sum(os.times()[:2])
