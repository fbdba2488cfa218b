"""Write core/features/unicode_tables.hpp from Python's Unicode database.

Run it with a newer Python when Unicode grows: ``python tools/make_unicode_tables.py``.
Changing the tables changes how texts are cut into words, so it needs a new version of the
model file.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path

SEPARATOR, LETTER, MARK, NUMBER, PUNCTUATION, EMOJI, SOLO = range(7)

#: Scripts written without spaces: each character is a word of its own.
SOLO_BLOCKS = [
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x2FDF),  # CJK radicals
    (0x3005, 0x3007),  # ideographic iteration, closing, zero
    (0x3021, 0x3029),  # Hangzhou numerals
    (0x3041, 0x309F),  # Hiragana
    (0x30A1, 0x30FF),  # Katakana
    (0x31F0, 0x31FF),  # Katakana extensions
    (0x3400, 0x4DBF),  # CJK extension A
    (0x4E00, 0x9FFF),  # CJK
    (0xA9E0, 0xA9FF),  # Myanmar extended B
    (0xAA60, 0xAA7F),  # Myanmar extended A
    (0xF900, 0xFAFF),  # CJK compatibility
    (0xFF66, 0xFF9F),  # half-width Katakana
    (0x1B000, 0x1B16F),  # Kana supplements
    (0x20000, 0x3FFFF),  # CJK extensions B and later
]


def class_of(code: int) -> int:
    """Return the class of a code point; the order of the tests is the rule."""
    category = unicodedata.category(chr(code))
    if category[0] in "LN" and category != "Nd" and is_solo(code):
        return SOLO
    if category[0] == "L" or code == ord("_"):
        return LETTER
    if category[0] == "M":
        return MARK
    if category[0] == "N":
        return NUMBER
    if code == 0xFFFD:
        return SEPARATOR
    if category == "So" or 0x1F000 <= code <= 0x1FAFF:
        return EMOJI
    return PUNCTUATION if category[0] in "PS" else SEPARATOR


def is_solo(code: int) -> bool:
    """Tell whether a code point lies in a script without spaces."""
    return any(first <= code <= last for first, last in SOLO_BLOCKS)


def class_ranges() -> list[tuple[int, int]]:
    """Return (first code point, class) of each run of one class."""
    ranges: list[tuple[int, int]] = []
    for code in range(0x110000):
        if not ranges or ranges[-1][1] != class_of(code):
            ranges.append((code, class_of(code)))
    return ranges


def case_runs() -> list[tuple[int, int, int, int]]:
    """Return (first, count, step, delta) of runs of upper-case code points."""
    pairs = [(c, ord(chr(c).lower())) for c in range(0x80, 0x110000) if len(chr(c).lower()) == 1]
    pairs = [(upper, lower) for upper, lower in pairs if upper != lower]
    runs = []
    while pairs:
        count, step = max((_length(pairs, step), step) for step in (1, 2))
        runs.append((pairs[0][0], count, step, pairs[0][1] - pairs[0][0]))
        pairs = pairs[count:]
    return runs


def _length(pairs: list[tuple[int, int]], step: int) -> int:
    delta = pairs[0][1] - pairs[0][0]
    length = 1
    while length < len(pairs) and pairs[length] == (
        pairs[0][0] + length * step,
        pairs[0][0] + length * step + delta,
    ):
        length += 1
    return length


def _lines(cells: list[str]) -> str:
    lines, line = [], "   "
    for cell in cells:
        if len(line) + len(cell) + 2 > 100:
            lines.append(line)
            line = "   "
        line += f" {cell},"
    return "\n".join([*lines, line])


def main() -> None:
    """Write the header."""
    ranges = _lines([hex(first << 3 | kind) for first, kind in class_ranges()])
    runs = _lines([f"{{{a:#x}, {b}, {c}, {d}}}" for a, b, c, d in case_runs()])
    version = unicodedata.unidata_version
    text = f"""// Unicode {version}: made by tools/make_unicode_tables.py, not by hand.
#pragma once

#include <cstdint>

namespace linguine {{

// Each entry is the first code point of a run, shifted by 3, and its class.
// clang-format off
inline constexpr std::uint32_t kClassRanges[] = {{
{ranges}
}};

struct CaseRun {{
  std::uint32_t first;
  std::uint16_t count;
  std::uint16_t step;
  std::int32_t delta;  // lower = upper + delta
}};
inline constexpr CaseRun kCaseRuns[] = {{
{runs}
}};
// clang-format on

}}  // namespace linguine
"""
    Path(__file__).parent.parent.joinpath("core/features/unicode_tables.hpp").write_text(text)


if __name__ == "__main__":
    main()
