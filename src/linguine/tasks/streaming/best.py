"""Best: the weights of the epoch that was best on examples that are not learned from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine.learning.learners.online_state import OnlineState
from linguine.learning.problem import Table

__all__ = ["Answers", "BestEpoch", "Judge", "alike"]

#: From weights and bias to a share of right answers; it leaves both as they are.
Judge: TypeAlias = Callable[[Table, Table], float]


class Answers(Protocol):
    """What an online learner has learned so far."""

    def answer(self, *, in_place: bool = False) -> tuple[Table, Table]:
        """Return the weights and bias to answer with; ``in_place`` spends them."""
        ...


class BestEpoch:
    """The weights and the bias of the best epoch so far.

    Parameters
    ----------
    judge
        What says how good weights are; None: nobody asks.
    """

    def __init__(self, judge: Judge | None) -> None:
        self._judge = judge
        self._weights: Table | None = None
        self._bias: Table | None = None
        self._accuracy, self._since = -1.0, 0

    def is_enough(self, state: Answers, patience: int) -> bool:
        """Judge an epoch; True if none of the last ones was better."""
        if self._judge is None:
            return False
        weights, bias = (each.copy() for each in state.answer())
        accuracy = self._judge(weights, bias)
        self._since += 1
        if accuracy > self._accuracy:
            self._weights, self._bias, self._accuracy, self._since = weights, bias, accuracy, 0
        return self._since >= patience

    def answer(self, state: Answers) -> tuple[Table, Table]:
        """Return weights and bias of the best epoch, or where the state is; it is spent."""
        if self._weights is None or self._bias is None:
            return state.answer(in_place=True)
        return self._weights, self._bias

    def arrays(self) -> dict[str, Any]:
        """Return all as arrays, to be kept."""
        made: dict[str, Any] = {"best": np.array([self._accuracy, self._since])}
        if self._weights is not None:
            made |= {"best_weights": self._weights, "best_bias": self._bias}
        return made

    def restore(self, found: dict[str, NDArray[Any]], state: OnlineState) -> None:
        """Take what was kept."""
        self._accuracy, self._since = float(found["best"][0]), int(found["best"][1])
        if "best_weights" in found:
            self._weights = alike(found["best_weights"], state.weights)
            self._bias = alike(found["best_bias"], state.bias)


def alike(found: NDArray[Any], wanted: NDArray[Any]) -> NDArray[Any]:
    """Return an array of a file, or raise ValueError if it is not like the one it replaces."""
    if found.shape != wanted.shape or found.dtype != wanted.dtype:
        raise ValueError(f"{found.dtype} {found.shape}, not {wanted.dtype} {wanted.shape}")
    return found
