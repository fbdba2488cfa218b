"""The problem a learner gets, and the answer it gives: the seam between Python and the core."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import ParameterError, said
from linguine.inference import Label
from linguine.learning.losses import Loss
from linguine.learning.regularizers import Intercept
from linguine.learning.standing import Standing
from linguine.progress import Report

__all__ = ["Fitted", "Learner", "Problem", "State", "Table", "fill", "new_weights", "settle"]

W = TypeVar("W")
#: The weights of a task: a table of labels, a chain's, a tree's.
W_co = TypeVar("W_co", covariant=True)
Table: TypeAlias = NDArray[Any]


@dataclass(frozen=True, eq=False, kw_only=True)
class Problem(Generic[W_co]):
    """All that a learner may look at: what is aimed at, and hooks that only the problem answers.

    Learners in the core see a table of cells, (n_weight_rows, stride of n_columns); ``unpack``
    makes the task's own weights of it.

    Parameters
    ----------
    data
        What to learn from.
    loss, l2, l1
        What to minimise: the loss, half the squared norm and the sum of absolute values.
    intercept
        The bias.
    one_versus_all
        True for one binary problem per label.
    n_threads
        Threads that the core may use; the result does not depend on it.
    seed
        Seed of every shuffle.
    report
        Progress callback, or None.
    held_out
        What says when to stop, or None.
    """

    data: Any
    loss: Loss
    l2: float = 0.0
    l1: float = 0.0
    intercept: Intercept = field(default_factory=lambda: Intercept(is_fitted=False))
    one_versus_all: bool = False
    n_threads: int = 1
    seed: int = 0
    report: Report | None = None
    held_out: Any = None

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of the table: float32 or float64."""
        raise NotImplementedError

    @property
    def n_columns(self) -> int:
        """Columns of the table."""
        raise NotImplementedError

    @property
    def n_weight_rows(self) -> int:
        """Rows of the table."""
        raise NotImplementedError

    def unpack(self, weights: Table) -> W_co:
        """Return a table that a learner found as the task's own weights."""
        raise NotImplementedError

    def in_double(self) -> Problem[W_co]:
        """Return the same in double precision; itself where there is no other.

        What it unpacks is of the precision of this one.
        """
        return self

    def _native(self, data: Any) -> Any:
        raise NotImplementedError

    def native(self) -> Any:
        """Return the core's problem over the examples: a Problem, or a TreeProblem."""
        return self._native(self.data)

    def native_held_out(self) -> Any:
        """Return the core's problem over the examples for early stopping, if there are any."""
        return None if self.held_out is None else self._native(self.held_out)

    @property
    def example_weights(self) -> NDArray[np.float64]:
        """How much each example counts : (n_examples,)."""
        weights: NDArray[np.float64] = self.data.weights
        return weights

    @property
    def learns_nothing(self) -> bool:
        """True if every loss is zero, as over one label."""
        return False

    @property
    def most_candidates(self) -> int:
        """How many outputs there are to choose the k best from; most have more than one asks."""
        return 1 << 30

    @property
    def is_complete(self) -> bool:
        """True if every label to learn from is known."""
        return True

    @property
    def support(self) -> _core.Support | None:
        """The cells that online learners give weights to; None: all of the table."""
        return None

    def require(self, question: str, asker: str, instead: str) -> None:
        """Refuse a learner that asks for more than the structure answers; linguine's answer all."""

    def scale(self) -> tuple[float, float]:
        """Return the mean squared norm of an example, and the size of a typical number in X."""
        return _core.scale(self.native())

    def gradient(self, weights: Table, bias: Table) -> tuple[float, Table, Table]:
        """Return the sum of the losses at a table and a bias, and its derivatives by both."""
        value, by_weights = _core.gradient(self.native(), weights, self.n_threads)
        return value, by_weights, np.zeros_like(bias)  # only labels have one

    def objective(self, weights: Table, bias: Table) -> float:
        """Return F at a table and a bias: the sum of the losses and the penalties."""
        if self.support is not None:
            raise ParameterError(
                "The objective is measured on tables of all weights; these are only of what was "
                f"seen. Use {said('all_states', True)} and {said('all_transitions', True)}, or "
                f"{said('measure_objective', False)}."
            )
        loss, *_ = self.gradient(weights, bias)
        theta, b = weights.astype(np.float64), bias.astype(np.float64)
        penalty = self.l2 * np.square(theta).sum() + self.intercept.l2(self.l2) * np.square(b).sum()
        return float(loss + 0.5 * penalty + self.l1 * np.abs(theta).sum())

    def start(self) -> tuple[Table, Table]:
        """Return where a batch learner begins: weights and bias, zero for most."""
        return new_weights(self)

    def minimise(self, options: _core.BatchOptions) -> Fitted[W_co]:
        """Minimise the objective in batches."""
        weights, bias = self.start()
        n_iterations, converged, objective, history = _core.batch(
            self.native(), weights, bias, options, self.report
        )
        return Fitted(
            self.unpack(weights), bias, n_iterations, converged, tuple(history), objective
        )

    def _costs(self, structure: Label, n_labels: int) -> NDArray[np.float64] | None:
        """Return the costs between labels, None for 0 and 1; a cost that cannot act is refused."""
        loss, has_matrix = self.loss, structure.costs is not None
        if loss.rho == 0 and has_matrix:
            raise ParameterError(
                f"cost has no effect on the loss {loss.name!r}. "
                "Use loss='hinge' or loss='softmax-margin', which look at costs, or cost=None."
            )
        if loss.rho == 0 or (loss.rho == 1 and not has_matrix):
            return None
        if self.one_versus_all:
            raise ParameterError(
                "One-versus-all has no costs between labels: each of its problems knows only "
                f"'this label or not'; got costs for the loss {loss.name!r}. "
                "Use multiclass='joint', or a cost of 1."
            )
        return structure.cost_table(n_labels, rho=loss.rho)


