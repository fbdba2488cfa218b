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
_EXPECTED, _MACRO = 0.5, 1.0
#: Texts beyond so many times as many as have a label, and some more, are not given it.
_BEYOND, _AT_LEAST = 8.0, 64
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
        ranked = _rank(p, right, weights, 1.0 / choice.precision)
        return np.array([_precise(each, choice.precision) for each in ranked])
    if choice.way == "common":
        everything = p.reshape(-1, 1), right.reshape(-1, 1), np.repeat(weights, p.shape[1])
        pooled = _rank(*everything, _BEYOND)[0]
        return np.repeat(pooled.between(int(pooled.f1.argmax())), p.shape[1])
    return _best_sum(_rank(p, right, weights, _BEYOND))


class _Ranked:
    """Texts in the order of a label's probabilities; what the r likeliest reach : (n_texts,)."""

    def __init__(
        self, p: Table, right: NDArray[np.bool_], w: Table, order: NDArray[np.intp], gold: float
    ) -> None:
        self.p, self.gold = p[order], gold  # gold: how many texts have it, counted and expected
        self.n = w[order].cumsum()
        self.right = _expected(self.p, right[order], w[order]).cumsum()
        self.f1 = 2.0 * self.right / (self.n + gold)

    def between(self, last: int) -> float:
        """Return what is between the last text that gets a label and the first that does not."""
        low = self.p[last + 1] if last + 1 < len(self.p) else 0.0
        return float(self.p[last] + low) / 2.0


def _expected(p: Table, right: NDArray[np.bool_], w: Table) -> Table:
    return np.asarray(w * (_EXPECTED * p + (1.0 - _EXPECTED) * right))


def _rank(p: Table, right: NDArray[np.bool_], weights: Table, times: float) -> list[_Ranked]:
    """Return the likeliest texts of each label, so many times as many as have it.

    No threshold lies beyond: of a share of right answers because there are not enough right ones,
    of F1 because it is below 2 / (1 + times) there.
    """
    w = weights / weights.mean()
    ranked = []
    for of, is_right in zip(np.ascontiguousarray(p.T), np.ascontiguousarray(right.T), strict=True):
        gold = float(_expected(of, is_right, w).sum())
        most = times * gold / w.min() + _AT_LEAST
        order = np.arange(len(of))
        if most < len(of) / 2:
            order = np.sort(np.argpartition(-of, int(most))[: int(most) + 1])
        order = order[np.argsort(-of[order], kind="stable")]
        ranked.append(_Ranked(of, is_right, w, order, gold))
    return ranked


def _best_sum(ranked: list[_Ranked]) -> Table:
    """Return the thresholds of the largest sum of micro-F1 and macro-F1."""
    gold = sum(each.gold for each in ranked)
    last = [int(each.f1.argmax()) for each in ranked]
    for _ in range(_STEPS):
        n = sum(each.n[r] for each, r in zip(ranked, last, strict=True))
        micro = 2.0 * sum(each.right[r] for each, r in zip(ranked, last, strict=True)) / (n + gold)
        chosen = [
            int(
                (
                    (2.0 * each.right - micro * each.n) / (n + gold)
                    + _MACRO / len(ranked) * each.f1
                ).argmax()
            )
            for each in ranked
        ]
        if chosen == last:
            break
        last = chosen
    return np.array([each.between(r) for each, r in zip(ranked, last, strict=True)])


def _precise(ranked: _Ranked, precision: float) -> float:
    """Return the lowest threshold above which so many answers are right; 1 where none are."""
    places = np.flatnonzero(ranked.right >= precision * ranked.n)
    return ranked.between(int(places[-1])) if len(places) else 1.0
