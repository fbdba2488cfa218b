"""Algorithms of texts with several labels: those of one label, each label against the rest."""

from __future__ import annotations

from dataclasses import replace

from linguine.tasks.algorithm import Algorithm, Algorithms
from linguine.tasks.text.algorithms import DUAL_TOLERANCE, TEXT_ALGORITHMS

__all__ = ["MULTILABEL_ALGORITHMS"]


def _against_rest(row: Algorithm) -> Algorithm:
    """Return the algorithm with a binary problem for each label, over the same rows."""
    if not row.loss or row.learner == "counts":  # naive Bayes takes differences of its counts
        return row
    if row.loss == "logistic":
        # Many small problems: the dual stops at each by itself, a batch goes on for the slowest.
        tolerance = {"dual": {"tolerance": DUAL_TOLERANCE}}
        row = replace(row, learner="dual", sparse="owl-qn", defaults=tolerance)
    return replace(row, multiclass="one-versus-all")


#: A lexicon says nothing about how many labels a text has.
MULTILABEL_ALGORITHMS = Algorithms(
    {
        name: _against_rest(TEXT_ALGORITHMS.get(name))
        for name in TEXT_ALGORITHMS.names
        if name != "lexicon"
    }
)
