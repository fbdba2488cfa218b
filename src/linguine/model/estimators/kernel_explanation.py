r"""Explanation of a kernel model: which of its support vectors an item is like.

.. math:: s_y - s_{y'} = b + \sum_i c_i K(x_i, x)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["KernelExplanation", "Neighbour"]


@dataclass(frozen=True)
class Neighbour:
    """A support vector and what it says.

    Parameters
    ----------
    row
        Which of the items that were learned from it is.
    item
        The item itself.
    label
        Its label.
    similarity
        K(x_i, x).
    coefficient
        c_i, its weight for the chosen label against the runner-up.
    contribution
        c_i K(x_i, x); negative speaks for the runner-up.

    Examples
    --------
    >>> Neighbour(3, "free cash", "spam", 0.5, 2.0, 1.0).contribution
    1.0
    """

    row: int
    item: Any
    label: Any
    similarity: float
    coefficient: float
    contribution: float


@dataclass(frozen=True)
class KernelExplanation:
    """Why an item got its label: bias, contributions and ``others`` add up to the lead.

    Parameters
    ----------
    label, runner_up
        The chosen label and the second.
    lead
        What the model says for the first against the second.
    bias
        What it says before any support vector.
    neighbours
        The support vectors that the item is most like, the nearest first.
    others
        The contributions of all other support vectors together.

    Examples
    --------
    >>> cash = Neighbour(3, "free cash", "spam", 0.5, 2.0, 1.0)
    >>> KernelExplanation("spam", "ham", 1.25, -0.25, (cash,), 0.5).neighbours[0].item
    'free cash'
    """

    label: Any
    runner_up: Any
    lead: float
    bias: float
    neighbours: tuple[Neighbour, ...]
    others: float

    def __str__(self) -> str:
        lines = [f"{self.label} rather than {self.runner_up}: {self.lead:+.4g}"]
        lines += [
            f"  {each.contribution:+.4g}  {each.label} (similarity {each.similarity:.3g}): "
            f"{_shorten(each.item)}"
            for each in self.neighbours
        ]
        return "\n".join([*lines, f"  {self.others:+.4g}  others", f"  {self.bias:+.4g}  bias"])


def _shorten(item: Any) -> str:
    shown = " ".join(str(item).split())
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
