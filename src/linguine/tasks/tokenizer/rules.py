"""Rules: words and sentences of raw text without anything learned.

One regular expression finds the tokens, in linear time; English contractions are cut as treebanks
do (do n't, John 's), hyphens between letters are tokens, and abbreviations, initials, e-mail and
web addresses, file names, dates, amounts and emoticons stay whole.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from linguine.data.segmentation import Segmentation

__all__ = ["segment_by_rules"]

#: Shortened words whose full stop belongs to them; these do not end a sentence.
_TITLES = (
    "Mr Mrs Ms Dr Prof Gen Col Capt Lt Sgt Maj Adm Cmdr Rev Hon Sen Rep Gov Pres St Ste Mt Ft "
    "vs v cf al e.g i.e viz approx"
).split()
#: These may.
_SHORT = (
    "Jr Sr Inc Ltd Co Corp Bros etc Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues "
    "Wed Thu Thurs Fri a.m p.m Ave Blvd Rd Ph.D U.S U.K Assoc Dept Univ Vol"
).split()
_DOMAINS = "com|org|net|edu|gov|mil|info|biz|co|uk|de|fr|eu|tv|us|ca|au|int"
_FILES = "docx?|xlsx?|pptx?|pdf|txt|html?|jpe?g|gif|png|zip|exe|mp3|csv|asp|php|py"

#: Marks that belong to the letter before them, which Python does not count as parts of words.
_MARKS = (
    r"\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    r"\u06d6-\u06ed\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09cd"
    r"\u0a01-\u0a03\u0a3c-\u0a51\u0a70\u0a71\u0a81-\u0a83\u0abc-\u0acd\u0b01-\u0b03\u0b3c-\u0b57"
    r"\u0b82\u0bbe-\u0bcd\u0c00-\u0c04\u0c3e-\u0c56\u0c81-\u0c83\u0cbc-\u0cd6\u0d00-\u0d03"
    r"\u0d3b-\u0d4d\u0dca-\u0ddf\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd"
    r"\u102b-\u103e\u17b4-\u17d3\u200c\u200d"
)
#: Letters of scripts without spaces between words: each is a token.
_UNSPACED = (
    r"\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    r"\U00020000-\U0003ffff"
)
_ADDRESS = r"""[^\s<>"]*[^\s<>".,;:!?)\]}'\u2019\u201d]"""

# Each alternative begins with another character or fails within a bounded distance; runs have no
# second way to match, so that no line takes more than linear time.
_TOKEN = re.compile(
    rf"""
    (?:https?|ftp)://{_ADDRESS} | www\.{_ADDRESS}          # addresses
  | (?<![\w.+-])[\w.+-]{{1,64}}@(?:[\w-]{{1,64}}\.){{1,8}}[A-Za-z]{{2,12}}\b
  | (?<![\w.-])(?:[A-Za-z0-9-]{{1,64}}\.){{1,4}}(?:{_DOMAINS})\b(?:/{_ADDRESS})?
  | (?<![\w.-])[\w-]{{1,64}}\.(?:{_FILES})\b
  | [<>]?[:;=8][-o^']?[)(DPp|/\\\]\[*]{{1,8}}(?![\w/])         # emoticons
  | [:;]-?'?[)(]+ | <3(?!\w) | \^_+\^ | \(?[-~][._]-?\)
  | (?<!\w)(?:{"|".join(map(re.escape, (*_TITLES, *_SHORT)))})\.(?!\w)   # abbreviations
  | (?<!\w)(?:[A-Za-z]\.){{2,16}}(?!\w)
  | (?<![\w'\u2019])[A-Z]\.(?=\s+[A-Z]\w|\s?[A-Z]\.)  # initials
  | (?<![\w.])\d{{1,4}}(?:[-/]\d{{1,4}}){{2}}(?!\w)             # dates
  | [+-]?(?<![\w.])\.\d+(?!\w) | \d+(?:[.,:/]\d+)*(?:(?:st|nd|rd|th|s)\b)? # numbers
  | (?i:(?<!\w)(?:can(?=not\b)|(?:gon|wan)(?=na\b)|got(?=ta\b)|(?:le|ou)t(?=(?:s|ta)\b(?<!lets))))
  | (?i:[^\W\d_]+?(?=n['\u2019]t\b)|n['\u2019]t\b|['\u2019](?:s|m|re|ve|ll|d)\b)  # contractions
  | (?i:(?<!\w)(?:e-mail|e-mails|t-shirts?|x-rays?)\b)
  | (?<=\w)-(?=\w)                                          # hyphens
  | _{{2,}}
  | [{_UNSPACED}][{_MARKS}]*
  | (?:[^\W\d{_UNSPACED}]|(?<=[^\s\W])[{_MARKS}])+\d*          # words
  | \w
  | [\U0001f1e6-\U0001f1ff]{{2}}                                # flags
  | \.{{2,}} | \u2026+ | [!?]+ | -{{2,}} | \u2014+ | \*{{2,}} | ={{2,}} | ~{{2,}} | \#{{2,}}
  | ``|'' | ,{{2,}}
  | [^\s](?:\u200d[^\s\w]|[{_MARKS}\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff])*
    """,
    re.VERBOSE,
)
_ENDS = ".!?\u2026\u3002\uff01\uff1f\u0964"
_END = re.compile(r"[.!?\u2026]+|[\u3002\uff01\uff1f\u0964]+")
_ALWAYS_ENDS = re.compile(r"[\u3002\uff01\uff1f\u0964]")
_CLOSING = frozenset("\"'\u2019\u201d\u00bb)]}``''")
_BREAK = re.compile(r"\n[^\S\n]*\n")


def segment_by_rules(text: str) -> Segmentation:
    """Return the tokens and sentences of a text.

    Examples
    --------
    >>> segment_by_rules("Mr. Fox doesn't. Really?").words()
    [['Mr.', 'Fox', 'does', "n't", '.'], ['Really', '?']]
    """
    places = [found.span() for found in _TOKEN.finditer(text)]
    pairs = np.array(places, np.int64).reshape(-1, 2)
    return Segmentation(text, pairs[:, 0], pairs[:, 1], _sentences(text, places))


def _sentences(text: str, places: list[tuple[int, int]]) -> NDArray[np.int64]:
    """Return which tokens begin sentences, and how many there are."""
    ends, n, i = [0], len(places), 0
    while i < n:
        begin, end = places[i]
        i += 1
        is_end = text[begin] in _ENDS and _END.fullmatch(text, begin, end) is not None
        if is_end:
            while i < n and places[i][0] == places[i - 1][1] and text[places[i][0]] in _CLOSING:
                i += 1
            is_end = i == n or _may_begin(text, places, i)
        elif i < n and places[i][0] > end + 1:
            is_end = _BREAK.search(text, end, places[i][0]) is not None
        if is_end and i < n:
            ends.append(i)
    return np.array([*ends, *([n] if n else [])], np.int64)


def _may_begin(text: str, places: list[tuple[int, int]], i: int) -> bool:
    """Return True if a sentence may begin at a token, after what ends sentences."""
    before, here = places[i - 1][1], places[i][0]
    if _ALWAYS_ENDS.match(text, before - 1):
        return True
    if here == before:
        return False
    first = text[here]
    return not first.islower() and first not in ",;:)]}-"
