"""Solvers: learners that run until they are exact enough, or say that they were not."""

from __future__ import annotations

from typing import Any

from linguine.errors import POSITIVE, Verbatim, check_number, named, said
from linguine.learning.problem import Fitted, Problem, Table, W, new_weights

__all__ = ["Solver"]


class Solver:
    """What batch learners, dual, exact and Frank-Wolfe share: when to stop, and what to say then.

    They are dataclasses with two options: the most iterations, and how exact the answer must be.
    """

    max_iterations: int
    tolerance: float

    @property
    def name(self) -> str:
        """The row of the table of pairs."""
        raise NotImplementedError

    def __post_init__(self) -> None:
        owner, fix = type(self).__name__, "More iterations give a more exact result."
        check_number(owner, "max_iterations", self.max_iterations, low=1, integer=True, fix=fix)
        fix = "Smaller is more exact and slower."
        check_number(owner, "tolerance", self.tolerance, **POSITIVE, fix=fix)

    def fit(self, problem: Problem[W]) -> Fitted[W]:
        """Find the minimum."""
        weights, bias = new_weights(problem)
        return self._fitted(problem, weights, bias, self._solve(problem, weights, bias))

    def _fitted(
        self, problem: Problem[W], weights: Table, bias: Table, found: tuple[Any, ...]
    ) -> Fitted[W]:
        """Return what was found, as the core tells it."""
        n_iterations, converged, objective, *gap, history = found
        return Fitted(
            problem.unpack(weights),
            bias,
            n_iterations,
            converged,
            tuple(history),
            objective,
            gap=gap[0] if gap else None,
            advice=self._advice(),
        )

    def _solve(self, problem: Problem[Any], weights: Table, bias: Table) -> tuple[Any, ...]:
        """Let the core change the weights; return what it says, with a gap if there is one."""
        raise NotImplementedError

    def _advice(self) -> str:
        """Word the warning for a solver that ran out of iterations."""
        return (
            f"{self.name} did not reach {said('tolerance', Verbatim(f'{self.tolerance:g}'))} in "
            f"{said('max_iterations', self.max_iterations)}. Raise {named('max_iterations')} or "
            f"{named('tolerance')}, bring the features to one scale, or regularize more "
            f"(larger {named('l2')}, smaller {named('C')})."
        )
