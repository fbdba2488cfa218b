"""Labels with one text: what can be said about them, and what cannot."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Examples
from linguine.errors import DataWarning

__all__ = ["mention_lonely_labels"]

#: Labels that the warning names.
_N_NAMED = 3


def mention_lonely_labels(
    examples: Examples, classes: NDArray[Any], *, is_held_out: bool, stacklevel: int
) -> None:
    """Warn once about labels that have a single text: they cannot be learned and held out, too.

    If texts are held out, an accuracy is estimated. ``stacklevel`` counts from the caller.
    """
    n_texts = np.bincount(examples.gold, minlength=len(classes))
    lonely = classes[n_texts == 1].tolist()
    if not lonely:
        return
    named = ", ".join(map(repr, lonely[:_N_NAMED]))
    more = f" and {len(lonely) - _N_NAMED:,} more" if len(lonely) > _N_NAMED else ""
    have, they, their = "have", "They are", "their"
    if len(lonely) == 1:
        have, they, their = "has", "It is", "its"
    meaning = "nothing can be held out to check it"
    if is_held_out:
        meaning = (
            f"while {their} text is held out nobody knows the label, so that it counts as wrong in "
            "the estimated accuracy"
        )
    warnings.warn(
        f"{len(lonely):,} of {len(classes):,} labels {have} only one text: {named}{more}. {they} "
        f"learned, but {meaning}. Add texts, or join labels.",
        DataWarning,
        stacklevel=stacklevel + 1,
    )
