"""SVG: the frame and the look of drawings, alone or on a page of HTML.

Everything that comes from outside is escaped; nothing is loaded and nothing runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from string import Template

from linguine.reports.html import make_page
from linguine.reports.page_style import DARK, LIGHT

__all__ = ["frame", "paint", "render_drawings", "text_at"]

#: Of all drawings of words.
_SHAPE = """\
.tree { font-family: "Noto Sans", "Segoe UI", Roboto, "DejaVu Sans", Arial, sans-serif; }
.tree text { text-anchor: middle; }
"""
_PAINT = """\
.tree .ground { fill: $card; }
.tree text { fill: $ink; }
.tree .tag { fill: $quiet; }
"""
_PAGE_STYLE = """\
.scroll { overflow-x: auto; }
.scroll svg { display: block; margin: 0 auto; }
.card p { margin: 0 0 .6rem; }
"""


def paint(shape: str, colours: str) -> str:
    """Return a style for drawings in light and dark schemes, light ones where there is none.

    Colours are written out: rsvg-convert, CairoSVG and LaTeX know neither variables nor media
    queries, and a drawing has to be right without them.

    Parameters
    ----------
    shape
        Rules without colours.
    colours
        Rules with ``$ink``, ``$quiet``, ``$card``, ``$for`` and ``$against``.

    Examples
    --------
    >>> ".x { fill: #1d2126; }" in paint("", ".x { fill: $ink; }")
    True
    """
    painted = Template(_PAINT + colours)
    dark = f"@media (prefers-color-scheme: dark) {{\n{painted.substitute(DARK)}}}\n"
    return _SHAPE + shape + painted.substitute(LIGHT) + dark


def frame(
    parts: Iterable[str], *, width: float, height: float, name: str, text: str, style: str = ""
) -> str:
    """Return a drawing.

    Parameters
    ----------
    parts
        What is drawn, escaped.
    width, height
        In pixels.
    name, text
        What the drawing is called, and what it says, for those who do not see it.
    style
        Of a drawing that is a file; none for a part of a page that has it.

    Examples
    --------
    >>> "<title>a &amp; b</title>" in frame([], width=1, height=1, name="a & b", text="")
    True
    """
    space = ' xmlns="http://www.w3.org/2000/svg"' if style else ""
    size = f'width="{width:.0f}" height="{height:.0f}"'
    lines = [
        f'<svg{space} class="tree" role="img" {size} '
        f'viewBox="0 0 {width:.0f} {height:.0f}" aria-label="{escape(name)}">',
        f"<title>{escape(name)}</title>",
        f"<desc>{escape(text)}</desc>",
        f"<style>\n{style}</style>" if style else "",
        '<rect class="ground" width="100%" height="100%"/>',
        *parts,
        "</svg>",
    ]
    return "\n".join(filter(None, lines))


def text_at(kind: str, x: float, y: float, text: str) -> str:
    """Return a text with its middle above a place."""
    attribute = f' class="{kind}"' if kind else ""
    return f'<text{attribute} x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def render_drawings(drawings: Iterable[tuple[str, str]], *, title: str, style: str) -> str:
    """Return a page with a card for each drawing; a wide one can be scrolled.

    Parameters
    ----------
    drawings
        Name and drawing, in this order.
    title
        Heading of the page.
    style
        Of all drawings.
    """
    cards = "\n".join(
        f'<article class="card"><p dir="auto">{escape(name)}</p>'
        f'<div class="scroll" tabindex="0" role="group" aria-label="tree {number}">'
        f"{drawing}</div></article>"
        for number, (name, drawing) in enumerate(drawings, start=1)
    )
    return make_page(title, cards, style=style + _PAGE_STYLE)
