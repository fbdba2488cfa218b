"""Models of clusters: a text model whose labels are the numbers of clusters, the largest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.features import Extractor, Sites
from linguine.learning.label_problem import to_columns
from linguine.model.calibration import Calibrator
from linguine.model.prediction import finite_bias
from linguine.tasks.text.model import TextModel, largest

__all__ = ["ClusterModel", "describe_clusters", "make_model"]

#: Clusters answer as labels do; the one path from a text to a label is theirs, too.
ClusterModel = TextModel

#: Words and closest texts of each cluster that a model remembers.
_N_WORDS, _N_CLOSEST = 20, 5


@dataclass(frozen=True, eq=False)
class _Shares:
    """How often clusters have words, compared with all texts."""

    phi: NDArray[np.float64]  # (n_features, k), shares of words in each cluster
    lift: NDArray[np.float64]  # log of these over the shares in all texts


def make_model(
    extractor: Extractor, theta: NDArray[np.float64], bias: NDArray[np.float64], **more: Any
) -> ClusterModel:
    """Return the model of a mixture; its probabilities are its own, without calibration."""
    weights, single_bias = to_columns(theta, np.maximum(bias, -1e6), np.dtype(np.float32))
    k = len(bias)
    return ClusterModel(
        extractor,
        weights,
        finite_bias(single_bias),
        np.arange(k),
        Calibrator("temperature", (1.0,), k),
        **more,
    )


def describe_clusters(
    extractor: Extractor,
    sites: Sites,
    theta: NDArray[np.float64],
    bias: NDArray[np.float64],
    chosen: NDArray[np.intp],
    n_threads: int,
) -> list[dict[str, Any]]:
    r"""Return size, words and closest texts of each cluster, as plain data.

    Words are those that tell a cluster from all texts: the largest
    :math:`\phi_{y,j} \log (\phi_{y,j} / \sum_{y'} \pi_{y'} \phi_{y',j})`, shown with the logarithm.
    A text is close to its cluster if its words are, added up and divided by the root of their
    number: neither the longest text nor the one with a single rare word.
    """
    shares = _shares(theta, bias)
    closeness = _closeness(sites, shares, n_threads)
    vocabulary = extractor.vocabulary_
    assert vocabulary is not None
    made = []
    for y in range(len(bias)):
        rows = np.flatnonzero(chosen == y)
        ids = largest((shares.phi[:, y] * shares.lift[:, y]).astype(np.float32), _N_WORDS)
        order = np.argsort(-closeness[rows, y], kind="stable")[:_N_CLOSEST]
        names = vocabulary.names(ids.tolist()) if len(rows) else []
        words = zip(names, shares.lift[ids, y].round(4).tolist(), strict=False)
        made.append(
            {
                "size": len(rows),
                "share": round(float(np.exp(bias[y])), 6),
                "words": [list(each) for each in words],
                "closest": rows[order].tolist(),
            }
        )
    return made


def _shares(theta: NDArray[np.float64], bias: NDArray[np.float64]) -> _Shares:
    phi = np.exp(theta)
    return _Shares(phi, theta - np.log(phi @ np.exp(bias))[:, None])


def _closeness(sites: Sites, shares: _Shares, n_threads: int) -> NDArray[np.float64]:
    lift = np.ascontiguousarray(shares.lift, dtype=sites.dtype)
    k = lift.shape[1]
    total = _core.scores(sites.native, lift, np.zeros(k, sites.dtype), k, n_threads)
    ones = np.ones((sites.n_features, 1), sites.dtype)
    mass = _core.scores(sites.native, ones, np.zeros(1, sites.dtype), 1, n_threads)
    return np.asarray(total / np.sqrt(np.maximum(mass, 1.0)), dtype=np.float64)
