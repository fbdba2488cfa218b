r"""Stochastic gradient descent on label sequences: CRF (logistic), structured SVM (hinge).

sgd.py with one sentence per step and f(x, y) in the place of phi:

    theta <- (1 - eta l2/n) theta - eta w_i g_i,   g_i = E[f(x, y)] - f(x, y_i)

Eq. (1.20) of [Zhang2010] and "CRFs" of [McDonald]. n is the number of sentences, so that the steps
descend on F / n with F = sum_i w_i l_i + l2/2 ||theta||^2. All of theta is penalised, transitions,
start and end too. Schedules as in sgd.py: constant, power, pegasos; t counts steps from 1. `order`
names the sentence of every step; the average is taken after every step.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .chain import loss
from .chain_features import Sentence, chain_of, stack, zeros
from .losses import Array
from .sgd import rate


def gradient(
    theta: Array, sentence: Sentence, n_labels: int, loss_name: str
) -> tuple[float, Array]:
    """Value of the loss on one sentence and its derivative by theta."""
    value, parts = loss(chain_of(theta, sentence.X, n_labels), sentence.y, loss_name)
    return value, stack(sentence.X, parts)


def structured_sgd(
    sentences: Sequence[Sentence],
    n_labels: int,
    *,
    order: Sequence[int],
    loss_name: str,
    schedule: str,
    eta_0: float = 1.0,
    power: float = 0.5,
    l2: float = 0.0,
    sample_weight: Array | None = None,
) -> tuple[Array, Array]:
    """(theta, averaged theta)."""
    n = len(sentences)
    theta = zeros(sentences, n_labels)
    m = np.zeros_like(theta)
    for t, i in enumerate(order, start=1):
        eta = rate(schedule, t, eta_0=eta_0, power=power, l2=l2, n=n)
        w = 1.0 if sample_weight is None else sample_weight[i]
        _, g = gradient(theta, sentences[i], n_labels, loss_name)
        theta = (1.0 - eta * l2 / n) * theta - eta * w * g
        m = m + theta
    return theta, m / len(order)
