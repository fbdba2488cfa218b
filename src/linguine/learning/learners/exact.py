"""Exact least squares: the normal equations, directly or by conjugate gradient."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from linguine import _core
from linguine.learning.label_problem import require_labels
from linguine.learning.learners.solver import Solver
from linguine.learning.problem import Problem, Table, settle

__all__ = ["Exact"]


@dataclass(frozen=True, kw_only=True)
class Exact(Solver):
    r"""Solve least squares or ridge, all labels at once.

    .. math:: (X^\top W X + l2\, I)\, \theta = X^\top W T, \quad T_{iy} = \pm 1

    The normal equations of Eq. (1.3) of [Zhang2010], as a sum instead of a mean. Fewer than 500
    features are solved directly (Cholesky); more by conjugate gradient without forming the matrix.

    Parameters
    ----------
    tolerance
        Of conjugate gradient: stop when the residual is this small against the right-hand side;
        the objective is then right to about its square.
    max_iterations
        Of conjugate gradient: stop after this many products with X.

    Examples
    --------
    >>> Exact().name
    'exact'
    """

    name: ClassVar[str] = "exact"

    tolerance: float = 1e-4
    max_iterations: int = 1000

    def _solve(self, problem: Problem[Any], weights: Table, bias: Table) -> tuple[Any, ...]:
        labels = require_labels(problem, "Exact")
        options = settle(_core.ExactOptions(), self, problem)
        return _core.exact(labels.native(), weights, bias, options, problem.report)
