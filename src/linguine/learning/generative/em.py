r"""EM: what a model believes about hidden labels is counted, and the counts make the next model.

.. math:: q_i(y) = p(y \mid x_i; \theta), \qquad
          \theta \leftarrow \arg\max_\theta
              \sum_i \sum_y q_i(y) \log p(x_i, y; \theta) + \log p(\theta)

Fig. 1.6 of [Zhang2010]. Any model that is learned by counting can be learned so: its M-step is
:class:`linguine.learning.Counts`, fed marginals instead of gold labels. The objective,
Eq. (1.15) of [Zhang2010], never falls from one step to the next.
"""

from __future__ import annotations

import math
from collections.abc import Sized
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from linguine.progress import Report

__all__ = ["Climb", "HiddenLabels", "begin_apart", "climb", "warming"]

Parameters = TypeVar("Parameters")
Beliefs = TypeVar("Beliefs", bound=Sized)
Table = NDArray[np.float64]

#: How much sharper a warming step is than the one before.
_GROWTH = 1.3
#: As how many words a text of usual length counts in the first step.
_FIRST_WORDS = 3.0


class HiddenLabels(Protocol[Parameters, Beliefs]):
    """A generative model whose labels are hidden: the two steps.

    Beliefs are what the M-step counts: of rows a table (n_rows, n_labels), of sentences also how
    often each move or rule is expected. Their length is the number of rows.
    """

    def maximise(self, q: Beliefs) -> Parameters:
        """Return the best parameters if q were what is there."""
        ...

    def expect(self, parameters: Parameters, sharpness: float) -> tuple[Beliefs, float]:
        """Return the labels that parameters make one believe in, and the objective.

        Below a sharpness of 1 the probabilities are raised to it, and divided by their sum.
        """
        ...

    def settle(self, q: Beliefs) -> None:
        """Mend what warming up has left: labels that no row believes in most."""
        ...


@dataclass(frozen=True, eq=False)
class Climb(Generic[Parameters, Beliefs]):
    """Where EM has come to.

    Parameters
    ----------
    parameters
        The model.
    q
        What it believes.
    history
        The objective after each step; it never falls.
    converged
        Whether the last step gained less than the tolerance.
    """

    parameters: Parameters
    q: Beliefs
    history: list[float]
    converged: bool

    @property
    def objective(self) -> float:
        """The objective at the end."""
        return self.history[-1]


def climb(
    model: HiddenLabels[Parameters, Beliefs],
    q: Beliefs,
    *,
    warm_up: tuple[float, ...] = (),
    tolerance: float = 1e-6,
    max_iterations: int = 100,
    report: Report | None = None,
) -> Climb[Parameters, Beliefs]:
    """Count and believe in turns, until it gains no more.

    Parameters
    ----------
    model
        The two steps.
    q
        What to believe first.
    warm_up
        Sharpnesses of steps before the objective counts: see :func:`warming`.
    tolerance
        Stop when a step gains less than this share of the objective, or this for each row.
    max_iterations
        Stop after so many steps.
    report
        Told after each step; what it raises ends the work.
    """
    total = len(warm_up) + max_iterations
    for step, sharpness in enumerate(warm_up):
        q, value = model.expect(model.maximise(q), sharpness)
        if report is not None:
            report("em", step + 1, total, -value)
    if warm_up:
        model.settle(q)
    history: list[float] = []
    while True:
        parameters = model.maximise(q)
        q, value = model.expect(parameters, 1.0)
        gain = value - history[-1] if history else math.inf
        history.append(value)
        if report is not None:
            report("em", len(warm_up) + len(history), total, -value)
        converged = gain <= tolerance * max(abs(value), len(q))
        if converged or len(history) >= max_iterations:
            return Climb(parameters, q, history, converged)


def warming(mass: float) -> tuple[float, ...]:
    r"""Return the sharpnesses of deterministic annealing, from nearly no opinion up to 1.

    .. math:: q_i(y) \propto p(x_i, y)^\beta, \quad \beta = 3 / m, 1.3 \cdot 3 / m, \dots < 1

    A text of m = 150 words is certain of its label after the first step, whatever chance began
    with; while a text counts as three words, clusters can still move. [Ueda1998].

    Examples
    --------
    >>> [round(beta, 2) for beta in warming(6.0)]
    [0.5, 0.65, 0.85]
    >>> warming(2.0)
    ()
    """
    n_steps = math.ceil(math.log(max(mass / _FIRST_WORDS, 1.0)) / math.log(_GROWTH) - 1e-9)
    return tuple(_FIRST_WORDS / mass * _GROWTH**step for step in range(n_steps))


def begin_apart(n_rows: int, chosen: NDArray[Any]) -> Table:
    """Return beliefs in which each label is one chosen row, blurred by the mean of all."""
    q = np.full((n_rows, len(chosen)), 1.0 / n_rows)
    q[chosen, np.arange(len(chosen))] += 1.0
    return q
