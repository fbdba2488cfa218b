"""Features of tokens by templates, as strings in dictionaries.

A sentence is a list of tokens, a token a mapping from columns to cells. Decisions, where the
wording leaves a choice:

 1. A feature is its name: the template, "=", and the values of its atoms joined by "|". Values of
    ``first`` and ``last`` are not written. Beyond the ends of the sentence any form of any cell is
    <s-1>, <e+1>, ..; a word that reads so is another value.
 2. An affix of n characters needs a word of at least n.
 3. shape and the classes of characters are those of text features; digits are all numbers. An
    accent (mark) is part of its letter to type, "_" is no letter, letters without case are small.
 4. A lexicon knows words by their lower case; a word of two classes has both, joined by "+".
 5. Edges lead from the token before, so a first token has none.
 6. Lower case is that of text features, which read U+FFFD as a blank.
 7. With beyond="skip" a template that looks beyond the ends is not there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .text_features import is_upper, shape
from .tokens import kind

Sentence = Sequence[Mapping[str, str]]
BEYOND = "\udc00"  # in front of a value that is no word's


def lower(word: str) -> str:
    return word.replace("\ufffd", " ").lower()


def word_type(word: str) -> str:
    letters = [c for c in word if kind(c) in "LS"]
    capitals = [is_upper(c) for c in letters]
    found = ""
    if letters:
        found = "aa" if not any(capitals) else "aA"
        if capitals[0] and not any(capitals[1:]):
            found = "Aa" if len(letters) > 1 else "A"
        elif all(capitals):
            found = "AA"
    if any(kind(c) in "0N" for c in word):
        found += "1"
    if "-" in word:
        found += "-"
    if any(kind(c) not in "LSMV0N" and c != "-" for c in word):
        found += "."
    return found


def lexicon_class(word: str, lexicon: Mapping[str, Sequence[str]]) -> str | None:
    classes = [name for name, words in lexicon.items() if lower(word) in {lower(w) for w in words}]
    return "+".join(classes) or None


def apply(form: str, word: str, names: Mapping[str, Any]) -> str | None:
    """Return a form of a word, or None if it has none."""
    affix = re.fullmatch(r"(prefix|suffix)(\d+)", form)
    if affix:
        n = int(affix[2])
        part = word[:n] if affix[1] == "prefix" else word[len(word) - n :]
        return part if len(word) >= n else None
    if ":" in form:
        what, name = form.split(":")
        if what == "lexicon":
            return lexicon_class(word, names[name])
        made: str | None = names[name](word)
        return made
    forms: dict[str, Callable[[str], str]] = {
        "lower": lower,
        "shape": shape,
        "digits": lambda w: "".join("0" if kind(c) in "0N" else c for c in w),
        "type": word_type,
    }
    return forms[form](word)


def atom_value(
    atom: str, sentence: Sentence, i: int, beyond: str, names: Mapping[str, Any]
) -> str | None:
    """Return what an atom sees at token i; None if it is not there."""
    if atom in ("first", "last"):
        return "" if i == (0 if atom == "first" else len(sentence) - 1) else None
    column, offset, forms = re.fullmatch(r"(\w+)\[(-?\d+)\](.*)", atom).groups()  # type: ignore[union-attr]
    j = i + int(offset)
    if not 0 <= j < len(sentence):
        name = f"<s-{-j}>" if j < 0 else f"<e+{j - len(sentence) + 1}>"
        return BEYOND + name if beyond == "value" else None
    value: str | None = sentence[j][column]
    for form in forms.split(".")[1:]:
        value = None if value is None else apply(form, value, names)
    return value


def token_features(
    sentence: Sentence,
    i: int,
    templates: Sequence[str],
    *,
    edges: bool = False,
    beyond: str = "value",
    names: Mapping[str, Any] | None = None,
) -> list[tuple[str, tuple[str, ...]]]:
    """Return the features at token i: each template that is there, with its values."""
    found = []
    for template in templates:
        atoms = template.split("|")
        if ("y[-1]" in atoms) != edges or (edges and i == 0):
            continue
        seen = [a for a in atoms if a not in ("y[-1]", "bias")]
        values = [atom_value(a, sentence, i, beyond, names or {}) for a in seen]
        if all(value is not None for value in values):
            shown = [
                str(v) for a, v in zip(seen, values, strict=True) if a not in ("first", "last")
            ]
            found.append((template, tuple(shown)))
    return found


def show(feature: tuple[str, tuple[str, ...]]) -> str:
    """Return the name of a feature."""
    template, values = feature
    shown = "|".join(value.removeprefix(BEYOND) for value in values)
    return template + ("=" + shown if values else "")


def vocabulary(
    sentences: Sequence[Sentence],
    templates: Sequence[str],
    min_count: int | Mapping[str, int] = 1,
    **options: Any,
) -> dict[tuple[str, tuple[str, ...]], int]:
    """Return the features of all tokens that are frequent enough, with their counts."""
    counts: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for sentence in sentences:
        for i in range(len(sentence)):
            counts.update(token_features(sentence, i, templates, **options))
    if isinstance(min_count, int):
        return {f: n for f, n in counts.items() if n >= min_count}
    return {f: n for f, n in counts.items() if n >= min_count.get(f[0], 1)}
