"""Options of deciding: when a text is answered, and with what."""

from __future__ import annotations

from linguine.tasks.multilabel.settings import WAYS
from linguine.tasks.options import Table

__all__ = ["DECISIONS", "PROMISES", "REJECTION", "THRESHOLDS", "read_threshold"]


def read_threshold(value: str) -> str | float:
    """Return a way to choose thresholds, or a probability.

    Examples
    --------
    >>> read_threshold("common"), read_threshold("0.3")
    ('common', 0.3)
    """
    if value in WAYS:
        return value
    try:
        return float(value)
    except ValueError:
        raise ValueError(
            f"{value!r} is neither {' nor '.join(WAYS)}, nor a probability such as 0.5."
        ) from None


THRESHOLDS: Table = {
    "--threshold HOW": (
        read_threshold,
        "From which probability on a text gets a label: f1 chooses one for each label on held-out "
        "texts. Of texts with several labels f1 is the default, common one for all, or a number.",
    ),
    "--precision P": (
        float,
        "Choose them such that this share of the answers with each label is right, such as 0.9.",
    ),
}
#: What models vouch for.
PROMISES: Table = {
    "--promise P": (
        float,
        "Answer (none) so often that a share P of the answers is right, by an exact bound on "
        "held-out texts; the model file keeps the promise, and evaluate checks it.",
    ),
    "--promise-confidence C": (float, "How sure the promise is.", 0.95),
}
#: What a classifier with one label per text learns to leave without an answer.
REJECTION: Table = {
    "--reject-below P": (float, "Answer (none) where the best probability is below P."),
    **PROMISES,
    **THRESHOLDS,
}
#: What else a classifier can be asked for.
DECISIONS: Table = {
    "--cost FILE": (
        str,
        "Answer at the least expected cost: a table of right labels (rows) by answers (columns), "
        "of which one may be (none).",
    ),
    "--coverage C": (
        float,
        "Sets of labels, of which this share holds the right one, such as 0.9.",
    ),
    "--by-label": (bool, "With --coverage: this share of the texts of each label."),
}
