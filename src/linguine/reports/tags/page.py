"""Pages of texts with their spans coloured; a type stands beside each, and hangs on no colour.

Everything that comes from outside is escaped, nothing is loaded and nothing runs. Colours are tints
of whatever is below, so that they are right on light and on dark ground.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from linguine.reports.html import escaped, make_page

__all__ = ["SPAN_STYLE", "MarkedSpan", "colour_spans", "render_fragment", "render_spans"]

#: Of types in their order; neighbours are far apart, also for people who confuse red and green.
_HUES = (212, 28, 145, 285, 50, 330, 180, 0)
_UNCERTAIN = 0.5

SPAN_STYLE = """\
.spans mark.span {
  color: inherit; border-radius: .3em; padding: .12em .3em; margin: 0 .05em;
  background: hsl(var(--hue) 85% 50% / .2); border-bottom: 2px solid hsl(var(--hue) 75% 45%);
  -webkit-box-decoration-break: clone; box-decoration-break: clone;
}
.spans mark.unsure { border-bottom-style: dotted; background: hsl(var(--hue) 85% 50% / .1); }
.spans mark.span b {
  font-size: .68em; font-weight: 600; letter-spacing: .03em; margin-left: .45em; opacity: .8;
}
"""
_PAGE_STYLE = """\
.spans p { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 0 .7rem; line-height: 2; }
.spans p:last-child { margin: 0; }
"""


class MarkedSpan(NamedTuple):
    """A span of characters of a text, its type, and how sure it is."""

    begin: int
    end: int
    type: str
    probability: float | None = None


def render_spans(texts: Iterable[tuple[str, Sequence[MarkedSpan]]], *, title: str = "Spans") -> str:
    """Return a page of texts, with the spans of each coloured by type.

    Examples
    --------
    >>> page = render_spans([("Anna <3", [MarkedSpan(0, 4, "PER", 0.4)])])
    >>> page.count("<mark"), "&lt;3" in page, "40" in page
    (2, True, True)
    """
    shown = list(texts)
    counts = Counter(span.type for _, spans in shown for span in spans)
    hues = _hues(counts)
    legend = " ".join(
        f"{_mark(hues[name], f'{escaped(name)} {count:,}')}" for name, count in counts.most_common()
    )
    unsure = any(_is_unsure(span) for _, spans in shown for span in spans)
    note = " A dotted line: less probable than not." if unsure else ""
    found = f"{legend}{note}" if counts else "No spans were found."
    body = "\n".join(f'<p dir="auto">{_colour(text, spans, hues)}</p>' for text, spans in shown)
    page = f'<p class="legend spans">{found}</p>\n<article class="card spans">\n{body}\n</article>'
    return make_page(title, page, style=SPAN_STYLE + _PAGE_STYLE)


def render_fragment(text: str, spans: Sequence[MarkedSpan]) -> str:
    """Return one text with its spans coloured, for a notebook.

    Examples
    --------
    >>> render_fragment("Anna sleeps.", [MarkedSpan(0, 4, "PER")]).endswith("sleeps.</div></div>")
    True
    """
    hues = _hues(dict.fromkeys(span.type for span in spans))
    look = "white-space: pre-wrap; line-height: 2"
    inside = _colour(text, spans, hues)
    return (
        f'<div class="spans"><style>{SPAN_STYLE}</style><div dir="auto" style="{look}">{inside}'
        "</div></div>"
    )


def colour_spans(text: str, spans: Sequence[MarkedSpan], types: Iterable[str]) -> str:
    """Return a text with its spans coloured, for a page that has the style; the types give hues.

    Examples
    --------
    >>> colour_spans("Anna sleeps", [MarkedSpan(0, 4, "PER")], ["LOC", "PER"]).endswith("sleeps")
    True
    """
    return _colour(text, spans, _hues(dict.fromkeys(types)))


def _hues(types: Iterable[str]) -> dict[str, int]:
    return {name: _HUES[i % len(_HUES)] for i, name in enumerate(sorted(types))}


def _is_unsure(span: MarkedSpan) -> bool:
    return span.probability is not None and span.probability < _UNCERTAIN


def _colour(text: str, spans: Sequence[MarkedSpan], hues: dict[str, int]) -> str:
    out, end = [], 0
    for span in sorted(spans):
        sure = ""
        if span.probability is not None:
            sure = f"{100 * min(span.probability, 1.0):.0f}\u202f%"
        inside = f"{escaped(text[span.begin : span.end])}<b>{escaped(span.type)}</b>"
        out += [
            escaped(text[end : span.begin]),
            _mark(hues[span.type], inside, is_unsure=_is_unsure(span), title=sure),
        ]
        end = span.end
    return "".join([*out, escaped(text[end:])])


def _mark(hue: int, inside: str, *, is_unsure: bool = False, title: str = "") -> str:
    kind = "span unsure" if is_unsure else "span"
    told = f' title="{title}"' if title else ""
    return f'<mark class="{kind}" style="--hue:{hue}"{told}>{inside}</mark>'
