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

from linguine.data.constituents import FORM, Constituents
from linguine.errors import DataError
from linguine.reports.constituents.counting import Answers, in_terms_of
from linguine.reports.constituents.scores import ConstituentEvaluation

__all__ = ["DELETED", "evaluate_constituents"]

#: Tags of words that do not count, and labels of nodes that are no brackets.
DELETED = frozenset(["TOP", "-NONE-", ",", ":", "``", "''", "."])
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
    answers = Answers(gold, predicted, deleted)
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
    is_other = words.codes != in_terms_of(words, answered)
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
