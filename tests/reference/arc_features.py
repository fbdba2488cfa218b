"""Features of arcs by templates, as strings.

A sentence is a list of tokens, a token a mapping from columns to cells; words count from 1 and the
root is word 0. Decisions, where the wording leaves a choice:

 1. The root is a word of its own kind: every form of its every cell is <root>. One word before it
    is <s-2>, as it would be from the first word; behind the sentence is <e+1>, <e+2>, ...
 2. A form that a word does not have (the suffix of a short word) is a value too, and empty.
 3. What is between are the words strictly between the two; the root is never there. Values come
    in the order in which the whole sentence has them first.
 4. A shared template without an extra is there three times: alone, with the direction, and with
    direction and distance. With an extra it is there once for each value, with the direction.
 5. A template by relation is there once, or once for each value, with the direction; distance
    says the direction already.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .token_features import apply

Sentence = Sequence[Mapping[str, str]]
ROOT = ("beyond", "<root>")


class ArcFeature(NamedTuple):
    """Equal features are equal in all parts but the name, which is for people."""

    by_relation: bool
    template: str
    key: tuple[object, ...]
    name: str


def form_of(cell: str, forms: str) -> str:
    """Return a form of a cell, empty where there is none."""
    value: str | None = cell
    for form in forms.split(".")[1:]:
        value = None if value is None else apply(form, value, {})
    return value or ""


def value_at(sentence: Sentence, word: int, column: str, forms: str) -> tuple[str, str]:
    """Return what kind of place a word is, and what is seen there."""
    if word == 0:
        return ROOT
    if word < 0:
        return "beyond", f"<s-{1 - word}>"
    if word > len(sentence):
        return "beyond", f"<e+{word - len(sentence)}>"
    return "word", form_of(sentence[word - 1][column], forms)


def atom(sentence: Sentence, part: str, head: int, modifier: int) -> tuple[str, str]:
    """Return the value of ``h.upos[-1].lower``."""
    end, column, offset, forms = re.fullmatch(  # type: ignore[union-attr]
        r"([hm])\.(\w+)(?:\[(-?\d+)\])?(.*)", part
    ).groups()
    return value_at(sentence, (head if end == "h" else modifier) + int(offset or 0), column, forms)


def direction(head: int, modifier: int) -> str:
    return ">" if head < modifier else "<"


def distance(head: int, modifier: int) -> str:
    far = abs(head - modifier)
    if far <= 3:
        return direction(head, modifier) + str(far)
    return direction(head, modifier) + ("4-5" if far <= 5 else "6-9" if far <= 9 else "10+")


def between(sentence: Sentence, part: str, head: int, modifier: int) -> list[str]:
    """Return the values of ``between.upos`` or ``count.upos``."""
    kind, column, forms = re.fullmatch(r"(between|count)\.(\w+)(.*)", part).groups()  # type: ignore[union-attr]
    values = [form_of(token[column], forms) for token in sentence]
    inside = values[min(head, modifier) : max(head, modifier) - 1]
    found = []
    for value in dict.fromkeys(values):
        n = inside.count(value)
        if n:
            found.append(value if kind == "between" else f"{value} x{n if n < 3 else '3+'}")
    return found


def arc_features(
    sentence: Sentence,
    shared: Sequence[str],
    relation: Sequence[str],
    head: int,
    modifier: int,
) -> list[ArcFeature]:
    """Return all features of an arc, templates with an extra behind the others."""
    arrow, far = direction(head, modifier), distance(head, modifier)
    found = []
    for by_relation, templates in ((False, shared), (True, relation)):
        for template in sorted(templates, key=has_extra):
            parts = template.split("|")
            atoms = [p for p in parts if p[:2] in ("h.", "m.")]
            values = [atom(sentence, p, head, modifier) for p in atoms]
            base = "|".join(text for _, text in values)
            for behind in _behind(sentence, parts, by_relation, head, modifier, arrow, far):
                key = (*values, *behind)
                name = " ".join([base, *behind])
                found.append(ArcFeature(by_relation, template, key, name))
    return found


def has_extra(template: str) -> bool:
    return any(part[:2] not in ("h.", "m.") for part in template.split("|"))


def _behind(
    sentence: Sentence,
    parts: Sequence[str],
    by_relation: bool,
    head: int,
    modifier: int,
    arrow: str,
    far: str,
) -> list[list[str]]:
    """Return what stands behind the values, once for each feature of the template."""
    extra = next((p for p in parts if p[:2] not in ("h.", "m.")), None)
    if extra is None:
        return [[arrow]] if by_relation else [[], [arrow], [far]]
    if extra == "distance":
        return [[far]] if by_relation else [[far, arrow]]
    return [[value, arrow] for value in between(sentence, extra, head, modifier)]
