"""Counting brackets: those of gold and of an answer as numbers, and what is right in each sentence.

All sentences are counted at once, by arrays.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

import numpy as np
from numpy.typing import NDArray

from linguine.data.checks.constituents import find_crossing
from linguine.data.constituents import TAG, Constituents
from linguine.data.token_lists import TokenColumn
from linguine.reports.constituents.scores import BracketScores
from linguine.reports.evaluation import Score
from linguine.reports.judging.figures import f1, f1_of_each, share
from linguine.reports.judging.ledger import Ledger

__all__ = ["Answers", "in_terms_of"]

Mask = NDArray[np.bool_]
Counts = NDArray[np.int64]

_SAME = {"PRT": "ADVP"}
_EMPTY = "-NONE-"


def in_terms_of(column: TokenColumn, other: TokenColumn) -> NDArray[np.int32]:
    """Return the codes of another column as this one has them, -1 for what it does not have."""
    code_of = {value: code for code, value in enumerate(column.values.tolist())}
    codes = [code_of.get(value, -1) for value in other.values.tolist()]
    return np.array(codes, dtype=np.int32)[other.codes]


class Answers:
    """Brackets of gold and answer that count, as numbers, and what is right in each sentence."""

    def __init__(
        self, gold: Constituents, predicted: Constituents, deleted: Collection[str]
    ) -> None:
        tags, answered = gold.sentences.column(TAG), predicted.sentences.column(TAG)
        self.n_sentences = len(gold)
        names = tags.values.tolist()
        self.tag = names[0]
        is_counted = np.array([name not in deleted for name in names])[tags.codes]
        is_word = np.array([name != _EMPTY for name in names])[tags.codes]
        places = np.concatenate([[0], np.cumsum(is_counted)])  # words that count before each
        begins = gold.sentences.offsets
        self.sentence_of = np.repeat(np.arange(len(gold)), np.diff(begins))
        self.n_words = self._per_sentence(is_counted)
        self.n_all_words = self._per_sentence(is_word)
        has_right_tag = tags.codes == in_terms_of(tags, answered)
        self.n_right_tags = self._per_sentence(is_counted & has_right_tag)
        self.names = sorted({_compared(name) for name in gold.names + predicted.names})
        self.gold, self.predicted = (
            _Brackets(trees, self.names, places, deleted) for trees in (gold, predicted)
        )
        self.n_gold, self.n_predicted = (
            np.bincount(each.sentences, minlength=len(gold)) for each in (self.gold, self.predicted)
        )
        n_places = int(places[-1]) + len(gold)
        is_crossing = find_crossing(n_places, self.predicted.spans, self.gold.spans)
        self.n_crossing = np.bincount(self.predicted.sentences[is_crossing], minlength=len(gold))
        self._match()

    def _match(self) -> None:
        """Count equal brackets, each as often as both sides have it."""
        keys, places, n_gold = np.unique(self.gold.keys, return_index=True, return_counts=True)
        others, n_answered = np.unique(self.predicted.keys, return_counts=True)
        _, here, there = np.intersect1d(keys, others, assume_unique=True, return_indices=True)
        n_same = np.minimum(n_gold[here], n_answered[there])
        matched = np.repeat(places[here], n_same)
        self.right = self.gold.sentences[matched], self.gold.labels[matched]
        self.n_right = np.bincount(self.right[0], minlength=self.n_sentences)

    def count(self, chosen: Mask) -> BracketScores:
        """Return the scores of some sentences."""
        n_gold, n_predicted, n_right, n_crossing = (
            each[chosen] for each in (self.n_gold, self.n_predicted, self.n_right, self.n_crossing)
        )
        is_exact = (n_right == n_gold) & (n_right == n_predicted)
        return BracketScores(
            int(chosen.sum()),
            int(self.n_words[chosen].sum()),
            int(n_gold.sum()),
            int(n_predicted.sum()),
            int(n_right.sum()),
            int(is_exact.sum()),
            int(n_crossing.sum()),
            int((n_crossing == 0).sum()),
            int((n_crossing <= 2).sum()),
            int(self.n_right_tags[chosen].sum()),
            partial(self.ledger, chosen),
        )

    def ledger(self, chosen: Mask) -> Ledger:
        """Return what each sentence adds to the scores of some; the others add nothing."""
        is_exact = (self.n_right == self.n_gold) & (self.n_right == self.n_predicted)
        sums = (
            np.ones(self.n_sentences), self.n_gold, self.n_predicted, self.n_right, is_exact,
            self.n_words, self.n_right_tags,
        )  # fmt: skip
        names = self.names
        figures = (
            f1("f1", 1, 2, 3),
            share("precision", 3, 2),
            share("recall", 3, 1),
            share("exact_match", 4, 0, counts_examples=True),
            share("tag_accuracy", 6, 5),
            f1_of_each("by_label", names, len(sums)),
        )
        pairs = (
            (self.gold.sentences, self.gold.labels),
            (self.predicted.sentences, self.predicted.labels),
            self.right,
        )
        marks = [(rows[chosen[rows]], codes[chosen[rows]]) for rows, codes in pairs]
        return Ledger.of_marks([each * chosen for each in sums], marks, len(names), figures)

    def by_label(self) -> dict[str, Score]:
        """Return the scores of each label."""
        columns = (self.gold.labels, self.predicted.labels, self.right[1])
        counts = [np.bincount(each, minlength=len(self.names)).tolist() for each in columns]
        rows = zip(self.names, zip(*counts, strict=True), strict=True)
        return {name: Score.of(*row) for name, row in rows if row[0] or row[1]}

    def _per_sentence(self, mask: Mask) -> Counts:
        return np.bincount(self.sentence_of[mask], minlength=self.n_sentences)


class _Brackets:
    """The nodes of trees that are brackets."""

    def __init__(
        self, trees: Constituents, names: list[str], places: Counts, deleted: Collection[str]
    ) -> None:
        code_of = {name: i for i, name in enumerate(names)}
        codes = np.array([code_of[_compared(name)] for name in trees.names], dtype=np.int64)
        is_bracket = np.array([_without_functions(name) not in deleted for name in trees.names])
        sentences = np.repeat(np.arange(len(trees)), np.diff(trees.offsets))
        begins = trees.sentences.offsets[sentences]
        first, last = places[begins + trees.first], places[begins + trees.last]
        kept = (first < last) & is_bracket[trees.labels] if trees.n_nodes else first < last
        self.sentences = sentences[kept]
        self.labels = codes[trees.labels[kept]]
        # One more place for each sentence, so that two of them share none.
        self.spans = first[kept] + self.sentences, last[kept] + self.sentences
        widest = int(np.diff(trees.sentences.offsets).max(initial=0)) + 1
        width = last[kept] - first[kept]
        self.keys = (self.spans[0] * widest + width) * max(len(names), 1) + self.labels


def _without_functions(label: str) -> str:
    return label.split("-")[0].split("=")[0]


def _compared(label: str) -> str:
    label = _without_functions(label)
    return _SAME.get(label, label)
