"""Dependency trees as a learning problem: the same learners, arcs instead of rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Examples
from linguine.errors import ParameterError, named
from linguine.features.arc.extractor import ArcExtractor
from linguine.features.matrix import read_matrix
from linguine.learning.losses import Loss
from linguine.learning.problem import Fitted, LearningProblem
from linguine.learning.regularizers import Intercept

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

    @property
    def examples(self) -> Examples:
        """The sentences that have words."""
        there = np.diff(self.offsets) > 0
        rows, weights = self.offsets[:-1][there], self.weights[there]
        return Examples(rows, np.zeros(len(rows), np.int32), weights)


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


@dataclass(frozen=True, eq=False)
class TreeProblem(LearningProblem):
    """A learning problem whose examples are sentences with trees.

    Parameters
    ----------
    data
        What to learn from.
    extractor
        What is looked at.
    held_out_data
        Sentences for early stopping, or None.
    projective, single_root
        Which trees there are.
    relation_cost
        The cost of a right head with a wrong relation; a wrong head costs 1.
    """

    data: TreeData | None = None
    extractor: ArcExtractor | None = None
    held_out_data: TreeData | None = None
    projective: bool = True
    single_root: bool = True
    relation_cost: float = 0.5

    @classmethod
    def of(
        cls, data: TreeData, extractor: ArcExtractor, n_relations: int, loss: Loss, **rest: Any
    ) -> TreeProblem:
        """Make a problem of sentences and trees; ``rest`` as in the class."""
        return cls(
            read_matrix(np.zeros((1, 1), np.float32)),  # never read: rows are made when asked for
            data.examples,
            n_relations,
            loss,
            intercept=Intercept(is_fitted=False),
            data=data,
            extractor=extractor,
            **rest,
        )

    def __post_init__(self) -> None:
        if self.loss.rho not in (0, 1):
            raise ParameterError(
                f"Trees have costs of their own; the loss {self.loss.name!r} has "
                f"cost={self.loss.rho}. Leave it out; {named('relation_cost')} is for relations."
            )

    @property
    def n_columns(self) -> int:
        """Weights are single cells."""
        return 1

    @property
    def n_weight_rows(self) -> int:
        """Shared weights, then those by relation."""
        extractor = self._parts()[1]
        n_rows = 1 << extractor.relation_bits if self.n_labels > 1 else 0
        return (1 << extractor.shared_bits) + n_rows * _core.stride(self.n_labels)

    @property
    def learns_nothing(self) -> bool:
        """False: trees differ also if there is only one relation."""
        return False

    @property
    def most_candidates(self) -> int:
        """There are more trees than anybody would ask for."""
        return 1 << 30

    def scale(self) -> tuple[float, float]:
        """Return about how many features an arc has, and that they are ones."""
        templates = self._parts()[1].templates
        return 3.0 * len(templates.parsed_shared) + len(templates.parsed_relation), 1.0

    def native(self, examples: Examples | None = None) -> _core.TreeProblem:  # type: ignore[override]
        """Return the core's problem over the training sentences."""
        assert examples is None
        return self._native(self._parts()[0])

    def native_held_out(self) -> _core.TreeProblem | None:  # type: ignore[override]
        """Return the core's problem over the held-out sentences, if there are any."""
        return None if self.held_out_data is None else self._native(self.held_out_data)

    def _native(self, data: TreeData) -> _core.TreeProblem:
        return _core.TreeProblem(
            self._parts()[1].native,
            data.columns,
            np.ascontiguousarray(data.heads, np.int32),
            np.ascontiguousarray(data.relations, np.int32),
            data.weights,
            self.n_labels,
            self.loss.name,
            self.projective,
            self.single_root,
            self.relation_cost,
            self.n_threads,
        )

    def weights_of(self, fitted: Fitted) -> TreeWeights:
        """Return what a learner found, as two tables."""
        cells = fitted.weights.ravel().astype(np.float32, copy=False)
        n_shared = 1 << self._parts()[1].shared_bits
        relation = cells[n_shared:].reshape(-1, _core.stride(self.n_labels))
        return TreeWeights(cells[:n_shared], relation)

    def _parts(self) -> tuple[TreeData, ArcExtractor]:
        assert self.data is not None
        assert self.extractor is not None
        return self.data, self.extractor
