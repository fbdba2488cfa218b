"""Changes: what one of two models has right and the other wrong, and why."""

from __future__ import annotations

from linguine.reports.html import escaped
from linguine.reports.page.material import Material
from linguine.reports.page.sections.errors import render_judged

__all__ = ["render"]


def render(material: Material) -> str | None:
    """Return the largest changes each way."""
    if not material.is_pair:
        return None
    shown = []
    for title, n, examples in material.changes:
        inside = "\n".join(render_judged(material, each) for each in examples)
        nothing = '<p class="card">None.</p>'
        shown.append(f"<h3>{escaped(title)}: {n:,}</h3>\n{inside or nothing}")
    return "\n".join(shown) or None
