r"""Scores of words and sentences found in raw text, as the evaluation of CoNLL 2018 has them.

A token or sentence is right if its characters, spaces aside, are exactly those of a gold one. A
word of a token that stands for several is right if it is in the longest common subsequence of the
forms within all tokens that overlap there. As in [Zeman2018].
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.data.segmentation import Segmentation
from linguine.errors import DataError
from linguine.reports.evaluation import Score, score_table
from linguine.reports.judging.figures import f1
from linguine.reports.judging.ledger import Ledger
from linguine.reports.tables import with_interval

__all__ = ["TokenEvaluation", "evaluate_segmentation"]


@dataclass(frozen=True, eq=False)
class TokenEvaluation:
    """How many tokens, words and sentences were found."""

    tokens: Score
    words: Score
    sentences: Score
    outcomes: NDArray[np.int64]  # 1 for each gold word that is right : (n_words,)
    ledger: Ledger = field(default_factory=Ledger.empty)  # what each gold sentence adds

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        made: dict[str, Any] = {"intervals": self.ledger.to_dict()}
        for name in ("words", "sentences", "tokens"):
            score: Score = getattr(self, name)
            made |= {
                f"{name}_f1": score.f1,
                f"{name}_precision": score.precision,
                f"{name}_recall": score.recall,
                f"n_{name}": score.support,
            }
        return made

    def to_text(self) -> str:
        """Return a table."""
        names = ("words", "sentences", "tokens")
        table = score_table("found", [(name, getattr(self, name)) for name in names])
        ends = self.ledger.interval("words_f1")
        return f"{with_interval('words', self.words.f1, ends, 2)}\n\n{table}"


class _Word(NamedTuple):
    begin: int
    end: int
    form: str
    is_inside: bool  # of a token that stands for several words


def evaluate_segmentation(gold: Segmentation, found: Segmentation) -> TokenEvaluation:
    """Compare what was found in a text with what is right.

    Examples
    --------
    >>> def cut(*ends):
    ...     return Segmentation("No way", np.array([0, *ends[:-1]]), np.array(ends),
    ...                         np.array([0, len(ends)]))
    >>> evaluate_segmentation(cut(2, 6), cut(2, 4, 6)).words
    Score(precision=0.3333333333333333, recall=0.5, f1=0.4, support=2)
    """
    counts = [_count_characters(each.text) for each in (gold, found)]
    if counts[0][-1] != counts[1][-1]:
        raise DataError(
            "answers must be about the text that they are compared with; gold has "
            f"{counts[0][-1]:,} characters besides spaces, and the other {counts[1][-1]:,}. "
            "Segment the same text."
        )
    tokens, sentences, words = zip(
        *(_spans(each, n) for each, n in zip((gold, found), counts, strict=True)), strict=True
    )
    right = align_words(*words)
    return TokenEvaluation(
        _score(*tokens),
        Score.of(len(words[0]), len(words[1]), int(right.sum())),
        _score(*sentences),
        right,
        _ledger(words, tokens, sentences, right),
    )


def _ledger(
    words: tuple[list[_Word], ...],
    tokens: tuple[set[tuple[int, int]], ...],
    sentences: tuple[set[tuple[int, int]], ...],
    right: NDArray[np.int64],
) -> Ledger:
    """Return what each sentence of gold adds; what was found belongs where it begins."""
    begins = np.array(sorted(begin for begin, _ in sentences[0]))
    n = max(len(begins), 1)

    def per_sentence(places: Iterable[int]) -> NDArray[np.int64]:
        found = np.searchsorted(begins, np.fromiter(places, np.int64), side="right") - 1
        return np.bincount(np.maximum(found, 0), minlength=n)

    right_words = (each.begin for each, is_right in zip(words[0], right, strict=True) if is_right)
    columns = [*(per_sentence(w.begin for w in each) for each in words), per_sentence(right_words)]
    for gold, found in (tokens, sentences):
        columns += [
            per_sentence(begin for begin, _ in each) for each in (gold, found, gold & found)
        ]
    titles = ("words_f1", "tokens_f1", "sentences_f1")
    figures = [f1(name, 3 * i, 3 * i + 1, 3 * i + 2) for i, name in enumerate(titles)]
    return Ledger.of_table(np.column_stack(columns), figures)


def _count_characters(text: str) -> NDArray[np.int64]:
    """Return how many characters, spaces aside, are before each place : (n_characters + 1,)."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    found, places = np.unique(points, return_inverse=True)
    seen = np.array([not chr(each).isspace() for each in found.tolist()], np.int64)
    return np.concatenate([[0], np.cumsum(seen[places])]).astype(np.int64)


