"""Numbers to learn: a column of scores, or a clear word about what is wrong with it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import Documents
from linguine.errors import DataError, show_value

__all__ = ["documents_numbers", "read_numbers"]

#: Beyond it squares are no numbers any more.
_LARGEST = 1e100


def read_numbers(scores: ArrayLike | Iterable[Any] | None, n_rows: int) -> NDArray[np.float64]:
    """Check scores, one for each text, and return them : (n_rows,).

    Examples
    --------
    >>> read_numbers([1, 2.5], 2).tolist()
    [1.0, 2.5]
    """
    if scores is None:
        raise DataError(
            "fit requires y to be passed, but the target y is None. Give one score per text."
        )
    given = list(scores) if isinstance(scores, Iterator) else scores
    try:
        table = np.asarray(given)
        # text that looks like a number is no number
        numbers = table.astype(np.float64) if table.dtype.kind in "biufO" else None
    except (TypeError, ValueError):
        numbers = None
    if numbers is None:
        first = next((each for each in given if not isinstance(each, int | float)), given)  # type: ignore[union-attr]
        raise DataError(
            f"Scores must be numbers; got {show_value(first)}. Convert them with float(), or use "
            "TextClassifier for labels."
        )
    if numbers.shape != (n_rows,):
        raise DataError(
            f"There must be one score per text: {n_rows} texts, and scores of shape "
            f"{numbers.shape}. Check how the two were read."
        )
    _check_size(numbers, lambda place: f"score {place}")
    return numbers


def documents_numbers(documents: Documents) -> NDArray[np.float64]:
    """Return the scores of documents : (n,); a label that is no number is named with its line."""
    labels = documents.label_set
    if labels is None:
        raise DataError(
            f"{documents.source}: scores are learned from and judged by a column of numbers; these "
            "texts have none. Say which column holds them (--label-column)."
        )
    found = np.array([_number(name) for name in labels.names])[labels.codes]

    def place_of(place: int) -> str:
        line = documents.lines[place] if len(documents.lines) else place + 1
        return f"{documents.source}:{line}: a score"

    if (bad := np.flatnonzero(np.isnan(found))).size:
        given = labels.names[labels.codes[bad[0]]]
        n_bad = f"; so have {len(bad) - 1:,} more lines" if len(bad) > 1 else ""
        fix = "Correct it, or say which column holds the scores (--label-column)."
        if given.replace(",", ".", 1) != given and not math.isnan(_number(given.replace(",", "."))):
            fix = "Write decimals with a point."
        raise DataError(
            f"{place_of(int(bad[0]))} must be a finite number; got {show_value(given)}{n_bad}. "
            f"{fix}"
        )
    _check_size(found, place_of)
    return found


def _number(text: str) -> float:
    """Return the number that a text is, or NaN."""
    try:
        number = math.nan if "_" in text else float(text)
    except ValueError:
        return math.nan
    return number if math.isfinite(number) else math.nan


def _check_size(numbers: NDArray[np.float64], place_of: Any) -> None:
    is_bad = ~(np.abs(numbers) <= _LARGEST)
    if is_bad.any():
        place = int(np.flatnonzero(is_bad)[0])
        raise DataError(
            f"{place_of(place)} must be a finite number, at most {_LARGEST:g} in size; got "
            f"{numbers[place]:g}. Drop or repair these texts."
        )
