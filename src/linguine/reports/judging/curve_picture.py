"""A learning curve as a picture: figures with their intervals, the law, and what it says ahead."""

from __future__ import annotations

from collections.abc import Iterator

from linguine.reports.html import escaped, make_page
from linguine.reports.judging.learning_curve import LearningCurve
from linguine.reports.judging.plot import AXES_STYLE, Axis, draw_axes, nice_ticks
from linguine.reports.svg import frame, paint
from linguine.reports.tables import percent

__all__ = ["CURVE_STYLE", "draw_curve", "render_curve"]

_WIDTH, _HEIGHT = 720, 380
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 28, 44, 56
#: Between the names of sizes, in pixels.
_ROOM = 52
#: Law: so many pieces of a line.
_N_PIECES = 40

_SHAPE = """\
.tree text.left { text-anchor: end; }
.tree text.start { text-anchor: start; }
"""
_COLOURS = """\
.tree .band { fill: $for; fill-opacity: .15; }
.tree .line { stroke: $for; stroke-width: 2; fill: none; }
.tree .point { fill: $for; }
.tree .law { stroke: $against; stroke-width: 1.5; stroke-dasharray: 5 4; fill: none; }
.tree .guess { stroke: $against; stroke-width: 1.5; fill: $card; }
"""
#: The look of the picture; a page that shows it has this in its style.
CURVE_STYLE = paint(_SHAPE, AXES_STYLE + _COLOURS)
_PAGE_STYLE = (
    ".scroll { overflow-x: auto; }\n.scroll svg { display: block; margin: 0 auto; }\n"
    "table.curve td, table.curve th { text-align: right; padding: .15rem .6rem; }\n"
)


def draw_curve(curve: LearningCurve, *, with_style: bool = True) -> str:
    """Return the picture as SVG, which says in words what it shows.

    Parameters
    ----------
    curve
        What was measured.
    with_style
        A picture that is a file brings its style; a part of a page with CURVE_STYLE needs none.
    """
    x, y = _axes(curve)
    return frame(
        [*draw_axes(x, y), *_measured(curve, x, y), *_ahead(curve, x, y)],
        width=_WIDTH,
        height=_HEIGHT,
        name=f"{curve.head.title} by the number of {curve.unit} learned from",
        text=curve.say(),
        style=CURVE_STYLE if with_style else "",
    )


def render_curve(curve: LearningCurve, *, title: str) -> str:
    """Return a page with the picture, its numbers and what they say."""
    head = curve.head
    rows = []
    for each in curve.points:
        ends = each.ledger.interval(head.name)
        between = "-" if ends is None else f"{head.write(ends[0])} to {head.write(ends[1])}"
        cells = (f"{each.n:,}", head.write(each.value(head.name)), between)
        rows.append("<tr>" + "".join(f"<td>{escaped(cell)}</td>" for cell in cells) + "</tr>")
    names = (curve.unit, head.title, f"{percent(0.95, 0)} interval")
    header = "".join(f'<th scope="col">{escaped(each)}</th>' for each in names)
    body = (
        f'<article class="card"><p>{escaped(curve.say())}</p>'
        '<div class="scroll" tabindex="0" role="group" aria-label="learning curve">'
        f"{draw_curve(curve, with_style=False)}</div>"
        f'<table class="curve"><thead><tr>{header}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></article>"
    )
    return make_page(title, body, style=CURVE_STYLE + _PAGE_STYLE)


def _axes(curve: LearningCurve) -> tuple[Axis, Axis]:
    head, sizes = curve.head, [each.n for each in curve.points]
    values = [v for each in curve.points if (v := each.value(head.name)) == v]
    for each in curve.points:
        values += each.ledger.interval(head.name) or ()
    if curve.outlook is not None:
        values += [*curve.outlook.interval, curve.outlook.value]
        sizes = [*sizes, curve.outlook.n]
    low, high = min(values, default=0.0), max(values, default=1.0)
    room = 0.06 * (high - low) or 0.05
    low, high = low - room, high + room
    if head.is_share:
        low, high = max(low, 0.0), min(high, 1.0)
    wide = sizes if sizes[-1] > sizes[0] else [sizes[0] / 2, sizes[0] * 2]
    x = Axis(wide[0], wide[-1], _LEFT + 16, _WIDTH - _RIGHT, [], "", is_log=True)
    named: list[tuple[float, str]] = []
    for n in reversed(sizes):
        if not named or abs(x.at(named[-1][0]) - x.at(n)) >= _ROOM:
            named.append((n, f"{n:,}"))
    ticks = [(value, head.write(value)) for value in nice_ticks(low, high)]
    return (
        Axis(x.low, x.high, x.begin, x.end, named, f"{curve.unit} to learn from", is_log=True),
        Axis(low, high, _HEIGHT - _BOTTOM, _TOP, ticks, head.title),
    )


def _measured(curve: LearningCurve, x: Axis, y: Axis) -> Iterator[str]:
    name = curve.head.name
    points = [each for each in curve.points if each.value(name) == each.value(name)]
    ends = [(each.n, between) for each in points if (between := each.ledger.interval(name))]
    if len(ends) > 1:
        above = [f"{x.at(n):.1f} {y.at(high):.1f}" for n, (_, high) in ends]
        below = [f"{x.at(n):.1f} {y.at(low):.1f}" for n, (low, _) in reversed(ends)]
        yield f'<path class="band" d="M{"L".join([*above, *below])}Z"/>'
    places = [(x.at(each.n), y.at(each.value(name))) for each in points]
    if len(places) > 1:
        line = "L".join(f"{across:.1f} {down:.1f}" for across, down in places)
        yield f'<path class="line" d="M{line}"/>'
    for each, (across, down) in zip(points, places, strict=True):
        told = f"{each.n:,} {curve.unit}: {curve.head.write(each.value(name))}"
        yield (
            f'<circle class="point" cx="{across:.1f}" cy="{down:.1f}" r="4">'
            f"<title>{escaped(told)}</title></circle>"
        )


def _ahead(curve: LearningCurve, x: Axis, y: Axis) -> Iterator[str]:
    found = curve.outlook
    if found is None:
        return
    first, factor = found.first, found.n / found.first
    sizes = [first * factor ** (i / _N_PIECES) for i in range(_N_PIECES + 1)]
    places = [(x.at(n), y.at(found.figure_at(n))) for n in sizes]
    line = "L".join(f"{across:.1f} {down:.1f}" for across, down in places)
    yield f'<path class="law" d="M{line}"/>'
    across, (low, high) = x.at(found.n), map(y.at, found.interval)
    yield f'<path class="guess" d="M{across:.1f} {low:.1f}V{high:.1f}"/>'
    told = f"{found.n:,} {curve.unit}: perhaps {curve.head.write(found.value)}"
    yield (
        f'<circle class="guess" cx="{across:.1f}" cy="{y.at(found.value):.1f}" r="5">'
        f"<title>{escaped(told)}</title></circle>"
    )
