"""HTML: explanations and models as pages that need no other file, no script and no network.

Everything that comes from outside is escaped, and the page forbids scripts by its own policy.
Blue and a solid line speak for the label, orange and a dotted line against it, so that nothing
hangs on colour alone; tables hold every number that a tooltip shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from string import Template
from typing import Any

from linguine.reports.explanation import (
    Contribution,
    Explanation,
    Segment,
    name_interval,
    name_number,
    name_terms,
)
from linguine.reports.page_style import PAGE, STYLE
from linguine.reports.tables import printable

__all__ = ["escaped", "make_page", "render_explanations", "render_model"]

#: Terms that are listed before the rest folds away.
_N_OPEN = 12
#: Words that are listed at all; there are as many as a text has, and most say next to nothing.
_N_WORDS = 60
_TITLE = "Why these labels?"
#: As wide as a plus.
_MINUS = "\u2212"
#: Of the strongest word; what says less has no tint.
_FAINT = 1 / 16
#: Features that a tooltip names.
_N_TIP = 5

_CARD = Template("""\
<article class="card">
<header>
<h2>$subject<span class="label" dir="auto">$label</span>$probability</h2>
<p class="against-line">$versus</p>$candidates
</header>
<p class="text" dir="auto">$words</p>
<table>
<caption>$caption</caption>
<thead><tr><th scope="col">$what</th><th scope="col" class="number">$times</th>
<th scope="col" class="number">weight</th><th scope="col" class="number">contribution</th>
<th scope="col" aria-hidden="true"></th></tr></thead>
<tbody>
$rows
</tbody>
<tfoot><tr><th scope="row" colspan="3">$total</th>
<td class="number">$lead</td><td></td></tr></tfoot>
</table>
$more
</article>""")


def render_explanations(
    explanations: Iterable[Explanation],
    *,
    title: str = _TITLE,
    by: str | None = None,
) -> str:
    """Return a page with one card for each explanation.

    Parameters
    ----------
    explanations
        What to show, in this order.
    title
        Heading of the page.
    by
        ``"words"`` or ``"features"``, as in ``Explanation.terms``. All features are listed; of the
        words, those that say most.

    Examples
    --------
    >>> cash = Contribution("cash", 1.0, 2.0, 2.0, spans=((3, 7),))
    >>> page = render_explanations([Explanation("hi cash", "spam", "ham", 2.0, 0.0, 0.0, (cash,))])
    >>> page.count("<article"), "<script" in page
    (1, False)
    """
    legend = (
        '<p class="legend"><mark class="for" style="--t:.8">speaks for the label</mark> '
        '<mark class="against" style="--t:.8">speaks for the runner-up</mark> '
        "All contributions and the bias add up to the lead of the label over the "
        "runner-up. Nothing is approximated.</p>"
    )
    shown = list(explanations)
    if shown and all(each.unit is not None for each in shown):
        title = "Why these scores?" if title == _TITLE else title
        legend = (
            '<p class="legend"><mark class="for" style="--t:.8">raises the score</mark> '
            '<mark class="against" style="--t:.8">lowers the score</mark> All contributions and '
            "the bias add up to what stands below them. Nothing is approximated.</p>"
        )
    cards = "\n".join(_card(explanation, by) for explanation in shown)
    return make_page(title, f"{legend}\n{cards}")


def render_model(
    top: Mapping[Any, Sequence[tuple[str, float]]],
    *,
    title: str = "What the model learned",
    facts: Mapping[str, Any] | None = None,
) -> str:
    """Return a page with the top features of each label.

    Parameters
    ----------
    top
        (name, weight) of each label, the largest first, as ``top_features`` gives them.
    title
        Heading of the page.
    facts
        What to say about the model: ``{"algorithm": "svm", "documents": 450}``.

    Examples
    --------
    >>> page = render_model({"spam": [("free", 2.0), ("cash", 1.5)]}, facts={"algorithm": "svm"})
    >>> page.count('<tr class="for"')
    2
    """
    strongest = max((abs(w) for features in top.values() for _, w in features), default=0.0)
    parts = []
    if facts:
        items = "".join(
            f"<div><dt>{escaped(name)}</dt><dd>{_fact(value)}</dd></div>"
            for name, value in facts.items()
        )
        parts.append(f'<dl class="facts">{items}</dl>')
    parts.append('<div class="grid">')
    for label, features in top.items():
        rows = "\n".join(
            f'<tr class="{_side(weight)}"><th scope="row" dir="auto">{_feature(name)}</th>'
            f'<td class="number">{_number(weight)}</td>{_bar(weight, strongest)}</tr>'
            for name, weight in features
        )
        parts.append(
            f'<article class="card"><h2><span class="label" dir="auto">{escaped(label)}</span></h2>'
            '<table class="one-sided"><thead class="hidden"><tr><th scope="col">feature</th>'
            '<th scope="col">weight</th><th scope="col" aria-hidden="true"></th></tr></thead>'
            f"<tbody>\n{rows}\n</tbody></table></article>"
        )
    parts.append("</div>")
    return make_page(title, "\n".join(parts))


def make_page(title: str, body: str, *, style: str = "") -> str:
    """Return a page; its body must be escaped already.

    Examples
    --------
    >>> "<h1>a &amp; b</h1>" in make_page("a & b", "<p>c</p>")
    True
    """
    return Template(PAGE).substitute(title=escaped(title), style=STYLE + style, body=body)


def escaped(value: object) -> str:
    """Return a value as text that is safe in HTML."""
    return escape(printable(str(value)))


def _fact(value: object) -> str:
    is_count = isinstance(value, int) and not isinstance(value, bool)
    return f"{value:,}" if is_count else escaped(value)


def _feature(name: str) -> str:
    """Return a feature's name with its spaces to be seen: " fr" is not "fr"."""
    shown = escaped(printable(name, one_line=True))
    return f"<code>{shown}</code>"


