"""Features of one text: what each template sees in it, occurrence by occurrence.

A specification is a list of templates, each a mapping with its ``kind``:

    words           low, high, tokenizer, lowercase, punctuation     free cash
    characters      low, high, within ("words", "text"), lowercase   " fr"
    affixes         low, high                                        pre:unh  suf:ing
    shape                                                            shape:Xxx
    capitalisation                                                   caps:upper
    list            name, words                                      list:NAME
    lexicon         name, weights                                    lex:NAME       raw
    numeric         column, transforms                               log COLUMN     raw
    categorical     column                                           COLUMN=VALUE   raw
    function        function                                         any name       raw

Decisions, where the wording leaves a choice:

 1. A feature is a pair (place of its template in the list, name): a word and a run of
    characters that read the same are two features.
 2. Affixes, shape, capitalisation, lists and lexicons see the tokens of tokenizer "words",
    lower-cased, without punctuation; shape and capitalisation look at what was written there.
 3. An affix of n code points needs a token of at least n + 1 code points, after lower-casing.
    Its bytes are its own, not those of the whole token.
 4. Upper case is what str.lower() changes. Shape: X upper case, x other letters, marks and solo
    characters, d numbers, ' for U+2019; all else stays. A run of three or more equal symbols is
    cut to two, whatever the symbol.
 5. Solo characters are no letters to capitalisation, and all other letters that are not upper
    case are lower case. caps:upper: two or more letters, all upper. caps:title: the first
    character is upper case, and some letter is lower case. caps:all: some token begins with an
    upper-case letter, and none with a lower-case one; its bytes are the whole text.
 6. The entries of lists and lexicons are cut into tokens like texts; each must be one token.
 7. The bytes of word n-grams reach from the first token to the last; the blanks around a word
    (within="words") have no bytes of their own, and a run of white space that became one blank
    (within="text") has all of its bytes.
 8. Raw features whose value is zero are absent. The weights of a lexicon add up over the tokens.
    log is sign(x) ln(1 + |x|), which takes every number.
 9. A function gives a mapping, or names of which each counts once per mention.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from .tokens import Character, Token, decode, kind, lower, tokenize

Template = Mapping[str, Any]
Feature = tuple[int, str]
RAW = ("lexicon", "numeric", "categorical", "function")


class Occurrence(NamedTuple):
    """A feature, and the bytes where it was seen."""

    template: int
    name: str
    begin: int
    end: int


def word_ngrams(text: str | bytes, template: Template) -> list[Token]:
    tokens = tokenize(
        text,
        template.get("tokenizer", "words"),
        template.get("lowercase", True),
        template.get("punctuation", False),
    )
    grams = []
    for n in range(template.get("low", 1), template.get("high", 1) + 1):
        for i in range(len(tokens) - n + 1):
            part = tokens[i : i + n]
            grams.append(Token(" ".join(t.text for t in part), part[0].begin, part[-1].end))
    return grams


def character_ngrams(text: str | bytes, template: Template) -> list[Token]:
    characters = decode(text)
    if template.get("lowercase", True):
        characters = lower(characters)
    shown = "".join(c.text for c in characters)
    lines: list[list[Character]] = []
    if template["within"] == "words":
        for found in re.finditer(r"\S+", shown):
            i, j = found.span()
            first = Character(" ", characters[i].begin, characters[i].begin)
            last = Character(" ", characters[j - 1].end, characters[j - 1].end)
            lines.append([first, *characters[i:j], last])
    else:
        lines.append([])
        for found in re.finditer(r"\s\s+|(?s:.)", shown):
            i, j = found.span()
            name = " " if j - i > 1 else shown[i]
            lines[0].append(Character(name, characters[i].begin, characters[j - 1].end))
    grams = []
    for line in lines:
        for n in range(template["low"], template["high"] + 1):
            for i in range(len(line) - n + 1):
                part = line[i : i + n]
                grams.append(Token("".join(c.text for c in part), part[0].begin, part[-1].end))
        # as scikit-learn: a word too short for the shortest n-gram is an n-gram itself, once
        if template["within"] == "words" and len(line) < template["low"]:
            name = "".join(c.text for c in line)
            grams.append(Token(name, line[0].begin, line[-1].end))
    return grams


def affixes(text: str | bytes, template: Template) -> list[Token]:
    data, grams = text.encode() if isinstance(text, str) else text, []
    for token in tokenize(data):
        part = lower(decode(data[token.begin : token.end]))
        size = len(token.text)
        for n in range(template["low"], min(template["high"], size - 1) + 1):
            end, begin = token.begin + part[n - 1].end, token.begin + part[size - n].begin
            grams.append(Token("pre:" + token.text[:n], token.begin, end))
            grams.append(Token("suf:" + token.text[size - n :], begin, token.end))
    return grams


def is_upper(c: str) -> bool:
    return c.lower() != c


def shape(word: str) -> str:
    symbols = {**dict.fromkeys("LMVS", "x"), **dict.fromkeys("0N", "d")}
    word = word.replace("\u2019", "'")
    drawn = "".join("X" if is_upper(c) else symbols.get(kind(c), c) for c in word)
    return "".join("".join(run)[:2] for _, run in groupby(drawn))


def written(text: str | bytes) -> list[Token]:
    """Return the tokens as they were before they were lower-cased."""
    data = text.encode() if isinstance(text, str) else text
    return [t._replace(text=data[t.begin : t.end].decode()) for t in tokenize(data)]


def shapes(text: str | bytes, template: Template) -> list[Token]:
    return [token._replace(text="shape:" + shape(token.text)) for token in written(text)]


def capitals(text: str | bytes, template: Template) -> list[Token]:
    grams, starts = [], []
    for token in written(text):
        letters = [is_upper(c) for c in token.text if kind(c) == "L"]
        if len(letters) >= 2 and all(letters):
            grams.append(token._replace(text="caps:upper"))
        if kind(token.text[0]) == "L":
            starts.append(letters[0])
            if letters[0] and not all(letters):
                grams.append(token._replace(text="caps:title"))
    if starts and all(starts):
        grams.append(Token("caps:all", 0, len(text.encode() if isinstance(text, str) else text)))
    return grams


def entry(word: str) -> str:
    (token,) = tokenize(word)
    return token.text


def members(text: str | bytes, template: Template) -> list[Token]:
    listed = {entry(word) for word in template["words"]}
    name = "list:" + template["name"]
    return [token._replace(text=name) for token in tokenize(text) if token.text in listed]


COUNTED = {
    "words": word_ngrams,
    "characters": character_ngrams,
    "affixes": affixes,
    "shape": shapes,
    "capitalisation": capitals,
    "list": members,
}
TRANSFORMS: dict[str, tuple[str, Callable[[float], float]]] = {
    "value": ("{}", lambda x: x),
    "square": ("{}^2", lambda x: x * x),
    "absolute": ("|{}|", abs),
    "log": ("log {}", lambda x: math.copysign(math.log1p(abs(x)), x)),
}


def raw(text: str | bytes, template: Template, row: Mapping[str, Any]) -> dict[str, float]:
    """Values that no weighting touches."""
    seen: dict[str, float] = {}
    if template["kind"] == "lexicon":
        weights = {entry(word): weight for word, weight in template["weights"].items()}
        total = math.fsum(weights.get(token.text, 0.0) for token in tokenize(text))
        seen["lex:" + template["name"]] = total
    elif template["kind"] == "numeric":
        for transform in template.get("transforms", ("value",)):
            name, f = TRANSFORMS[transform]
            seen[name.format(template["column"])] = f(row[template["column"]])
    elif template["kind"] == "categorical":
        seen[f"{template['column']}={row[template['column']]}"] = 1.0
    else:
        given = template["function"](text)
        seen.update(given if isinstance(given, Mapping) else Counter(given))
    return {name: float(value) for name, value in seen.items() if value != 0}


def occurrences(text: str | bytes, spec: Sequence[Template]) -> list[Occurrence]:
    """Return every sight of every counted feature."""
    return [
        Occurrence(place, *gram)
        for place, template in enumerate(spec)
        if template["kind"] not in RAW
        for gram in COUNTED[template["kind"]](text, template)
    ]


def features(
    text: str | bytes, spec: Sequence[Template], row: Mapping[str, Any] | None = None
) -> dict[Feature, float]:
    """Return counts of the counted features, and values of the raw ones."""
    seen: dict[Feature, float] = {}
    for each in occurrences(text, spec):
        seen[each.template, each.name] = seen.get((each.template, each.name), 0.0) + 1.0
    for place, template in enumerate(spec):
        if template["kind"] in RAW:
            for name, value in raw(text, template, row or {}).items():
                seen[place, name] = value
    return seen
