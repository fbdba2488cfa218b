"""CRFsuite, slowly: a writer of its model files.

A header of 48 bytes, weights, and two databases of names by number; the parts that only speed up
CRFsuite itself are empty, as nobody else needs them.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

__all__ = ["write_box"]

#: (kind, source, target, weight): kind 0 is attribute -> label, 1 is label -> label.
Weight = tuple[int, int, int, float]


def write_box(labels: Sequence[str], attributes: Sequence[str], weights: Sequence[Weight]) -> bytes:
    """Return the bytes of a model."""
    features = struct.pack("<4s2I", b"FEAT", 12 + 20 * len(weights), len(weights))
    features += b"".join(struct.pack("<3Id", *weight) for weight in weights)
    places, parts = [], b""
    for part in (features, _database(labels), _database(attributes)):
        places.append(48 + len(parts))
        parts += part
    end = 48 + len(parts)
    numbers = (len(weights), len(labels), len(attributes), *places, end, end)
    return struct.pack("<4sI4s9I", b"lCRF", end, b"FOMC", 100, *numbers) + parts


def _database(names: Sequence[str]) -> bytes:
    """Return names by number: a head, 256 empty tables of hashes, the names, and their places."""
    head = 24 + 8 * 256
    places, records = [], b""
    for number, name in enumerate(names):
        data = name.encode() + b"\0"
        places.append(head + len(records))
        records += struct.pack("<2I", number, len(data)) + data
    table = head + len(records)
    size = table + 4 * len(names)
    out = struct.pack("<4s5I", b"CQDB", size, 0, 0x62445371, len(names), table)
    return out + bytes(8 * 256) + records + struct.pack(f"<{len(names)}I", *places)
