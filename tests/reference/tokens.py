r"""Tokens: the words of a text, with the bytes they came from, by regular expressions.

Every character has a kind, one letter or the character itself, and the kinds of a text are a
string as long as the text. The rules are regular expressions on that string:

    L letter   M mark   V U+FE0F and U+20E3, marks too   0 ASCII digit   N other number   _
    S solo   E emoji   T skin tone   R regional indicator   Z U+200D   z U+200C
    ' . , # @ + themselves   P other punctuation   blank: all else

Decisions, where the wording leaves a choice:

 1. Every broken byte, and every U+FFFD that was written, is read as one blank, by all tokenizers
    and by n-grams of characters.
 2. Lower case is str.lower() of the whole text, so that a final sigma sees what is behind its
    token; then the rules look at the lower-cased text. An emoticon may therefore smile with d.
 3. Tokenizer "words" reads U+2019 as ' everywhere. An apostrophe joins after a letter or a mark
    (accents may be decomposed, and U+0130 becomes i and a mark) and before a letter.
 4. A word character is never solo: "#tag", ":)" and "C++" stand next to solo characters as they
    stand next to blanks. '#' and '@' lead a word whatever word character follows, marks too.
 5. A single U+200C or U+200D joins two word characters; two in a row separate.
 6. Two regional indicators are a token that nothing extends; one alone is an emoji like others.
    Any number of U+FE0F, U+20E3, skin tones, and emoji behind U+200D extend an emoji.
 7. An emoticon is tried with a nose first, then without. Only the same mouth repeats, and all of
    the repeats are taken before the right-hand rule is asked. No '/' may follow (http://), and
    a mouth that is not round needs eyes that do not follow a word character (12:3).
 8. Rules 1 to 4 are tried at every character before rule 5, so a run of punctuation stops where
    another token begins: punctuation=True adds tokens and changes none ("##tag" is "#", "#tag").
 9. Solo are letters and numbers of the blocks in SOLO, but not their decimal digits (Nd).
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from typing import NamedTuple

SOLO = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x3005, 0x3007),  # iteration, closing, zero, used with Han
    (0x3021, 0x3029),  # Hangzhou numerals
    (0x3041, 0x309F),  # Hiragana
    (0x30A1, 0x30FF),  # Katakana
    (0x31F0, 0x31FF),  # Katakana, phonetic extensions
    (0x3400, 0x4DBF),  # Han, extension A
    (0x4E00, 0x9FFF),  # Han
    (0xA9E0, 0xA9FF),  # Myanmar, extension B
    (0xAA60, 0xAA7F),  # Myanmar, extension A
    (0xF900, 0xFAFF),  # Han, compatibility
    (0xFF66, 0xFF9F),  # Katakana, half width
    (0x1B000, 0x1B16F),  # Kana supplements
    (0x20000, 0x3FFFF),  # Han, extensions B and later
)


class Character(NamedTuple):
    """One code point, or what it became, and the bytes it stands for."""

    text: str
    begin: int
    end: int


class Token(NamedTuple):
    """A token and its bytes."""

    text: str
    begin: int
    end: int


def decode(text: str | bytes) -> list[Character]:
    """Return the code points of a text, with a blank for each broken byte."""
    data = text.encode() if isinstance(text, str) else text
    # Python turns each broken byte into one lone surrogate, which no valid text holds
    characters, at = [], 0
    for c in data.decode("utf-8", "surrogateescape"):
        end = at + len(c.encode("utf-8", "surrogateescape"))
        is_broken = c == "\ufffd" or unicodedata.category(c) == "Cs"
        characters.append(Character(" " if is_broken else c, at, end))
        at = end
    return characters


def lower(characters: list[Character]) -> list[Character]:
    """Lower-case as str.lower(): U+0130 becomes two code points, which share its bytes."""
    lowered = iter("".join(c.text for c in characters).lower())
    return [
        c._replace(text=each)
        for c in characters
        for each in itertools.islice(lowered, len(c.text.lower()))
    ]


@functools.cache
def kind(c: str) -> str:
    """Return the kind of a character, see the top of the file."""
    code, category = ord(c), unicodedata.category(c)
    special = {"\u200d": "Z", "\u200c": "z", "_": "_"}
    if c in special or c in "'.,#@+":
        return special.get(c, c)
    if category[0] in "LN" and category != "Nd" and any(a <= code <= b for a, b in SOLO):
        return "S"
    if category[0] == "N":
        return "0" if c in "0123456789" else "N"
    if category[0] == "M":
        return "V" if c in "\ufe0f\u20e3" else "M"
    if 0x1F000 <= code <= 0x1FAFF or category == "So":
        is_tone, is_regional = 0x1F3FB <= code <= 0x1F3FF, 0x1F1E6 <= code <= 0x1F1FF
        return "T" if is_tone else "R" if is_regional else "E"
    return "L" if category[0] == "L" else "P" if category[0] in "PS" else " "


WORD_CHARACTER = "LMV0N_"
WORD = re.compile(
    r"""(?: (?<![LMV0N_]) [#@] (?=[LMV0N_]) )?
        [LMV0N_]
        (?: [LMV0N_]
          | (?<=[LMV0N_]) [Zz] (?=[LMV0N_])
          | (?<=[LMV]) ' (?=L)
          | (?<=0) [.,] (?=0)
        )*
        (?: (?: \+\+ | [#] ) (?![LMV0N_]) )?""",
    re.VERBOSE,
)
SOLO_TOKEN = re.compile(r"S[MV]*")
EMOJI = re.compile(r"RR|[ERT](?:[VT]|Z[ERT])*")
PUNCTUATION = "P'.,#@+"

EYES, NOSES, ROUND, OTHER = "[:;=]", ("[-'^o]", ""), r"(?:\)+|\(+)", r"[]\[DdPpOo3/\\|*{}]"
EMOTICONS = [
    *(re.compile(EYES + nose + mouth) for nose in NOSES for mouth in (ROUND, OTHER)),
    *(re.compile(re.escape(whole)) for whole in ("<3", "</3", "^_^", "-_-")),
]


def match(text: str, kinds: str, at: int) -> int:
    """Return the end of the token that begins at ``at`` by rules 1 to 4; ``at`` if none does."""
    for pattern in (WORD, SOLO_TOKEN, EMOJI):
        if found := pattern.match(kinds, at):
            return found.end()
    for pattern in EMOTICONS:
        if found := pattern.match(text, at):
            end, follows_word = found.end(), at > 0 and kinds[at - 1] in WORD_CHARACTER
            is_free = end == len(text) or not (kinds[end] in WORD_CHARACTER or text[end] == "/")
            if is_free and not (follows_word and text[at] in ":;=" and text[end - 1] not in "()"):
                return end
    return at


def words(text: str, punctuation: bool) -> list[tuple[int, int]]:
    """Return begin and end of the tokens, as places of code points."""
    kinds = "".join(map(kind, text))
    spans, at = [], 0
    while at < len(text):
        end = at if kinds[at] == " " else match(text, kinds, at)
        if end == at and kinds[at] in PUNCTUATION:
            end += 1
            while text[end : end + 1] == text[at] and match(text, kinds, end) == end:
                end += 1
            if punctuation:
                spans.append((at, end))
        elif end > at:
            spans.append((at, end))
        at = max(end, at + 1)
    return spans


def tokenize(
    text: str | bytes,
    tokenizer: str = "words",
    lowercase: bool = True,
    punctuation: bool = False,
) -> list[Token]:
    """Return the tokens of a text, left to right, with the bytes they came from."""
    characters = decode(text)
    if lowercase:
        characters = lower(characters)
    shown = "".join(c.text for c in characters)
    if tokenizer == "words":
        shown = shown.replace("\u2019", "'")
        spans = words(shown, punctuation)
    else:
        pattern = {"alphanumeric": r"(?u)\b\w\w+\b", "whitespace": r"\S+"}[tokenizer]
        spans = [found.span() for found in re.finditer(pattern, shown)]
    return [Token(shown[i:j], characters[i].begin, characters[j - 1].end) for i, j in spans]
