"""Any structure as a learning problem: examples of stored sites, candidates or a user's class."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import ParameterError
from linguine.inference import Candidates, FactorGraph, Structure
from linguine.inference.asked import Asked, require_answer
from linguine.learning.chain_problem import ChainData
from linguine.learning.label_problem import LabelWeights
from linguine.learning.problem import Problem

__all__ = ["GraphData", "StructureProblem"]


@dataclass(frozen=True, eq=False)
class GraphData(ChainData):
    """Examples each of which has a factor graph of its own : (n_examples,)."""

    graphs: tuple[FactorGraph, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class StructureProblem(Problem[LabelWeights]):
    """A problem whose examples are runs of sites, over which a structure chooses labels.

    Sites come as tokens, with the right label of each; -1 where a site is not part of the output.

    Parameters
    ----------
    structure
        :class:`Candidates`, :class:`FactorGraph` (of all examples, or of the first if the data are
        :class:`GraphData`), or anything with ``argmax`` and what the loss asks for besides.
    n_labels
        Number of labels of a site.
    """

    data: ChainData
    held_out: ChainData | None = None
    structure: Structure
    n_labels: int = 1

    def __post_init__(self) -> None:
        self.require("argmax", "Every learner", "Please")
        if self.loss.asks == "sum":
            instead = "Use loss='perceptron' or 'hinge', or"
            self.require("marginals", f"The loss {self.loss.name!r}", instead)
        if type(self.structure) is Candidates and self.loss.rho not in (0, 1):
            raise ParameterError(
                f"A wrong candidate costs 1; the loss {self.loss.name!r} has "
                f"cost={self.loss.rho}. Leave it out."
            )
        if self.asked.n_structural:
            self.require("parts", "A structure with weights of its own", "Return 0, or")

    def require(self, question: str, asker: str, instead: str) -> None:
        """Refuse what asks for more than the structure answers."""
        require_answer(self.structure, question, asker, instead)
        if question == "k_best" and type(self.structure) is FactorGraph:
            inexact = [i for i, graph in enumerate(self._graphs(self.data)) if not graph.is_exact]
            if inexact:
                raise ParameterError(
                    f"{asker} asks for several outputs, which needs an exact search; the graph "
                    f"of example {inexact[0]} is wider than its max_width. {instead} use a larger "
                    "max_width."
                )

    @cached_property
    def asked(self) -> Asked:
        """The structure with its answers checked."""
        return Asked(self.structure, self.n_labels, self.loss.rho)

    @property
    def dtype(self) -> np.dtype[Any]:
        """That of the sites."""
        return self.data.tokens.dtype

    @property
    def n_columns(self) -> int:
        """A column for every label, also of two."""
        return self.n_labels

    @property
    def n_weight_rows(self) -> int:
        """Features, then the structure's own."""
        return self.data.tokens.n_features + self.asked.n_structural

    def unpack(self, weights: NDArray[Any]) -> LabelWeights:
        """Return the table without its padding : (n_weight_rows, n_labels)."""
        return weights[:, : self.n_labels]

    def _native(self, data: ChainData) -> _core.Problem:
        what = data.tokens.native, data.offsets, data.gold, data.weights
        if type(self.structure) is Candidates:  # a derived class may answer otherwise
            return _core.candidates_problem(*what, self.loss.name)
        if type(self.structure) is FactorGraph:
            graphs = [graph.native for graph in self._graphs(data)]
            return _core.graph_problem(*what, graphs, self.n_labels, self.loss.rho, self.loss.name)
        n_structural = self.asked.n_structural
        return _core.python_problem(*what, self.asked, self.n_labels, n_structural, self.loss.name)

    def _graphs(self, data: ChainData) -> tuple[FactorGraph, ...]:
        """Return the graph of each example."""
        if isinstance(data, GraphData):
            return data.graphs
        assert isinstance(self.structure, FactorGraph)  # for type checkers
        return (self.structure,) * len(data.weights)
