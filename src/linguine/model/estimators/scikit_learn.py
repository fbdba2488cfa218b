"""The one door to scikit-learn: its base classes, its warnings, its manners."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from linguine.errors import ConvergenceWarning as LinguineConvergenceWarning
from linguine.errors import ParameterError, check_number
from linguine.extras import needed_by

with needed_by("An estimator over matrices"):
    from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
    from sklearn.exceptions import ConvergenceWarning as SklearnConvergenceWarning
    from sklearn.exceptions import DataConversionWarning
    from sklearn.utils import check_random_state, get_tags
    from sklearn.utils.validation import check_is_fitted, validate_data

__all__ = [
    "BaseEstimator",
    "ClassifierMixin",
    "ConvergenceWarning",
    "MetaEstimatorMixin",
    "check_is_fitted",
    "clone",
    "draw_seed",
    "flatten_column",
    "get_tags",
    "validate_data",
]


class ConvergenceWarning(LinguineConvergenceWarning, SklearnConvergenceWarning):
    """linguine's warning that is also scikit-learn's, so that filters for either see it."""


def flatten_column(y: Any) -> Any:
    """Return a column (n, 1) as (n,) with scikit-learn's warning; leave any other y alone."""
    if getattr(y, "ndim", 1) == 2 and y.shape[1] == 1:
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected. "
            "Use y.ravel() to silence this warning.",
            DataConversionWarning,
            stacklevel=3,
        )
        return np.asarray(y).ravel()
    return y


def draw_seed(random_state: Any) -> int:
    """Return an integer as it is, a draw from a RandomState, or a fresh number for None."""
    if isinstance(random_state, int | np.integer) and not isinstance(random_state, bool):
        fix = "Use 0 or more."
        check_number("estimator", "random_state", int(random_state), low=0, integer=True, fix=fix)
        return int(random_state)
    if random_state is None or isinstance(random_state, np.random.RandomState):
        return int(check_random_state(random_state).randint(2**31 - 1))
    raise ParameterError(
        f"random_state must be an integer, a numpy RandomState or None; got {random_state!r}. "
        "Use random_state=0 for the same result every time."
    )
