r"""Token patterns: regular expressions as forms of a token, in Wapiti's small dialect.

    .  any byte    \a letter  \d digit  \l lower case  \u upper case  \w letter or digit
    \p punctuation  \s white space (in upper case the complement)   \x the character x
    x* any number of x, as few as will do    x? perhaps an x    ^ and $ the ends

Letters are those of ASCII, and what is matched are bytes, as in Wapiti.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass
from typing import Any

from linguine.errors import ParameterError

__all__ = ["TokenPattern"]

_CLASSES = {
    "a": "A-Za-z",
    "d": "0-9",
    "l": "a-z",
    "u": "A-Z",
    "w": "A-Za-z0-9",
    "p": re.escape(string.punctuation),
    "s": r" \t\n\r\f\v",
}


@dataclass(frozen=True)
class TokenPattern:
    r"""Whether a regular expression matches a token, or what it matches.

    Parameters
    ----------
    expression
        In the dialect of this module.
    kind
        ``"test"`` gives ``true`` or ``false``, ``"match"`` the first part that matches, or nothing.
    lower
        True gives the match in lower case.

    Examples
    --------
    >>> TokenPattern(r"^\u\l*$", "test")("Paris"), TokenPattern(r"\d\d*$", "match")("B52")
    (b'true', b'52')
    """

    expression: str
    kind: str = "test"
    lower: bool = False

    def __post_init__(self) -> None:
        if self.kind not in ("test", "match"):
            raise ParameterError(
                f"TokenPattern: kind must be 'test' or 'match'; got {self.kind!r}. Choose one."
            )
        self._compiled()

    def __call__(self, token: str) -> bytes:
        """Return what the pattern makes of a token."""
        found = self._compiled().search(token.encode("utf-8", "replace"))
        if self.kind == "test":
            return b"true" if found else b"false"
        text = found[0] if found else b""
        return text.lower() if self.lower else text

    def to_config(self) -> list[Any]:
        """Return the pattern as plain data."""
        return [self.expression, self.kind, self.lower]

    @staticmethod
    def from_config(config: Any) -> TokenPattern:
        """Return the pattern that ``to_config`` wrote."""
        expression, kind, lower = config
        return TokenPattern(str(expression), str(kind), bool(lower))

    def _compiled(self) -> re.Pattern[bytes]:
        return re.compile(_translate(self.expression).encode(), re.DOTALL)


def _translate(expression: str) -> str:
    """Return an expression as Python's ``re`` has it."""
    body, parts = expression, []
    if body.startswith("^"):
        parts.append(r"\A")
        body = body[1:]
    at = 0
    while at < len(body):
        if body[at] == "$" and at + 1 == len(body):
            parts.append(r"\Z")
            break
        if body[at] in "*?":
            raise ParameterError(
                f"A pattern's {body[at]} must follow a character; got {expression!r}. "
                f"Write \\{body[at]} for the character itself."
            )
        size = 2 if body[at] == "\\" and at + 1 < len(body) else 1
        one = _single(body[at : at + size])
        at += size
        if at < len(body) and body[at] in "*?":
            one += "*?" if body[at] == "*" else "?"
            at += 1
        parts.append(one)
    return "".join(parts)


def _single(text: str) -> str:
    """Return what matches one byte, or one character beyond ASCII."""
    if text == ".":
        return "."
    if len(text) == 2:
        if text[1].lower() in _CLASSES:
            return f"[{'^' if text[1].isupper() else ''}{_CLASSES[text[1].lower()]}]"
        text = text[1]
    return re.escape(text) if text.isascii() else f"(?:{re.escape(text)})"
