"""Repeats: examples that are there twice, in one file or in two, with one answer or several."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from linguine.data.splitting import same_words, words_together
from linguine.features.near_duplicates import alike, word_sets
from linguine.reports.checks.evidence import Evidence
from linguine.reports.checks.finding import Finding

__all__ = ["find_leaks", "find_repeats"]


def find_repeats(seen: Evidence) -> Iterator[Finding]:
    """Yield what is there twice: as it is, with another answer, and nearly."""
    same, n = seen.same, len(seen)
    order = np.argsort(same, kind="stable")
    first = np.full(n, -1, np.int64)  # the first example with the same words
    begins = np.append(True, same[order][1:] != same[order][:-1])
    first[order] = order[np.maximum.accumulate(np.where(begins, np.arange(n), 0))]
    again = np.flatnonzero(first != np.arange(n))
    differs = _differing(seen, same)
    copies = again[~differs[again]]
    if len(copies):
        yield Finding(
            "duplicates",
            "say the same as an earlier example",
            "They count twice in learning, and flatter a test that has them. --fix keeps the "
            "first of each.",
            [seen.item(i, f"as line {seen.line(first[i])}") for i in copies[:1_000].tolist()],
            len(copies),
            copies,
        )
    if differs.any():
        rows = order[differs[order]]  # those of the same words are neighbours
        yield Finding(
            "contradictions",
            "have the same words as another, and another answer",
            "One of them is wrong, or the words alone cannot tell. Correct them; --fix keeps the "
            "answer that most of them have, and none if there is a tie.",
            [seen.item(i, seen.answer(i)) for i in rows[:1_000].tolist()],
            len(rows),
            _outvoted(seen, rows),
        )
    pairs = alike(seen.sets)
    pairs = pairs[same[pairs[:, 0]] != same[pairs[:, 1]]]
    if len(pairs):
        yield Finding(
            "near-duplicates",
            "share four fifths of their words with another example, or more",
            "Keep them on one side of a split: linguine split FILE --near-duplicates.",
            [seen.item(b, f"like line {seen.line(a)}") for a, b in pairs[:1_000].tolist()],
            len(np.unique(pairs)),
        )


def _differing(seen: Evidence, same: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which examples have the words of another, and not its answer."""
    lowest = np.full(int(same.max(initial=-1)) + 1, np.iinfo(np.int64).max)
    highest = np.full(len(lowest), -1, np.int64)
    np.minimum.at(lowest, same, seen.answers)
    np.maximum.at(highest, same, seen.answers)
    differs: NDArray[np.bool_] = (lowest != highest)[same]
    return differs


def _outvoted(seen: Evidence, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return all but the first example of the answer that most with the same words have."""
    gone = []
    for group in np.split(rows, np.flatnonzero(np.diff(seen.same[rows])) + 1):
        answers, first, counts = np.unique(
            seen.answers[group], return_index=True, return_counts=True
        )
        del answers
        is_tied = np.count_nonzero(counts == counts.max()) > 1
        keeps = -1 if is_tied else first[counts.argmax()]
        gone.append(np.delete(group, keeps) if not is_tied else group)
    return np.concatenate(gone)


def find_leaks(seen: Evidence, test: Evidence) -> Iterator[Finding]:
    """Yield examples that are in the test file, too, as they are or nearly."""
    n, both = len(seen), words_together(seen.data, test.data)
    same = same_words(both)
    leaked = np.flatnonzero(np.isin(same[:n], same[n:]))
    if len(leaked):
        yield Finding(
            "leaks",
            f"are in {test.source}, too",
            "What a model has seen does not test it. --fix takes them out of the file to learn "
            "from.",
            [seen.item(i) for i in leaked[:1_000].tolist()],
            len(leaked),
            leaked,
        )
    pairs = alike(word_sets(both))
    crosses = (pairs[:, 0] < n) != (pairs[:, 1] < n)
    pairs = np.sort(pairs[crosses & (same[pairs[:, 0]] != same[pairs[:, 1]])], axis=1)
    if len(pairs):
        yield Finding(
            "near-leaks",
            f"share four fifths of their words with an example of {test.source}, or more",
            "Split again with linguine split --near-duplicates, or take them out.",
            [
                seen.item(a, f"like {test.source}:{test.line(b - n)}")
                for a, b in pairs[:1_000].tolist()
            ],
            len(np.unique(pairs[:, 0])),
        )
