"""Example weights: sample_weight times class_weight, and the examples that remain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from numbers import Real
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data.examples import Examples
from linguine.data.targets.labels import Target
from linguine.errors import DataError, ParameterError, said, show_value

__all__ = ["ClassWeight", "make_examples", "read_sentence_weights"]

_LARGEST_FACTOR = 1e300  # times the weights of many examples is still finite

ClassWeight: TypeAlias = str | Mapping[Any, float] | None


def make_examples(
    target: Target,
    classes: NDArray[Any],
    *,
    sample_weight: ArrayLike | None = None,
    class_weight: ClassWeight = None,
    may_name_unseen: bool = False,
) -> Examples:
    """Turn a checked y into weighted examples; those of weight zero are left out.

    Parameters
    ----------
    target
        The checked y.
    classes
        Sorted labels : (n_labels,).
    sample_weight
        Non-negative weight of each row : (n_rows,).
    class_weight
        ``"balanced"``, a dict from label to factor (1 when missing), or None.
    may_name_unseen
        True when ``class_weight`` may name labels that come later (``partial_fit``).

    Examples
    --------
    >>> from linguine.data.targets.labels import read_target
    >>> target = read_target(["a", "b", "b", "b"], 4)
    >>> examples = make_examples(target, np.array(["a", "b"]), class_weight="balanced")
    >>> examples.weights.round(3).tolist()
    [2.0, 0.667, 0.667, 0.667]
    """
    row_weights = _check_sample_weight(sample_weight, len(target.values))
    if target.soft is not None:
        soft = target.soft
        rows, gold = soft.rows, np.searchsorted(classes, soft.names)[soft.codes]
        weights = row_weights[rows] * soft.shares
    else:
        rows, gold = np.arange(len(target.values)), target.encode(classes).astype(np.int64)
        weights = row_weights
    examples = Examples(rows, gold.astype(np.int32), weights)
    if class_weight is not None:
        totals = examples.label_weights(len(classes))
        factors = _class_factors(class_weight, classes, totals, may_name_unseen)
        examples = Examples(rows, examples.gold, weights * factors[gold])
    return examples if (kept := examples.weights > 0).all() else examples.subset(kept)


def read_sentence_weights(
    given: ArrayLike | None, n: int, what: str = "sentences"
) -> NDArray[np.float64]:
    """Return a positive weight for each of n sentences, or what it is; None is 1 for all."""
    if given is None:
        return np.ones(n)
    weights = _as_floats(given, f"one positive number for each of the {n} {what}")
    if weights.shape != (n,) or not (np.isfinite(weights).all() and (weights > 0).all()):
        raise DataError(
            f"sample_weight must have one positive number for each of the {n} {what}; got "
            f"shape {weights.shape}, smallest {weights.min(initial=np.inf):g}. "
            f"Leave {what} without weight out."
        )
    return weights


def _as_floats(sample_weight: ArrayLike, wanted: str) -> NDArray[np.float64]:
    given = list(sample_weight) if isinstance(sample_weight, Iterator) else sample_weight
    try:
        return np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise DataError(f"sample_weight must be numbers; got {error}. Give {wanted}.") from None


def _check_sample_weight(sample_weight: ArrayLike | None, n_rows: int) -> NDArray[np.float64]:
    if sample_weight is None:
        return np.ones(n_rows)
    weights = _as_floats(sample_weight, "one number per row of X")
    if weights.shape != (n_rows,):
        raise DataError(
            f"sample_weight must have one number per row of X, shape ({n_rows},); "
            f"got shape {weights.shape}. Check that it was cut like X."
        )
    if len(bad := np.flatnonzero(~(np.isfinite(weights) & (weights >= 0)))):
        raise DataError(
            "sample_weight must be finite and not negative; "
            f"row {bad[0]} has {weights[bad[0]]}. Use 0 to leave a row out."
        )
    if not np.isfinite(weights.sum()):
        raise DataError(
            "sample_weight must have a finite sum; the largest weight is "
            f"{weights.max():g}, and the sum overflows. Divide all weights by it."
        )
    if not weights.any():
        raise DataError(
            "sample_weight must contain at least one non-zero number; all weights are zero. "
            "Give a positive weight to the rows to learn from."
        )
    return weights


def _class_factors(
    class_weight: str | Mapping[Any, float],
    classes: NDArray[Any],
    totals: NDArray[np.float64],
    may_name_unseen: bool,
) -> NDArray[np.float64]:
    """Return one factor per label : (n_labels,)."""
    if isinstance(class_weight, Mapping):
        return _factors_of_mapping(class_weight, classes, may_name_unseen)
    if not isinstance(class_weight, str) or class_weight != "balanced":
        raise ParameterError(
            f"must be 'balanced', a dict or None; got {class_weight!r}. "
            f"Use {said('class_weight', 'balanced')} to give all classes the same total weight.",
            parameter="class_weight",
        )
    # n / (K n_k), counted by weight over the labels that occur, so that leaving a row
    # out and giving it weight zero are the same.
    seen = totals > 0
    factors = np.ones(len(classes))
    factors[seen] = totals.sum() / (seen.sum() * totals[seen])
    return factors


def _factors_of_mapping(
    class_weight: Mapping[Any, float], classes: NDArray[Any], may_name_unseen: bool
) -> NDArray[np.float64]:
    known = {label: index for index, label in enumerate(classes.tolist())}
    factors = np.ones(len(classes))
    for label, factor in class_weight.items():
        if not (isinstance(factor, Real) and 0 <= factor < _LARGEST_FACTOR):
            raise ParameterError(
                "must hold finite numbers that are not negative; "
                f"got {show_value(factor)} for class {label!r}. Use 0 to leave a class out.",
                parameter="class_weight",
            )
        if label in known:
            factors[known[label]] = factor
        elif not may_name_unseen:
            shown = ", ".join(repr(each) for each in list(known)[:10])
            raise ParameterError(
                f"may only name classes of y; got {label!r}. The classes are {shown}.",
                parameter="class_weight",
            )
    return factors
