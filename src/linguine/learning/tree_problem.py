"""Dependency trees as a learning problem: the same learners, arcs instead of rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import named
from linguine.features.arc.extractor import ArcExtractor
from linguine.learning.parse_problem import ParseProblem

__all__ = ["TreeData", "TreeProblem", "TreeWeights"]


@dataclass(frozen=True, eq=False)
class TreeData:
    """Sentences and their trees, as the core takes them.

    Parameters
    ----------
    columns
        What :meth:`ArcExtractor.feed` gave.
    offsets
        Where sentences begin, and the end : (n_sentences + 1,).
    heads
        Head of each word, counted from 1; 0 is the root : (n_tokens,).
    relations
        Index of each word's relation, -1 where it is not one of those to learn : (n_tokens,).
    weights
        Positive weight of each sentence : (n_sentences,).
    """

    columns: _core.TokenColumns
    offsets: NDArray[np.int64]
    heads: NDArray[np.int32]
    relations: NDArray[np.int32]
    weights: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TreeWeights:
    """The weights of a parser.

    Parameters
    ----------
    shared
        Of arcs, whatever their relation : (2 ** shared_bits,).
    relation
        Of arcs with a relation, columns padded to a multiple of 4; no rows if there is only one
        relation : (2 ** relation_bits, n_relations or more).
    """

    shared: NDArray[np.float32]
    relation: NDArray[np.float32]


@dataclass(frozen=True, eq=False, kw_only=True)
class TreeProblem(ParseProblem[TreeWeights]):
    """A problem whose examples are sentences with trees.

    Parameters
    ----------
    extractor
        What is looked at.
    n_relations
        Number of relations; 1 learns heads only.
    projective, single_root
        Which trees there are.
    relation_cost
        The cost of a right head with a wrong relation; a wrong head costs 1.
    """

    data: TreeData
    held_out: TreeData | None = None
    extractor: ArcExtractor
    n_relations: int
    projective: bool = True
    single_root: bool = True
    relation_cost: float = 0.5

    def _own_cost(self) -> str:
        """Name the option for relations."""
        return f"; {named('relation_cost')} is for relations"

    @property
    def n_weight_rows(self) -> int:
        """Shared weights, then those by relation."""
        n_rows = 1 << self.extractor.relation_bits if self.n_relations > 1 else 0
        return (1 << self.extractor.shared_bits) + n_rows * _core.stride(self.n_relations)

    def scale(self) -> tuple[float, float]:
        """Return about how many features an arc has, and that they are ones."""
        templates = self.extractor.templates
        return 3.0 * len(templates.parsed_shared) + len(templates.parsed_relation), 1.0

    def unpack(self, weights: NDArray[Any]) -> TreeWeights:
        """Return the cells as two tables."""
        cells = weights.ravel().astype(np.float32, copy=False)
        n_shared = 1 << self.extractor.shared_bits
        relation = cells[n_shared:].reshape(-1, _core.stride(self.n_relations))
        return TreeWeights(cells[:n_shared], relation)

    def _native(self, data: TreeData) -> _core.TreeProblem:
        return _core.TreeProblem(
            self.extractor.native,
            data.columns,
            np.ascontiguousarray(data.heads, np.int32),
            np.ascontiguousarray(data.relations, np.int32),
            data.weights,
            self.n_relations,
            self.loss.name,
            self.projective,
            self.single_root,
            self.relation_cost,
            self.n_threads,
        )
