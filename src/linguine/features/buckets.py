"""Buckets: which hash buckets a model knows, in place of a vocabulary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.features.text.specification import CompiledFeatures

__all__ = ["Buckets", "find_names"]

#: How much text is looked at again to name buckets.
_BYTES_TO_LOOK_AT = 2 << 20


@dataclass(frozen=True, eq=False)
class Buckets:
    """Hash buckets by their rank; features that share one cannot be told apart.

    A bucket is the first ``bits`` bits of a feature's key. Only those that occur are kept, so that
    a model is as large as its texts ask for, and never larger than 2**bits.

    Examples
    --------
    >>> buckets = Buckets.numbered(np.array([1, 6], np.uint32), 3, {6: "cash | lunch"})
    >>> buckets.names([1, 0])
    ['cash | lunch', '#1']
    """

    keys: NDArray[np.uint64]  # (n,), ascending, all but the first bits 0; an id is a place
    bits: int
    #: What some buckets hold, by number: names are found again by looking at texts.
    found: Mapping[int, str] = field(default_factory=dict)
    native: _core.Buckets = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "native", _core.Buckets(self.keys, self.bits))

    @classmethod
    def numbered(cls, numbers: NDArray[np.uint32], bits: int, found: Mapping[int, str]) -> Buckets:
        """Return the buckets with these numbers, ascending."""
        return cls(numbers.astype(np.uint64) << np.uint64(64 - bits), bits, found)

    def __len__(self) -> int:
        """Return how many buckets are known."""
        return len(self.keys)

    @property
    def numbers(self) -> NDArray[np.uint32]:
        """The buckets by number, 0 to 2**bits - 1."""
        return (self.keys >> np.uint64(64 - self.bits)).astype(np.uint32)

    def names(self, ids: Iterable[int] | None = None) -> list[str]:
        """Return what some buckets hold, or their numbers where nobody has looked."""
        chosen: Any = slice(None) if ids is None else np.fromiter(ids, np.int64)
        numbers = self.numbers[chosen].tolist()
        return [self.found.get(number, f"#{number}") for number in numbers]

    def join(self, other: Buckets) -> tuple[Buckets, NDArray[np.intp], NDArray[np.intp]]:
        """Return the buckets of both, and where those of each have gone."""
        keys = np.union1d(self.keys, other.keys)
        places = np.searchsorted(keys, self.keys), np.searchsorted(keys, other.keys)
        return Buckets(keys, self.bits, {**other.found, **self.found}), *places

    @classmethod
    def of(cls, parts: Sequence[Buckets]) -> Buckets:
        """Return the buckets of several that have none in common."""
        return cls(np.sort(np.concatenate([each.keys for each in parts])), parts[0].bits)

    def keep(self, chosen: NDArray[np.bool_]) -> Buckets:
        """Return the buckets without those that were not chosen."""
        return Buckets(np.ascontiguousarray(self.keys[chosen]), self.bits, self.found)

    def forget_names(self, chosen: NDArray[np.bool_]) -> Buckets:
        """Return the buckets without the names of those that were chosen."""
        gone = set(self.numbers[chosen].tolist())
        kept = {number: name for number, name in self.found.items() if number not in gone}
        return Buckets(self.keys, self.bits, kept)


def find_names(
    buckets: Buckets,
    ids: NDArray[np.int64],
    features: CompiledFeatures,
    texts: _core.Texts,
    columns: Mapping[str, Any],
    n_threads: int,
) -> dict[int, str]:
    """Return what some buckets (ids ascending) hold, by number of the bucket, from some texts.

    The names that are most frequent there stand for a bucket. Threads do not change the result.
    """
    wanted = Buckets(np.ascontiguousarray(buckets.keys[ids]), buckets.bits)
    stride = max(1, texts.n_bytes // _BYTES_TO_LOOK_AT)
    if features.reads_text_alone:  # evenly spaced: files are often sorted by label
        texts = texts.take(np.arange(0, len(texts), stride, dtype=np.int64))
    documents = features.documents(texts, columns)
    found = _core.bucket_names(documents, wanted.native, n_threads)
    named = zip(wanted.numbers.tolist(), found, strict=True)
    return {number: " | ".join(names) for number, names in named if names}
