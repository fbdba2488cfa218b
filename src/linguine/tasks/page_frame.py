"""What the reports of several tasks share: who is asked why, and how sentences are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError
from linguine.reports.html import escaped
from linguine.reports.page.material import Answered, Shown
from linguine.tasks.task import Asked, Settings

if TYPE_CHECKING:
    from linguine.data import Sentences
    from linguine.reports.explanation import Explanation

__all__ = ["drawn", "explain_places", "first_lines", "names_of_wrong", "sums_of"]

Explain = Callable[[Any, Asked, Settings], "Iterator[Explanation]"]


def explain_places(
    explain: Explain,
    model: Any,
    path: str,
    settings: Settings,
    answered: Answered,
    places: Sequence[int],
    draw: Callable[[int], Any] | None = None,
) -> list[Shown]:
    """Return why some answers were given, asked for by their lines: one explanation each.

    There is none where nothing can be explained, such as a sentence that has no tree. ``draw``
    draws the answer at a place.
    """
    items = answered.items
    assert items is not None
    where = items.lines if items.asked is None else items.asked
    lines = sorted({int(where[place]) for place in places})
    asking = {**settings, "token": None, "span": None}  # what only explain has
    try:
        found = explain(model, Asked(path, lines=tuple(lines)), asking)
        by_line: dict[int, tuple[Explanation, ...]] = {
            line: (each,) for line, each in zip(lines, found, strict=True)
        }
    except DataError:  # one of them cannot: which one, is told by asking for each
        by_line = {line: _explain_one(explain, model, path, line, asking) for line in lines}
    return [
        Shown(by_line[int(where[place])], *([] if draw is None else [draw(place)]))
        for place in places
    ]


def _explain_one(
    explain: Explain, model: Any, path: str, line: int, settings: Settings
) -> tuple[Explanation, ...]:
    try:
        return tuple(explain(model, Asked(path, lines=(line,)), settings))
    except DataError:
        return ()


def drawn(parts: Sequence[tuple[str, str]]) -> str:
    """Return drawings below each other, each with what it is; they are HTML already."""
    return "".join(
        f'<div class="drawing"><p class="axis">{escaped(title)}</p>'
        f'<div class="scroll" tabindex="0" role="group" aria-label="{escaped(title)}">{each}</div>'
        "</div>"
        for title, each in parts
    )


def first_lines(sentences: Sentences) -> NDArray[np.int64]:
    """Return the line on which each sentence begins; its number if nobody knows : (n,)."""
    n = len(sentences)
    if not len(sentences.lines):
        return np.arange(1, n + 1)
    places = np.minimum(sentences.offsets[:-1], len(sentences.lines) - 1)
    return sentences.lines[places].astype(np.int64)


def sums_of(values: NDArray[Any], offsets: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the sum over the tokens of each sentence : (n_sentences,)."""
    return np.diff(np.concatenate([[0.0], np.cumsum(values.astype(np.float64))])[offsets])


def names_of_wrong(
    codes: NDArray[Any], is_wrong: NDArray[np.bool_], offsets: NDArray[np.int64]
) -> list[list[int]]:
    """Return the different codes of the wrong tokens of each sentence."""
    places = np.flatnonzero(is_wrong)
    found = codes[places].tolist()
    borders = np.searchsorted(places, offsets).tolist()
    return [sorted(set(found[i:j])) for i, j in pairwise(borders)]
