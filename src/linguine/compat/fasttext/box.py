"""Box: what is in a model file of fastText, checked byte by byte.

The file is a run of little-endian numbers without names or lengths of parts: arguments, dictionary,
input matrix, output matrix. Only what all of them say together is believed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.compat.cursor import Cursor
from linguine.compat.fasttext.matrices import Matrix, read_matrix
from linguine.errors import DataError

__all__ = ["MAGIC", "Arguments", "Box", "Dictionary", "read_box"]

#: The first bytes of such a file.
MAGIC = 793712314
_VERSIONS = (11, 12)
_SUPERVISED = 3
#: Losses by their numbers.
LOSSES = {1: "hs", 2: "ns", 3: "softmax", 4: "ova"}
#: Longer n-grams and pieces nobody makes, and they cost a square of time.
_LONGEST = 255
_MOST = (1 << 31) - 1


class Arguments(NamedTuple):
    """How a model was trained, as far as its answers depend on it."""

    dim: int
    epoch: int
    word_ngrams: int
    loss: str
    bucket: int
    minn: int
    maxn: int


@dataclass(frozen=True, eq=False)
class Dictionary:
    """The words and the labels with their counts, in the order of the rows of the matrices."""

    entries: NDArray[np.uint8]
    offsets: NDArray[np.int64]  # (n_words + n_labels + 1,)
    n_words: int
    labels: list[bytes]
    label_counts: list[int]
    n_tokens: int
    kept: NDArray[np.uint32] | None  # the buckets that have rows; None is all


@dataclass(frozen=True, eq=False)
class Box:
    """All of it."""

    name: str
    arguments: Arguments
    dictionary: Dictionary
    input: Matrix  # (n_words + n_buckets, dim)
    output: Matrix  # (n_labels, dim)


def read_box(source: Any) -> Box:
    """Return what is in a model file, or in its bytes; DataError if it does not fit together."""
    cursor = Cursor(source, "a fastText model")
    arguments = _read_arguments(cursor)
    dictionary = _read_dictionary(cursor, arguments.bucket)
    n_buckets = arguments.bucket if dictionary.kept is None else len(dictionary.kept)
    rows = dictionary.n_words + n_buckets
    (is_quantised,) = cursor.numbers("<?")
    first = read_matrix(cursor, "input", (rows, arguments.dim), is_quantised)
    (is_quantised_too,) = cursor.numbers("<?")
    shape = (len(dictionary.labels), arguments.dim)
    second = read_matrix(cursor, "output", shape, is_quantised and is_quantised_too)
    if cursor.at != len(cursor.data):
        raise cursor.damaged(f"{len(cursor.data) - cursor.at:,} bytes are left behind its end")
    return Box(cursor.name, arguments, dictionary, first, second)


def _read_arguments(cursor: Cursor) -> Arguments:
    magic, version = cursor.numbers("<2i")
    if magic != MAGIC:
        raise DataError(
            f"{cursor.name}: a fastText model begins with the bytes ba 16 4f 2f; this file does "
            "not. Give a .bin or .ftz file of fastText."
        )
    if version not in _VERSIONS:
        raise DataError(
            f"{cursor.name}: fastText models of the versions 11 and 12 are read; this one has "
            f"version {version}. Save it with fastText 0.9."
        )
    found = cursor.numbers("<12id")
    dim, _, epoch, _, _, longest, loss, kind, bucket, minn, maxn, _, _ = found
    if kind != _SUPERVISED:
        raise DataError(
            f"{cursor.name}: a classifier is a supervised model; this file has vectors of words "
            "(cbow or skipgram), which have no labels. Train it with `fasttext supervised`."
        )
    if version == 11:
        maxn = 0  # supervised models had no pieces of words then
    if not (1 <= dim <= 100_000 and 1 <= longest <= _LONGEST and 0 <= maxn <= _LONGEST):
        raise cursor.damaged(
            f"it says dim={dim}, wordNgrams={longest}, maxn={maxn}, which nothing was trained with"
        )
    if loss not in LOSSES or not 0 <= bucket < _MOST or minn < 0:
        raise cursor.damaged(f"it says loss={loss}, bucket={bucket}, minn={minn}")
    return Arguments(dim, max(epoch, 0), longest, LOSSES[loss], bucket, minn, maxn)


def _read_dictionary(cursor: Cursor, bucket: int) -> Dictionary:
    size, n_words, n_labels, n_tokens, n_kept = cursor.numbers("<3i2q")
    least = 10 * max(size, 0)  # bytes of an entry
    if size != n_words + n_labels or n_words < 0 or n_labels < 1 or least > len(cursor.data):
        raise cursor.damaged(f"it says {size} entries, {n_words} words and {n_labels} labels")
    entries, labels, counts = bytearray(), [], []
    offsets = np.zeros(size + 1, np.int64)
    for i in range(size):
        entry = cursor.text("an entry")
        count, is_label = cursor.numbers("<qb")
        if is_label != (i >= n_words):
            raise cursor.damaged(f"entry {i} of the dictionary should be a word, then labels")
        entries += entry
        offsets[i + 1] = len(entries)
        if is_label:
            labels.append(entry)
            counts.append(count)
    kept = None if n_kept < 0 else _read_kept(cursor, n_kept, bucket)
    return Dictionary(
        np.frombuffer(bytes(entries), np.uint8), offsets, n_words, labels, counts, n_tokens, kept
    )


def _read_kept(cursor: Cursor, n: int, bucket: int) -> NDArray[np.uint32]:
    """Return the buckets that quantisation has kept, in the order of their rows."""
    pairs = cursor.array("<i4", (n, 2), "buckets that were kept")
    buckets, rows = pairs[:, 0], pairs[:, 1]
    is_whole = np.array_equal(np.sort(rows), np.arange(n)) and len(np.unique(buckets)) == n
    if not is_whole or (n and not (buckets.min() >= 0 and buckets.max() < bucket)):
        raise cursor.damaged(
            f"each of the {n} buckets that were kept should have a row of its own and a number "
            f"below {bucket}"
        )
    return np.ascontiguousarray(buckets[np.argsort(rows)].astype(np.uint32))
