"""Standing: how far a learner has come, where its weights are all that is left of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from linguine.errors import DataError

__all__ = ["Standing"]


@dataclass(frozen=True)
class Standing:
    r"""What an online learner needs besides its averaged weights to go on.

    .. math:: \bar\theta^{(t + m)} = \frac{t\,\bar\theta^{(t)} + \sum_{i=1}^{m} \theta^{(t + i)}}
        {t + m}

    The sum of the t steps before is t times their average, so the average is that of one stream.
    Its steps go on from the average: the last weights are not kept, they would double a file.

    Parameters
    ----------
    n_steps
        t, how many steps the average counts for: those of one pass. More passes over the same
        examples make the average better, but no example counts more than one that comes later.
    n_examples
        How many examples were seen: they share the penalty with those to come.
    learning_rate, intercept_scaling
        As resolved in the first pass; None: to be resolved again.

    Examples
    --------
    >>> Standing.from_config(Standing(10, 5, 0.5).to_config()) == Standing(10, 5, 0.5)
    True
    """

    n_steps: int
    n_examples: int
    learning_rate: float | None = None
    intercept_scaling: float | None = None

    def to_config(self) -> dict[str, Any]:
        """Return what a model file stores, as plain data."""
        return {
            "n_steps": self.n_steps,
            "n_examples": self.n_examples,
            "learning_rate": self.learning_rate,
            "intercept_scaling": self.intercept_scaling,
        }

    @classmethod
    def from_config(cls, config: object) -> Standing:
        """Return the standing of ``to_config()``, or raise DataError for anything else."""
        names = ("n_steps", "n_examples", "learning_rate", "intercept_scaling")
        is_right = isinstance(config, Mapping) and set(config) == set(names)
        if is_right and isinstance(config, Mapping):
            is_right = all(_is_count(config[name]) for name in names[:2])
            is_right = is_right and all(_is_size(config[name]) for name in names[2:])
            if is_right:
                return cls(**config)
        raise DataError(
            "What a model goes on from must be two numbers of steps and examples and two positive "
            f"sizes; got {config!r}. The file is damaged: save the model again."
        )


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << 53


def _is_size(value: object) -> bool:
    return value is None or (type(value) is float and 0 < value < math.inf)
