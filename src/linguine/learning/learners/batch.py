"""Batch learners: use all examples for every step on a smooth objective."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, replace
from typing import TypeAlias

from linguine import _core
from linguine.errors import check_number
from linguine.learning.learners.solver import Solver
from linguine.learning.problem import Fitted, Problem, Table, W, settle
from linguine.registry import Registry

__all__ = ["SOLVERS", "Batch", "Evaluate"]

#: From weights and bias to the sum of the losses and its derivatives by both.
Evaluate: TypeAlias = Callable[[Table, Table], tuple[float, Table, Table]]

SOLVERS: Registry[str] = Registry(
    "batch solver",
    {name: name for name in ("lbfgs", "conjugate-gradient", "gradient-descent", "owl-qn")},
)


#: An objective of 200,000 tokens, worked out in single precision, is wrong by 1e-8 of itself, and
#: the zero of its gradient lies as high above the minimum.
_FINEST_SINGLE = 1e-7


@dataclass(frozen=True)
class Batch(Solver):
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
        ||grad||^2 / (2 l2) or the solver's own estimate. Below 1e-7 sums over sequences are worked
        out in double precision, which takes twice as long; weights are rounded at the end.
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
        super().__post_init__()
        check_number("Batch", "memory", self.memory, low=1, integer=True, fix="Use 10.")

    @property
    def name(self) -> str:
        """The row of the table of pairs."""
        return self.solver

    def fit(self, problem: Problem[W]) -> Fitted[W]:
        """Find the minimum from zero weights, in the problem's own way."""
        problem = self.precise(problem)
        fitted = problem.minimise(settle(_core.BatchOptions(), self, problem))
        return replace(fitted, advice=self._advice())

    def fit_sum(self, evaluate: Evaluate, problem: Problem[W], total_weight: float) -> Fitted[W]:
        """Find the minimum of a sum of losses that is worked out elsewhere, part by part.

        Parameters
        ----------
        evaluate
            Takes weights and bias, and returns the sum of the losses and its derivatives by both.
        problem
            Any part of it, which says what the penalty is.
        total_weight
            That of all examples.
        """
        problem = self.precise(problem)
        weights, bias = problem.start()
        options = settle(_core.BatchOptions(), self, problem)
        found = _core.minimise(evaluate, weights, bias, total_weight, options, problem.report)
        return self._fitted(problem, weights, bias, found)

    @property
    def is_precise(self) -> bool:
        """True if the tolerance asks for double precision."""
        return self.tolerance < _FINEST_SINGLE

    def precise(self, problem: Problem[W]) -> Problem[W]:
        """Return the problem in the precision that the tolerance asks for."""
        return problem.in_double() if self.is_precise else problem
