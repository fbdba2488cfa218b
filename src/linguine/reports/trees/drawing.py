"""Drawings of trees: arcs above the words as SVG, alone or on a page of HTML.

An arrow points from a head to its modifier, and its name stands on the arc. An arc that is less
probable than not is dashed and has its probability beside the name, so that nothing hangs on
colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from linguine.reports.svg import frame, paint, render_drawings, text_at
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

__all__ = ["TREE_STYLE", "draw_part", "draw_svg", "render_trees"]

TREE_STYLE = paint(
    f"""\
.tree .word {{ font-size: {WORD_SIZE}px; }}
.tree .tag {{ font-size: {TAG_SIZE}px; }}
.tree .arc text {{ font-size: {LABEL_SIZE}px; }}
.tree .arc path {{ fill: none; stroke-width: 1.5px; }}
.tree .arc .tip {{ stroke: none; }}
.tree .uncertain path {{ stroke-dasharray: 5 4; opacity: .75; }}
.tree .uncertain text {{ font-style: italic; }}
.tree .arc:hover path {{ stroke-width: 3px; opacity: 1; }}
.tree .arc:hover text {{ font-weight: 600; }}
""",
    """\
.tree .arc path { stroke: $for; }
.tree .arc .tip { fill: $for; stroke: none; }
.tree .uncertain path { stroke: $against; }
.tree .uncertain .tip { fill: $against; }
.tree .uncertain text { fill: $quiet; }
""",
)


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
    return draw_part(picture, style=TREE_STYLE)


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
    return render_drawings(
        ((tree.name, draw_part(tree)) for tree in trees), title=title, style=TREE_STYLE
    )


def draw_part(picture: TreePicture, *, style: str = "") -> str:
    """Return the drawing of a tree; without a style it is part of a page that has it."""
    layout = lay_out(picture)
    n = range(picture.n_words)
    parts = [
        *(_arc(picture, layout, arc) for arc in layout.arcs),
        *(_word(picture, layout, i) for i in n),
    ]
    return frame(
        parts,
        width=layout.width,
        height=layout.height,
        name=picture.name,
        text=". ".join(map(picture.describe, n)),
        style=style,
    )


def _word(picture: TreePicture, layout: TreeLayout, i: int) -> str:
    x, y = layout.words[i].x, layout.base + WORD_SIZE + 5
    text = text_at("word", x, y, picture.word(i))
    tag = picture.tag(i)
    return text + (text_at("tag", x, y + TAG_SIZE + 6, tag) if tag else "")


def _arc(picture: TreePicture, layout: TreeLayout, arc: DrawnArc) -> str:
    label = picture.label(arc.modifier)
    kind = "arc uncertain" if picture.is_uncertain(arc.modifier) else "arc"
    x, end = arc.to_x, layout.base
    return (
        f'<g class="{kind}"><title>{escape(picture.describe(arc.modifier))}</title>'
        f'<path d="{_line(arc, layout.base)}"/>'
        f'<path class="tip" d="M{x:.1f} {end:.1f}l-4 -8h8z"/>'
        + (text_at("", arc.label_x, arc.label_box.bottom, label) if label else "")
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
