"""Room for weights: whether a table of all features and labels fits into this machine's memory."""

from __future__ import annotations

import os

from linguine.errors import OutOfMemoryError, said

__all__ = ["check_room", "physical_memory"]

#: A table is there twice while it is learned, and once more while it is saved.
_TIMES = 2
_CELL = 4
#: Fewer labels are not what takes the room.
_MANY_LABELS = 100


def physical_memory() -> int:
    """Return the bytes that this machine, or the container, has."""
    try:
        found = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # another system: nothing is known
        return 1 << 62
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            with open(path, encoding="ascii") as file:
                found = min(found, int(file.read()))
        except (OSError, ValueError):  # no such limit
            continue
    return found


def check_room(n_features: int, n_labels: int) -> None:
    """Raise OutOfMemoryError if the weights of all labels cannot be learned side by side.

    Examples
    --------
    >>> check_room(1_000_000, 1_000_000)
    Traceback (most recent call last):
        ...
    linguine.errors.OutOfMemoryError: Weights for each of 1,000,000 features and 1,000,000 labels
    must fit into memory, twice while they are learned; they take 8,000.0 GB, and there are ... GB.
    Use algorithm='label-tree', which is for many labels, or fewer features: min_df=5 or
    hash_bits=18.
    """
    wanted, there = _TIMES * _CELL * n_features * n_labels, physical_memory()
    if n_labels < _MANY_LABELS or wanted <= there:
        return
    raise OutOfMemoryError(
        f"Weights for each of {n_features:,} features and {n_labels:,} labels must fit into "
        f"memory, twice while they are learned; they take {wanted / 1e9:,.1f} GB, and there are "
        f"{there / 1e9:,.1f} GB. Use {said('algorithm', 'label-tree')}, which is for many labels, "
        f"or fewer features: {said('min_df', 5)} or {said('hash_bits', 18)}."
    )
