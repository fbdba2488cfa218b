"""llms.txt: the pages in a form that programs read, as https://llmstxt.org proposes."""

from __future__ import annotations

from .navigation import first_paragraph, heading, sections, source

ABOUT = (
    "Linear models for language: text classification, tagging, parsing, scores and clusters, "
    "as a Python library and a command line with a C++ core. Models learn in seconds on a CPU, "
    "are one safe file, answer the same on every run, and say why."
)


def address(page: str) -> str:
    """Return where the text of a page lies on the site."""
    return page


def index() -> str:
    """Return llms.txt: each page with its address and first sentence, by section."""
    lines = ["# linguine", "", f"> {ABOUT}", ""]
    for title, pages in sections():
        lines += [f"## {title}", ""]
        for page in pages:
            text = source(page).read_text(encoding="utf-8")
            said = _sentence(first_paragraph(text))
            name = heading(text) or page
            lines.append(f"- [{name}]({address(page)}){f': {said}' if said else ''}")
        lines.append("")
    return "\n".join(lines)


def _sentence(paragraph: str, longest: int = 240) -> str:
    """Return the first sentence of a paragraph, or what fits of it."""
    end = paragraph.find(". ")
    said = paragraph if end < 0 else paragraph[: end + 1]
    return said if len(said) <= longest else said[:longest].rsplit(" ", 1)[0] + " ..."
