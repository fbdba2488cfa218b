"""Frank-Wolfe: the structured SVM with a duality gap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from linguine import _core
from linguine.errors import DataError, said
from linguine.learning.learners.solver import Solver
from linguine.learning.problem import Problem, Table, settle

__all__ = ["FrankWolfe"]


@dataclass(frozen=True, kw_only=True)
class FrankWolfe(Solver):
    r"""Block-coordinate Frank-Wolfe on the dual of the structured hinge loss.

    .. math:: \theta = \sum_i w_i u_i, \quad
        u_i \leftarrow (1 - \gamma) u_i + \gamma [f(x_i, y_i) - f(x_i, \hat y)] / l2

    Alg. 4 of [LacosteJulien2013]: one sentence at a time, the best step length in closed form,
    and a bound on the distance to the optimum.

    Parameters
    ----------
    max_iterations
        Stop after this many passes.
    tolerance
        Stop when the duality gap is this small against the objective.

    Examples
    --------
    >>> FrankWolfe(tolerance=1e-2).name
    'frank-wolfe'
    """

    name: ClassVar[str] = "frank-wolfe"

    max_iterations: int = 50
    tolerance: float = 1e-2

    def _solve(self, problem: Problem[Any], weights: Table, bias: Table) -> tuple[Any, ...]:
        if not problem.is_complete:
            raise DataError(
                "Frank-Wolfe needs every label, or its gap is no bound; some are unknown. "
                f"Use {said('learner', 'sgd')}, which sums over what is unknown, or leave these "
                "sentences out."
            )
        options = settle(_core.FrankWolfeOptions(), self, problem)
        return _core.frank_wolfe(problem.native(), weights, bias, options, problem.report)
