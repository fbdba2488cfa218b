r"""Label sequences by brute force: write all of them down, then look.

    s(y) = start[y_0] + sum_t nodes[t, y_t] + end[y_{T-1}]
         + sum_{t>=1} transitions[y_{t-1}, y_t] + edges[t, y_{t-1}, y_t]
                      + trigrams[y_{t-2}, y_{t-1}, y_t] + longer[k - 3][y_{t-k}, .., y_t]

the score f(y_i, y_{i-1}) of Eq. (1.17) of [Zhang2010] by its parts. y_{-1}, before the start, is
the extra index L of the trigrams and what is longer; a part that would need y_{-2} is not there.
What is forbidden is not among the outputs. The rest is one line
each, with E the mean over p(y) = exp(s(y) - log Z), Eq. (1.20) of [Zhang2010]:

    argmax    the output with the highest score     log Z     log sum_y exp s(y)
    k_best    the k with the highest scores         marginal  E[1[part in y]] = d log Z / d score

Ties go to the output that is smallest when read from its end: the one that Viterbi finds when the
lowest index wins at the last position and then at every back pointer. The losses are those of the
labels (losses.py) with the Hamming cost c(y*, y) = |{t : y_t != y*_t}|. Where y*_t = -1 nobody
knows the label; it costs nothing there, and

    l(y*) = agg_y [s(y) + rho c(y*, y)] - agg_{y agrees with y*} s(y)
    derivative by the score of a part = E[1[part in y]] - E[1[part in y] | y agrees with y*]

which is the usual loss when all is known, the likelihood of what is known for log-sum-exp, and the
latent-variable loss of Yu and Joachims (2009) for max (E is then the argmax alone).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from .losses import Array

Mask = NDArray[np.bool_]
Output = tuple[int, ...]
Parts = dict[str, Array]

KINDS = ("perceptron", "hinge", "logistic", "softmax-margin")


@dataclass(frozen=True)
class Chain:
    """Scores of one sequence of T positions and L labels, and what may stand where.

    None is a table of zeros, or of True. edges[0] is not used. A forced label is a row of
    allowed_nodes with one True. No position at all: one output, (), which scores 0.
    """

    nodes: Array  # (T, L)
    transitions: Array  # (L, L) from y_{t-1} to y_t
    start: Array  # (L,)
    end: Array  # (L,)
    edges: Array | None = None  # (T, L, L) added to the transition into position t
    trigrams: Array | None = None  # (L + 1, L, L) y_{t-2}, y_{t-1}, y_t
    allowed_nodes: Mask | None = None  # (T, L)
    allowed_transitions: Mask | None = None  # (L, L)
    allowed_start: Mask | None = None  # (L,)
    allowed_end: Mask | None = None  # (L,)
    longer: tuple[Array, ...] = ()  # of order 3, 4, ..: (L + 1, L, .., L) y_{t-k}, .., y_t

    @property
    def length(self) -> int:
        return int(self.nodes.shape[0])

    @property
    def n_labels(self) -> int:
        return int(self.nodes.shape[1])


def score(chain: Chain, y: Sequence[int]) -> float:
    """s(y), whether y is allowed or not."""
    if len(y) == 0:
        return 0.0
    s = chain.start[y[0]] + chain.nodes[0, y[0]]
    for t in range(1, len(y)):
        s += chain.nodes[t, y[t]] + chain.transitions[y[t - 1], y[t]]
        if chain.edges is not None:
            s += chain.edges[t, y[t - 1], y[t]]
        if chain.trigrams is not None:
            before = y[t - 2] if t >= 2 else chain.n_labels
            s += chain.trigrams[before, y[t - 1], y[t]]
        for k, table in enumerate(chain.longer, 3):
            if t >= k - 1:
                s += table[(chain.n_labels, *y)[t - k + 1 : t + 2]]
    return float(s + chain.end[y[-1]])


def is_allowed(chain: Chain, y: Output) -> bool:
    """Whether no mask forbids y."""
    nodes, moves = chain.allowed_nodes, chain.allowed_transitions
    if len(y) == 0:
        return True
    return bool(
        (nodes is None or all(nodes[t, label] for t, label in enumerate(y)))
        and (moves is None or all(moves[i, j] for i, j in pairwise(y)))
        and (chain.allowed_start is None or chain.allowed_start[y[0]])
        and (chain.allowed_end is None or chain.allowed_end[y[-1]])
    )


def outputs(chain: Chain) -> list[Output]:
    """All allowed label sequences; L^T of them when nothing is forbidden."""
    everything = product(range(chain.n_labels), repeat=chain.length)
    return [y for y in everything if is_allowed(chain, y)]


def k_best(chain: Chain, k: int) -> list[Output]:
    """The k best outputs, best first; fewer if there are fewer, none if none is allowed."""
    return sorted(outputs(chain), key=lambda y: (-score(chain, y), y[::-1]))[:k]


def argmax(chain: Chain) -> Output:
    """The best output; something must be allowed."""
    return min(outputs(chain), key=lambda y: (-score(chain, y), y[::-1]))


def log_sum_exp(s: Array) -> float:
    """log sum exp s, -inf when there is nothing to add."""
    shift = s.max(initial=-np.inf)
    if not np.isfinite(shift):
        return float(shift)
    return float(shift + np.log(np.exp(s - shift).sum()))


def log_partition(chain: Chain) -> float:
    """log Z."""
    return log_sum_exp(np.array([score(chain, y) for y in outputs(chain)]))


def distribution(chain: Chain) -> dict[Output, float]:
    """p(y) of every allowed output."""
    log_z = log_partition(chain)
    return {y: float(np.exp(score(chain, y) - log_z)) for y in outputs(chain)}


def indicators(n_labels: int, y: Sequence[int], n_longer: int = 0) -> Parts:
    """How often y contains each part: 1 where its score is added once."""
    T, L = len(y), n_labels
    parts = {
        "nodes": np.zeros((T, L)),
        "transitions": np.zeros((L, L)),
        "start": np.zeros(L),
        "end": np.zeros(L),
        "edges": np.zeros((T, L, L)),
        "trigrams": np.zeros((L + 1, L, L)),
    }
    for t in range(T):
        parts["nodes"][t, y[t]] += 1
    for t in range(1, T):
        parts["transitions"][y[t - 1], y[t]] += 1
        parts["edges"][t, y[t - 1], y[t]] += 1
        parts["trigrams"][y[t - 2] if t >= 2 else L, y[t - 1], y[t]] += 1
    if T > 0:
        parts["start"][y[0]] += 1
        parts["end"][y[-1]] += 1
    for k in range(3, 3 + n_longer):
        parts[f"order {k}"] = np.zeros((L + 1, *[L] * k))
        for t in range(k - 1, T):
            parts[f"order {k}"][(L, *y)[t - k + 1 : t + 2]] += 1
    return parts


def expectation(chain: Chain, p: dict[Output, float]) -> Parts:
    """Sum over y of p(y) times its parts; every table is there, also those the chain lacks."""
    L, n_longer = chain.n_labels, len(chain.longer)
    mu = {name: np.zeros_like(part) for name, part in indicators(L, (), n_longer).items()}
    mu["nodes"] = np.zeros_like(chain.nodes)
    mu["edges"] = np.zeros((chain.length, chain.n_labels, chain.n_labels))
    for y, share in p.items():
        for name, part in indicators(L, y, n_longer).items():
            mu[name] += share * part
    return mu


def marginals(chain: Chain) -> Parts:
    """E of every part; transitions and trigrams summed over positions."""
    return expectation(chain, distribution(chain))


def node_marginals(chain: Chain) -> Array:
    """(T, L) p(y_t = j)."""
    return marginals(chain)["nodes"]


def edge_marginals(chain: Chain) -> Array:
    """(T, L, L) p(y_{t-1} = i, y_t = j); zeros for t = 0."""
    return marginals(chain)["edges"]


def trigram_marginals(chain: Chain) -> Array:
    """(L + 1, L, L) expected number of times that y_{t-2}, y_{t-1}, y_t = a, b, c; t >= 1."""
    return marginals(chain)["trigrams"]


def start_marginals(chain: Chain) -> Array:
    """(L,) p(y_0 = j); zeros for the empty sequence."""
    return marginals(chain)["start"]


def end_marginals(chain: Chain) -> Array:
    """(L,) p(y_{T-1} = j); zeros for the empty sequence."""
    return marginals(chain)["end"]


def span_marginal(
    chain: Chain, begin: int, end: int, tags: Sequence[int], *, continuing: Sequence[int] = ()
) -> float:
    """Probability that positions begin .. end-1 carry `tags` and the span stops there.

    It stops when position `end` does not exist or its tag is not among `continuing`. The entity
    X is exactly here: tags = B-X I-X ... I-X and continuing = [I-X].
    """
    return sum(
        p
        for y, p in distribution(chain).items()
        if y[begin:end] == tuple(tags) and (end == chain.length or y[end] not in continuing)
    )


def add_cost(chain: Chain, gold: Sequence[int], rho: float) -> Chain:
    """The chain whose scores are s(y) + rho c(gold, y); gold[t] = -1 costs nothing."""
    nodes = chain.nodes.copy()
    for t, label in enumerate(gold):
        if label >= 0:
            nodes[t] += rho * (np.arange(chain.n_labels) != label)
    return replace(chain, nodes=nodes)


def agreeing(chain: Chain, gold: Sequence[int]) -> Chain:
    """The chain whose outputs agree with gold wherever gold is known."""
    allowed = np.ones(chain.nodes.shape, dtype=np.bool_)
    if chain.allowed_nodes is not None:
        allowed &= chain.allowed_nodes
    for t, label in enumerate(gold):
        if label >= 0:
            allowed[t] &= np.arange(chain.n_labels) == label
    return replace(chain, allowed_nodes=allowed)


def aggregate(chain: Chain, kind: str) -> tuple[float, Parts]:
    """agg_y s(y) and its derivative by the score of every part."""
    if kind in ("logistic", "softmax-margin"):
        return log_partition(chain), marginals(chain)
    y_hat = argmax(chain)
    return score(chain, y_hat), expectation(chain, {y_hat: 1.0})


def loss(chain: Chain, gold: Sequence[int], kind: str) -> tuple[float, Parts]:
    """Value and derivative by every table; rho = 1 for hinge and softmax-margin."""
    known = agreeing(chain, gold)
    if not outputs(known):
        raise ValueError(f"gold must agree with an allowed output; got {tuple(gold)}")
    rho = 1.0 if kind in ("hinge", "softmax-margin") else 0.0
    value, mu = aggregate(add_cost(chain, gold, rho), kind)
    known_value, known_mu = aggregate(known, kind)
    return value - known_value, {name: mu[name] - known_mu[name] for name in mu}
