"""Dask engine: parts are held by the workers of a cluster, which Dask replaces when they die.

A value that was lost with a worker is worked out again from what it was made of; that is why even
shared values are tasks: a task can be done again, what was scattered could only be missed.
"""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import linguine
from linguine.errors import DataError, LinguineError
from linguine.extras import needed_by
from linguine.model.engines.engine import FAN_IN, Handle, Merge, Tell

__all__ = ["DaskEngine"]

#: Seconds in which the first worker must come.
_PATIENCE = 60
#: Bytes of a shared value beyond which Dask would warn: weights are meant to be large.
_LARGE = "distributed.admin.large-graph-warning-threshold"


class DaskEngine:
    """The engine of a Dask cluster.

    Parameters
    ----------
    client
        A ``dask.distributed.Client``.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._numbers = itertools.count()
        self._run = uuid.uuid4().hex[:6]
        _check_workers(client)

    def share(self, name: str, value: Any) -> Handle:
        """Send a value to one worker, from which others take it when they need it."""
        return self._submit(name, _given, value)

    def map(
        self,
        name: str,
        work: Callable[..., Any],
        columns: Sequence[Sequence[Any]],
        shared: Sequence[Any] = (),
        tell: Tell | None = None,
    ) -> list[Handle]:
        """Give a task for each row to the cluster; wait for them only if somebody listens."""
        import dask

        n = len(columns[0])
        every = [[each] * n for each in (linguine.__version__, work)]
        shares = [[each] * n for each in shared]
        keys = [self._key(name) for _ in range(n)]
        with _told(self._client), dask.config.set({_LARGE: "1TiB"}):
            found: list[Handle] = self._client.map(
                _work, *every, *columns, *shares, key=keys, pure=False
            )
            if tell is not None:
                self._wait(found, tell)
        return found

    def merge(self, name: str, merge: Merge, handles: Sequence[Handle]) -> Any:
        """Merge on the cluster, and return what is left."""
        level = list(handles)
        while len(level) > 1:
            groups = [level[i : i + FAN_IN] for i in range(0, len(level), FAN_IN)]
            level = [
                each[0] if len(each) == 1 else self._submit(name, _merge, merge, *each)
                for each in groups
            ]
        return self.gather(level)[0]

    def gather(self, handles: Sequence[Handle]) -> list[Any]:
        """Bring values here."""
        with _told(self._client):
            try:
                found: list[Any] = self._client.gather(list(handles))
            except BaseException:
                self._client.cancel(list(handles))
                raise
        return found

    def _submit(self, name: str, work: Callable[..., Any], *given: Any) -> Handle:
        import dask

        with _told(self._client), dask.config.set({_LARGE: "1TiB"}):
            return self._client.submit(
                _work, linguine.__version__, work, *given, key=self._key(name), pure=False
            )

    def _key(self, name: str) -> str:
        """Return a name that no other client has; Dask's pages show what is before the number."""
        return f"{name}-{next(self._numbers)}-{self._run}"

    def _wait(self, futures: Sequence[Handle], tell: Tell) -> None:
        from distributed import as_completed

        try:
            for done, future in enumerate(as_completed(futures), 1):
                if future.status == "error":
                    future.result()
                tell(done, len(futures))
        except BaseException:  # Ctrl-C as well
            self._client.cancel(list(futures))
            raise


def _work(version: str, work: Callable[..., Any], *given: Any) -> Any:
    """Do a piece of work on a worker, if it is of the same linguine."""
    if version != linguine.__version__:
        raise _of_another_version({linguine.__version__}, version)
    return work(*given)


def _given(value: Any) -> Any:
    return value


def _merge(merge: Merge, *values: Any) -> Any:
    return merge(values)


def _version() -> str:
    return linguine.__version__


def _of_another_version(found: set[str], wanted: str) -> DataError:
    return DataError(
        f"All workers must have linguine {wanted}, as the process that started the training; there "
        f"is {', '.join(sorted(found))}. Install the same version everywhere: "
        f"pip install linguine=={wanted}."
    )


def _check_workers(client: Any) -> None:
    """Raise DataError unless there are workers, all with this version of linguine."""
    with _told(client):
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise DataError(
                f"{client.scheduler.address}: a cluster needs a worker; there was none within "
                f"{_PATIENCE} seconds. Start some: dask worker {client.scheduler.address}."
            ) from None
        found = client.run(_version, on_error="return")
    missing = [each for each in found.values() if isinstance(each, BaseException)]
    if missing:
        raise DataError(
            f"All workers must have linguine {linguine.__version__}; one of them says: "
            f"{missing[0]}. Install it in their environment: pip install 'linguine[dask]'."
        )
    if others := set(found.values()) - {linguine.__version__}:
        raise _of_another_version(others, linguine.__version__)


@contextmanager
def _told(client: Any) -> Iterator[None]:
    """Tell in three parts what Dask says about its cluster."""
    with needed_by("Many machines"):
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError
        from distributed.comm import CommClosedError
    try:
        yield
    except LinguineError:
        raise
    except KilledWorker as error:
        raise DataError(
            "A worker must live through its part of the work; Dask has lost several one after the "
            f"other at the same part ({error.task}), most likely for want of memory. Give each "
            "worker more memory, or let fewer run on a machine; no model was written."
        ) from None
    except (CommClosedError, FutureCancelledError) as error:
        raise DataError(
            f"{client.scheduler.address}: the scheduler must stay where it is while a training "
            f"runs; the connection broke ({error}). Start it again, and the training; no model was "
            "written."
        ) from None
