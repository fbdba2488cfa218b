"""What linguine raises, and the one way it words a bad number.

Every message has three parts: the rule, what was got and where, how to fix it.
"""

from __future__ import annotations

import math
from numbers import Integral, Real

__all__ = [
    "ConvergenceWarning",
    "DataError",
    "DataWarning",
    "LinguineError",
    "NotAvailableError",
    "ParameterError",
    "check_flag",
    "check_number",
    "whole_number",
]

_LARGEST = 2**63  # what counts and seeds stay below
_MOST_DIGITS = 18


class LinguineError(Exception):
    """Any error that linguine raises on purpose.

    Examples
    --------
    >>> issubclass(DataError, LinguineError) and issubclass(DataError, ValueError)
    True
    """


class ParameterError(LinguineError, ValueError):
    """A choice that is not allowed: a number out of range, an unknown name, an invalid pair.

    Examples
    --------
    >>> check_number("Dual", "max_iterations", 0, low=1, integer=True, fix="Try 1000.")
    Traceback (most recent call last):
        ...
    linguine.errors.ParameterError: Dual: max_iterations must be an integer >= 1; got 0. Try 1000.
    """


class DataError(LinguineError, ValueError):
    """Data that cannot be learned from or predicted on, such as NaN in X."""


class NotAvailableError(ParameterError, AttributeError):
    """A method that this configuration does not have; the message names one that has it."""


class ConvergenceWarning(UserWarning):
    """The learner stopped before its tolerance was met; the message says what to change."""


class DataWarning(UserWarning):
    """Data that were repaired, converted or left out; the message says how much and where."""


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

    Parameters
    ----------
    owner, name
        Whose option it is, for the message.
    value
        What the user gave.
    low, high
        Bounds; infinite means none. NaN is never allowed.
    low_open, high_open
        True excludes the bound itself.
    integer
        True allows integers only.
    fix
        The last part of the message: what to do instead.
    """
    is_right_type = isinstance(value, Integral if integer else Real) and not isinstance(value, bool)
    is_huge = isinstance(value, Integral) and not -_LARGEST < int(value) < _LARGEST
    if is_right_type and not is_huge:
        number = float(value)  # type: ignore[arg-type]
        above = number > low or (number == low and not low_open)
        below = number < high or (number == high and not high_open)
        if above and below:
            return
    bounds = []
    if math.isfinite(low):
        bounds.append(f"{'>' if low_open else '>='} {low:g}")
    if math.isfinite(high):
        bounds.append(f"{'<' if high_open else '<='} {high:g}")
    elif high_open:
        bounds.append("finite")
    rule = " ".join(["an integer" if integer else "a number", " and ".join(bounds)]).rstrip()
    got = "" if is_huge else repr(value)
    if isinstance(value, Integral) and is_huge:  # Python may refuse to write it
        rule += ", and less than 2^63"
        n_digits = int((int(value).bit_length() - 1) * math.log10(2)) + 1
        got = f"a number with about {n_digits} digits"
    raise ParameterError(f"{owner}: {name} must be {rule}; got {got}. {fix}")


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
        raise ParameterError(
            f"{owner}: {name} must be True or False; got {value!r}. "
            f"Give {name}={bool(value)} if that is what you mean."
        )
