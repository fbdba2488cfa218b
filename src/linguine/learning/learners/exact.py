"""Exact least squares: the normal equations, directly or by conjugate gradient."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from linguine import _core
from linguine.learning.label_problem import require_labels
from linguine.learning.learners.batch import check_stops, stop_advice
from linguine.learning.problem import Fitted, Problem, W, fill, new_weights

__all__ = ["Exact"]


@dataclass(frozen=True)
class Exact:
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

    _: KW_ONLY
    tolerance: float = 1e-4
    max_iterations: int = 1000

    def __post_init__(self) -> None:
        check_stops("Exact", self.max_iterations, self.tolerance)

    @property
    def name(self) -> str:
        """The row of the table of pairs."""
        return "exact"

    def fit(self, problem: Problem[W]) -> Fitted[W]:
        """Solve from zero weights."""
        labels = require_labels(problem, "Exact")
        weights, bias = new_weights(problem)
        settled = {
            "l2": problem.l2,
            "bias_l2": problem.intercept.l2(problem.l2),
            "has_bias": problem.intercept.is_fitted,
            "n_threads": problem.n_threads,
        }
        options = fill(_core.ExactOptions(), {**vars(self), **settled})
        n_iterations, converged, objective, history = _core.exact(
            labels.native(), weights, bias, options, problem.report
        )
        return Fitted(
            problem.unpack(weights),
            bias,
            n_iterations,
            converged,
            tuple(history),
            objective,
            advice=stop_advice(self.name, self.max_iterations, self.tolerance),
        )
