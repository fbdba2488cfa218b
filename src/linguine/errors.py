"""What linguine raises, and the one way it words a bad number.

Every message has three parts: the rule, what was got and where, how to fix it. Errors and warnings
carry whose parameter they are about, and begin with it as the speech of the moment calls it.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

from linguine.speech import Verbatim, beginning, named, said

#: The core counts with 32 bits; nobody waits for so many epochs.
LARGEST_INTEGER = 2**31 - 1
LARGEST_SEED = 2**64 - 1
#: Bounds of a number that is positive and finite, for check_number.
POSITIVE: dict[str, Any] = {"low": 0, "low_open": True, "high_open": True}

__all__ = [
    "BrokenPromiseError",
    "ConvergenceWarning",
    "DataError",
    "DataWarning",
    "LinguineError",
    "MissingPackageError",
    "NotAvailableError",
    "NotFittedError",
    "OptionError",
    "OutOfMemoryError",
    "ParameterError",
    "Verbatim",
    "check_flag",
    "check_number",
    "named",
    "said",
    "show_value",
    "whole_number",
]

_MOST_DIGITS = 18


class LinguineError(Exception):
    """Any error that linguine raises on purpose.

    Parameters
    ----------
    message
        The three parts; without the parameter that they begin with, if there is one.
    owner, parameter
        Whose parameter it is about and what it is called in Python.

    Examples
    --------
    >>> raise ParameterError("must be 1 or 2; got 3. Use 1.", owner="Tagger", parameter="order")
    Traceback (most recent call last):
        ...
    linguine.errors.ParameterError: Tagger: order must be 1 or 2; got 3. Use 1.
    """

    def __init__(
        self, message: str = "", *, owner: str | None = None, parameter: str | None = None
    ) -> None:
        super().__init__(f"{beginning(owner, parameter)}{message}")
        self.owner = owner
        self.parameter = parameter


class ParameterError(LinguineError, ValueError):
    """A choice that is not allowed: a number out of range, an unknown name, an invalid pair.

    Examples
    --------
    >>> check_number("Dual", "max_iterations", 0, low=1, integer=True, fix="Try 1000.")
    Traceback (most recent call last):
        ...
    linguine.errors.ParameterError: Dual: max_iterations must be an integer >= 1; got 0. Try 1000.
    """


class OptionError(ParameterError):
    """A choice that is not allowed, said in the words of the command line: ``--ngrams 0``."""


class DataError(LinguineError, ValueError):
    """Data that cannot be learned from or predicted on, such as NaN in X."""


class NotFittedError(DataError, AttributeError):
    """An estimator that has learned nothing yet was asked for what it has learned.

    As scikit-learn's, it is an AttributeError as well, so that ``hasattr`` says False.
    """


class OutOfMemoryError(LinguineError, MemoryError):
    """There is not enough memory; the message says what would need less.

    Examples
    --------
    >>> issubclass(OutOfMemoryError, MemoryError)
    True
    """


class MissingPackageError(LinguineError, ImportError):
    """A package that this needs, and most else does not, is not installed.

    Examples
    --------
    >>> issubclass(MissingPackageError, ImportError)
    True
    """


class NotAvailableError(ParameterError, AttributeError):
    """A method that this configuration does not have; the message names one that has it."""


class BrokenPromiseError(LinguineError):
    """New answers that are right less often than the model promises; not an error in them."""


class ConvergenceWarning(UserWarning):
    """The learner of an owner stopped before its tolerance was met; the advice says what to do."""

    def __init__(self, advice: str = "", *, owner: str | None = None) -> None:
        super().__init__(f"{beginning(owner, None)}{advice}")


class DataWarning(UserWarning):
    """Data that were repaired, converted or left out; the message says how much and where."""


def tell(source: str, notes: Iterable[str], *, stacklevel: int = 3) -> None:
    """Warn the caller of a method about what was found in the data, a sentence each."""
    for note in notes:
        warnings.warn(f"{source}: {note}.", DataWarning, stacklevel=stacklevel)


def check_number(
    owner: str,
    name: str,
    value: object,
    *,
    low: float = -math.inf,
    high: float = math.inf,
    low_open: bool = False,
    high_open: bool = False,
    integer: bool = False,
    fix: str,
) -> None:
    """Raise ParameterError unless ``value`` is a number between ``low`` and ``high``.

    Infinite bounds are none, but for integers, which the core must be able to hold; an open bound
    is itself excluded, and NaN always. ``fix`` ends the message: what to do instead.
    """
    is_right_type = isinstance(value, Integral if integer else Real) and not isinstance(value, bool)
    # Who is far below a bound that only the core has need not read about it.
    shows_high = high < LARGEST_INTEGER
    if is_right_type:
        number = _as_number(value, integer=integer)
        if integer and math.isinf(high) and number > LARGEST_INTEGER:
            high = LARGEST_INTEGER
        shows_high = shows_high or number > high
        above = number > low or (number == low and not low_open)
        below = number < high or (number == high and not high_open)
        if above and below:
            return
    bounds = []
    if math.isfinite(low):
        bounds.append(f"{'>' if low_open else '>='} {_show(low)}")
    if math.isfinite(high) and shows_high:
        bounds.append(f"{'<' if high_open else '<='} {_show(high)}")
    elif high_open:
        bounds.append("finite")
    rule = " ".join(["an integer" if integer else "a number", " and ".join(bounds)]).rstrip()
    raise ParameterError(
        f"must be {rule}; got {show_value(value)}. {fix}", owner=owner, parameter=name
    )


def _as_number(value: object, *, integer: bool) -> float:
    """Return a number that can be compared; one beyond all floats is NaN, which never fits."""
    if integer:
        return int(value)  # type: ignore[call-overload, no-any-return]
    try:
        return float(value)  # type: ignore[arg-type]
    except OverflowError:
        return math.nan


def _show(bound: float) -> str:
    return str(bound) if isinstance(bound, int) else f"{bound:g}"


def show_value(value: object) -> str:
    """Return what a user gave as messages quote it: on one line, and not longer than that."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**40:
        return f"an integer of {value.bit_length()} bits"  # Python refuses to write longer ones
    shown = " ".join(repr(value).split())
    return shown if len(shown) <= 200 else f"{shown[:197]}..."


def whole_number(text: str) -> int | None:
    """Return the number that a text of digits is; None for any other, and for too many digits.

    Examples
    --------
    >>> whole_number("12"), whole_number("1.5"), whole_number("9" * 5000)
    (12, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


def check_flag(owner: str, name: str, value: object) -> None:
    """Raise ParameterError unless ``value`` is True or False."""
    if type(value).__name__ not in ("bool", "bool_"):  # Python's and NumPy's, whose name changed
        try:
            fix = f"Give {said(name, bool(value))} if that is what you mean."
        except (TypeError, ValueError):  # an array is neither
            fix = f"Give {said(name, True)} or {said(name, False)}."
        raise ParameterError(
            f"must be True or False; got {show_value(value)}. {fix}", owner=owner, parameter=name
        )
