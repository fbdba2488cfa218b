"""What problems of parsing share: sentences with trees, and hashed weights in single cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import ParameterError
from linguine.learning.problem import Problem, W

__all__ = ["ParseProblem"]


@dataclass(frozen=True, eq=False, kw_only=True)
class ParseProblem(Problem[W]):
    """A problem whose examples are sentences with trees of some kind."""

    def __post_init__(self) -> None:
        if self.loss.rho not in (0, 1):
            raise ParameterError(
                f"Trees have costs of their own; the loss {self.loss.name!r} has "
                f"cost={self.loss.rho}. Leave it out{self._own_cost()}."
            )

    def _own_cost(self) -> str:
        """Say which option sets the cost of these trees, if one does."""
        return ""

    @property
    def dtype(self) -> np.dtype[Any]:
        """Hashed weights are many: float32."""
        return np.dtype(np.float32)

    @property
    def n_columns(self) -> int:
        """Weights are single cells."""
        return 1

    @property
    def example_weights(self) -> NDArray[np.float64]:
        """How much each sentence that has words counts."""
        weights: NDArray[np.float64] = self.data.weights[np.diff(self.data.offsets) > 0]
        return weights
