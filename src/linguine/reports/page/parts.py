"""Parts of a page that several sections are made of: facts, figures, tables of numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from linguine.reports.html import escaped
from linguine.reports.judging.figures import name_figure
from linguine.reports.judging.ledger import Interval
from linguine.reports.tables import shorten

__all__ = [
    "SIDES",
    "card",
    "facts",
    "figure_tile",
    "head_cells",
    "heat_table",
    "interval_bar",
    "named",
    "scrolled",
    "share",
    "tell_figure",
]

#: How two models are told apart: by a letter, and by a colour and the way of a line.
SIDES = (("A", "for"), ("B", "against"))
#: Letters of a name that came from outside; a label may be as long as a text.
_LONGEST = 80


def named(name: object) -> str:
    """Return a label or the like as text that is safe in HTML, cut if it is a whole text."""
    return escaped(shorten(str(name), _LONGEST))


def facts(rows: Iterable[tuple[str, str]]) -> str:
    """Return names and what belongs to them."""
    items = "".join(
        f'<div><dt>{escaped(name)}</dt><dd dir="auto">{escaped(value)}</dd></div>'
        for name, value in rows
    )
    return f'<dl class="facts">{items}</dl>' if items else ""


def card(content: str) -> str:
    """Return content on a ground of its own."""
    return f'<div class="card">{content}</div>'


def scrolled(content: str, name: str) -> str:
    """Return what may be too wide for a phone, to be moved by touch or by keys."""
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{escaped(name)}">'
        f"{content}</div>"
    )


def head_cells(names: Iterable[str], kind: str = "number") -> str:
    """Return the heads of columns."""
    about = f' class="{kind}"' if kind else ""
    return "".join(f'<th scope="col"{about}>{name}</th>' for name in names)


def share(value: float, digits: int = 1) -> str:
    """Return a share as HTML.

    Examples
    --------
    >>> share(0.25)
    '25.0&#8239;%'
    """
    return f"{100 * value:.{digits}f}&#8239;%"


def figure_tile(name: str, value: float, ends: Interval, *, is_share: bool) -> str:
    """Return a figure, large, with its interval below it."""
    low_high, bar = "", ""
    if ends is not None:
        low_high = f'<span class="ends">{tell_figure(ends[0], is_share)} to '
        low_high += f"{tell_figure(ends[1], is_share)}</span>"
    if is_share:
        bar = interval_bar(value, ends)
    return (
        f'<div class="tile"><dt>{escaped(name_figure(name))}</dt>'
        f"<dd>{tell_figure(value, is_share)}{low_high}{bar}</dd></div>"
    )


def interval_bar(value: float, ends: Interval, kind: str = "for") -> str:
    """Return a track from 0 to 1 with a value on it and the interval around it."""
    low, high = (value, value) if ends is None else ends
    at = f"--at:{100 * value:.2f}%;--low:{100 * low:.2f}%;--high:{100 * high:.2f}%"
    return f'<span class="track {kind}" aria-hidden="true" style="{at}"><i></i><b></b></span>'


def tell_figure(value: float, is_share: bool, *, sign: bool = False) -> str:
    """Return a figure as people write it."""
    plus = "+" if sign else ""
    told = f"{100 * value:{plus}.1f}&#8239;%" if is_share else f"{value:{plus},.3g}"
    return told.replace("-", "\u2212")


def heat_table(
    rows: Sequence[str],
    columns: Sequence[str],
    counts: NDArray[np.int64],
    *,
    caption: str,
    corner: str,
    is_right: Callable[[int, int], bool] | None = None,
    first: int = 0,
    links_right: bool = True,
) -> str:
    """Return a table of counts, tinted by their share of the row; what is right in another tint.

    Each number that is not 0 is a link to its examples, or only those that are wrong; the columns
    are the names of the items from the first on.
    """
    totals = np.maximum(counts.sum(axis=1), 1)
    head = "".join(f'<th scope="col" dir="auto">{named(name)}</th>' for name in columns)
    body = []
    for i, name in enumerate(rows):
        cells = []
        for j in range(len(columns)):
            n = int(counts[i, j])
            side = "for" if (i == j if is_right is None else is_right(i, j)) else "against"
            is_linked = n and (links_right or side == "against")
            link = f'<a href="#items" data-gold="{i}" data-predicted="{first + j}">{n:,}</a>'
            style = f' class="{side}" style="--t:{n / totals[i]:.3f}"' if n else ""
            cells.append(f"<td{style}>{link if is_linked else f'<b>{n:,}</b>'}</td>")
        body.append(f'<tr><th scope="row" dir="auto">{named(name)}</th>{"".join(cells)}</tr>')
    return scrolled(
        f'<table class="heat"><caption>{escaped(caption)}</caption>'
        f'<thead><tr><th scope="col">{corner}</th>{head}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table>",
        caption,
    )
