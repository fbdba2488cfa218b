"""Dual coordinate descent: one multiplier per example (and label), each solved in turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from linguine import _core
from linguine.errors import check_flag
from linguine.learning.label_problem import require_labels
from linguine.learning.learners.solver import Solver
from linguine.learning.problem import Problem, Table, settle

__all__ = ["Dual"]


@dataclass(frozen=True, kw_only=True)
class Dual(Solver):
    r"""Maximise the dual of the SVM or of logistic regression, coordinate by coordinate.

    .. math::
        \theta = \tfrac{1}{l2} \sum_i \sum_z \alpha_{i,z} [f(x_i, y_i) - f(x_i, z)]

    [Hsieh2008] for two labels and one-versus-all, [Keerthi2008] for the joint (Crammer-Singer)
    hinge. It stops on the duality gap, a bound on the distance to the optimum.

    Parameters
    ----------
    max_iterations
        Stop after this many passes.
    tolerance
        Stop when the duality gap is this small against the objective.
    shrinking
        Leave out multipliers that sit at a bound until the end; faster, same result.

    Examples
    --------
    >>> Dual(tolerance=1e-6).name
    'dual'
    """

    name: ClassVar[str] = "dual"

    max_iterations: int = 1000
    tolerance: float = 1e-4
    shrinking: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        check_flag("Dual", "shrinking", self.shrinking)

    def _solve(self, problem: Problem[Any], weights: Table, bias: Table) -> tuple[Any, ...]:
        """Begin with zero multipliers, or with those of the problem."""
        labels = require_labels(problem, "Dual")
        options = settle(_core.DualOptions(), self, problem)
        return _core.dual(
            labels.native(), weights, bias, options, labels.multipliers, problem.report
        )
