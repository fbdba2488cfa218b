"""Small corpora of numbers for learners of sequences, as the core and as the judges see them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from linguine import _core
from linguine.features.matrix import read_matrix
from linguine.learning import ChainData, ChainProblem, ChainWeights, Loss

from .reference.chain import Chain
from .reference.chain_features import Sentence
from .reference.forward_backward import viterbi

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ChainToy:
    """Sentences whose tokens have rows of numbers, most of them zero."""

    X: Array
    offsets: NDArray[np.int64]
    gold: NDArray[np.int32]
    n_labels: int
    weights: Array

    @property
    def n(self) -> int:
        return len(self.weights)

    def sentences(self) -> list[Sentence]:
        """Return the sentences as the judges take them."""
        bounds = list(zip(self.offsets[:-1], self.offsets[1:], strict=True))
        return [Sentence(self.X[a:b], tuple(self.gold[a:b].tolist())) for a, b in bounds]

    def data(self, dtype: Any = np.float64) -> ChainData:
        sites = read_matrix(sp.csr_matrix(self.X.astype(dtype)))
        return ChainData(sites, self.offsets, self.gold, self.weights)

    def rules(self, order: int = 1) -> _core.ChainRules:
        return _core.ChainRules(self.n_labels, order, None, None, None)

    def problem(
        self, loss: Loss, *, order: int = 1, dtype: Any = np.float64, **rest: Any
    ) -> ChainProblem:
        return ChainProblem(data=self.data(dtype), rules=self.rules(order), loss=loss, **rest)

    def forget(self, *tokens: int) -> ChainToy:
        """Return the corpus without the labels of some tokens."""
        gold = self.gold.copy()
        gold[list(tokens)] = -1
        return replace(self, gold=gold)


def chain_toy(
    seed: int, *, n: int = 12, longest: int = 5, d: int = 6, n_labels: int = 3, noise: float = 0.3
) -> ChainToy:
    """Return sentences of 1 to ``longest`` tokens; a chain of scores has chosen the labels."""
    random = np.random.default_rng(seed)
    lengths = random.integers(1, longest + 1, n)
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    n_tokens = int(offsets[-1])
    X = random.standard_normal((n_tokens, d)) * (random.random((n_tokens, d)) < 0.6)
    X[:, 0] = 1.0
    W, A = random.standard_normal((d, n_labels)), random.standard_normal((n_labels, n_labels))
    scores = X @ W + noise * random.standard_normal((n_tokens, n_labels))
    nothing = np.zeros(n_labels)
    chains = [Chain(each, A, nothing, nothing) for each in np.split(scores, offsets[1:-1])]
    gold = np.concatenate([viterbi(chain) for chain in chains]).astype(np.int32)
    if len(set(gold)) < n_labels:
        return chain_toy(seed + 1000, n=n, longest=longest, d=d, n_labels=n_labels, noise=noise)
    return ChainToy(X, offsets, gold, n_labels, np.ones(n))


def written_out(weights: ChainWeights, n_labels: int) -> Array:
    """Return all weights in the order of the judges: features, transitions, start, end."""
    return np.asarray(weights.table(0, weights.n_rows, n_labels), np.float64)


def decode(
    toy: ChainToy, weights: ChainWeights, *, order: int = 1, is_local: bool = False
) -> _Tagger:
    """Return what asks the model with these weights about the tokens of a corpus."""
    return _Tagger(toy, weights, order, is_local)


class _Tagger:
    def __init__(self, toy: ChainToy, weights: ChainWeights, order: int, is_local: bool) -> None:
        csr = sp.csr_matrix(toy.X.astype(np.float32))
        self.model = _core.SequenceModel(
            toy.rules(order),
            toy.X.shape[1],
            0,
            weights.offsets,
            weights.labels,
            weights.values.astype(np.float32),
            is_local,
        )
        rows = csr.indptr.astype(np.int64), csr.indices.astype(np.int32), csr.data
        self.asked = rows, None, toy.offsets, None

    def tag(self) -> NDArray[np.int32]:
        return self.model.tag(*self.asked, 1)

    def marginals(self) -> NDArray[np.float32]:
        return self.model.marginals(*self.asked, 1)

    def k_best(self, k: int) -> tuple[list[list[list[int]]], list[list[float]]]:
        return self.model.k_best(*self.asked, k)
