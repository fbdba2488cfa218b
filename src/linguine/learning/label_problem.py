"""Single labels as a learning problem: rows of X, one label each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Examples
from linguine.errors import ParameterError
from linguine.features import Sites
from linguine.inference import Label
from linguine.learning.problem import Problem, Table, W
from linguine.learning.regularizers import Intercept

__all__ = [
    "ColumnScales",
    "LabelProblem",
    "LabelWeights",
    "Scored",
    "all_columns",
    "require_labels",
    "to_columns",
]

#: theta, padded : (n_features, stride of n_columns).
LabelWeights: TypeAlias = NDArray[Any]

#: Rows, and where their scores go.
Scored: TypeAlias = tuple[NDArray[np.int64], NDArray[Any]]


@dataclass(frozen=True, eq=False)
class ColumnScales:
    r"""Columns that are learned on x * s, each with an s of its own, without copying a row.

    .. math:: \min_u \tfrac{1}{2} \|u\|^2 + C \sum_i \ell(y_i\, u \cdot (s \circ x_i)),
              \quad w = s \circ u, \quad s_j^2 = (1 + \lambda r_j^2) / g^2

    with the log-count ratios r of the column's label [Wang2012], and g such that examples have a
    mean squared length of 1. What is found is w, which scores x as it is.

    Parameters
    ----------
    columns
        The columns of the problem that are learned.
    alpha
        Pseudo-count of the ratios.
    strength
        lambda; None scales by r alone, but for features of block ``keeps_share``.
    blocks
        Each block of features adds to one by itself : (n_features,); None is one block.
    """

    columns: range
    alpha: float = 1.0
    strength: float | None = None
    blocks: NDArray[np.uint8] | None = None
    keeps_share: int = 255

    @property
    def native(self) -> tuple[int, int, float, float, NDArray[np.uint8] | None, int]:
        """As the core takes it."""
        strength = -1.0 if self.strength is None else self.strength
        place = self.columns.start, len(self.columns)
        return (*place, self.alpha, strength, self.blocks, self.keeps_share)


@dataclass(frozen=True, eq=False, kw_only=True)
class LabelProblem(Problem[LabelWeights]):
    """A problem whose examples are rows of X.

    Parameters
    ----------
    sites
        The rows of X.
    n_labels
        Number of classes K; of sets of labels at least 3, so that each has a column.
    structure
        Costs between labels.
    held_out_sites
        The rows that held-out examples point into; None is the same.
    multipliers
        Where a dual learner begins, overwritten by what it has found; None begins at zero. A
        problem with another penalty starts well from here : (n_examples, n_columns).
    scales
        Of a dual learner: which columns to learn, on scales of their own. None learns all, plainly.
    scored
        Of a dual learner: rows to score by what it finds, (n,), and their scores, overwritten :
        (n, n_columns). There are no weights then: a table of many labels is not made, only to be
        multiplied once.
    """

    data: Examples
    held_out: Examples | None = None
    held_out_sites: Sites | None = None
    sites: Sites
    n_labels: int
    intercept: Intercept = field(default_factory=Intercept)
    structure: Label = field(default_factory=Label)
    multipliers: NDArray[np.float64] | None = None
    scales: ColumnScales | None = None
    scored: Scored | None = None

    def __post_init__(self) -> None:
        self._costs(
            self.structure, self.n_labels
        )  # a cost that cannot act is an error, whatever the learner

    @property
    def dtype(self) -> np.dtype[Any]:
        """That of X."""
        return self.sites.dtype

    @property
    def n_columns(self) -> int:
        """One for two labels (the first is pinned to zero), else K, or those with scales."""
        if self.scales is not None:
            return len(self.scales.columns)
        return 1 if self.n_labels <= 2 else self.n_labels

    @property
    def n_weight_rows(self) -> int:
        """One for each feature; none where scores stand for the weights."""
        return self.sites.n_features if self.scored is None else 0

    @property
    def learns_nothing(self) -> bool:
        """True if there is one label."""
        return self.n_labels == 1

    @property
    def most_candidates(self) -> int:
        """One for each label."""
        return self.n_labels

    def gradient(self, weights: Table, bias: Table) -> tuple[float, Table, Table]:
        """Return the sum of the losses at a table and a bias, and its derivatives by both."""
        return _core.label_gradient(self.native(), weights, bias, self.n_threads)

    def solve_dual(self, weights: Table, bias: Table, options: _core.DualOptions) -> Any:
        """Let the core find the maximum of the dual."""
        scales = None if self.scales is None else self.scales.native
        return _core.dual(
            self.native(),
            weights,
            bias,
            options,
            self.multipliers,
            self.report,
            scales,
            self.data.native_sets,
            self.scored,
        )

    def unpack(self, weights: LabelWeights) -> LabelWeights:
        """Return the table itself."""
        return weights

    def native_held_out(self) -> _core.Problem | None:
        """Return the core's problem over the examples for early stopping, if there are any."""
        if self.held_out is None:
            return None
        return self._native(self.held_out, self.held_out_sites)

    def _native(self, examples: Examples, sites: Sites | None = None) -> _core.Problem:
        return _core.Problem(
            (sites or self.sites).native,
            examples.rows,
            examples.gold,
            examples.weights,
            self.n_labels,
            self.loss.name,
            self.one_versus_all,
            self._costs(self.structure, self.n_labels),
            examples.native_sets,
        )


def all_columns(table: LabelWeights, n_labels: int) -> LabelWeights:
    """Return a column for every label; of two labels the core has only their difference."""
    if n_labels > 2:
        return table[:, :n_labels]
    difference = table[:, :1]
    return np.concatenate([np.zeros_like(difference), difference], axis=1)


def to_columns(
    table: NDArray[Any], bias: NDArray[Any], dtype: np.dtype[Any]
) -> tuple[LabelWeights, LabelWeights]:
    """Return weights and bias of all labels as the core has them, padded; the way back."""
    if len(bias) <= 2:
        table, bias = table[:, 1:] - table[:, :1], bias[1:] - bias[:1]
    n_columns = table.shape[1]
    stride = _core.stride(max(n_columns, 1))
    padded, padded_bias = np.zeros((len(table), stride), dtype), np.zeros(stride, dtype)
    padded[:, :n_columns], padded_bias[:n_columns] = table, bias
    return padded, padded_bias


def require_labels(problem: Problem[W], learner: str) -> LabelProblem:
    """Return the problem as one of labels; a learner of labels can learn nothing else."""
    if not isinstance(problem, LabelProblem):
        raise ParameterError(
            f"{learner} learns single labels only; got a {type(problem).__name__}. "
            "Use Online() or Batch(), which learn every structure."
        )
    return problem
