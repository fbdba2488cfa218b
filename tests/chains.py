"""Random chains, and how the core sees them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core

from .reference.chain import Chain

Array = NDArray[np.float64]


def random_chain(
    seed: int,
    n_sites: int,
    n_labels: int,
    *,
    order: int = 1,
    edges: bool = False,
    forbidden: bool = False,
    forced: bool = False,
    size: float = 1.0,
) -> Chain:
    """Return scores of a normal distribution times ``size``; label 0 may always stand anywhere."""
    random = np.random.default_rng(seed)
    shape = n_labels, n_labels

    def draw(*dimensions: int) -> Array:
        return size * random.standard_normal(dimensions)

    def mask(*dimensions: int) -> Any:
        chosen = random.random(dimensions) < 0.7
        chosen[..., 0] = True
        return chosen

    nodes_mask = mask(n_sites, n_labels) if forced else None
    if nodes_mask is not None and n_sites and not forbidden:
        nodes_mask[n_sites // 2] = np.arange(n_labels) == random.integers(n_labels)
    transitions_mask = mask(*shape) if forbidden else None
    if transitions_mask is not None:
        transitions_mask[:, 0] = transitions_mask[0] = True
    return Chain(
        draw(n_sites, n_labels),
        draw(*shape),
        draw(n_labels),
        draw(n_labels),
        draw(n_sites, *shape) if edges else None,
        draw(n_labels + 1, *shape) if order >= 2 else None,
        nodes_mask,
        transitions_mask,
        mask(n_labels) if forbidden else None,
        mask(n_labels) if forbidden else None,
        tuple(draw(n_labels + 1, *[n_labels] * k) for k in range(3, order + 1)),
    )


def rules_of(chain: Chain) -> _core.ChainRules:
    """Return what may follow what."""
    order = 1 if chain.trigrams is None else 2 + len(chain.longer)
    if chain.allowed_transitions is None:
        return _core.ChainRules(chain.n_labels, order, None, None, None)
    assert chain.allowed_start is not None
    assert chain.allowed_end is not None
    masks = (chain.allowed_transitions, chain.allowed_start, chain.allowed_end)
    return _core.ChainRules(chain.n_labels, order, *(m.astype(np.uint8) for m in masks))


def structural_of(chain: Chain) -> Array:
    """Return the structural rows: transitions, start, end, pairs and longer : (n_rows, L)."""
    rows = [chain.transitions, chain.start[None], chain.end[None]]
    if chain.trigrams is not None:
        rows.append(chain.trigrams.reshape(-1, chain.n_labels))
    rows += [each.reshape(-1, chain.n_labels) for each in chain.longer]
    return np.ascontiguousarray(np.concatenate(rows))


def asked(chain: Chain) -> tuple[_core.ChainRules, Array, Array | None, Array]:
    """Return the arguments of the core's questions; what is not allowed has -inf."""
    nodes = chain.nodes.copy()
    if chain.allowed_nodes is not None:
        nodes[~chain.allowed_nodes] = -np.inf
    return rules_of(chain), nodes, chain.edges, structural_of(chain)
