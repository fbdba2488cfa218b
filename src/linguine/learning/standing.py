"""Standing: how far a learner has come, where its weights are all that is left of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

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
        return asdict(self)

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> Standing:
        """Return the standing of ``to_config()``; the schema of files has looked at it."""
        return cls(**{each.name: config[each.name] for each in fields(cls)})
