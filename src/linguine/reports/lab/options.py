"""Options of the figures as words: how ``--means -1,-1:1,1`` becomes points.

Data and readers only, so that the help of the command line loads no NumPy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linguine.reports.lab.table import FIGURES
from linguine.speech import either

__all__ = ["OPTIONS", "describe_option"]


def _read_points(text: str) -> list[list[float]]:
    points = [_read_numbers(each) for each in text.split(":")]
    if any(len(each) != 2 for each in points):
        raise ValueError(
            f"points are written X,Y with a colon between them; got {text!r}. "
            "Write -1,-1:1,1 for two."
        )
    return points


def _read_numbers(text: str) -> list[float]:
    try:
        return [float(each) for each in text.split(",")]
    except ValueError:
        raise ValueError(
            f"numbers are written with a comma between them; got {text!r}. Write 1,0.5 for two."
        ) from None


def _read_counts(text: str) -> list[int]:
    try:
        return [int(each) for each in text.split(",")]
    except ValueError:
        raise ValueError(
            f"whole numbers are written with a comma between them; got {text!r}. "
            "Write 100,100 for two."
        ) from None


#: By parameter: what stands for the value, what reads it, and what it says.
OPTIONS: dict[str, tuple[str, Callable[[str], Any], str]] = {
    "means": ("X,Y:X,Y", _read_points, "Where the classes are, a point for each"),
    "variances": ("V,V", _read_numbers, "How wide each class is; one number is for all"),
    "balance": ("SHARE", float, "The share of the second class, 0.5 is half"),
    "sizes": ("TRAIN,TEST", _read_counts, "How many points to learn from, and to test on"),
    "repeats": ("N", int, "Over how many draws of the data to take the mean"),
    "every": ("N", int, "Show the weights after every N updates"),
}


def describe_option(name: str) -> str:
    """Return the help of an option, with the figures that have it.

    Examples
    --------
    >>> describe_option("every")
    'Show the weights after every N updates (perceptron-path).'
    """
    having = [each for each in FIGURES.names if name in FIGURES.get(each).options]
    return f"{OPTIONS[name][2]} ({either(having)})."
