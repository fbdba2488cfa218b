"""Sizes of files and of memory, as people write them."""

from __future__ import annotations

import re

__all__ = ["read_size"]

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(i?)B?", re.IGNORECASE)


def read_size(text: str) -> int:
    """Return how many bytes a size means.

    Examples
    --------
    >>> read_size("1GB"), read_size("1.5 MiB"), read_size("300000")
    (1000000000, 1572864, 300000)
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None or float(found[1]) == 0:
        raise ValueError(f"{text!r} is not a size such as 500MB or 2GB.")
    unit, is_binary = found[2].upper(), bool(found[3])
    factor = _UNITS[unit]
    if is_binary:
        factor = 1024 ** list(_UNITS).index(unit)
    return int(float(found[1]) * factor)
