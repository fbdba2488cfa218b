"""Limits: in how many documents a feature must and may be."""

from __future__ import annotations

import math
from collections.abc import Callable
from numbers import Integral, Real

from linguine.errors import ParameterError, check_number, named, said, show_value

__all__ = ["check_hashing", "check_limits", "least_of", "limit_of"]

#: From so many documents on, a feature must by default be in two of them.
_MANY = 10_000


def check_limits(
    min_df: object, max_df: object, max_features: object, min_count: object = 1
) -> None:
    """Raise ParameterError unless the limits are numbers or shares of documents."""
    fix = "Use 1 to keep all, or 5 for what is there five times."
    check_number("Extractor", "min_count", min_count, low=1, integer=True, fix=fix)
    for name, limit in (("min_df", 1 if min_df is None else min_df), ("max_df", max_df)):
        is_count = isinstance(limit, Integral) and not isinstance(limit, bool) and int(limit) >= 1
        is_share = isinstance(limit, Real) and not isinstance(limit, Integral)
        if not is_count and not (is_share and 0.0 <= float(limit) <= 1.0):  # type: ignore[arg-type]
            raise ParameterError(
                "must be a number of documents >= 1 or a share between 0.0 and 1.0; got "
                f"{show_value(limit)}. Try {said(name, 2)}.",
                owner="Extractor",
                parameter=name,
            )
    if max_features is not None:
        fix = "Leave it out to keep all."
        check_number("Extractor", "max_features", max_features, low=1, integer=True, fix=fix)


def limit_of(limit: float, n: int, rounded: Callable[[float], int]) -> int:
    """Return a limit, a number or a share, as a number of n documents.

    Shares are rounded by ``math.ceil`` for a lower and ``math.floor`` for an upper limit.

    Examples
    --------
    >>> limit_of(0.1, 30, math.ceil), limit_of(0.5, 5, math.floor), limit_of(2, 5, math.ceil)
    (3, 2, 2)
    """
    if isinstance(limit, Integral):
        return min(int(limit), n + 1)  # more than all: the core need not hold larger numbers
    slack = -1e-9 if rounded is math.ceil else 1e-9  # 0.1 * 30 is a little more than 3
    return max(1, rounded(limit * n + slack))


def least_of(min_df: float | None, n: int) -> int:
    """Return in how many of n documents a feature must be; None is 1, and 2 of 10,000 or more.

    Of many documents, what only one has is mostly noise and three quarters of a vocabulary, and may
    be a secret. What counts is how many there are in all, whether they come at once or one by one.

    Examples
    --------
    >>> least_of(None, 9_999), least_of(None, 10_000), least_of(0.1, 30)
    (1, 2, 3)
    """
    if min_df is None:
        return 1 if n < _MANY else 2
    return limit_of(min_df, n, math.ceil)


def check_hashing(hash_bits: object, max_features: object, *, has_raw: bool) -> None:
    """Raise ParameterError unless features can be hashed into 2**hash_bits buckets."""
    check_number("Extractor", "hash_bits", hash_bits, low=4, high=26, integer=True,
                 fix="Try 22 for four million buckets, or none for a vocabulary.")  # fmt: skip
    if max_features is not None:
        raise ParameterError(
            f"is a bound on the number of features by itself; got {named('max_features')}, too. "
            "Leave one of them out.",
            parameter="hash_bits",
        )
    if has_raw:
        raise ParameterError(
            f"Hashed features must all be counts; got {named('hash_bits')} with numbers of their "
            f"own ({named('Numeric')}, {named('Categorical')}, {named('Vectors')}, "
            f"{named('WordVectors')}, Lexicon, Function). Leave {named('hash_bits')} out."
        )