def _number(value: float) -> str:
    return f"{value:+.3f}".replace("-", _MINUS)


def _side(value: float) -> str:
    return "for" if value >= 0 else "against"


def _bar(value: float, strongest: float) -> str:
    share = 100 * abs(value) / strongest if strongest else 0.0
    return f'<td class="bar" aria-hidden="true"><i style="--w:{share:.1f}%"></i></td>'


def _card(explanation: Explanation, by: str | None) -> str:
    terms = explanation.terms(by)
    what, times = name_terms(terms)
    strongest = max([abs(explanation.bias), *(abs(each.contribution) for each in terms)])
    bias = Contribution("(bias)", 1.0, explanation.bias, explanation.bias)
    # the bias has its place in the order, and is never folded away
    opened = sorted([*terms[:_N_OPEN], bias], key=lambda each: -abs(each.contribution))
    is_number = isinstance(explanation.label, float)
    label = escaped(name_number(explanation.label) if is_number else explanation.label)
    probability, versus = "", "the only label of this model"
    if explanation.unit is not None:
        versus = escaped(f"{explanation.unit}{name_interval(explanation)}")
    if explanation.probability is not None:
        share = 100 * explanation.probability
        probability = f' <span class="probability">{share:.1f}&#8239;%</span>'
    if explanation.runner_up is not None:
        versus = (
            f'against <span class="label other" dir="auto">{escaped(explanation.runner_up)}</span> '
            f"by {explanation.score:.3f} to {explanation.runner_up_score:.3f}, "
            f"a lead of {_number(explanation.lead)}"
        ).replace(" -", f" {_MINUS}")
    subject = "" if explanation.subject is None else f"{escaped(explanation.subject)} "
    return _CARD.substitute(
        subject=subject,
        label=label,
        probability=probability,
        versus=versus,
        candidates=_candidates(explanation),
        words=_words(explanation, with_features=what == "feature"),
        caption=f"{_counted(len(terms), what)}, the largest contributions first",
        what=what,
        times=times,
        rows=_rows(opened, strongest),
        total=escaped(explanation.unit or "lead"),
        lead=_number(explanation.lead),
        more=_fold(terms[_N_OPEN:], what, strongest),
    )


def _counted(n: int, what: str) -> str:
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def _fold(terms: Sequence[Contribution], what: str, strongest: float) -> str:
    """Return what follows the first terms, folded away; of many words the last as one sum."""
    if not terms:
        return ""
    n_listed = len(terms) if what == "feature" else _N_WORDS - _N_OPEN
    listed, rest = terms[:n_listed], terms[n_listed:]
    rows = _rows(listed, strongest)
    if rest:
        total = sum(each.contribution for each in rest)
        rows += "\n" + _row(total, f"({len(rest):,} more)", "", "", strongest)
    return (
        f"<details><summary>{len(terms):,} more {what}s, together "
        f"{_number(sum(each.contribution for each in terms))}</summary>"
        f"<table><tbody>{rows}</tbody></table></details>"
    )


def _candidates(explanation: Explanation) -> str:
    shown = [f"{escaped(name)} {100 * p:.1f}&#8239;%" for name, p in explanation.candidates]
    joined = ", ".join(shown)
    return f'\n<p class="against-line" dir="auto">candidates: {joined}</p>' if shown else ""


def _rows(terms: Sequence[Contribution], strongest: float) -> str:
    return "\n".join(
        _row(
            each.contribution,
            f"{_feature(each.title)}{_place(each)}",
            f"{each.value:.4g}",
            _number(each.weight),
            strongest,
        )
        for each in terms
    )


def _row(contribution: float, name: str, value: str, weight: str, strongest: float) -> str:
    return (
        f'<tr class="{_side(contribution)}"><th scope="row" dir="auto">{name}</th>'
        f'<td class="number">{value}</td><td class="number">{weight}</td>'
        f'<td class="number">{_number(contribution)}</td>{_bar(contribution, strongest)}</tr>'
    )


def _place(contribution: Contribution) -> str:
    if contribution.spans or contribution.name == "(bias)":
        return ""
    return ' <span class="unseen">not a word of the text</span>'


def _words(explanation: Explanation, *, with_features: bool) -> str:
    segments = explanation.segments()
    strongest = max((abs(segment.weight) for segment in segments), default=0.0)
    return "".join(_word(segment, strongest, with_features) for segment in segments)


def _word(segment: Segment, strongest: float, with_features: bool) -> str:
    shown = escaped(segment.text)
    strength = abs(segment.weight) / strongest if strongest else 0.0
    if strength < _FAINT:
        return shown
    tip, focus = _number(segment.weight), ""
    if with_features:  # else the table has them all, and a page of words stays small
        tip, focus = escaped(_tip(segment)), ' tabindex="0"'
    side = _side(segment.weight)
    return f'<mark class="{side}" style="--t:{strength:.2f}"{focus} data-tip="{tip}">{shown}</mark>'


def _tip(segment: Segment) -> str:
    covering = segment.covering
    lines = [f"{_number(segment.weight)} in all"]
    lines += [f"{_number(each.contribution)}  {each.name}" for each in covering[:_N_TIP]]
    if len(covering) > _N_TIP:
        lines.append(f"and {len(covering) - _N_TIP} more")
    return "\n".join(lines)
