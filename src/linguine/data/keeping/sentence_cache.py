"""Sentence cache: sentences in compact blocks on a disk, read again as often as a learner wants.

A block holds its own different cells, once each, and a number for each token. It ends with the
sentence that has its token of a certain number, so that it depends on the sentences alone, neither
on how these came nor on the limits of files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.joining.sentences import join_sentences
from linguine.data.keeping.block_file import BlockFile
from linguine.data.keeping.keeper import Keeper
from linguine.data.runs import offsets_of
from linguine.data.sentences import Sentences
from linguine.data.token_lists import TokenColumn

__all__ = ["SentenceCache"]

#: A block ends with the sentence that has its token of this number: about 100 KB of text.
N_TOKENS = 1 << 13
#: What all sentences have alike, besides the names of their columns.
_ALIKE = ("source", "tag_column", "hidden")


class SentenceCache(BlockFile):
    """Sentences, kept on a disk.

    Parameters
    ----------
    scratch
        The folder.
    n_tokens
        How many tokens a block has, about; None is eight thousand.

    Examples
    --------
    >>> from linguine.data.keeping.scratch import open_scratch
    >>> with open_scratch(None) as scratch:
    ...     cache = SentenceCache(scratch, 2)
    ...     cache.append(Sentences.from_python([["Dogs", "bark"], ["Sit"], ["Go"]]))
    ...     cache.finish()
    ...     [cache.read([i]).texts_of("w") for i in range(2)]
    [[['Dogs', 'bark']], [['Sit'], ['Go']]]
    """

    def __init__(self, scratch: Keeper, n_tokens: int | None = None) -> None:
        super().__init__(scratch, "sentences")
        self._most = n_tokens or N_TOKENS
        self._waiting: list[Sentences] = []
        self._n_waiting = 0
        #: What all sentences are like: their columns, and which is that of the tags.
        self.like: Sentences | None = None

    @property
    def n_sentences(self) -> int:
        """How many sentences are on the disk."""
        return self.n_rows

    @property
    def n_tokens(self) -> int:
        """How many tokens these have."""
        return sum(each.n_entries for each in self.blocks)

    def first_tokens(self) -> NDArray[np.int64]:
        """Return the first token of each block, and the end : (n_blocks + 1,)."""
        return np.cumsum([0, *(each.n_entries for each in self.blocks)])

    # --- writing --------------------------------------------------------------------------------

    def append(self, sentences: Sentences) -> None:
        """Add sentences; those of a whole block are written."""
        self.like = self.like or sentences.take([])
        self._waiting.append(sentences)
        self._n_waiting += sentences.n_tokens
        if self._n_waiting >= self._most:
            self._write(is_last=False)

    def finish(self) -> None:
        """Write what is left, a last block."""
        self._write(is_last=True)

    def _write(self, *, is_last: bool) -> None:
        if not self._waiting:
            return
        waiting, begin = join_sentences(self._waiting), 0
        offsets, n = waiting.offsets, waiting.n_sentences
        while begin < n:
            end = int(np.searchsorted(offsets, offsets[begin] + self._most))
            if end > n:
                if not is_last:
                    break
                end = n
            block = waiting.take(slice(begin, end))
            packed = _packed(block)
            self.write_block(packed, end - begin, block.n_tokens, _core.checksum(packed))
            begin = end
        rest = waiting.take(slice(begin, n))
        self._waiting, self._n_waiting = [rest] if n > begin else [], rest.n_tokens

    def standing(self) -> dict[str, Any]:
        """Return what has to be known to go on, as plain data."""
        like = self.like
        told = {} if like is None else {name: getattr(like, name) for name in _ALIKE}
        columns = [] if like is None else list(like.columns)
        return {
            "n_blocks": len(self.blocks),
            "index": self.checksum(),
            "like": None if like is None else {**told, "columns": columns},
        }

    def restore(self, left: Mapping[str, Any]) -> None:
        """Go on behind what ``standing`` has counted."""
        self.restore_blocks(left["n_blocks"], left["index"])
        if left["like"] is not None:
            told = dict(left["like"])
            hidden = told.pop("hidden")
            columns = {name: TokenColumn.of([]) for name in told.pop("columns")}
            nothing = np.zeros(1, np.int64)
            like = Sentences(columns, nothing, **told)
            self.like = replace(like, hidden=None if hidden is None else tuple(hidden))

    # --- reading --------------------------------------------------------------------------------

    def read(self, blocks: Sequence[int]) -> Sentences:
        """Return the sentences of some blocks, in this order.

        Bytes that are not those that were written are never looked at.
        """
        return join_sentences([self._read(i) for i in blocks])

    def __iter__(self) -> Iterator[Sentences]:
        """Yield the sentences of one block after the other."""
        return (self._read(i) for i in range(len(self.blocks)))

    def _read(self, i: int) -> Sentences:
        packed, block = self.read_block(i), self.blocks[i]
        if len(packed) != block.size or _core.checksum(packed) != block.checksum:
            raise self.changed()
        try:
            if self.like is None:
                raise ValueError("blocks of nothing")
            found = _unpacked(packed, self.like)
        except (ValueError, IndexError, OverflowError):
            raise self.changed() from None
        if (found.n_sentences, found.n_tokens) != (block.n_rows, block.n_entries):
            raise self.changed()
        return found


def _packed(sentences: Sentences) -> NDArray[np.uint8]:
    """Return sentences as bytes: arrays of whole numbers, each as narrow as it can be."""
    lines = sentences.lines
    origins = sentences.origins
    # From one line to the next it is a step of 1, mostly; a new file begins again.
    arrays = [np.diff(sentences.offsets), lines[:1], np.diff(lines) % (1 << 62)]
    for column in (*sentences.columns.values(), origins or _source_of(sentences)):
        texts = [each.encode() for each in column.values.tolist()]
        joined = np.frombuffer(b"".join(texts), np.uint8)
        arrays += [column.codes, np.array([len(each) for each in texts], np.int64), joined]
    narrow = [each.astype(_narrowest(each)) for each in arrays]
    head = np.array([[each.itemsize, each.size] for each in narrow], np.int64)
    return np.concatenate([head.ravel().view(np.uint8), *(each.view(np.uint8) for each in narrow)])


def _unpacked(packed: NDArray[np.uint8], like: Sentences) -> Sentences:
    names = list(like.columns)
    n_arrays = 3 + 3 * (len(names) + 1)
    head = packed[: 16 * n_arrays].view(np.int64).reshape(n_arrays, 2)
    _must(np.isin(head[:, 0], (1, 2, 4, 8)).all())
    _must(((head[:, 1] >= 0) & (head[:, 1] <= len(packed))).all())
    ends = offsets_of(head.prod(axis=1)) + 16 * n_arrays
    _must(ends[-1] == len(packed))
    arrays = [
        packed[begin:end].view(f"u{width}")
        for begin, end, (width, _) in zip(ends[:-1], ends[1:], head.tolist(), strict=True)
    ]
    columns = []
    for first in range(3, n_arrays, 3):
        codes, lengths, joined = arrays[first : first + 3]
        _check_column(arrays[0], codes, lengths, joined)
        # A view of no bytes would have no place.
        cells = np.append(joined, np.uint8(0))
        texts = _core.Texts.from_buffer(cells, offsets_of(lengths))
        columns.append(TokenColumn(codes.astype(np.int32), texts))
    *own, origins = columns
    source = origins.values[0] if len(origins.values) else like.source
    return Sentences(
        dict(zip(names, own, strict=True)),
        offsets_of(arrays[0]),
        source,
        np.cumsum(np.concatenate(arrays[1:3]).astype(np.int64)) % (1 << 62),
        tag_column=like.tag_column,
        hidden=like.hidden,
        origins=origins if len(origins.values) > 1 else None,
    )


def _check_column(
    sentences: NDArray[Any], codes: NDArray[Any], lengths: NDArray[Any], joined: NDArray[Any]
) -> None:
    """Raise ValueError unless each token has a cell, and all bytes belong to one."""
    for parts, whole in ((sentences, codes), (lengths, joined)):
        _must(int(parts.max(initial=0)) <= len(whole) and int(parts.sum()) == len(whole))
    _must(len(codes) == 0 or int(codes.max()) < len(lengths))
    _must(joined.itemsize == 1)
    joined.tobytes().decode()  # as every cell was


def _must(holds: object) -> None:
    """Raise ValueError for a block that nobody here has written."""
    if not holds:
        raise ValueError("sentences that are none")


def _source_of(sentences: Sentences) -> TokenColumn:
    codes = np.zeros(sentences.n_tokens, np.int32)
    return TokenColumn(codes, _core.Texts([sentences.source]))


def _narrowest(numbers: NDArray[np.integer]) -> np.dtype[np.unsignedinteger]:
    most = int(numbers.max()) if numbers.size else 0
    return np.dtype(f"u{next(width for width in (1, 2, 4, 8) if most < 1 << (8 * width))}")
