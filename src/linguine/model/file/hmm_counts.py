"""Counts of a hidden Markov model in a file: what going on from it needs, read when it is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.learning.generative.hmm_transitions import Ngrams, TagCounts
from linguine.model.file.loaded_model import LoadedModel
from linguine.model.file.sparse_weights import smallest_type

if TYPE_CHECKING:
    from linguine.learning.generative.hmm_counts import HmmCounts

__all__ = ["StoredHmmCounts", "pack_hmm_counts"]

_WORDS, _LENGTHS = "counts.word_bytes", "counts.word_lengths"


def pack_hmm_counts(counts: HmmCounts) -> dict[str, NDArray[Any]]:
    """Return the tensors that stand for counts."""
    encoded = [word.encode("utf-8", "replace") for word in counts.words]
    tensors: dict[str, NDArray[Any]] = {
        _WORDS: np.frombuffer(b"".join(encoded), np.uint8),
        _LENGTHS: _small(np.array([len(each) for each in encoded], np.int64)),
        "counts.words": _small(counts.cells.words),
        "counts.tags": _small(counts.cells.tags),
        "counts.numbers": counts.cells.numbers,
        "counts.unigrams": counts.grams.unigrams,
        "counts.bigrams": counts.grams.bigrams,
    }
    for k, (histories, outcomes, numbers) in enumerate(counts.grams.longer, start=2):
        tensors |= {
            f"counts.histories.{k}": histories.astype(np.int64),
            f"counts.outcomes.{k}": _small(outcomes),
            f"counts.grams.{k}": numbers,
        }
    return tensors


def _small(numbers: NDArray[Any]) -> NDArray[Any]:
    return numbers.astype(smallest_type(int(numbers.max(initial=0))))


@dataclass(frozen=True, eq=False)
class StoredHmmCounts:
    """The counts of an opened file."""

    loaded: LoadedModel
    n_tags: int
    order: int

    @classmethod
    def find(cls, loaded: LoadedModel, n_tags: int, order: int) -> StoredHmmCounts | None:
        """Return the counts of a file, or None if it has none."""
        return cls(loaded, n_tags, order) if _WORDS in loaded.tensors else None

    def unpack(self) -> HmmCounts:
        """Return the counts, checked."""
        with self.loaded.building():
            return self._unpack()

    def _unpack(self) -> HmmCounts:
        from linguine.learning.generative.hmm_counts import HmmCounts, WordCells

        L = self.n_tags
        lengths = self._codes(_LENGTHS, 1 << 30)
        raw = self.loaded.tensor(_WORDS, dtype=np.uint8, shape=(int(lengths.sum()),)).tobytes()
        ends = np.cumsum(lengths)
        words = [
            raw[end - n : end].decode("utf-8", "replace")
            for end, n in zip(ends.tolist(), lengths.tolist(), strict=True)
        ]
        rows, tags = self._codes("counts.words", len(words)), self._codes("counts.tags", L)
        numbers = self._numbers("counts.numbers", (len(rows),))
        if len(tags) != len(rows) or len(set(words)) != len(words):
            raise self.loaded.damaged("counts of words must be one for each word and tag")
        longer = []
        for k in range(2, self.order + 1):
            histories = self._codes(f"counts.histories.{k}", (L + 1) * L ** (k - 1))
            outcomes = self._codes(f"counts.outcomes.{k}", L + 1)
            if len(outcomes) != len(histories):
                raise self.loaded.damaged("counts of tags must have one outcome each")
            counts = self._numbers(f"counts.grams.{k}", (len(histories),))
            longer.append(Ngrams(histories, outcomes, counts))
        unigrams = self._numbers("counts.unigrams", (L + 1,))
        bigrams = self._numbers("counts.bigrams", (L + 1, L + 1))
        grams = TagCounts(unigrams, bigrams, tuple(longer))
        return HmmCounts(words, WordCells(rows, tags, numbers), grams, L)

    def _codes(self, name: str, below: int) -> NDArray[np.int64]:
        values = np.asarray(self.loaded.tensors.get(name))
        if values.ndim != 1 or values.dtype.kind not in "ui":
            raise self.loaded.damaged(f"{name} must be whole numbers; got {values.dtype}")
        codes = values.astype(np.int64)
        if len(codes) and not (codes.min() >= 0 and codes.max() < below):
            raise self.loaded.damaged(f"{name} must be from 0 to {below - 1}")
        return codes

    def _numbers(self, name: str, shape: tuple[int, ...]) -> NDArray[np.float64]:
        numbers = self.loaded.tensor(name, dtype=np.float64, shape=shape)
        if not (np.isfinite(numbers).all() and (numbers >= 0).all()):
            raise self.loaded.damaged(f"{name} must be finite and not negative")
        return np.array(numbers, np.float64)
