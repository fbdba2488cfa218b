"""Where each page of docs/ stands on the site.

A section is a page or a folder. A folder takes in every page that lies in it, in the order of
their file names, so a new page of a known folder needs no line here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

#: Title of a section, and what it holds: pages, or folders (with a slash at the end).
SECTIONS: dict[str, tuple[str, ...]] = {
    "Start": ("index.md",),
    "The journey": ("journey/",),
    "Tasks": (
        "tasks/texts.md",
        "tasks/scores.md",
        "tasks/clusters.md",
        "tasks/tagging.md",
        "tasks/parsing.md",
        "tasks/phrases.md",
        "tasks/raw_text.md",
        "tasks/matrices.md",
    ),
    "How to": ("howto/",),
    "Coming from": ("coming_from/",),
    "Reference": (
        "files.md",
        "guarantees.md",
        "speed.md",
        "methods.md",
        "equations.md",
        "structures.md",
        "factor_graphs.md",
        "kernels.md",
        "model_file.md",
    ),
    "API": (
        "reference/README.md",
        "reference/texts.md",
        "reference/tagging.md",
        "reference/parsing.md",
        "reference/matrices.md",
        "reference/model.md",
        "reference/data.md",
        "reference/features.md",
        "reference/inference.md",
        "reference/learning.md",
        "reference/kernels.md",
        "reference/tuning.md",
        "reference/reports.md",
        "reference/lab.md",
        "reference/compat.md",
        "reference/errors.md",
    ),
    "Lessons": ("lessons/",),
    "Making of": ("CHANGELOG.md", "CONTRIBUTING.md", "release.md", "design/"),
}

#: Pages of the site that lie beside docs/, not in it.
BESIDE = ("CHANGELOG.md", "CONTRIBUTING.md")


def source(page: str) -> Path:
    """Return the file of a page."""
    return (ROOT if page in BESIDE else DOCS) / page


def pages_of(entry: str) -> list[str]:
    """Return the pages of an entry: itself, or all of a folder, its first page first."""
    if not entry.endswith("/"):
        return [entry] if source(entry).exists() else []
    names = [path.name for path in (DOCS / entry).glob("*.md")]
    first = ("index.md", "README.md")
    return [f"{entry}{name}" for name in sorted(names, key=lambda name: (name not in first, name))]


def sections() -> Iterator[tuple[str, list[str]]]:
    """Yield the title of each section that has pages, with these."""
    for title, entries in SECTIONS.items():
        pages = [page for entry in entries for page in pages_of(entry)]
        if pages:
            yield title, pages


def navigation() -> list[dict[str, Any]]:
    """Return the navigation as MkDocs takes it; the folder of design pages is closed by itself."""
    found: list[dict[str, Any]] = []
    for title, pages in sections():
        if title == "Start":
            found.append({title: pages[0]})
        elif title == "Making of":
            inside = [page for page in pages if page.startswith("design/")]
            rest: list[Any] = [page for page in pages if page not in inside]
            found.append({title: [*rest, {"Decisions": inside}]})
        else:
            found.append({title: pages})
    return found


def lost_pages() -> set[str]:
    """Return the pages under docs/ that no section holds."""
    there = {str(PurePosixPath(path.relative_to(DOCS))) for path in DOCS.rglob("*.md")}
    return there - {page for _, pages in sections() for page in pages}


def heading(text: str) -> str:
    """Return the first heading of a page."""
    found = re.search(r"^# +(.+)$", text, re.MULTILINE)
    return found.group(1).strip() if found else ""


def first_paragraph(text: str) -> str:
    """Return the first paragraph of a page in one line, without links and pictures."""
    blocks = re.split(r"\n\s*\n", text.split("\n# ", 1)[-1] if "\n# " in text else text)
    for block in blocks:
        line = " ".join(block.split())
        if line and not re.match(r"[#|`<!:>-]", line):
            return re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", line)
    return ""
