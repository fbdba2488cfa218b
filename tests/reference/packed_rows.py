"""Packed rows, read byte after byte: the judge of core/features/vocabulary/packed_rows.hpp."""

from __future__ import annotations

import struct


def unpack(block: bytes) -> list[list[tuple[int, float]]]:
    """Return the rows of a block: numbers of features with their counts."""
    n_rows, n_entries, n_odd, width = struct.unpack_from("<4I", block)
    at = 16
    sizes = struct.unpack_from(f"<{n_rows}I", block, at)
    at += 4 * n_rows
    numbers = []
    for _ in range(n_entries):
        numbers.append(int.from_bytes(block[at : at + width], "little"))
        at += width
    bits = block[at : at + (n_entries + 7) // 8]
    at += len(bits)
    odd = block[at : at + n_odd]
    floats = iter(
        struct.unpack_from(f"<{odd.count(255)}f", block, at + n_odd),
    )
    counts, next_odd = [], iter(odd)
    for i in range(n_entries):
        is_odd = bits[i // 8] >> (i % 8) & 1
        small = next(next_odd) if is_odd else 1
        counts.append(next(floats) if small == 255 else float(small))
    entries = iter(zip(numbers, counts, strict=True))
    return [[next(entries) for _ in range(size)] for size in sizes]
