r"""The textbook recursions over a chain of order 1, in log space, one position at a time.

With A_t = transitions + edges[t] and u_t = nodes[t], forbidden ones at -inf:

    viterbi    v_t(j) = u_t(j) + max_i v_{t-1}(i) + A_t(i, j)         Figure 1.9 of [Zhang2010]
    forward    a_t(j) = u_t(j) + log sum_i exp(a_{t-1}(i) + A_t(i, j))          [McDonald]
    backward   b_{t-1}(i) = log sum_j exp(A_t(i, j) + u_t(j) + b_t(j)),  b_{T-1} = end
    log Z      = log sum_j exp(a_{T-1}(j) + end(j))
    marginals  p(y_t = j) = exp(a_t(j) + b_t(j)) / sum_j' ...
               p(y_{t-1} = i, y_t = j) = exp(a_{t-1}(i) + A_t(i, j) + u_t(j) + b_t(j)) / sum ...

with v_0 = a_0 = start + u_0. The sums in the denominators are all Z; each position uses its own,
because a and b grow with T and the difference of two large numbers is not exact: with 100,000
positions and scores of size 1, marginals are right to about 1e-10. Ties go to the lower index.
O(T L^2), with one NumPy operation per position.
"""

from __future__ import annotations

import numpy as np

from .chain import Chain, Mask, Parts
from .losses import Array


def forbid(scores: Array, allowed: Mask | None) -> Array:
    """The scores with -inf where nothing is allowed."""
    return scores if allowed is None else np.where(allowed, scores, -np.inf)


def masked(chain: Chain) -> Chain:
    """The same outputs with scores of -inf in the place of masks."""
    if chain.trigrams is not None or chain.longer:
        raise ValueError("order 1 only: trigrams must be None")
    return Chain(
        nodes=forbid(chain.nodes, chain.allowed_nodes),
        transitions=forbid(chain.transitions, chain.allowed_transitions),
        start=forbid(chain.start, chain.allowed_start),
        end=forbid(chain.end, chain.allowed_end),
        edges=chain.edges,
    )


def moves(chain: Chain, t: int) -> Array:
    """A_t : (L, L)."""
    return chain.transitions if chain.edges is None else chain.transitions + chain.edges[t]


def viterbi(chain: Chain) -> tuple[int, ...]:
    """The best output; something must be allowed."""
    c = masked(chain)
    if c.length == 0:
        return ()
    back = np.zeros((c.length, c.n_labels), dtype=np.int64)
    v = c.start + c.nodes[0]
    for t in range(1, c.length):
        into = v[:, None] + moves(c, t)
        back[t] = into.argmax(axis=0)
        v = c.nodes[t] + into.max(axis=0)
    y = [int(np.argmax(v + c.end))]
    for t in range(c.length - 1, 0, -1):
        y.append(int(back[t, y[-1]]))
    return tuple(y[::-1])


def forward(chain: Chain) -> Array:
    """(T, L) a."""
    c = masked(chain)
    a = np.zeros(c.nodes.shape)
    if c.length > 0:
        a[0] = c.start + c.nodes[0]
    for t in range(1, c.length):
        a[t] = c.nodes[t] + np.logaddexp.reduce(a[t - 1][:, None] + moves(c, t), axis=0)
    return a


def backward(chain: Chain) -> Array:
    """(T, L) b."""
    c = masked(chain)
    b = np.zeros(c.nodes.shape)
    if c.length > 0:
        b[-1] = c.end
    for t in range(c.length - 1, 0, -1):
        b[t - 1] = np.logaddexp.reduce(moves(c, t) + c.nodes[t] + b[t], axis=1)
    return b


def log_partition(chain: Chain) -> float:
    """log Z."""
    if chain.length == 0:
        return 0.0
    return float(np.logaddexp.reduce(forward(chain)[-1] + masked(chain).end))


def shares(s: Array) -> Array:
    """exp s divided by its sum; zeros if everything is forbidden."""
    highest = s.max()
    if highest == -np.inf:
        return np.zeros_like(s)
    e = np.exp(s - highest)
    return np.asarray(e / e.sum())


def marginals(chain: Chain) -> Parts:
    """As chain.marginals: nodes, transitions, start, end, and edges if the chain has them."""
    c, a, b = masked(chain), forward(chain), backward(chain)
    L = c.n_labels
    mu = {
        "nodes": np.array([shares(a[t] + b[t]) for t in range(c.length)]).reshape(-1, L),
        "transitions": np.zeros((L, L)),
        "start": np.zeros(L),
        "end": np.zeros(L),
    }
    if c.edges is not None:
        mu["edges"] = np.zeros_like(c.edges)
    for t in range(1, c.length):
        pairs = shares(a[t - 1][:, None] + moves(c, t) + c.nodes[t] + b[t])
        mu["transitions"] += pairs
        if c.edges is not None:
            mu["edges"][t] = pairs
    if c.length > 0:
        mu["start"], mu["end"] = mu["nodes"][0].copy(), mu["nodes"][-1].copy()
    return mu
