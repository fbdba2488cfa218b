r"""EM over sequences and trees by writing all of them out: the judge of Baum-Welch and its like.

sequences   p(x, y) = start[y_1] prod_t emit[y_t][x_t] prod_t move[y_{t-1}][y_t] end[y_T]
            of order 2 move[y_{t-2}][y_{t-1}][y_t] for t > 1, y_0 = L being the start
            expected counts: of all y that agree with the known labels (others are -1), each counted
            with p(y | x); F = sum_s w_s log p(x_s) + alpha sum log emit
            M-step: shares of the counts; the end is one of the things that follow a label. Of order
            2 the end has the share that it has after the label alone, and pairs share the rest
trees       p(x, y) = product of its rules and root, times what its words give to their tags
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from .constituents import Rules, all_nodes, parts_of
from .losses import Array

Labels = list[int]


@dataclass(frozen=True)
class Sentence:
    """Words by number, labels that are known (-1: hidden), and how much it counts."""

    words: Labels
    known: Labels
    weight: float = 1.0


@dataclass(frozen=True)
class Hmm:
    """Probabilities of a hidden Markov model; ``move`` is (L, L), or (L + 1, L, L) of order 2."""

    emit: Array  # (L, V)
    start: Array  # (L,)
    move: Array
    end: Array  # (L,)

    @property
    def order(self) -> int:
        return self.move.ndim - 1


def joint(hmm: Hmm, words: Labels, y: tuple[int, ...]) -> float:
    """p(x, y), factor after factor."""
    p = hmm.start[y[0]] * hmm.end[y[-1]]
    for t, label in enumerate(y):
        p *= hmm.emit[label, words[t]]
        if t > 0 and hmm.order == 1:
            p *= hmm.move[y[t - 1], label]
        if t > 0 and hmm.order == 2:
            p *= hmm.move[len(hmm.start) if t == 1 else y[t - 2], y[t - 1], label]
    return float(p)


def expected_counts(hmm: Hmm, sentences: list[Sentence]) -> tuple[Hmm, float]:
    """Counts in the shape of the model, and the sum of w log p(x)."""
    L = len(hmm.start)
    counts = Hmm(*(np.zeros_like(each) for each in (hmm.emit, hmm.start, hmm.move, hmm.end)))
    value = 0.0
    for sentence in sentences:
        choices = [range(L) if known < 0 else [known] for known in sentence.known]
        outputs = list(product(*choices))
        p = np.array([joint(hmm, sentence.words, y) for y in outputs])
        value += sentence.weight * float(np.log(p.sum()))
        for y, share in zip(outputs, sentence.weight * p / p.sum(), strict=True):
            counts.start[y[0]] += share
            counts.end[y[-1]] += share
            for t, label in enumerate(y):
                counts.emit[label, sentence.words[t]] += share
                if t > 0:
                    before = (L if t == 1 else y[t - 2],) if hmm.order == 2 else ()
                    counts.move[(*before, y[t - 1], label)] += share
    return counts, value


def maximise(counts: Hmm, alpha: float) -> Hmm:
    """Shares of counts."""
    emit = counts.emit + alpha
    emit = emit / emit.sum(axis=1, keepdims=True)
    start = counts.start / counts.start.sum()
    if counts.order == 1:
        totals = counts.move.sum(axis=1) + counts.end
        return Hmm(emit, start, counts.move / totals[:, None], counts.end / totals)
    inner = counts.move.sum(axis=(0, 2))  # how often a label is followed by another
    end = counts.end / (inner + counts.end)
    move = counts.move / counts.move.sum(axis=2, keepdims=True)
    return Hmm(emit, start, move * (1 - end)[None, :, None], end)


def all_trees(rules: Rules, words: Labels, of_words: Array, of_rules: Array) -> tuple[Array, float]:
    """How often each rule and root is expected in a sentence, and log p(x).

    ``of_words`` (n_entries, n_tags) and ``of_rules`` (binary, unary, roots) are logarithms.
    """
    n, n_rules = len(words), len(of_rules)
    counts, p = [], []
    for tree in all_nodes(rules, 0, n):
        used = parts_of(rules, n, tree, rules.n_columns)[-n_rules:]
        tags = [node.bottom for node in tree.walk() if not node.children]
        places = [node.i for node in tree.walk() if not node.children]
        score = float(used @ of_rules)
        score += sum(of_words[words[i], tag] for i, tag in zip(places, tags, strict=True))
        counts.append(used)
        p.append(np.exp(score))
    total = sum(p)
    if total == 0:
        return np.zeros(n_rules), -np.inf
    return np.asarray(np.array(p) @ np.array(counts) / total), float(np.log(total))
