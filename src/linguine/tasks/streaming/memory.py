"""Memory: what a training may take, and what it needs."""

from __future__ import annotations

import os
from dataclasses import dataclass

from linguine import _core
from linguine.data.reading.files import Files
from linguine.errors import DataError

__all__ = ["PER_BYTE", "Memory", "fits", "in_memory_bytes"]

#: What a training in memory takes for each byte of text, and without any: imdb, 33 MB of text,
#: takes 340 MB by L-BFGS.
PER_BYTE, _BASE = 8, 80_000_000
#: A stream has its reader's blocks, two groups of rows, and itself.
_STREAM = 200_000_000
#: A feature that is counted: its key, its place in a table, its frequency; and a bucket.
_PER_KEY, _PER_BUCKET = 32, 12
#: What a stream may take where nobody says: of the machine's memory.
_SHARE = 0.75


def _allowed(files: Files) -> int:
    if files.memory is not None:
        return files.memory
    try:
        return int(_SHARE * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):  # a system that does not tell
        return 4_000_000_000


def in_memory_bytes(n_bytes: int, per_byte: int = PER_BYTE) -> int:
    """Return about what a training takes that holds so many bytes of text in memory."""
    return _BASE + per_byte * n_bytes


def fits(files: Files, per_byte: int = PER_BYTE) -> bool:
    """Return True if files can be learned from in memory, as far as their sizes tell."""
    return in_memory_bytes(files.n_bytes, per_byte) <= _allowed(files)


@dataclass(frozen=True)
class Memory:
    """What may be taken."""

    allowed: int

    @classmethod
    def of(cls, files: Files) -> Memory:
        """Return what files allow."""
        return cls(_allowed(files))

    def check_counting(self, n_numbers: int, hash_bits: int | None) -> None:
        """Raise DataError if there are more features than can be counted."""
        found = f"{n_numbers:,} features so far" if hash_bits is None else f"{n_numbers:,} buckets"
        fix = "hash them (--hash-bits 20)" if hash_bits is None else "take fewer --hash-bits"
        self.check_needed(n_numbers * (_PER_KEY if hash_bits is None else _PER_BUCKET), found, fix)

    def check_needed(self, n_bytes: int, told: str, fix: str) -> int:
        """Return how much is needed with what a stream takes; DataError if that is too much."""
        needed = _STREAM + n_bytes
        if needed > self.allowed:
            raise self._too_little(f"{told} need", needed, fix)
        return needed

    def check_learning(self, n_features: int, n_labels: int, learner: str, n_tables: int) -> int:
        """Return how much a learner needs; DataError if that is too much."""
        stride = _core.stride(1 if n_labels <= 2 else n_labels)
        told = f"{n_features:,} features and {n_labels} labels by {learner}"
        fix = "keep fewer features (--min-df 5, --hash-bits 18)"
        return self.check_needed(4 * n_features * stride * n_tables, told, fix)

    def _too_little(self, told: str, needed: int, fix: str) -> DataError:
        wanted = -(-needed // 1_000_000)
        return DataError(
            f"--memory must be enough for the model; got {self.allowed // 1_000_000:,} MB, and "
            f"{told} {wanted:,} MB. Say --memory {wanted}MB, or {fix}."
        )
