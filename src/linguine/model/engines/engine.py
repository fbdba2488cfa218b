"""Engine: maps work over parts that are held somewhere, and merges what comes of it.

What a sum is made of, and in which order, follows from the parts alone: ``FAN_IN`` neighbours are
merged at a time, then ``FAN_IN`` of these, and so on. Who works, and who is ready first, does not
show in a single bit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

__all__ = ["FAN_IN", "Engine", "Handle", "LocalEngine", "Merge", "Tell"]

#: A value that is held where it was worked out.
Handle: TypeAlias = Any
#: From neighbours to one; it leaves what it is given as it is.
Merge: TypeAlias = Callable[[Sequence[Any]], Any]
#: What hears how many parts are done, and of how many.
Tell: TypeAlias = Callable[[int, int], None]

#: So many neighbours are merged at once.
FAN_IN = 8


class Engine(Protocol):
    """Who works on parts. Names are what people see of the work."""

    def share(self, name: str, value: Any) -> Handle:
        """Give a value to all workers."""

    def map(
        self,
        name: str,
        work: Callable[..., Any],
        columns: Sequence[Sequence[Any]],
        shared: Sequence[Any] = (),
        tell: Tell | None = None,
    ) -> list[Handle]:
        """Return what ``work(*row, *shared)`` gives for each row of some columns, as handles.

        Cells and shared values may be handles; work sees their values, and must not change them.
        """
        ...

    def merge(self, name: str, merge: Merge, handles: Sequence[Handle]) -> Any:
        """Return all values merged, here."""

    def gather(self, handles: Sequence[Handle]) -> list[Any]:
        """Return the values of handles, here."""
        ...


class LocalEngine:
    """The engine of one process: a loop.

    Examples
    --------
    >>> engine = LocalEngine()
    >>> doubled = engine.map("double", lambda part, by: part * by, [[1, 2, 3]], [2])
    >>> engine.merge("sum", sum, doubled)
    12
    """

    def share(self, name: str, value: Any) -> Handle:
        """Return the value itself."""
        return value

    def map(
        self,
        name: str,
        work: Callable[..., Any],
        columns: Sequence[Sequence[Any]],
        shared: Sequence[Any] = (),
        tell: Tell | None = None,
    ) -> list[Handle]:
        """Work on one row after the other."""
        found = []
        for row in zip(*columns, strict=True):
            found.append(work(*row, *shared))
            if tell is not None:
                tell(len(found), len(columns[0]))
        return found

    def merge(self, name: str, merge: Merge, handles: Sequence[Handle]) -> Any:
        """Merge neighbours until one is left."""
        level = list(handles)
        while len(level) > 1:
            level = [merge(level[i : i + FAN_IN]) for i in range(0, len(level), FAN_IN)]
        return level[0]

    def gather(self, handles: Sequence[Handle]) -> list[Any]:
        """Return the values, which these are."""
        return list(handles)
