"""Drawings of constituency trees as SVG, alone or on a page of HTML.

The words stand on the ground with their tags above them, and each node above what it holds. A node
that is less probable than not has dashed lines below it and its probability beside its label, so
that nothing hangs on colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from linguine.reports.constituents.layout import spread_out
from linguine.reports.constituents.picture import ConstituentPicture
from linguine.reports.svg import frame, paint, render_drawings, text_at
from linguine.reports.trees.layout import TAG_SIZE, WORD_SIZE, is_right_to_left, text_width

__all__ = [
    "CONSTITUENT_STYLE",
    "draw_constituents_part",
    "draw_constituents_svg",
    "render_constituents",
]

_LABEL_SIZE = 14
_LEVEL = 42.0  # from one level of nodes to the next
_WORD_LINE = 24.0  # from a tag to its word
_ROUND = 6.0  # radius of the corners of lines
_GAP = 16.0
_MARGIN = 16.0

CONSTITUENT_STYLE = paint(
    f"""\
.tree .word {{ font-size: {WORD_SIZE}px; }}
.tree .tag {{ font-size: {TAG_SIZE}px; }}
.tree .node text {{ font-size: {_LABEL_SIZE}px; font-weight: 600; }}
.tree .node path {{ fill: none; stroke-width: 1.5px; }}
.tree .uncertain path {{ stroke-dasharray: 5 4; }}
.tree .uncertain text {{ font-style: italic; }}
.tree .node:hover path {{ stroke-width: 3px; }}
""",
    """\
.tree .node text { fill: $for; }
.tree .node path { stroke: $quiet; }
.tree .uncertain text { fill: $against; }
.tree .uncertain path { stroke: $against; }
""",
)


def draw_constituents_svg(picture: ConstituentPicture) -> str:
    """Return the drawing of a tree, an SVG that can be a file or a part of a page.

    It has the colours of the reader's light or dark scheme (light ones where there is no scheme,
    as on paper), and is as wide as the sentence needs.

    Parameters
    ----------
    picture
        What to draw.

    Examples
    --------
    >>> from linguine.data import Constituents
    >>> trees = Constituents.from_brackets(["(S (NP (NNS Dogs)) (VP (VBP bark)))"])
    >>> svg = draw_constituents_svg(ConstituentPicture.of(trees))
    >>> svg.count('class="node"'), svg.count('class="word"'), "<title>NP: Dogs</title>" in svg
    (3, 2, True)
    """
    return draw_constituents_part(picture, style=CONSTITUENT_STYLE)


def render_constituents(
    trees: Iterable[ConstituentPicture], *, title: str = "Constituency trees"
) -> str:
    """Return a page with one card for each tree; a wide tree can be scrolled.

    Parameters
    ----------
    trees
        What to draw, in this order.
    title
        Heading of the page.

    Examples
    --------
    >>> from linguine.data import Constituents
    >>> trees = Constituents.from_brackets(["(S (VB Sit))", "(S (VB Stay))"])
    >>> page = render_constituents(ConstituentPicture.of(trees, i) for i in range(2))
    >>> page.count("<svg"), "<script" in page
    (2, False)
    """
    drawings = ((tree.name, draw_constituents_part(tree)) for tree in trees)
    return render_drawings(drawings, title=title, style=CONSTITUENT_STYLE)


def draw_constituents_part(picture: ConstituentPicture, *, style: str = "") -> str:
    """Return the drawing of a tree; without a style it is part of a page that has it."""
    outline, n, words = picture.outline, picture.n_nodes, range(picture.n_words)
    labels = [picture.label(node) for node in range(n)]
    widths = [text_width(label, _LABEL_SIZE) for label in labels]
    widths += [
        max(text_width(picture.word(i), WORD_SIZE), text_width(picture.tag(i), TAG_SIZE))
        for i in words
    ]
    spread = spread_out(outline, widths, _GAP)
    width = spread.width + 2 * _MARGIN
    top = max(outline.levels, default=0)
    is_mirrored = is_right_to_left(picture.forms)
    xs = [width - _MARGIN - x if is_mirrored else _MARGIN + x for x in spread.middles]
    ys = [_MARGIN + _LABEL_SIZE + _LEVEL * (top - level) for level in outline.levels]
    ground = _MARGIN + _LABEL_SIZE + _LEVEL * top
    parts = []
    for node, label in enumerate(labels):
        kind = "node uncertain" if picture.is_uncertain(node) else "node"
        lines = "".join(
            _line(xs[node], ys[node], xs[child], ys[child], is_word=child >= n)
            for child in outline.children[node]
        )
        parts.append(
            f'<g class="{kind}"><title>{escape(picture.describe(node))}</title>'
            f'<path d="{lines}"/>{text_at("", xs[node], ys[node], label)}</g>'
        )
    for i in words:
        tag = text_at("tag", xs[n + i], ground, picture.tag(i))
        parts.append(tag + text_at("word", xs[n + i], ground + _WORD_LINE, picture.word(i)))
    return frame(
        parts,
        width=width,
        height=ground + _WORD_LINE + _MARGIN,
        name=picture.name,
        text=picture.brackets,
        style=style,
    )


def _line(x: float, y: float, to_x: float, to_y: float, *, is_word: bool) -> str:
    """Return the path from below a label: down, across, and down to what it holds."""
    begin, end = y + 6, to_y - (TAG_SIZE if is_word else _LABEL_SIZE) - 2
    bend = max(-_ROUND, min(_ROUND, to_x - x))
    return (
        f"M{x:.1f} {begin:.1f}v{_ROUND:.0f}H{to_x - bend:.1f}"
        f"q{bend:.1f} 0 {bend:.1f} {_ROUND:.0f}V{end:.1f}"
    )