def _spans(
    found: Segmentation, places: NDArray[np.int64]
) -> tuple[set[tuple[int, int]], set[tuple[int, int]], list[_Word]]:
    begins, ends = places[found.begins], places[found.ends]
    tokens = list(zip(begins.tolist(), ends.tolist(), strict=True))
    first, last = found.offsets[:-1], found.offsets[1:] - 1
    sentences = set(zip(begins[first].tolist(), ends[last].tolist(), strict=True))
    words = []
    forms = zip(found.begins.tolist(), found.ends.tolist(), strict=True)
    for i, ((begin, end), (b, e)) in enumerate(zip(tokens, forms, strict=True)):
        if i in found.splits:
            words += [_Word(begin, end, each.lower(), True) for each in found.splits[i]]
        else:
            words.append(_Word(begin, end, found.text[b:e].lower(), False))
    return set(tokens), sentences, words


def _score(gold: set[tuple[int, int]], found: set[tuple[int, int]]) -> Score:
    return Score.of(len(gold), len(found), len(gold & found))


def align_words(gold: list[_Word], found: list[_Word]) -> NDArray[np.int64]:
    """Return 1 for each gold word that was found : (n_words,)."""
    right, g, f = np.zeros(len(gold), np.int64), 0, 0
    while g < len(gold) and f < len(found):
        one, other = gold[g], found[f]
        if one.is_inside or other.is_inside:
            first, begin, g, f = _overlap(gold, found, g, f)
            for i in _common(gold[first:g], found[begin:f]):
                right[first + i] = 1
        elif one[:2] == other[:2]:
            right[g] = 1
            g, f = g + 1, f + 1
        elif one.begin <= other.begin:
            g += 1
        else:
            f += 1
    return right


def _overlap(gold: list[_Word], found: list[_Word], g: int, f: int) -> tuple[int, int, int, int]:
    """Return the words, from and to in both, that lie within tokens of several words."""
    one, other = gold[g], found[f]
    limit = one.end if one.is_inside else other.end
    if one.is_inside and not other.is_inside and other.begin < one.begin:
        f += 1
    elif not one.is_inside and one.begin < other.begin:
        g += 1
    first, begin = g, f
    while True:
        more_gold, more_found = _is_within(gold, g, limit), _is_within(found, f, limit)
        if not more_gold and not more_found:
            return first, begin, g, f
        if more_gold and (not more_found or gold[g].begin <= found[f].begin):
            limit = max(limit, gold[g].end if gold[g].is_inside else 0)
            g += 1
        else:
            limit = max(limit, found[f].end if found[f].is_inside else 0)
            f += 1


def _is_within(words: list[_Word], i: int, limit: int) -> bool:
    if i >= len(words):
        return False
    return words[i].begin < limit if words[i].is_inside else words[i].end <= limit


def _common(gold: list[_Word], found: list[_Word]) -> list[int]:
    """Return which gold words are in the longest common subsequence of forms."""
    lengths = np.zeros((len(gold) + 1, len(found) + 1), np.int64)
    for i in reversed(range(len(gold))):
        for j in reversed(range(len(found))):
            same = 1 + lengths[i + 1, j + 1] if gold[i].form == found[j].form else 0
            lengths[i, j] = max(same, lengths[i + 1, j], lengths[i, j + 1])
    chosen, i, j = [], 0, 0
    while i < len(gold) and j < len(found):
        if gold[i].form == found[j].form:
            chosen.append(i)
            i, j = i + 1, j + 1
        elif lengths[i, j] == lengths[i + 1, j]:
            i += 1
        else:
            j += 1
    return chosen
