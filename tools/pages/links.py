"""Links between pages: where they lead, and what the site makes of those that leave docs/."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from .navigation import BESIDE, DOCS, ROOT

#: A link or a picture: its text and where it leads. Code is taken out before.
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
CODE = re.compile(r"^(`{3,}).*?^\1`*\s*?$|``[^\n]*?``|`[^`\n]*`", re.MULTILINE | re.DOTALL)
ELSEWHERE = re.compile(r"[a-z]+:")


def without_code(text: str) -> str:
    """Return a page with blanks where code is, so that nothing in code is taken for a link."""
    return CODE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


def slug(title: str) -> str:
    """Return the anchor of a heading, as code hosts and the site both make it."""
    plain = re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", title).replace("`", "")
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def anchors(text: str) -> set[str]:
    """Return the anchors of a page; a heading that is there twice has a number behind."""
    found: dict[str, int] = {}
    made = set()
    for title in re.findall(r"^#{1,6} +(.+?)\s*$", without_fences(text), re.MULTILINE):
        name = slug(title)
        times = found.get(name, 0)
        found[name] = times + 1
        made.add(f"{name}_{times}" if times else name)
    return made | set(re.findall(r'\bid="([^"]+)"', text))


def without_fences(text: str) -> str:
    """Return a page without its blocks of code; code within lines stays."""
    return re.sub(r"^(`{3,}).*?^\1`*\s*?$", "", text, flags=re.MULTILINE | re.DOTALL)


def faults(path: Path) -> Iterator[str]:
    """Say which links of a page lead nowhere."""
    text = path.read_text(encoding="utf-8")
    for found in LINK.finditer(without_code(text)):
        link = found.group(3)
        if ELSEWHERE.match(link):
            continue
        where, _, anchor = link.partition("#")
        target = (path.parent / where).resolve() if where else path
        line = text.count("\n", 0, found.start()) + 1
        place = f"{os.path.relpath(path, ROOT)}:{line}: ({link})"
        if not target.exists():
            yield f"{place}: there is no {os.path.relpath(target, ROOT)}"
        elif anchor and target.suffix == ".md":
            there = anchors(target.read_text(encoding="utf-8"))
            if anchor not in there:
                yield f"{place}: {target.name} has no heading #{anchor}, but {sorted(there)}"


def for_the_site(text: str, path: Path, page: str) -> str:
    """Return a page whose links lead to pages of the site; a link out of docs/ becomes its text."""
    blanked = without_code(text)
    made, end = [], 0
    for found in LINK.finditer(blanked):
        made += [text[end : found.start()], _mapped(text, found, path, page)]
        end = found.end()
    return "".join([*made, text[end:]])


def _mapped(text: str, found: re.Match[str], path: Path, page: str) -> str:
    link = found.group(3)
    shown = text[found.start(2) : found.end(2)]
    where, mark, anchor = link.partition("#")
    if ELSEWHERE.match(link) or not where:
        return text[found.start() : found.end()]
    target = (path.parent / where).resolve()
    if target.is_dir() and (target / "README.md").exists():
        target /= "README.md"
    if target.parent == ROOT and target.name in BESIDE:
        inside = Path(target.name)
    elif target.is_relative_to(DOCS) and target.is_file():
        inside = target.relative_to(DOCS)
    else:
        return shown
    relative = os.path.relpath(inside, Path(page).parent).replace(os.sep, "/")
    return f"{found.group(1)}[{shown}]({relative}{mark}{anchor})"
