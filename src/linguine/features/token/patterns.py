r"""Token patterns: regular expressions as forms of a token, in Wapiti's small dialect.

    .  any byte    \a letter  \d digit  \l lower case  \u upper case  \w letter or digit
    \p punctuation  \s white space (in upper case the complement)   \x the character x
    x* any number of x, as few as will do    x? perhaps an x    ^ and $ the ends

Letters are those of ASCII, and what is matched are bytes, as in Wapiti.
"""

from __future__ import annotations

import string
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from linguine import _core
from linguine.errors import ParameterError

__all__ = ["TokenPattern"]

_LONGEST = 1000  # items; matching takes time in proportion to them
_EVERY = bytes(range(256))
_CLASSES = {
    "a": string.ascii_letters,
    "d": string.digits,
    "l": string.ascii_lowercase,
    "u": string.ascii_uppercase,
    "w": string.ascii_letters + string.digits,
    "p": string.punctuation,
    "s": " \t\n\r\f\v",
}


@dataclass(frozen=True)
class TokenPattern:
    r"""Whether a regular expression matches a token, or what it matches.

    Examples
    --------
    >>> TokenPattern(r"^\u\l*$", "test")("Paris"), TokenPattern(r"\d\d*$", "match")("B52")
    (b'true', b'52')
    """

    expression: str
    kind: str = "test"  # gives "true" or "false"; "match" the first part that matches, or nothing
    lower: bool = False  # the match in lower case

    def __post_init__(self) -> None:
        if self.kind not in ("test", "match"):
            raise ParameterError(
                f"TokenPattern: kind must be 'test' or 'match'; got {self.kind!r}. Choose one."
            )
        _compile(self.expression)

    def __call__(self, token: str) -> bytes:
        """Return what the pattern makes of a token."""
        cell = token.encode("utf-8", "replace")
        found = _compile(self.expression).find(cell)
        if self.kind == "test":
            return b"true" if found else b"false"
        text = cell[slice(*found)] if found else b""
        return text.lower() if self.lower else text

    def to_config(self) -> list[Any]:
        """Return the pattern as plain data."""
        return [self.expression, self.kind, self.lower]

    @staticmethod
    def from_config(config: Any) -> TokenPattern:
        """Return the pattern that ``to_config`` wrote."""
        expression, kind, lower = config
        return TokenPattern(str(expression), str(kind), bool(lower))


@lru_cache(maxsize=1000)
def _compile(expression: str) -> _core.TokenPattern:
    """Return what the core makes of an expression."""
    from_begin = expression.startswith("^")
    body, items, at, to_end = expression[from_begin:], [], 0, False
    while at < len(body):
        if body[at] == "$" and at + 1 == len(body):
            to_end = True
            break
        if body[at] in "*?":
            raise ParameterError(
                f"A pattern's {body[at]} must follow a character; got {expression!r}. "
                f"Write \\{body[at]} for the character itself."
            )
        size = 2 if body[at] == "\\" and at + 1 < len(body) else 1
        one = _places(body[at : at + size])
        at += size
        often = body[at] if at < len(body) and body[at] in "*?" else ""
        at += len(often)
        items.append((one, often))
    if len(items) > _LONGEST:
        raise ParameterError(
            f"A pattern must have at most {_LONGEST} characters and classes; got {len(items)}, "
            f"beginning with {expression[:40]!r}. Use a lexicon to look for many words."
        )
    return _core.TokenPattern(items, from_begin, to_end)


def _places(text: str) -> list[bytes]:
    """Return which bytes may stand at each place of what an item matches."""
    if text == ".":
        return [_EVERY]
    if len(text) == 2:
        if (members := _CLASSES.get(text[1].lower())) is not None:
            inside = members.encode()
            return [inside if text[1].islower() else bytes(set(_EVERY) - set(inside))]
        text = text[1]
    return [bytes([byte]) for byte in text.encode("utf-8", "replace")]
