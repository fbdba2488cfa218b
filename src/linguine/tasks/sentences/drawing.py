"""Drawing: the trees of sentences in a file of their own, or on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from linguine.errors import DataError
from linguine.tasks.task import Settings, Written

__all__ = ["draw_files"]

Picture = TypeVar("Picture")


def draw_files(
    settings: Settings,
    groups: Iterable[Sequence[Picture]],
    draw: Callable[[Picture], str],
    render: Callable[[list[Picture]], str],
) -> Iterator[Written]:
    """Yield the drawing of one tree, or the page of all, or both, as ``settings`` ask for them."""
    svg, page = settings["svg"], settings["page"]
    pictures: list[Picture] = []
    for each in groups:
        pictures += each
        if svg is not None and len(pictures) != 1:
            raise DataError(
                f"{svg}: a drawing must be of one tree; there are "
                f"{'more' if pictures else 'none'}. "
                + ("Use --html OUT for a page of them." if pictures else "Give a sentence.")
            )
    if svg is not None:
        yield Written(svg, draw(pictures[0]) + "\n")
    if page is not None:
        yield Written(page, render(pictures))
