"""Drawings of trees: arcs above the words as SVG, alone or on a page of HTML.

An arrow points from a head to its modifier, and its name stands on the arc. An arc that is less
probable than not is dashed and has its probability beside the name, so that nothing hangs on
colour alone. Everything that comes from outside is escaped; nothing is loaded and nothing runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from string import Template

from linguine.reports.html import make_page
from linguine.reports.page_style import DARK, LIGHT
from linguine.reports.trees.layout import (
    LABEL_SIZE,
    ROUND,
    TAG_SIZE,
    WORD_SIZE,
    DrawnArc,
    TreeLayout,
    lay_out,
)
from linguine.reports.trees.picture import TreePicture

__all__ = ["draw_svg", "render_trees"]

_SHAPE = f"""\
.tree {{ font-family: "Noto Sans", "Segoe UI", Roboto, "DejaVu Sans", Arial, sans-serif; }}
.tree text {{ text-anchor: middle; }}
.tree .word {{ font-size: {WORD_SIZE}px; }}
.tree .tag {{ font-size: {TAG_SIZE}px; }}
.tree .arc text {{ font-size: {LABEL_SIZE}px; }}
.tree .arc path {{ fill: none; stroke-width: 1.5px; }}
.tree .arc .tip {{ stroke: none; }}
.tree .uncertain path {{ stroke-dasharray: 5 4; opacity: .75; }}
.tree .uncertain text {{ font-style: italic; }}
.tree .arc:hover path {{ stroke-width: 3px; opacity: 1; }}
.tree .arc:hover text {{ font-weight: 600; }}
"""
# Colours are written out: rsvg-convert, CairoSVG and LaTeX know neither variables nor media
# queries, and a drawing has to be right without them.
_PAINT = Template("""\
.tree .ground { fill: $card; }
.tree text { fill: $ink; }
.tree .tag { fill: $quiet; }
.tree .arc path { stroke: $for; }
.tree .arc .tip { fill: $for; stroke: none; }
.tree .uncertain path { stroke: $against; }
.tree .uncertain .tip { fill: $against; }
.tree .uncertain text { fill: $quiet; }
""")
_STYLE = (
    _SHAPE
    + _PAINT.substitute(LIGHT)
    + f"@media (prefers-color-scheme: dark) {{\n{_PAINT.substitute(DARK)}}}\n"
)
_PAGE_STYLE = """\
.scroll { overflow-x: auto; }
.scroll svg { display: block; margin: 0 auto; }
.card p { margin: 0 0 .6rem; }
"""


def draw_svg(
    forms: Sequence[str],
    heads: Sequence[int],
    relations: Sequence[str] | None = None,
    *,
    tags: Sequence[str] | None = None,
    confidences: Sequence[float | None] | None = None,
    title: str | None = None,
) -> str:
    """Return the drawing of a tree, an SVG that can be a file or a part of a page.

    It has the colours of the reader's light or dark scheme (light ones where there is no scheme,
    as on paper), and is as wide as the sentence needs.

    Parameters
    ----------
    forms, heads, relations, tags, confidences, title
        As in :class:`TreePicture`.

    Examples
    --------
    >>> svg = draw_svg(["Dogs", "bark"], [2, 0], ["nsubj", "root"], tags=["NOUN", "VERB"])
    >>> svg.count('class="arc"'), svg.count('class="word"'), "nsubj" in svg
    (2, 2, True)
    """
    picture = TreePicture(forms, heads, relations, tags, confidences, title)
    return _draw(picture, is_file=True)


def render_trees(trees: Iterable[TreePicture], *, title: str = "Dependency trees") -> str:
    """Return a page with one card for each tree; a wide tree can be scrolled.

    Parameters
    ----------
    trees
        What to draw, in this order.
    title
        Heading of the page.

    Examples
    --------
    >>> page = render_trees([TreePicture(["Dogs", "bark"], [2, 0]), TreePicture(["Sit"], [0])])
    >>> page.count("<svg"), "<script" in page
    (2, False)
    """
    cards = "\n".join(
        f'<article class="card"><p dir="auto">{escape(tree.name)}</p>'
        f'<div class="scroll" tabindex="0" role="group" aria-label="tree {number}">'
        f"{_draw(tree)}</div></article>"
        for number, tree in enumerate(trees, start=1)
    )
    return make_page(title, cards, style=_STYLE + _PAGE_STYLE)


def _draw(picture: TreePicture, *, is_file: bool = False) -> str:
    layout = lay_out(picture)
    space = ' xmlns="http://www.w3.org/2000/svg"' if is_file else ""
    style = _STYLE if is_file else ""
    name = escape(picture.name)
    described = ". ".join(picture.describe(i) for i in range(picture.n_words))
    size = f'width="{layout.width:.0f}" height="{layout.height:.0f}"'
    parts = [
        f'<svg{space} class="tree" role="img" {size} '
        f'viewBox="0 0 {layout.width:.0f} {layout.height:.0f}" aria-label="{name}">',
        f"<title>{name}</title>",
        f"<desc>{escape(described)}</desc>",
        f"<style>\n{style}</style>" if style else "",
        '<rect class="ground" width="100%" height="100%"/>',
        *(_arc(picture, layout, arc) for arc in layout.arcs),
        *(_word(picture, layout, i) for i in range(picture.n_words)),
        "</svg>",
    ]
    return "\n".join(filter(None, parts))


def _word(picture: TreePicture, layout: TreeLayout, i: int) -> str:
    x, y = layout.words[i].x, layout.base + WORD_SIZE + 5
    text = _text("word", x, y, picture.word(i))
    tag = picture.tag(i)
    return text + (_text("tag", x, y + TAG_SIZE + 6, tag) if tag else "")


def _arc(picture: TreePicture, layout: TreeLayout, arc: DrawnArc) -> str:
    label = picture.label(arc.modifier)
    kind = "arc uncertain" if picture.is_uncertain(arc.modifier) else "arc"
    x, end = arc.to_x, layout.base
    return (
        f'<g class="{kind}"><title>{escape(picture.describe(arc.modifier))}</title>'
        f'<path d="{_line(arc, layout.base)}"/>'
        f'<path class="tip" d="M{x:.1f} {end:.1f}l-4 -8h8z"/>'
        + (_text("", arc.label_x, arc.label_box.bottom, label) if label else "")
        + "</g>"
    )


def _line(arc: DrawnArc, base: float) -> str:
    """Return the path of an arc: up from the head, across, and down to the tip of the arrow."""
    if arc.from_x == arc.to_x:
        return f"M{arc.to_x:.1f} {arc.y:.1f}V{base - 6:.1f}"
    bend = ROUND if arc.from_x < arc.to_x else -ROUND
    return (
        f"M{arc.from_x:.1f} {base:.1f}V{arc.y + ROUND:.1f}q0 {-ROUND} {bend} {-ROUND}"
        f"H{arc.to_x - bend:.1f}q{bend} 0 {bend} {ROUND}V{base - 6:.1f}"
    )


def _text(kind: str, x: float, y: float, text: str) -> str:
    attribute = f' class="{kind}"' if kind else ""
    return f'<text{attribute} x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'
