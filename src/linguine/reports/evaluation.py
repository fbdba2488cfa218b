"""Evaluation: what every task's judgement of answers can be asked for."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["Evaluation"]


class Evaluation(Protocol):
    """What answers are worth: as plain data, and as tables to read."""

    @property
    def outcomes(self) -> NDArray[np.int64]:
        """How much of each example is right, to compare it with others."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        ...

    def to_text(self) -> str:
        """Return tables."""
        ...
