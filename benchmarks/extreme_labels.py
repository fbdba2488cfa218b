"""Extreme labels: thousands of labels with Zipf-like frequencies, made of the shared data.

20newsgroups and debian_tags are cut into passages of 40 words. Every word from the 101st most
frequent on has a rank by lot, in which rare words are ahead, and the labels of a passage are the
words of it that come first; half of the labels are taken out of the passage and must be guessed
from what stands around them. Of the words that are labels in training the most frequent ones are
kept.

    LINGUINE_DATA=path/to/data python -m benchmarks.extreme_labels FOLDER [LABELS [PER_TEXT]]

writes ``train.jsonl`` and ``test.jsonl`` (``train.tsv`` and ``test.tsv`` with one label a text).
"""

from __future__ import annotations

import gzip
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from zlib import crc32

_WORD = re.compile(r"[a-z][a-z]+")
_N_WORDS, _N_COMMON = 40, 100
_KEPT = 2  # one label of so many stays in its passage

Row = tuple[list[str], str]  # labels, text


def read(data: Path, part: str) -> Iterator[list[str]]:
    """Yield the words of every passage of a part."""
    with gzip.open(data / "20newsgroups" / f"{part}.tsv.gz", "rt", encoding="utf-8") as lines:
        texts = [line.partition("\t")[2] for line in lines]
    with gzip.open(data / "debian_tags" / f"{part}.jsonl.gz", "rt", encoding="utf-8") as lines:
        texts += [json.loads(line)["text"] for line in lines]
    for text in texts:
        words = _WORD.findall(text.lower())
        for begin in range(0, len(words), _N_WORDS):
            passage = words[begin : begin + _N_WORDS]
            if len(passage) >= _N_WORDS // 2:
                yield passage


def label(passages: list[list[str]], rank: Mapping[str, float], per_text: int) -> list[Row]:
    """Return the passages with labels; those without any are left out."""
    rows = []
    for i, passage in enumerate(passages):
        chosen = sorted(rank.keys() & set(passage), key=lambda word: (rank[word], word))[:per_text]
        gone = {word for word in chosen if crc32(f"{i} {word}".encode()) // 7 % _KEPT}
        if chosen:
            text = " ".join(word for word in passage if word not in gone)
            rows.append((sorted(chosen), text))
    return rows


def make(data: Path, n_labels: int, per_text: int) -> tuple[list[Row], list[Row]]:
    """Return training and test rows."""
    train, test = (list(read(data, part)) for part in ("train", "test"))
    counts = Counter(word for passage in train for word in set(passage))
    rank = {word: crc32(word.encode()) * counts[word] ** 0.5 for word in most(counts)[_N_COMMON:]}
    used = Counter(word for labels, _ in label(train, rank, per_text) for word in labels)
    rank = {word: rank[word] for word in most(used)[:n_labels]}
    return label(train, rank, per_text), label(test, rank, per_text)


def most(counts: Mapping[str, int]) -> list[str]:
    """Return words, the most frequent first."""
    return sorted(counts, key=lambda word: (-counts[word], word))


def write(folder: Path, part: str, rows: list[Row], per_text: int) -> Path:
    """Write rows as lines of JSON, or as a table where each has one label."""
    path = folder / f"{part}.{'tsv' if per_text == 1 else 'jsonl'}"
    with path.open("w", encoding="utf-8") as out:
        if per_text == 1:
            out.write("label\ttext\n")
        for labels, text in rows:
            line = (
                f"{labels[0]}\t{text}"
                if per_text == 1
                else json.dumps({"labels": labels, "text": text})
            )
            out.write(line + "\n")
    return path


def main(folder: str, n_labels: str = "20000", per_text: str = "3") -> None:
    Path(folder).mkdir(parents=True, exist_ok=True)
    parts = make(Path(os.environ["LINGUINE_DATA"]), int(n_labels), int(per_text))
    for part, rows in zip(("train", "test"), parts, strict=True):
        path = write(Path(folder), part, rows, int(per_text))
        frequencies = Counter(each for labels, _ in rows for each in labels)
        once = sum(n == 1 for n in frequencies.values())
        print(f"{path}: {len(rows):,} texts, {len(frequencies):,} labels, {once:,} of them once")


if __name__ == "__main__":
    main(*sys.argv[1:])
