"""Dual coordinate descent: one multiplier per example (and label), each solved in turn."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from linguine import _core
from linguine.errors import check_flag
from linguine.learning.label_problem import require_labels
from linguine.learning.learners.batch import check_stops, stop_advice
from linguine.learning.problem import Fitted, Problem, W, fill, new_weights

__all__ = ["Dual"]


@dataclass(frozen=True)
class Dual:
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

    _: KW_ONLY
    max_iterations: int = 1000
    tolerance: float = 1e-4
    shrinking: bool = True

    def __post_init__(self) -> None:
        check_stops("Dual", self.max_iterations, self.tolerance)
        check_flag("Dual", "shrinking", self.shrinking)

    @property
    def name(self) -> str:
        """The row of the table of pairs."""
        return "dual"

    def fit(self, problem: Problem[W]) -> Fitted[W]:
        """Find the minimum, from zero multipliers or from those of the problem."""
        labels, intercept = require_labels(problem, "Dual"), problem.intercept
        weights, bias = new_weights(problem)
        settled = {
            "l2": problem.l2,
            "bias_scale": intercept.scaling if intercept.is_fitted else 0.0,
            "seed": problem.seed,
            "n_threads": problem.n_threads,
        }
        options = fill(_core.DualOptions(), {**vars(self), **settled})
        n_iterations, converged, objective, gap, history = _core.dual(
            labels.native(), weights, bias, options, labels.multipliers, problem.report
        )
        return Fitted(
            problem.unpack(weights),
            bias,
            n_iterations,
            converged,
            tuple(history),
            objective,
            gap,
            advice=stop_advice(self.name, self.max_iterations, self.tolerance),
        )
