"""Speech: how messages call the parameters that they speak of.

A message does not know who reads it. It says ``named("min_df")`` and ``said("order", 1)``, and the
speech of the moment chooses the words: ``min_df`` and ``order=1`` for who calls from Python, which
is the default; the command line puts its options there while a command runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["Speech", "Verbatim", "beginning", "either", "named", "said", "speaking"]


class Verbatim(str):
    """What stands in a message as it is, without quotes: ``text=NAME``."""

    __slots__ = ()
    __repr__ = str.__str__


class Speech:
    """The words of who calls from Python, but for parameters that have another name there.

    Examples
    --------
    >>> with speaking(Speech({"l2": "c2"})):
    ...     print(named("l2"), said("l2", 0.5), named("tolerance"))
    c2 c2=0.5 tolerance
    """

    def __init__(self, words: Mapping[str, str] | None = None) -> None:
        self._words = words or {}

    def name(self, parameter: str) -> str:
        """Return how a parameter is called."""
        return self._words.get(parameter, parameter)

    def value(self, parameter: str, values: tuple[object, ...]) -> str:
        """Return how one of these values is given to a parameter."""
        return f"{self.name(parameter)}={either(map(repr, values))}"

    def beginning(self, owner: str | None, parameter: str | None) -> str:
        """Return how a message begins that is about an owner, its parameter, or both."""
        of = "" if owner is None else f"{owner}: "
        return of if parameter is None else f"{of}{self.name(parameter)} "


# Threads that fits are run on have it from who started them; any other speaks Python.
_CURRENT: ContextVar[Speech] = ContextVar("speech", default=Speech())  # noqa: B039  # never changed


@contextmanager
def speaking(speech: Speech) -> Iterator[None]:
    """Let messages use the words of a speech."""
    before = _CURRENT.set(speech)
    try:
        yield
    finally:
        _CURRENT.reset(before)


def beginning(owner: str | None, parameter: str | None) -> str:
    """Return how a message about a parameter begins: ``Tagger: order``, or ``--order``."""
    return _CURRENT.get().beginning(owner, parameter)


def named(parameter: str) -> str:
    """Return what a message calls a parameter: ``min_df``, or ``--min-df``."""
    return _CURRENT.get().name(parameter)


def said(parameter: str, *values: object) -> str:
    """Return how a message gives a parameter one of some values.

    Examples
    --------
    >>> said("order", 1), said("learner", "sgd", "adagrad"), said("text", Verbatim("NAME"))
    ('order=1', "learner='sgd' or 'adagrad'", 'text=NAME')
    """
    return _CURRENT.get().value(parameter, values)


def either(words: Iterable[str]) -> str:
    """Join alternatives as one says them: ``lbfgs, dual or exact``."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
