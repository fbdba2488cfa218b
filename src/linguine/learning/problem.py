"""The problem a learner gets, and the answer it gives: the seam between Python and the core."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Examples
from linguine.errors import ParameterError
from linguine.features import Sites
from linguine.inference import Label
from linguine.learning.losses import Loss
from linguine.learning.regularizers import Intercept
from linguine.learning.standing import Standing
from linguine.progress import Report

__all__ = ["Fitted", "Learner", "LearningProblem", "State", "fill", "new_weights"]


@dataclass(frozen=True, eq=False)
class LearningProblem:
    """Everything a learner may look at, already checked.

    Parameters
    ----------
    sites
        The rows of X.
    examples
        What to learn from.
    n_labels
        Number of classes K.
    loss
        What to minimise.
    structure
        Costs between labels.
    one_versus_all
        True for one binary problem per label.
    l2, l1
        The penalty.
    intercept
        The bias.
    held_out
        Examples for early stopping, or None.
    n_threads
        Threads that the core may use; the result does not depend on it.
    seed
        Seed of every shuffle.
    report
        Progress callback, or None.
    multipliers
        Where a dual learner begins, overwritten by what it has found; None begins at zero. A
        problem with another penalty starts well from here : (n_examples, n_columns).
    """

    sites: Sites
    examples: Examples
    n_labels: int
    loss: Loss
    structure: Label = field(default_factory=Label)
    one_versus_all: bool = False
    l2: float = 0.0
    l1: float = 0.0
    intercept: Intercept = field(default_factory=Intercept)
    held_out: Examples | None = None
    n_threads: int = 1
    seed: int = 0
    report: Report | None = None
    multipliers: NDArray[np.float64] | None = None

    def __post_init__(self) -> None:
        self._cost_table()  # a cost that cannot act is an error, whatever the learner

    @property
    def n_columns(self) -> int:
        """Columns of theta: one for two labels (the first is pinned to zero), else K."""
        return 1 if self.n_labels <= 2 else self.n_labels

    @property
    def n_weight_rows(self) -> int:
        """Rows of theta."""
        return self.sites.n_features

    @property
    def learns_nothing(self) -> bool:
        """True if every loss is zero, as over one label."""
        return self.n_labels == 1

    def scale(self) -> tuple[float, float]:
        """Return the mean squared norm of an example, and the size of a typical number in X."""
        return _core.scale(self.native())

    @property
    def most_candidates(self) -> int:
        """How many outputs there are to choose the k best from."""
        return self.n_labels

    @property
    def is_complete(self) -> bool:
        """True if every label to learn from is known."""
        return True

    @property
    def support(self) -> _core.Support | None:
        """The cells that online learners give weights to; None: all of the table."""
        return None

    def unpack(self, weights: NDArray[Any]) -> Any:
        """Return what an online learner found as ``Fitted`` has it."""
        return weights

    def minimise(self, options: _core.BatchOptions) -> Fitted:
        """Minimise the objective in batches, from zero weights."""
        weights, bias = new_weights(self)
        n_iterations, converged, objective, history = _core.batch(
            self.native(), weights, bias, options, self.report
        )
        return Fitted(weights, bias, n_iterations, converged, tuple(history), objective)

    def native(self, examples: Examples | None = None) -> _core.Problem:
        """Return the core's problem over ``examples``, by default the training examples."""
        chosen = self.examples if examples is None else examples
        return _core.Problem(
            self.sites.native,
            chosen.rows,
            chosen.gold,
            chosen.weights,
            self.n_labels,
            self.loss.name,
            self.one_versus_all,
            self._cost_table(),
        )

    def native_held_out(self) -> _core.Problem | None:
        """Return the core's problem over the held-out examples, if there are any."""
        return None if self.held_out is None else self.native(self.held_out)

    def _cost_table(self) -> NDArray[np.float64] | None:
        has_matrix = self.structure.cost is not None
        if self.loss.rho == 0:
            if has_matrix:
                raise ParameterError(
                    f"cost has no effect on the loss {self.loss.name!r}. "
                    "Use loss='hinge' or loss='softmax-margin', which look at costs, or cost=None."
                )
            return None
        if self.loss.rho == 1 and not has_matrix:
            return None
        if self.one_versus_all:
            raise ParameterError(
                "One-versus-all has no costs between labels: each of its problems knows only "
                f"'this label or not'; got costs for the loss {self.loss.name!r}. "
                "Use multiclass='joint', or a cost of 1."
            )
        return self.structure.cost_table(self.n_labels, rho=self.loss.rho)


@dataclass(frozen=True, eq=False)
class Fitted:
    """What a learner found.

    Parameters
    ----------
    weights
        theta, padded : (n_features, stride); of sequences perhaps only what is not zero.
    bias
        b, padded : (stride,).
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

    weights: Any
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
        """The learner's row in the table of valid pairs."""

    def fit(self, problem: LearningProblem) -> Fitted:
        """Find theta."""


def new_weights(
    problem: LearningProblem, n_rows: int | None = None
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return zero weights (n_rows, stride) and bias (stride,) in the type of X; None is all."""
    stride = _core.stride(problem.n_columns)
    return (
        np.zeros(
            (problem.n_weight_rows if n_rows is None else n_rows, stride),
            dtype=problem.sites.dtype,
        ),
        np.zeros(stride, dtype=problem.sites.dtype),
    )


Options = TypeVar("Options")


def fill(options: Options, values: Mapping[str, Any]) -> Options:
    """Set those options of the core that have a value here; what it does not have is Python's."""
    for name, value in values.items():
        if value is not None and hasattr(options, name):
            setattr(options, name, value)
    return options
