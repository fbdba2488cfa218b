r"""Constituent metrics: brackets as evalb counts them, with the parameters of Collins.

.. math:: P = \frac{|\hat B \cap B|}{|\hat B|}, \quad R = \frac{|\hat B \cap B|}{|B|}, \quad
    F_1 = \frac{2 |\hat B \cap B|}{|\hat B| + |B|}

over the brackets (label, first, last) of gold B and of the answer [Black1991], equal ones as often
as they occur. As [SekineCollins1997] has it: words with a tag of punctuation do not count, and
spans are counted without them; ``TOP`` is no bracket; labels are compared without function tags,
and ``PRT`` is ``ADVP``. Which words count is told by gold's tags, so that an answer with another
tag for a comma is judged as well, where evalb gives up.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from linguine.data.constituent_checks import find_crossing
from linguine.data.constituents import FORM, TAG, Constituents
from linguine.data.token_column import TokenColumn
from linguine.errors import DataError
from linguine.reports.constituents.scores import BracketScores, ConstituentEvaluation
from linguine.reports.score import Score

__all__ = ["DELETED", "evaluate_constituents"]

Mask = NDArray[np.bool_]
Counts = NDArray[np.int64]

#: Tags of words that do not count, and labels of nodes that are no brackets.
DELETED = frozenset(["TOP", "-NONE-", ",", ":", "``", "''", "."])
_SAME = {"PRT": "ADVP"}
_EMPTY = "-NONE-"
_LENGTHS = (10, 20, 40)


def evaluate_constituents(
    gold: Constituents, predicted: Constituents, *, deleted: Collection[str] = DELETED
) -> ConstituentEvaluation:
    """Judge predicted constituents.

    Parameters
    ----------
    gold, predicted
        The right trees, and the answers, of the same sentences.
    deleted
        Tags of words that do not count, and labels of nodes that are no brackets.

    Examples
    --------
    >>> gold = Constituents.from_brackets(["(S (NP (DT a) (NN b)) (VP (VB c)) (. .))"])
    >>> answer = Constituents.from_brackets(["(S (NP (DT a)) (VP (NN b) (NN c) (. .)))"])
    >>> evaluation = evaluate_constituents(gold, answer)
    >>> round(evaluation.scores.f1, 3), evaluation.scores.n_crossing
    (0.333, 1)
    >>> evaluation.by_label["S"].f1, round(evaluation.scores.tag_accuracy, 3)
    (1.0, 0.667)
    """
    _check(gold, predicted)
    answers = _Answers(gold, predicted, deleted)
    has_words = answers.n_words > 0
    if not has_words.any():
        raise DataError(
            f"there must be words to compare; all {gold.n_tokens} have a tag that does not count, "
            f"such as {answers.tag!r}. Give sentences with words, or other tags to leave out."
        )
    rows = {f"<= {most}": has_words & (answers.n_all_words <= most) for most in _LENGTHS}
    return ConstituentEvaluation(
        answers.count(has_words),
        {
            name: answers.count(mask)
            for name, mask in {**rows, "all": has_words}.items()
            if mask.any()
        },
        answers.by_label(),
        int((~has_words).sum()),
        np.where(has_words, 2 * answers.n_right - answers.n_predicted, 0),
    )


def _check(gold: Constituents, predicted: Constituents) -> None:
    fix = "Parse the sentences that have gold trees, with their words."
    ours, theirs = gold.sentences, predicted.sentences
    if len(gold) != len(predicted):
        raise DataError(
            f"gold and predicted trees must be of the same sentences; got {len(gold)} and "
            f"{len(predicted)} trees. {fix}"
        )
    if not gold.n_tokens:
        raise DataError("there must be words to compare; got none. Give trees with words.")
    lengths, others = np.diff(ours.offsets), np.diff(theirs.offsets)
    if (lengths != others).any():
        sentence = int(np.argmax(lengths != others))
        raise DataError(
            f"{_place(gold, sentence)}: gold and predicted trees must be over the same words; got "
            f"{lengths[sentence]} words in gold and {others[sentence]} in the answer. {fix}"
        )
    words, answered = ours.column(FORM), theirs.column(FORM)
    is_other = words.codes != _in_terms_of(words, answered)
    if is_other.any():
        token = int(np.argmax(is_other))
        sentence = int(np.searchsorted(ours.offsets, token, side="right")) - 1
        raise DataError(
            f"{_place(gold, sentence)}: gold and predicted trees must be over the same words; got "
            f"{words.values[words.codes[token]]!r:.40} in gold and "
            f"{answered.values[answered.codes[token]]!r:.40} in the answer. {fix}"
        )


def _place(trees: Constituents, sentence: int) -> str:
    begin, end = trees.sentences.offsets[sentence : sentence + 2].tolist()
    if len(trees.sentences.lines) and begin < end:
        return f"{trees.sentences.place(begin)}, tree {sentence + 1}"
    return f"tree {sentence + 1}"


def _in_terms_of(column: TokenColumn, other: TokenColumn) -> NDArray[np.int32]:
    """Return the codes of another column as this one has them, -1 for what it does not have."""
    code_of = {value: code for code, value in enumerate(column.values.tolist())}
    codes = [code_of.get(value, -1) for value in other.values.tolist()]
    return np.array(codes, dtype=np.int32)[other.codes]


class _Answers:
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
        has_right_tag = tags.codes == _in_terms_of(tags, answered)
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
        self.n_right = np.bincount(self.gold.sentences[matched], minlength=self.n_sentences)
        self.right_labels = self.gold.labels[matched]

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
            _ratio_error(2 * n_right, n_gold + n_predicted),
        )

    def by_label(self) -> dict[str, Score]:
        """Return the scores of each label."""
        columns = (self.gold.labels, self.predicted.labels, self.right_labels)
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


def _ratio_error(parts: Counts, wholes: Counts) -> float:
    r"""Return the standard error of a ratio of sums over n sentences.

    .. math:: \hat r = \frac{\sum_i a_i}{\sum_i b_i}, \quad
        s = \frac{1}{\sum_i b_i} \sqrt{\frac{n}{n - 1} \sum_i (a_i - \hat r b_i)^2}
    """
    n, whole = len(parts), int(wholes.sum())
    if n < 2 or not whole:
        return 0.0
    residuals = parts - parts.sum() / whole * wholes
    return float(np.sqrt(n / (n - 1) * (residuals**2).sum()) / whole)
