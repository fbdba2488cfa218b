"""Limits of tags: how many are too many, told before memory and hours are spent."""

from __future__ import annotations

from linguine.data import Sentences
from linguine.errors import DataError, named, said
from linguine.model.concurrency import Resources

__all__ = ["check_n_tags", "estimate_round"]

#: By order; a round over 200,000 tokens then takes minutes, and there may be a hundred.
_MOST_TAGS = {1: 1_000, 2: 200}
#: What a learner of whole sequences needs for a token and a cell: 400 tags, 20,000 tokens.
_SECONDS_PER_CELL = 4.5e-10
#: Seconds of a round over all sentences from which on a user wants to be told.
_LONG_ROUND = 10.0


def check_n_tags(sentences: Sentences, n_tags: int, order: int) -> None:
    """Raise DataError if a table of all tags before all tags would be too large."""
    if n_tags <= _MOST_TAGS[order]:
        return
    n_cells = n_tags ** (order + 1)
    advice = (
        f"Use {said('order', 1)}."
        if n_tags <= _MOST_TAGS[1]
        else f"Name the right column ({named('tag_column')}), or join tags that are rare; a column "
        "in which almost every word has a value of its own, such as its lemma, holds no tags."
    )
    raise DataError(
        f"{sentences.source}: a tagger of order {order} takes at most {_MOST_TAGS[order]:,} "
        "different tags, as it weighs every tag after every other; the column "
        f"{sentences.tag_column!r} has "
        f"{n_tags:,}, and one table of them would take {_size(8 * n_cells)}. {advice}"
    )


def estimate_round(n_tokens: int, n_tags: int, order: int, use: Resources) -> tuple[str, ...]:
    """Return what a round over the sentences costs, a sentence; nothing if it is soon done.

    Examples
    --------
    >>> estimate_round(200_000, 400, 1, Resources(n_threads=1))[0][:62]
    'there are 400 different tags, and the time goes with their squ'
    >>> estimate_round(200_000, 45, 1, Resources(n_threads=1))
    ()
    """
    seconds = n_tokens * n_tags ** (order + 1) * _SECONDS_PER_CELL / max(use.n_threads, 1)
    if seconds < _LONG_ROUND:
        return ()
    power = "square" if order == 1 else "cube"
    shown = f"{seconds:.0f} seconds" if seconds < 100 else f"{seconds / 60:.0f} minutes"
    return (
        f"there are {n_tags:,} different tags, and the time goes with their {power}: one round "
        f"over the sentences takes about {shown}, and there may be a hundred. 'memm' and 'hmm' "
        "learn faster",
    )


def _size(n_bytes: int) -> str:
    return f"{n_bytes / 1e9:,.1f} GB" if n_bytes >= 1e9 else f"{n_bytes / 1e6:,.0f} MB"
