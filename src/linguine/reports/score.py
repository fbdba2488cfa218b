r"""Scores of what was found among what was there, counted.

.. math:: P = \frac{n_{correct}}{n_{predicted}}, \quad R = \frac{n_{correct}}{n_{gold}}, \quad
    F_1 = \frac{2 n_{correct}}{n_{predicted} + n_{gold}}

where nothing divided by nothing is 0, as the scorers of the CoNLL tasks have it.
"""

from __future__ import annotations

from typing import NamedTuple

from linguine.reports.tables import shorten

__all__ = ["SCORE_HEADER", "Score", "score_row"]

SCORE_HEADER = ("precision", "recall", "f1", "support")


class Score(NamedTuple):
    """Precision, recall and F1 of one kind of thing, and how often gold has it.

    Examples
    --------
    >>> Score.of(4, 1, 1)
    Score(precision=1.0, recall=0.25, f1=0.4, support=4)
    """

    precision: float
    recall: float
    f1: float
    support: int

    @classmethod
    def of(cls, n_gold: int, n_predicted: int, n_correct: int) -> Score:
        """Return the scores of counts."""
        precision = n_correct / n_predicted if n_predicted else 0.0
        recall = n_correct / n_gold if n_gold else 0.0
        f1 = 2 * n_correct / (n_gold + n_predicted) if n_gold + n_predicted else 0.0
        return cls(precision, recall, f1, n_gold)


def score_row(name: str, score: Score) -> list[str]:
    """Return a line of a table: the name, and the scores as ``SCORE_HEADER`` names them."""
    numbers = (score.precision, score.recall, score.f1)
    return [shorten(name, 30), *(f"{each:.3f}" for each in numbers), f"{score.support:,}"]
