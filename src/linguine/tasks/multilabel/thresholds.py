r"""Thresholds: from which probability on a text gets a label, chosen on held-out texts.

If the r_k likeliest of the held-out texts get label k, of g_k that have it, with t_k right,

.. math:: \frac{2 \sum_k t_k}{\sum_k (r_k + g_k)} +
    \frac{\lambda}{K} \sum_k \frac{2 t_k}{r_k + g_k}

is made as large as can be: micro-F1, which frequent labels decide, and macro-F1, in which a rare
label counts as much. At the best micro-F1 F the first term moves with 2 t_k - F r_k, so that labels
can be chosen one by one. Ten texts with a label say little about where to cut: t_k is half of what
was counted, half of what the probabilities expect, and these lean on all labels
(:mod:`linguine.model.sigmoids`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linguine.tasks.multilabel.settings import ThresholdChoice

__all__ = ["choose_thresholds"]

Table = NDArray[np.float64]

#: Share of the right answers that is taken from the probabilities, and lambda. Found on training
#: texts of 233 labels, one half judged by the other: docs/design/0020-several-labels.md.
_EXPECTED, _MACRO = 0.5, 2.0
#: Steps until the micro-F1 that labels are chosen by is that of the choice; it takes two or three.
_STEPS = 10


def choose_thresholds(
    p: Table, right: NDArray[np.bool_], weights: Table, choice: ThresholdChoice
) -> Table:
    """Return the probability above which each label is given : (n_labels,).

    Parameters
    ----------
    p, right
        Probabilities of held-out texts, and which labels they have : (n_texts, n_labels).
    weights
        How much each text counts : (n_texts,).
    choice
        What they are chosen for.

    Examples
    --------
    >>> p = np.array([[0.9], [0.6], [0.3], [0.1]])
    >>> choose_thresholds(p, p > 0.5, np.ones(4), ThresholdChoice()).round(2).tolist()
    [0.45]
    """
    if isinstance(choice.way, float):
        return np.full(p.shape[1], choice.way)
    if choice.precision is not None:
        return _precise(_Ranked(p, right, weights), choice.precision)
    if choice.way == "common":
        pooled = _Ranked(p.reshape(-1, 1), right.reshape(-1, 1), np.repeat(weights, p.shape[1]))
        return np.repeat(pooled.between(pooled.f1().argmax(axis=0)), p.shape[1])
    return _best_sum(_Ranked(p, right, weights))


class _Ranked:
    """Texts in the order of their probabilities, label by label; what the r likeliest reach."""

    def __init__(self, p: Table, right: NDArray[np.bool_], weights: Table) -> None:
        order = np.argsort(-p, axis=0, kind="stable")
        w = (weights / weights.mean())[order]
        self.p = np.take_along_axis(p, order, axis=0)
        counted = np.take_along_axis(right, order, axis=0)
        self.n = w.cumsum(axis=0)
        self.right = (w * (_EXPECTED * self.p + (1.0 - _EXPECTED) * counted)).cumsum(axis=0)
        self.columns = np.arange(p.shape[1])

    @property
    def gold(self) -> Table:
        """How many texts have each label, counted and expected : (n_labels,)."""
        return np.asarray(self.right[-1])

    def f1(self) -> Table:
        """F1 of each label, if so many texts get it : (n_texts, n_labels)."""
        return np.asarray(2.0 * self.right / (self.n + self.gold))

    def between(self, last: NDArray[np.intp]) -> Table:
        """Return what is between the last text that gets a label and the first that does not."""
        after = np.minimum(last + 1, len(self.p) - 1)
        low = np.where(after > last, self.p[after, self.columns], 0.0)
        return np.asarray((self.p[last, self.columns] + low) / 2.0)


def _best_sum(ranked: _Ranked) -> Table:
    """Return the thresholds of the largest sum of micro-F1 and macro-F1."""
    f1, gold, columns = ranked.f1(), ranked.gold.sum(), ranked.columns
    last = f1.argmax(axis=0)
    for _ in range(_STEPS):
        n = ranked.n[last, columns].sum()
        micro = 2.0 * ranked.right[last, columns].sum() / (n + gold)
        gain = (2.0 * ranked.right - micro * ranked.n) / (n + gold)
        chosen = (gain + _MACRO / len(columns) * f1).argmax(axis=0)
        if (chosen == last).all():
            break
        last = chosen
    return ranked.between(last)


def _precise(ranked: _Ranked, precision: float) -> Table:
    """Return the lowest thresholds above which so many answers are right; 1 where none are."""
    is_precise = ranked.right >= precision * ranked.n
    last = len(ranked.p) - 1 - is_precise[::-1].argmax(axis=0)
    return np.where(is_precise.any(axis=0), ranked.between(last), 1.0)
