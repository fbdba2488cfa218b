"""Frank-Wolfe: the structured SVM with a duality gap."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from linguine import _core
from linguine.errors import DataError, said
from linguine.learning.learners.batch import check_stops, stop_advice
from linguine.learning.problem import Fitted, Problem, W, fill, new_weights

__all__ = ["FrankWolfe"]


@dataclass(frozen=True)
class FrankWolfe:
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

    _: KW_ONLY
    max_iterations: int = 50
    tolerance: float = 1e-2

    def __post_init__(self) -> None:
        check_stops("FrankWolfe", self.max_iterations, self.tolerance)

    @property
    def name(self) -> str:
        """The row of the table of pairs."""
        return "frank-wolfe"

    def fit(self, problem: Problem[W]) -> Fitted[W]:
        """Find the minimum from zero weights."""
        if not problem.is_complete:
            raise DataError(
                "Frank-Wolfe needs every label, or its gap is no bound; some are unknown. "
                f"Use {said('learner', 'sgd')}, which sums over what is unknown, or leave these "
                "sentences out."
            )
        weights, bias = new_weights(problem)
        settled = {"l2": problem.l2, "seed": problem.seed}
        options = fill(_core.FrankWolfeOptions(), {**vars(self), **settled})
        n_epochs, converged, primal, gap, history = _core.frank_wolfe(
            problem.native(), weights, bias, options, problem.report
        )
        return Fitted(
            problem.unpack(weights),
            bias,
            n_epochs,
            converged,
            tuple(history),
            primal,
            gap,
            advice=stop_advice(self.name, self.max_iterations, self.tolerance),
        )
