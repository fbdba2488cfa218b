"""fastText, slowly: a writer of its model files, and the answers that belong to them.

Written from the format: little-endian numbers, one after the other. Everything is Python lists, so
that each step can be followed with a pencil.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

__all__ = ["Box", "features_of", "fnv", "predict", "write_box"]

LOSSES = {"hs": 1, "ns": 2, "softmax": 3, "ova": 4}
BLANKS = " \t\n\v\f\r\0"
Rows = list[list[float]]


@dataclass
class Box:
    """A supervised model."""

    words: list[str]
    labels: list[str]  # with __label__ before them, the most frequent first
    counts: list[int]  # of the labels
    input: Rows  # words, then buckets
    output: Rows  # labels
    loss: str = "softmax"
    bucket: int = 0
    word_ngrams: int = 1
    minn: int = 0
    maxn: int = 0
    kept: list[int] | None = None  # buckets with rows, in their order
    version: int = 12
    extra: bytes = field(default=b"", repr=False)

    @property
    def dim(self) -> int:
        return len(self.output[0])


def write_box(box: Box) -> bytes:
    """Return the bytes of a ``.bin`` file."""
    out = struct.pack("<2i", 793712314, box.version)
    numbers = (box.dim, 5, 5, 1, 5, box.word_ngrams, LOSSES[box.loss], 3, box.bucket, box.minn)
    out += struct.pack("<12id", *numbers, box.maxn, 100, 1e-4)
    n_words, n_labels = len(box.words), len(box.labels)
    kept = -1 if box.kept is None else len(box.kept)
    out += struct.pack("<3i2q", n_words + n_labels, n_words, n_labels, 1000, kept)
    for word in box.words:
        out += word.encode() + b"\0" + struct.pack("<qb", 7, 0)
    for label, count in zip(box.labels, box.counts, strict=True):
        out += label.encode() + b"\0" + struct.pack("<qb", count, 1)
    for row, bucket in enumerate(box.kept or []):
        out += struct.pack("<2i", bucket, row)
    return out + _matrix(box.input) + _matrix(box.output) + box.extra


def _matrix(rows: Rows) -> bytes:
    flat = [number for row in rows for number in row]
    return struct.pack("<?2q", False, len(rows), len(rows[0])) + struct.pack(
        f"<{len(flat)}f", *flat
    )


def fnv(data: bytes) -> int:
    """Return the hash of some bytes, each of which has a sign."""
    h = 2166136261
    for byte in data:
        signed = byte - 256 if byte > 127 else byte
        h = ((h ^ (signed % 2**32)) * 16777619) % 2**32
    return h


def features_of(box: Box, text: str) -> list[int]:
    """Return the rows of the input matrix that belong to a line."""
    rows, hashes = [], []
    for token in [*_tokens(text), "</s>"]:
        if token in box.words:
            rows.append(box.words.index(token))
        elif token in box.labels or token.startswith("__label__"):
            continue
        if token != "</s>":
            rows += _pieces(box, token)
        h = fnv(token.encode())
        hashes.append(h - 2**32 if h >= 2**31 else h)
        if token == "</s>":
            break
    for i in range(len(hashes)):
        h = hashes[i] % 2**64
        for j in range(i + 1, min(len(hashes), i + box.word_ngrams)):
            h = (h * 116049371 + hashes[j]) % 2**64
            rows += _bucket(box, h)
    return rows


def _tokens(text: str) -> list[str]:
    for blank in BLANKS:
        text = text.replace(blank, " ")
    return [token for token in text.split(" ") if token]


def _pieces(box: Box, word: str) -> list[int]:
    rows = []
    padded = f"<{word}>"
    for begin in range(len(padded)):
        for end in range(begin + 1, len(padded) + 1):
            is_edge = end - begin == 1 and (begin == 0 or end == len(padded))
            if box.minn <= end - begin <= box.maxn and not is_edge:
                rows += _bucket(box, fnv(padded[begin:end].encode()))
    return rows


def _bucket(box: Box, h: int) -> list[int]:
    if not box.bucket:
        return []
    bucket = h % box.bucket
    if box.kept is None:
        return [len(box.words) + bucket]
    return [len(box.words) + box.kept.index(bucket)] if bucket in box.kept else []


def predict(box: Box, text: str) -> list[float]:
    """Return the probability of each label as fastText reports it."""
    rows = features_of(box, text)
    hidden = [sum(box.input[row][c] for row in rows) / max(len(rows), 1) for c in range(box.dim)]
    z = [sum(a * b for a, b in zip(hidden, row, strict=True)) for row in box.output]
    if box.loss == "softmax":
        total = sum(math.exp(each - max(z)) for each in z)
        return [math.exp(each - max(z)) / total + 1e-5 for each in z]
    if box.loss in ("ns", "ova"):
        return [_table(each) + 1e-5 for each in z]
    return [
        math.prod(_sigmoid(z[node] if right else -z[node]) + 1e-5 for node, right in way)
        for way in ways(box.counts)
    ]


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def _table(x: float) -> float:
    """Return the sigmoid of the last of 512 steps from -8 to 8 that is not above x."""
    if abs(x) > 8:
        return float(x > 8)
    return _sigmoid(int((x + 8) * 32) / 32 - 8)


def ways(counts: Sequence[int]) -> list[list[tuple[int, bool]]]:
    """Return (node, whether to the right) on the way to each label: Huffman's tree.

    The two trees that were seen least are joined; of equals an inner node goes first, and of inner
    nodes the one made first, of labels the last.
    """
    trees: list[tuple[int, int, object]] = [
        (count, len(counts) - i, i) for i, count in enumerate(counts)
    ]
    found: list[list[tuple[int, bool]]] = [[] for _ in counts]
    for node in range(len(counts) - 1):
        trees.sort(key=lambda tree: (tree[0], tree[1]))
        (a, _, left), (b, _, right) = trees[:2]
        for side, child in ((False, left), (True, right)):
            for label in _leaves(child):
                found[label].insert(0, (node, side))
        trees = [*trees[2:], (a + b, node - len(counts), (left, right))]
    return found


def _leaves(tree: object) -> list[int]:
    return [leaf for part in tree for leaf in _leaves(part)] if isinstance(tree, tuple) else [tree]  # type: ignore[list-item]
