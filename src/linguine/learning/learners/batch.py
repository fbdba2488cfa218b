"""Batch learners: use all examples for every step on a smooth objective."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace

from linguine import _core
from linguine.errors import Verbatim, check_number, named, said
from linguine.learning.problem import Fitted, Problem, W, fill
from linguine.registry import Registry

__all__ = ["SOLVERS", "Batch"]

SOLVERS: Registry[str] = Registry(
    "batch solver",
    {name: name for name in ("lbfgs", "conjugate-gradient", "gradient-descent", "owl-qn")},
)


@dataclass(frozen=True)
class Batch:
    r"""Minimise F(theta) with its full gradient.

    .. math:: \theta \leftarrow \theta + \alpha\, d, \quad d = -H \nabla F(\theta)

    with H the inverse-Hessian estimate of the solver and alpha from a line search (Armijo's
    rule for gradient descent, Alg. 4 of [LxMLS]). OWL-QN is L-BFGS on the orthant of the
    current signs and gives exact zeros: [AndrewGao2007], section 2.6.1 of [Eisenstein2018].

    Parameters
    ----------
    solver
        ``"lbfgs"``, ``"conjugate-gradient"``, ``"gradient-descent"``, or ``"owl-qn"`` for l1 > 0.
    max_iterations
        Stop after this many steps.
    tolerance
        Stop when the objective is within this fraction of its minimum, by the bound
        ||grad||^2 / (2 l2) or the solver's own estimate.
    memory
        Pairs of steps that L-BFGS and OWL-QN remember.

    Examples
    --------
    >>> Batch("lbfgs", tolerance=1e-8).name
    'lbfgs'
    """

    solver: str = "lbfgs"
    _: KW_ONLY
    max_iterations: int = 1000
    tolerance: float = 1e-5
    memory: int = 10

    def __post_init__(self) -> None:
        SOLVERS.get(self.solver)
        check_stops("Batch", self.max_iterations, self.tolerance)
        check_number("Batch", "memory", self.memory, low=1, integer=True, fix="Use 10.")

    @property
    def name(self) -> str:
        """The row of the table of pairs."""
        return self.solver

    def fit(self, problem: Problem[W]) -> Fitted[W]:
        """Find the minimum from zero weights."""
        settled = {
            "l2": problem.l2,
            "l1": problem.l1,
            "bias_l2": problem.intercept.l2(problem.l2),
            "has_bias": problem.intercept.is_fitted,
            "n_threads": problem.n_threads,
        }
        fitted = problem.minimise(fill(_core.BatchOptions(), {**vars(self), **settled}))
        advice = stop_advice(self.name, self.max_iterations, self.tolerance)
        return replace(fitted, advice=advice)


def check_stops(owner: str, max_iterations: object, tolerance: object) -> None:
    """Check the two stopping options that batch, dual and exact share."""
    fix = "More iterations give a more exact result."
    check_number(owner, "max_iterations", max_iterations, low=1, integer=True, fix=fix)
    fix = "Smaller is more exact and slower."
    check_number(owner, "tolerance", tolerance, low=0, low_open=True, high_open=True, fix=fix)


def stop_advice(name: str, max_iterations: int, tolerance: float) -> str:
    """Word the warning for a solver that ran out of iterations."""
    return (
        f"{name} did not reach {said('tolerance', Verbatim(f'{tolerance:g}'))} in "
        f"{said('max_iterations', max_iterations)}. Raise {named('max_iterations')} or "
        f"{named('tolerance')}, bring the features to one scale, or regularize more "
        f"(larger {named('l2')}, smaller {named('C')})."
    )
