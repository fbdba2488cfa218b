"""Cards: explanations and models as pages of HTML, or as parts of one.

Blue and a solid line speak for the label, orange and a dotted line against it, so that nothing
hangs on colour alone; tables hold every number that a tooltip shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
from linguine.reports.html import escaped, make_page
from linguine.reports.tables import shorten

__all__ = ["render_card", "render_explanations", "render_model", "render_weights"]

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
#: Letters of a feature's name.
_LONGEST_NAME = 160

_CARD = Template("""\
<$frame>
<header>
<$heading>$subject<span class="label" dir="auto">$label</span>$probability</$heading>
<p class="against-line">$versus</p>$candidates
</header>
<p class="text" dir="auto">$words</p>
$fold<table>
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
$more$unfold
</$ending>""")


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
    cards = "\n".join(render_card(explanation, by) for explanation in shown)
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
    parts = []
    if facts:
        items = "".join(
            f"<div><dt>{escaped(name)}</dt><dd>{_fact(value)}</dd></div>"
            for name, value in facts.items()
        )
        parts.append(f'<dl class="facts">{items}</dl>')
    parts.append(render_weights(top))
    return make_page(title, "\n".join(parts))


def render_weights(top: Mapping[Any, Sequence[tuple[str, float]]], *, level: int = 2) -> str:
    """Return a card with bars for each label, as a part of a page; headings are of a level."""
    strongest = max((abs(w) for features in top.values() for _, w in features), default=0.0)
    parts = ['<div class="grid">']
    for label, features in top.items():
        rows = "\n".join(
            f'<tr class="{_side(weight)}"><th scope="row" dir="auto">{_feature(name)}</th>'
            f'<td class="number">{_number(weight)}</td>{_bar(weight, strongest)}</tr>'
            for name, weight in features
        )
        parts.append(
            f'<article class="card"><h{level}><span class="label" dir="auto">{_name(label)}</span>'
            f'</h{level}><table class="one-sided"><caption class="hidden">features of '
            f'{_name(label)}</caption><thead class="hidden"><tr>'
            '<th scope="col">feature</th><th scope="col">weight</th>'
            '<th scope="col" aria-hidden="true"></th></tr></thead>'
            f"<tbody>\n{rows}\n</tbody></table></article>"
        )
    parts.append("</div>")
    return "\n".join(parts)


def _fact(value: object) -> str:
    is_count = isinstance(value, int) and not isinstance(value, bool)
    return f"{value:,}" if is_count else escaped(value)


def _feature(name: str) -> str:
    """Return a feature's name with its spaces to be seen: " fr" is not "fr"."""
    return f"<code>{_name(name)}</code>"


def _name(name: object) -> str:
    """Return a name on one line; what has no space may be as long as the text that it is from."""
    return escaped(shorten(str(name), _LONGEST_NAME))


def _number(value: float) -> str:
    return f"{value:+.3f}".replace("-", _MINUS)


def _side(value: float) -> str:
    return "for" if value >= 0 else "against"


def _bar(value: float, strongest: float) -> str:
    share = 100 * abs(value) / strongest if strongest else 0.0
    return f'<td class="bar" aria-hidden="true"><i style="--w:{share:.1f}%"></i></td>'


def render_card(
    explanation: Explanation,
    by: str | None = None,
    *,
    level: int = 2,
    is_inside: bool = False,
    is_folded: bool = False,
    n_letters: int | None = None,
) -> str:
    """Return the card of an explanation, as a part of a page.

    Parameters
    ----------
    explanation, by
        As ``render_explanations`` takes them.
    level
        Of its heading.
    is_inside
        Whether it is a part of a card.
    is_folded
        Whether the table is folded away, where the words are enough.
    n_letters
        Of the text, if not all of them are shown; the table has the words of all.
    """
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
        heading=f"h{level}",
        fold=f"<details><summary>what each {what} says</summary>\n" if is_folded else "",
        unfold="</details>" if is_folded else "",
        frame="div" if is_inside else 'article class="card"',
        ending="div" if is_inside else "article",
        subject=subject,
        label=label,
        probability=probability,
        versus=versus,
        candidates=_candidates(explanation),
        words=_words(explanation, with_features=what == "feature", n_letters=n_letters),
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
        f'<table><caption class="hidden">the other {what}s</caption><tbody>{rows}</tbody></table>'
        "</details>"
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


def _words(explanation: Explanation, *, with_features: bool, n_letters: int | None) -> str:
    segments = explanation.segments()
    strongest = max((abs(segment.weight) for segment in segments), default=0.0)
    n_all, shown = len(explanation.text), []
    left = n_all if n_letters is None else n_letters
    for segment in segments:
        if left <= 0:
            break
        shown.append(_word(segment._replace(text=segment.text[:left]), strongest, with_features))
        left -= len(segment.text)
    if n_letters is not None and n_all > n_letters:
        shown.append(f"\u2026 <i>({n_all - n_letters:,} more letters)</i>")
    return "".join(shown)


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
    lines += [
        f"{_number(each.contribution)}  {shorten(each.name, _LONGEST_NAME)}"
        for each in covering[:_N_TIP]
    ]
    if len(covering) > _N_TIP:
        lines.append(f"and {len(covering) - _N_TIP} more")
    return "\n".join(lines)
