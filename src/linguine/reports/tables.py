"""Tables of plain text: aligned columns, whatever the script, and nothing a terminal would obey."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

__all__ = [
    "display_width",
    "duration",
    "format_table",
    "json_line",
    "pad",
    "percent",
    "printable",
    "safe_for_terminal",
    "shorten",
    "size",
    "with_ends",
    "with_interval",
]

# Text comes from strangers: an escape sequence in it must be shown, not obeyed, and an override
# of the reading direction must not reorder the line. One character stays one character, so that
# offsets into the text still hold. Zero-width characters stay: Persian, Hindi and emoji are
# written with them, and they can neither move the cursor nor turn a line around.
_CONTROLS = {code: 0x2400 + code for code in range(0x20) if code not in (0x09, 0x0A)}
_CONTROLS |= {code: 0xFFFD for code in range(0x80, 0xA0)} | {0x7F: 0x2421}
_CONTROLS |= dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)], 0xFFFD)
#: A broken half of a character cannot be written to a UTF-8 terminal.
_CONTROLS |= dict.fromkeys(range(0xD800, 0xE000), 0xFFFD)
_PAINT = re.compile("(\x1b\\[[0-9;]*m)")
_BREAKS = str.maketrans({"\t": " ", "\n": "\u23ce", "\u2028": "\u23ce", "\u2029": "\u23ce"})
_LINE_ENDS = re.compile("\r+(?=\n)")
#: Delete, C1 controls, overrides of the reading direction, halves of characters.
_UNQUOTED = "[\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


def printable(text: str, *, one_line: bool = False) -> str:
    r"""Return the text with control characters made visible; its length is unchanged.

    On one line, line breaks and tabs are shown as well.

    Examples
    --------
    >>> printable("\x1b[31m")
    '␛[31m'
    """
    shown = text.translate(_CONTROLS)
    return shown.translate(_BREAKS) if one_line else shown


def safe_for_terminal(text: str, *, painted: bool = False) -> str:
    r"""Return text with nothing in it that a terminal would obey, but for lines and tabs.

    What is painted keeps its colours: reports have made what they quote printable before.

    Examples
    --------
    >>> safe_for_terminal("\x1b[31mB-LOC\r\n"), safe_for_terminal("\x1b[31mred", painted=True)
    ('␛[31mB-LOC\n', '\x1b[31mred')
    """
    text = _LINE_ENDS.sub("", text)
    if not painted:
        return printable(text)
    pieces = _PAINT.split(text)  # every other one is a colour
    pieces[::2] = map(printable, pieces[::2])
    return "".join(pieces)


def display_width(text: str) -> int:
    """Return the number of columns that the text takes in a terminal; colours take none.

    Examples
    --------
    >>> display_width("café"), display_width("中文")
    (4, 4)
    """
    text = _PAINT.sub("", text)
    if text.isascii():
        return len(text)
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pad(text: str, width: int, *, right: bool = False) -> str:
    """Return the text filled with spaces; ``right`` puts it at the right edge."""
    space = " " * (width - display_width(text))
    return space + text if right else text + space


def shorten(text: str, width: int) -> str:
    """Return the text on one line, cut with an ellipsis if it is wider than ``width``.

    Examples
    --------
    >>> shorten("unsubscribe", 6)
    'unsub…'
    """
    text = printable(text, one_line=True)
    if display_width(text) <= width:
        return text
    kept, taken = [], 1  # the ellipsis
    for character in text:
        taken += _character_width(character)
        if taken > width:
            break
        kept.append(character)
    return "".join(kept) + "…"


def percent(share: float | None, digits: int = 1) -> str:
    """Return a share as people write it; a dash for one that there is not.

    Examples
    --------
    >>> percent(0.8947), percent(0.8947, 2), percent(None)
    ('89.5 %', '89.47 %', '-')
    """
    return "-" if share is None else f"{100 * share:.{digits}f} %"


def with_interval(
    name: str, share: float, ends: tuple[float, float] | None, digits: int = 1
) -> str:
    """Return a share with the interval that it can be trusted in, if any."""
    if ends is None:
        return f"{name} {percent(share, digits)}"
    low, high = map(percent, ends)
    return f"{name} {percent(share, digits)} (95 %: {low} to {high})"


def with_ends(shown: str, ends: tuple[float, float] | None) -> str:
    """Return a figure between 0 and 1 with the interval that it can be trusted in, if any.

    Examples
    --------
    >>> with_ends("macro-F1 0.812", (0.78, 0.84)), with_ends("macro-F1 0.812", None)
    ('macro-F1 0.812 (0.780 to 0.840)', 'macro-F1 0.812')
    """
    return shown if ends is None else f"{shown} ({ends[0]:.3f} to {ends[1]:.3f})"


def duration(seconds: float) -> str:
    """Return a time as people write it.

    Examples
    --------
    >>> duration(0.012), duration(3.5)
    ('12 ms', '3.50 s')
    """
    if seconds < 0.0995:
        return f"{1000 * seconds:.1f} ms" if seconds < 0.00995 else f"{1000 * seconds:.0f} ms"
    return f"{seconds:.2f} s" if seconds < 9.995 else f"{seconds:,.0f} s"


def size(n_bytes: float) -> str:
    """Return a number of bytes as people write it.

    Examples
    --------
    >>> size(81_920)
    '81.9 kB'
    """
    if n_bytes < 1000:
        return f"{n_bytes} B"
    for unit in ("kB", "MB", "GB"):
        n_bytes /= 1000
        if n_bytes < 999.95 or unit == "GB":
            break
    return f"{n_bytes:,.1f} {unit}"


def format_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, n_left: int = 1) -> str:
    """Return a table with a rule under its header; the first ``n_left`` columns flush left.

    Examples
    --------
    >>> print(format_table(["label", "f1"], [["ham", "0.99"], ["spam", "0.5"]]))
    label    f1
    -----------
    ham    0.99
    spam    0.5
    """
    lines = [[printable(cell, one_line=True) for cell in line] for line in (header, *rows)]
    widths = [max(map(display_width, column)) for column in zip(*lines, strict=True)]
    texts = [
        "  ".join(
            pad(cell, width, right=place >= n_left)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    texts.insert(1, "-" * (sum(widths) + 2 * (len(widths) - 1)))
    return "\n".join(texts)


def json_line(value: Any) -> str:
    r"""Return one object on one line; what a terminal could obey is written as its number.

    Examples
    --------
    >>> json_line({"label": "caf\xe9 \x9b"})
    '{"label": "café \\u009b"}\n'
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    # Below 0x20 json.dumps does it itself.
    return re.sub(_UNQUOTED, lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"
