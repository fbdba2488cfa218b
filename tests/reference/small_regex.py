r"""Wapiti's small regular expressions, by trying everything.

An expression is a list of items (what one byte may be, and how often: once, perhaps, any number of
times). ``matches`` gives the ends of all matches from a place in the order of preference: x* takes
as few as will do, x? takes one if it can.
"""

from __future__ import annotations

import string
from collections.abc import Iterator

Item = tuple[str, str]
CLASSES = {
    "a": string.ascii_letters,
    "d": string.digits,
    "l": string.ascii_lowercase,
    "u": string.ascii_uppercase,
    "w": string.ascii_letters + string.digits,
    "p": string.punctuation,
    "s": " \t\n\r\f\v",
}


def items(expression: str) -> list[Item]:
    found, at = [], 0
    while at < len(expression):
        size = 2 if expression[at] == "\\" else 1
        one, at = expression[at : at + size], at + size
        often = expression[at] if at < len(expression) and expression[at] in "*?" else ""
        found.append((one, often))
        at += len(often)
    return found


def fits(one: str, c: str) -> bool:
    if one == ".":
        return True
    if one[0] == "\\" and one[1].lower() in CLASSES:
        return (c in CLASSES[one[1].lower()]) == one[1].islower()
    return c == one[-1]


def matches(rest: list[Item], text: str, at: int, to_the_end: bool) -> Iterator[int]:
    if not rest:
        if not to_the_end or at == len(text):
            yield at
        return
    (one, often), *others = rest
    can = at < len(text) and fits(one, text[at])
    if often == "*":
        yield from matches(others, text, at, to_the_end)
        if can:
            yield from matches(rest, text, at + 1, to_the_end)
    else:
        if can:
            yield from matches(others, text, at + 1, to_the_end)
        if often == "?":
            yield from matches(others, text, at, to_the_end)


def search(expression: str, text: str) -> str | None:
    """Return the first match, or None."""
    is_first = expression.startswith("^")
    body = expression.removeprefix("^")
    to_the_end = body.endswith("$") and not body.endswith("\\$")
    body = body[:-1] if to_the_end else body
    for at in range(1 if is_first else len(text) + 1):
        for end in matches(items(body), text, at, to_the_end):
            return text[at:end]
    return None
