"""Docstrings on the site: equations become MathML, roles and tables what Markdown knows."""

from __future__ import annotations

import re
from typing import Any

import griffe
from latex2mathml.converter import convert

_MATH = re.compile(
    r"^( *)\.\. math::[ \t]*(.*)\n((?:(?:\1 +.*)?\n)*?)(?=\1\S|(?!\1)|\Z)", re.MULTILINE
)
_INLINE = re.compile(r":math:`([^`]+)`")
_ROLE = re.compile(r":(?:py:)?(?:class|func|meth|mod|attr|data|exc):`~?([^`]+)`")
#: A simple table of reStructuredText: from its first rule of equals signs to its last.
_TABLE = re.compile(r"^( *)=+(?:  +=+)+\n(?:.*\S.*\n)*?\1=+(?:  +=+)+[ ]*$", re.MULTILINE)


def for_the_page(text: str) -> str:
    """Return a docstring as Markdown has it."""
    text = _MATH.sub(_equation, text + "\n")
    text = _INLINE.sub(lambda found: convert(found.group(1)), text)
    text = _ROLE.sub(lambda found: f"`{found.group(1).rsplit('.', 1)[-1]}`", text)
    return _TABLE.sub(_table, text).rstrip("\n")


def _equation(found: re.Match[str]) -> str:
    indent, first, more = found.groups()
    tex = " ".join([first.strip(), *(line.strip() for line in more.splitlines())]).strip()
    rows = [convert(row, display="block") for row in re.split(r"\\\\(?:\s|$)", tex) if row.strip()]
    made = "".join(rows)
    return f'\n{indent}<div class="equation">{made}</div>\n\n'


def _table(found: re.Match[str]) -> str:
    return f"```text\n{found.group()}\n```"


class Docstrings(griffe.Extension):
    """Rewrites every docstring that the site shows."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Rewrite the docstring of an object."""
        if obj.docstring is not None and not obj.is_alias:
            obj.docstring.value = for_the_page(obj.docstring.value)
