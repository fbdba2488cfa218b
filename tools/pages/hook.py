"""What MkDocs asks while it builds the site (``mkdocs.yml`` names this file)."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.pages.equations import with_numbers
from tools.pages.links import for_the_site
from tools.pages.machines import address, index
from tools.pages.navigation import BESIDE, ROOT, navigation, sections, source

#: What a page would fetch from another machine when it is opened.
FETCHED = re.compile(
    r"""<(?:script|img|iframe|source|audio|video)\b[^>]*\bsrc=["']?(?:https?:)?//"""
    r"""|<link\b(?=[^>]*\brel=["']?(?:stylesheet|preconnect|preload|icon))[^>]*\bhref=["']?(?:https?:)?//"""
    r"""|url\(["']?(?:https?:)?//|@import\s+["'](?:https?:)?//""",
    re.IGNORECASE,
)


def on_config(config: Any) -> Any:
    """Take the navigation from the table."""
    config["nav"] = navigation()
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that lie beside docs/."""
    for name in BESIDE:
        files.append(
            File.generated(config, name, content=(ROOT / name).read_text(encoding="utf-8"))
        )
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Turn links between files into links between pages."""
    where = page.file.src_uri
    if where == "equations.md":
        markdown = with_numbers(markdown)
    return for_the_site(markdown, source(where), where)


def on_post_build(config: Any) -> None:
    """Write what programs read, and refuse a site that would fetch from elsewhere."""
    site = Path(config["site_dir"])
    (site / "llms.txt").write_text(index(), encoding="utf-8")
    for _, pages in sections():
        for page in pages:
            target = site / address(page)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source(page), target)
    for path in [*site.rglob("*.html"), *site.rglob("*.css")]:
        found = FETCHED.search(path.read_text(encoding="utf-8"))
        if found:
            raise PluginError(
                f"The site must not fetch anything from other machines; {path.relative_to(site)} "
                f"has {found.group()!r}. Put the file into docs/ and link that."
            )
