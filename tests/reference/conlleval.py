"""Spans by the rules of conlleval, token by token: the judge of everything about spans.

The script of the CoNLL shared tasks walks through the tokens with the tag before and the tag
here, asks two questions of the pair, and counts. S, and E before B, are as in its later ports.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Corpus = tuple[NDArray[np.int32], NDArray[np.int64]]


class Counts(NamedTuple):
    """Spans by type."""

    gold: Counter[str]
    predicted: Counter[str]
    correct: Counter[str]


def split_tag(tag: str) -> tuple[str, str]:
    """('B', 'NP') for 'B-NP'; ('B', '') for 'B'. Other spellings of a letter become BIES."""
    letter, _, kind = tag.partition("-")
    return {"L": "E", "U": "S", "W": "S", "M": "I"}.get(letter, letter), kind


def ends(before: tuple[str, str], here: tuple[str, str]) -> bool:
    """Whether a span ended between the tag before and the tag here."""
    if before[0] == "O":
        return False
    if before[0] in ("E", "S"):
        return True
    if before[0] in ("B", "I") and here[0] in ("B", "S", "O"):
        return True
    return before[1] != here[1]


def starts(before: tuple[str, str], here: tuple[str, str]) -> bool:
    """Whether a span starts with the tag here."""
    if here[0] == "O":
        return False
    if here[0] in ("B", "S"):
        return True
    if before[0] in ("O", "E", "S") and here[0] in ("I", "E"):
        return True
    return before[1] != here[1]


def chunks(sentence: list[str]) -> list[tuple[int, int, str]]:
    """(begin, end, type) of each span, the end being one behind its last token."""
    found = []
    begin = None
    before = ("O", "")
    for place, tag in enumerate([*sentence, "O"]):
        here = split_tag(tag)
        if begin is not None and ends(before, here):
            found.append((begin, place, before[1]))
            begin = None
        if starts(before, here):
            assert begin is None, "a span starts inside another"
            begin = place
        before = here
    assert begin is None, "a span is still open behind the sentence"
    return found


def count(gold: list[list[str]], predicted: list[list[str]]) -> Counts:
    """Count spans in one pass over both columns, with the script's flag for an agreeing span."""
    counts = Counts(Counter(), Counter(), Counter())
    for gold_tags, predicted_tags in zip(gold, predicted, strict=True):
        agrees = False
        g_before = p_before = ("O", "")
        for g_tag, p_tag in zip([*gold_tags, "O"], [*predicted_tags, "O"], strict=True):
            g, p = split_tag(g_tag), split_tag(p_tag)
            g_ends, p_ends = ends(g_before, g), ends(p_before, p)
            if agrees and g_ends and p_ends:
                counts.correct[g_before[1]] += 1
            if g_ends or p_ends:
                agrees = False
            g_starts, p_starts = starts(g_before, g), starts(p_before, p)
            if g_starts:
                counts.gold[g[1]] += 1
            if p_starts:
                counts.predicted[p[1]] += 1
            if g_starts and p_starts and g[1] == p[1]:
                agrees = True
            g_before, p_before = g, p
    return counts


def score(n_gold: int, n_predicted: int, n_correct: int) -> tuple[float, float, float]:
    """Precision, recall and FB1; 0 where there is nothing."""
    precision = n_correct / n_predicted if n_predicted > 0 else 0.0
    recall = n_correct / n_gold if n_gold > 0 else 0.0
    fb1 = 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0
    return precision, recall, fb1


def is_well_formed(sentence: list[str], scheme: str) -> bool:
    """Whether each tag of the sentence may stand beside its neighbours in "iob2" or "bioes"."""
    padded = [("O", ""), *map(split_tag, sentence), ("O", "")]
    for before, here in pairwise(padded):
        continues = here[0] in ("I", "E")
        is_open = before[0] in ("B", "I")
        if continues and not (is_open and before[1] == here[1]):
            return False
        if scheme == "bioes" and is_open and not continues:
            return False
    return True


def encode(sentences: list[list[str]], tags: list[str]) -> Corpus:
    """Codes of all tokens, and offsets of the sentences."""
    position = {tag: code for code, tag in enumerate(tags)}
    codes = [position[tag] for sentence in sentences for tag in sentence]
    offsets = np.cumsum([0, *map(len, sentences)])
    return np.array(codes, dtype=np.int32), offsets.astype(np.int64)


def decode(codes: NDArray[Any], offsets: NDArray[Any], tags: list[str]) -> list[list[str]]:
    """Sentences of tags again."""
    names = [tags[code] for code in codes]
    return [names[a:b] for a, b in pairwise(offsets)]
