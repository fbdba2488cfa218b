"""Names of options: whether an algorithm has them, and what to say if not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from linguine.errors import ParameterError
from linguine.registry import Registry, did_you_mean

__all__ = ["check_options"]


class HasOptions(Protocol):
    """A row of a table of algorithms."""

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the options it has."""


def check_options(name: str, options: Mapping[str, Any], table: Registry[Any]) -> None:
    """Raise ParameterError for the first option that an algorithm does not have.

    Parameters
    ----------
    name
        The algorithm.
    options
        What was given.
    table
        The algorithms, rows with ``options``.

    Examples
    --------
    >>> from linguine.tasks.tagger.algorithms import TAGGER_ALGORITHMS
    >>> check_options("perceptron", {"l2": 1.0}, TAGGER_ALGORITHMS)
    Traceback (most recent call last):
        ...
    linguine.errors.ParameterError: perceptron has no option 'l2'; it has 'epochs', 'averaged', ...
    Leave it out, or use 'local-svm' or ...
    """
    row: HasOptions = table.get(name)
    for each in options:
        if each in row.options:
            continue
        others = [other for other in table.names if each in table.get(other).options]
        or_use = f", or use {' or '.join(map(repr, others))}" if others else ""
        advice = did_you_mean(each, row.options, otherwise=f"Leave it out{or_use}.")
        has = ", ".join(map(repr, row.options)) or "no options"
        raise ParameterError(f"{name} has no option {each!r}; it has {has}. {advice}")
