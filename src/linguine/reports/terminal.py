"""Terminal: explanations as coloured words and bars.

What speaks for the label is blue, what speaks for the runner-up orange: two colours that people
with any colour vision can tell apart, in 256 colours with black letters on light tints, so that
they read on dark and on light terminals.
"""

from __future__ import annotations

import math
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from linguine.reports.explanation import (
    Contribution,
    Explanation,
    name_interval,
    name_number,
    name_terms,
)
from linguine.reports.tables import display_width, pad, printable, shorten

__all__ = ["has_color", "render_explanation", "render_top_features"]

_FOR = (189, 153, 117, 75)
_AGAINST = (223, 216, 215, 208)
#: Ends of a bar, in eighths of a character.
_EIGHTHS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
_RESET = "\x1b[0m"


def has_color() -> bool:
    """Return True if standard output is a terminal that wants colour (see no-color.org)."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and bool(getattr(sys.stdout, "isatty", lambda: False)())


def render_explanation(
    explanation: Explanation,
    *,
    width: int | None = None,
    color: bool | None = None,
    n_features: int = 12,
    by: str | None = None,
) -> str:
    """Return the verdict, the text with tinted words, and the largest contributions with bars.

    Parameters
    ----------
    explanation
        What to show.
    width
        Columns; None asks the terminal.
    color
        True for ANSI colours; None asks ``has_color``.
    n_features
        Rows of the table; the rest is summed up in one.
    by
        ``"words"`` or ``"features"``, as in ``Explanation.terms``.

    Examples
    --------
    >>> from linguine.reports.explanation import Contribution
    >>> cash = Contribution("cash", 1.0, 2.0, 2.0, spans=((3, 7),))
    >>> explanation = Explanation("hi cash", "spam", "ham", 1.5, 0.0, -0.5, (cash,))
    >>> print(render_explanation(explanation, width=60, color=False))
    spam, not ham: score 1.500 against 0.000
    <BLANKLINE>
      hi cash
    <BLANKLINE>
      contribution           word    times x weight
            +2.000   │██████ cash    1 x +2.000
            -0.500 ██│       (bias)
            +1.500 the lead of spam over ham
    """
    width = width or shutil.get_terminal_size().columns
    color = has_color() if color is None else color
    parts = [
        _verdict(explanation, color),
        _wrap(explanation, max(width - 2, 10), color),
        _table(explanation, explanation.terms(by), max(width, 40), color, n_features),
    ]
    return "\n\n".join(parts)


def _verdict(explanation: Explanation, color: bool) -> str:
    label = _paint(_name(explanation.label), _FOR[2], color)
    if explanation.subject is not None:
        label = f"{_name(explanation.subject)}: {label}"
    sure = "" if explanation.probability is None else f" ({100 * explanation.probability:.1f} %)"
    if explanation.unit is not None:
        return f"{label}{sure}{name_interval(explanation)}"
    if explanation.runner_up is None:
        return f"{label}{sure}: the only label, score {explanation.score:.3f}"
    other = _paint(_name(explanation.runner_up), _AGAINST[2], color)
    scores = f"score {explanation.score:.3f} against {explanation.runner_up_score:.3f}"
    return f"{label}{sure}, not {other}: {scores}{_candidates(explanation)}"


def _candidates(explanation: Explanation) -> str:
    shown = [f"{_name(name)} {100 * p:.1f} %" for name, p in explanation.candidates]
    return f"\n\n  candidates: {', '.join(shown)}" if shown else ""


def _name(label: Any) -> str:
    shown = name_number(label) if isinstance(label, float) else str(label)
    return shorten(shown, 40)


def _paint(text: str, color: int, is_on: bool) -> str:
    return f"\x1b[30;48;5;{color}m{text}{_RESET}" if is_on and text else text


def _tint(weight: float, strongest: float) -> int | None:
    """Return the colour of a word; None below a sixteenth of the strongest."""
    strength = abs(weight) / strongest if strongest else 0.0
    if strength < 1 / 16:
        return None
    return (_FOR if weight > 0 else _AGAINST)[min(int(4 * strength), 3)]


def _wrap(explanation: Explanation, width: int, color: bool) -> str:
    """Return the text broken at spaces, each word in its tint."""
    segments = explanation.segments()
    strongest = max((abs(segment.weight) for segment in segments), default=0.0)
    lines, column = [""], 0
    for segment in segments:
        tint = _tint(segment.weight, strongest)
        for piece in _pieces(printable(segment.text), width):
            if piece == "\n" or column + display_width(piece) > width:
                lines.append("")
                column = 0
            if piece == "\n" or (piece == " " and column == 0):
                continue
            lines[-1] += piece if tint is None else _paint(piece, tint, color)
            column += display_width(piece)
    return "\n".join(f"  {line}".rstrip() for line in lines)


def _pieces(text: str, width: int) -> Iterator[str]:
    """Yield a word, cut if it is wider than a line, or the spaces and line breaks one by one."""
    if text.isspace():
        yield from ("\n" if character == "\n" else " " for character in text)
        return
    if display_width(text) <= width:
        yield text
        return
    begin, taken = 0, 0
    for i, character in enumerate(text):
        columns = display_width(character)
        if taken + columns > width and i > begin:
            yield text[begin:i]
            begin, taken = i, 0
        taken += columns
    yield text[begin:]


def _table(
    explanation: Explanation,
    terms: Sequence[Contribution],
    width: int,
    color: bool,
    n_features: int,
) -> str:
    shown = terms[:n_features]
    rows = [
        (each.contribution, each.title, f"{each.value:.4g} x {each.weight:+.3f}") for each in shown
    ]
    rest = terms[n_features:]
    if rest:
        total = sum(each.contribution for each in rest)
        rows.append((total, f"({len(rest):,} more)", ""))
    if explanation.bias:
        rows.append((explanation.bias, "(bias)", ""))
    n_bar = max(3, min(16, (width - 48) // 2))
    longest = max((display_width(name) for _, name, _ in rows), default=0)
    n_bar = max(min(n_bar, 6), min(n_bar, (width - 37 - longest) // 2))  # names come first
    # a score has a level of its own, beside which what words add could not be seen
    is_level = [name == "(bias)" and explanation.unit is not None for _, name, _ in rows]
    values = [0.0 if level else row[0] for row, level in zip(rows, is_level, strict=True)]
    strongest = max(map(abs, values), default=0.0)
    n_left = max((_bar_columns(-value, strongest, n_bar) for value in values), default=0)
    n_right = max((_bar_columns(value, strongest, n_bar) for value in values), default=0)
    axis = n_left + 1 + n_right
    # where names have no room, products by 1 say nothing that the contribution does not
    is_plain = longest > width - axis - 36 and all(each.value == 1 for each in shown)
    names = [shorten(name, max(width - axis - (17 if is_plain else 36), 12)) for _, name, _ in rows]
    what, times = name_terms(terms)
    n_name = max(map(display_width, [what, *names]))
    head = "" if is_plain else f"  {times} x weight"
    lines = [f"  contribution {' ' * axis} {pad(what, n_name)}{head}".rstrip()]
    for (value, _, product), name, shown_value in zip(rows, names, values, strict=True):
        left, right = _bar(shown_value, strongest, n_bar, color)
        bar = f"{pad(left, n_left, right=True)}│{pad(right, n_right)}"
        ending = "" if is_plain else f"  {product}"
        lines.append(f"  {value:+12.3f} {bar} {pad(name, n_name)}{ending}".rstrip())
    other = "" if explanation.runner_up is None else f" over {_name(explanation.runner_up)}"
    whole = explanation.unit or f"the lead of {_name(explanation.label)}{other}"
    lines.append(f"  {explanation.lead:+12.3f} {whole}")
    return "\n".join(lines)


def _bar_columns(value: float, strongest: float, n_bar: int) -> int:
    return max(0, math.ceil(value / strongest * n_bar)) if strongest else 0


def _bar(value: float, strongest: float, n_bar: int, color: bool) -> tuple[str, str]:
    """Return what stands to the left and to the right of the axis."""
    length = abs(value) / strongest * n_bar if strongest else 0.0
    if value < 0:  # no character is filled from the right by eighths
        return _paint_bar("█" * max(1, round(length)), _AGAINST[3], color), ""
    return "", _paint_bar("█" * int(length) + _EIGHTHS[int(8 * (length % 1))], _FOR[3], color)


def _paint_bar(bar: str, color: int, is_on: bool) -> str:
    return f"\x1b[38;5;{color}m{bar}{_RESET}" if is_on and bar else bar


def render_top_features(
    top: Mapping[Any, Sequence[tuple[str, float]]],
    *,
    width: int | None = None,
    color: bool | None = None,
) -> str:
    """Return the top features of each label, with their weights, a label a paragraph.

    Parameters
    ----------
    top
        (name, weight) of each label, the largest first.
    width, color
        As in ``render_explanation``.

    Examples
    --------
    >>> print(render_top_features({"spam": [("free", 2.0), ("cash", 1.5)]}, width=60, color=False))
    spam  free +2.00   cash +1.50
    """
    width = width or shutil.get_terminal_size().columns
    color = has_color() if color is None else color
    margin = max((display_width(_name(label)) for label in top), default=0) + 2
    blocks = []
    for label, features in top.items():
        strongest = max((abs(weight) for _, weight in features), default=0.0)
        lines, column = [_paint(_name(label), _FOR[1], color)], display_width(_name(label))
        for name, weight in features:
            shown = shorten(name, 40)
            needed = display_width(shown) + 9
            if column + 3 + needed > width and column > margin:
                lines.append("")
                column = 0
            gap = margin - column if column < margin else 3
            tint = _tint(weight, strongest)
            lines[-1] += " " * gap + (shown if tint is None else _paint(shown, tint, color))
            lines[-1] += f" {weight:+.2f}"
            column += gap + display_width(shown) + len(f" {weight:+.2f}")
        blocks.append("\n".join(lines))
    return "\n".join(blocks)
