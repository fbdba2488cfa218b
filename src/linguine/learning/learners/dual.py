"""Dual coordinate descent: one multiplier per example (and label), each solved in turn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from linguine import _core
from linguine.errors import DataError, check_flag, named, said
from linguine.learning.label_problem import require_labels
from linguine.learning.learners.solver import Solver
from linguine.learning.problem import Fitted, Problem, Table, W, settle

__all__ = ["Dual"]


@dataclass(frozen=True, kw_only=True)
class Dual(Solver):
    r"""Maximise the dual of the SVM or of logistic regression, coordinate by coordinate.

    .. math::
        \theta = \tfrac{1}{l2} \sum_i \sum_z \alpha_{i,z} [f(x_i, y_i) - f(x_i, z)]

    [Hsieh2008] for two labels and one-versus-all, [Keerthi2008] for the joint (Crammer-Singer)
    hinge. It stops on the duality gap, a bound on the distance to the optimum.

    With l2 = 0 (an infinite C) the hinge losses have a hard margin: the smallest weights that meet
    every margin, Eq. (2.47) of [Eisenstein2018]; data that are not separable are refused.

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

    def fit(self, problem: Problem[W]) -> Fitted[W]:
        """Find the maximum, from zero multipliers or from those of the problem."""
        fitted = super().fit(problem)
        if not math.isfinite(fitted.objective or 0.0):
            raise DataError(
                f"A hard margin ({said('C', math.inf)}) needs data that are separable; after "
                f"{fitted.n_iterations} passes some examples are still on the wrong side. Use a "
                f"finite {named('C')} such as 1000, more features, or, if there is a thin margin, "
                f"a larger {named('max_iterations')}."
            )
        return fitted

    def _solve(self, problem: Problem[Any], weights: Table, bias: Table) -> tuple[Any, ...]:
        labels = require_labels(problem, "Dual")
        options = settle(_core.DualOptions(), self, problem)
        found: tuple[Any, ...] = labels.solve_dual(weights, bias, options)
        return found
