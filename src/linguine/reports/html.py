"""HTML: the frame of pages that need no other file and no network.

Everything that comes from outside is escaped, and the page forbids scripts by its own policy, but
for one that it may have of its own.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape
from string import Template

from linguine.reports.page_style import PAGE, STYLE
from linguine.reports.tables import printable

__all__ = ["escaped", "make_page"]


def make_page(title: str, body: str, *, style: str = "", lead: str = "", script: str = "") -> str:
    """Return a page; its body must be escaped already.

    Parameters
    ----------
    title
        Heading of the page.
    body
        What follows the heading.
    style
        Further rules.
    lead
        What stands before the content: a way to skip it, a list of sections.
    script
        The only one that may run; the page forbids all others.

    Examples
    --------
    >>> "<h1>a &amp; b</h1>" in make_page("a & b", "<p>c</p>")
    True
    """
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    if script:
        digest = b64encode(sha256(script.encode("utf-8")).digest()).decode("ascii")
        policy += f"; script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
        script = f"<script>{script}</script>\n"
    return Template(PAGE).substitute(
        title=escaped(title), style=STYLE + style, body=body, lead=lead, script=script,
        policy=policy,
    )  # fmt: skip


def escaped(value: object) -> str:
    """Return a value as text that is safe in HTML."""
    return escape(printable(str(value)))