@dataclass(frozen=True, eq=False)
class Fitted(Generic[W_co]):
    """What a learner found.

    Parameters
    ----------
    weights
        theta, as the problem's own kind of weights.
    bias
        b, padded : (stride,); only of labels, others have it among their features.
    n_iterations
        Epochs or iterations made.
    converged
        False if the learner stopped before its tolerance was met.
    history
        One value per epoch (mean loss) or iteration (objective).
    objective
        F at the weights found; None where nothing is minimised.
    gap
        Relative duality gap; None if the learner has none.
    advice
        What to change when ``converged`` is False.
    state
        What ``partial_fit`` continues from, where it is more than the weights.
    standing
        How far an online learner has come, where the weights are all that is left of its state.
    """

    weights: W_co
    bias: NDArray[Any]
    n_iterations: int = 1
    converged: bool = True
    history: tuple[float, ...] = ()
    objective: float | None = None
    gap: float | None = None
    advice: str = ""
    state: State | None = None
    standing: Standing | None = None


class State(Protocol):
    """What an incremental learner remembers between calls of ``partial_fit``."""

    def widen(self, old_in_new: NDArray[np.intp], n_labels: int) -> None:
        """Make room for new labels; old label i becomes label ``old_in_new[i]``."""

    def row_tables(self) -> dict[str, float]:
        """Return the names of the tables that have a row for each feature; what new rows hold."""

    def fold(self, done: Any) -> None:
        """Make the rows that a pass has not seen agree with the scalars of ``done``, after it."""


class Learner(Protocol):
    """How theta is found. A learner is a frozen dataclass of options with two members."""

    @property
    def name(self) -> str:
        """The learner's row in the table of valid pairs, or a name of its own."""

    def fit(self, problem: Problem[W]) -> Fitted[W]:
        """Find theta."""


def new_weights(
    problem: Problem[W], n_rows: int | None = None
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return zero weights (n_rows, stride) and bias (stride,); None is all rows."""
    stride = _core.stride(problem.n_columns)
    shape = (problem.n_weight_rows if n_rows is None else n_rows, stride)
    return np.zeros(shape, problem.dtype), np.zeros(stride, problem.dtype)


Options = TypeVar("Options")


def settle(options: Options, learner: Learner, problem: Problem[W], **settled: Any) -> Options:
    """Set the core's options: the learner's own, those of the problem, and what is settled."""
    intercept = problem.intercept
    of_problem = {
        "l2": problem.l2,
        "l1": problem.l1,
        "has_bias": intercept.is_fitted,
        "bias_l2": intercept.l2(problem.l2),
        "bias_scale": intercept.scaling if intercept.is_fitted else 0.0,
        "n_threads": problem.n_threads,
        "seed": problem.seed,
    }
    return fill(options, {**vars(learner), **of_problem, **settled})


def fill(options: Options, values: Mapping[str, Any]) -> Options:
    """Set those options of the core that have a value here; what it does not have is Python's."""
    for name, value in values.items():
        if value is not None and hasattr(options, name):
            setattr(options, name, value)
    return options
