"""Limits of tags: how many are too many, told before memory and hours are spent."""

from __future__ import annotations

from linguine.data import Sentences
from linguine.errors import DataError, named, said
from linguine.inference.chain_rows import MOST_HISTORIES
from linguine.model.concurrency import Resources
from linguine.model.file.loaded_model import LoadedModel

__all__ = ["PER_BYTE", "check_file_order", "check_n_tags", "estimate_round"]

#: What a training in memory takes for each byte of text: rows, and tables of weights.
PER_BYTE = 120
#: A round over 200,000 tokens then takes minutes, and there may be a hundred.
_MOST_TAGS = 1_000
#: Tags to the power of the order, if what follows them is a list: 100 tags of order 3.
_MOST_LISTED = 1_000_000


def most_tags(order: int, *, is_list: bool = False) -> int:
    """Return how many tags a tagger may have; ``is_list`` if it keeps only what was seen.

    Examples
    --------
    >>> [most_tags(order) for order in (1, 2, 3, 4, 5, 15)]
    [1000, 200, 34, 14, 8, 2]
    >>> [most_tags(order, is_list=True) for order in (1, 2, 3, 4)]
    [1000, 1000, 100, 31]
    """
    n_histories = _MOST_LISTED if is_list else MOST_HISTORIES
    most: int = round(float(n_histories) ** (1 / order))
    if most**order > n_histories:
        most -= 1
    return min(_MOST_TAGS, most)


#: What a learner of whole sequences needs for a token and a cell: 400 tags, 20,000 tokens.
_SECONDS_PER_CELL = 4.5e-10
#: Seconds of a round over all sentences from which on a user wants to be told.
_LONG_ROUND = 10.0


def check_n_tags(sentences: Sentences, n_tags: int, order: int, *, is_list: bool = False) -> None:
    """Raise DataError if a table of all tags after as many tags as the order says is too large."""
    if n_tags <= (most := most_tags(order, is_list=is_list)):
        return
    n_cells = n_tags ** (order + 1)
    lower = [k for k in range(1, order) if n_tags <= most_tags(k, is_list=is_list)]
    advice = (
        f"Use {said('order', lower[-1])}."
        if lower
        else f"Name the right column ({named('tag_column')}), or join tags that are rare; a column "
        "in which almost every word has a value of its own, such as its lemma, holds no tags."
    )
    weighed = "every other" if order == 1 else f"every {order} others"
    raise DataError(
        f"{sentences.source}: a tagger of order {order} takes at most {most:,} "
        f"different tags, as it weighs every tag after {weighed}; the column "
        f"{sentences.tag_column!r} has "
        f"{n_tags:,}, and one table of them would take {_size(8 * n_cells)}. {advice}"
    )


def check_file_order(loaded: LoadedModel, n_tags: int, order: int, *, is_list: bool) -> None:
    """Raise DataError if a file has an order that its tags are too many for."""
    if order > 2 and n_tags > (most := most_tags(order, is_list=is_list)):
        raise loaded.damaged(
            f"a tagger of order {order} must have at most {most} tags; this one has {n_tags:,}"
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
    power = {1: "square", 2: "cube"}.get(order, f"power of {order + 1}")
    shown = f"{seconds:.0f} seconds" if seconds < 100 else f"{seconds / 60:.0f} minutes"
    return (
        f"there are {n_tags:,} different tags, and the time goes with their {power}: one round "
        f"over the sentences takes about {shown}, and there may be a hundred. 'memm' and 'hmm' "
        "learn faster",
    )


def _size(n_bytes: int) -> str:
    return f"{n_bytes / 1e9:,.1f} GB" if n_bytes >= 1e9 else f"{n_bytes / 1e6:,.0f} MB"
