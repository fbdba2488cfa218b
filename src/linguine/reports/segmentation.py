"""Words: where a reader of any script would cut a text."""

from __future__ import annotations

import unicodedata

__all__ = ["find_word_ends"]

_APOSTROPHES = "'\u2019"
#: Scripts without spaces, where a character is a token: Thai to Lao, Myanmar, Khmer, kana, Han.
_SOLO = (
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x3040, 0x30FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)


def find_word_ends(text: str) -> list[int]:
    """Return where each word, or what stands between two words, ends.

    Only for showing a text: features have their own tokenizers, and their spans may cut a word.

    Examples
    --------
    >>> find_word_ends("don't go!")
    [5, 6, 8, 9]
    """
    kinds = [_kind(character) for character in text]
    for i in range(1, len(text) - 1):  # don't is one word
        if text[i] in _APOSTROPHES and kinds[i - 1] == kinds[i + 1] == "word":
            kinds[i] = "word"
    ends = [
        i
        for i in range(1, len(text))
        if kinds[i] != "mark" and (kinds[i] == "solo" or kinds[i] != _before(kinds, i))
    ]
    return [*ends, len(text)] if text else []


def _before(kinds: list[str], i: int) -> str:
    """Return the kind of the character that the marks before ``i`` belong to."""
    i -= 1
    while i > 0 and kinds[i] == "mark":
        i -= 1
    return kinds[i]


def _kind(character: str) -> str:
    if character.isspace():
        return "space"
    if character == "_" or (character.isascii() and character.isalnum()):
        return "word"
    category = unicodedata.category(character)
    if category[0] == "M" or category == "Cf":
        return "mark"
    if category[0] in "LN":
        code = ord(character)
        return "solo" if any(low <= code <= high for low, high in _SOLO) else "word"
    return "other"
