"""Scores of trees by the published definition of the CoNLL 2018 task, word by word: the judge.

Written for gold tokens, where every word of the answer is aligned with the same word of gold.
A score counts the words of gold and of the answer that a filter lets pass, each by its own
relation, and the words that gold lets pass and that agree: F1 of the three counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Word", "clas", "las", "read", "uas"]

FUNCTIONAL = {"aux", "cop", "mark", "det", "clf", "case", "cc"}
CONTENT = {
    "nsubj", "obj", "iobj", "csubj", "ccomp", "xcomp",
    "obl", "vocative", "expl", "dislocated", "advcl", "advmod", "discourse",
    "nmod", "appos", "nummod", "acl", "amod",
    "conj", "fixed", "flat", "compound", "list", "parataxis",
    "orphan", "goeswith", "reparandum", "root", "dep",
}  # fmt: skip


@dataclass(frozen=True)
class Word:
    """A word: its sentence, its head in it, and its relation without the subtype."""

    sentence: int
    head: int
    relation: str


def read(heads: list[list[int]], relations: list[list[str]]) -> list[Word]:
    """Return all words of all sentences."""
    return [
        Word(i, head, relation.partition(":")[0])
        for i, (row, names) in enumerate(zip(heads, relations, strict=True))
        for head, relation in zip(row, names, strict=True)
    ]


def f1(
    gold: list[Word],
    system: list[Word],
    agree: Callable[[Word, Word], bool],
    passes: Callable[[Word], bool],
) -> float:
    n_gold = sum(1 for word in gold if passes(word))
    n_system = sum(1 for word in system if passes(word))
    n_correct = 0
    for right, answer in zip(gold, system, strict=True):
        if passes(right) and agree(right, answer):
            n_correct += 1
    return 2 * n_correct / (n_gold + n_system) if n_gold + n_system else 0.0


def uas(gold: list[Word], system: list[Word]) -> float:
    return f1(gold, system, lambda g, s: g.head == s.head, lambda word: True)


def las(gold: list[Word], system: list[Word]) -> float:
    return f1(gold, system, lambda g, s: g == s, lambda word: True)


def clas(gold: list[Word], system: list[Word]) -> float:
    return f1(gold, system, lambda g, s: g == s, lambda word: word.relation in CONTENT)
