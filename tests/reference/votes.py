"""Judges of votes: Dawid and Skene's EM in loops, and Krippendorff's alpha over pairs of votes."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import prod

#: Votes of one document: (annotator, label).
Votes = list[tuple[str, str]]


def dawid_skene(
    documents: list[Votes], labels: list[str], n_steps: int, imagined: float = 10.0
) -> list[dict[str, float]]:
    """Return q after some steps of EM."""
    who = sorted({a for votes in documents for a, _ in votes})
    k = len(labels)
    q = [{y: sum(v == y for _, v in votes) / len(votes) for y in labels} for votes in documents]
    for _ in range(n_steps):
        p = {y: (sum(each[y] for each in q) + 1 / k) / (len(q) + 1) for y in labels}
        pi = {}
        for a in who:
            mine = [(each, v) for each, votes in zip(q, documents, strict=True)
                    for b, v in votes if b == a]  # fmt: skip
            skill = (sum(each[v] for each, v in mine) + 1) / (len(mine) + 2)
            for y in labels:
                total = sum(each[y] for each, _ in mine) + imagined
                for v in labels:
                    seen = sum(each[y] for each, vote in mine if vote == v)
                    rho = skill if v == y else (1 - skill) / (k - 1)
                    pi[a, y, v] = (seen + imagined * rho) / total
        joint = [
            {y: p[y] * prod(pi[a, y, v] for a, v in votes) for y in labels} for votes in documents
        ]
        q = [{y: each[y] / sum(each.values()) for y in labels} for each in joint]
    return q


def alpha(documents: list[list[str]]) -> float:
    """Return 1 - observed / expected disagreement, over all ordered pairs of votes."""
    several = [votes for votes in documents if len(votes) > 1]
    n = sum(map(len, several))
    observed = sum(
        sum(a != b for a, b in permutations(votes, 2)) / (len(votes) - 1) for votes in several
    )
    counts = Counter(vote for votes in several for vote in votes)
    expected = sum(counts[a] * counts[b] for a, b in permutations(counts, 2)) / (n - 1)
    return 1 - observed / expected
