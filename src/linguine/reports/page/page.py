"""A report as one page: no network, no other file, and no script but the one that searches."""

from __future__ import annotations

from linguine.reports.html import escaped, make_page
from linguine.reports.page.material import Material
from linguine.reports.page.script import SCRIPT
from linguine.reports.page.style import REPORT_STYLE
from linguine.reports.page.table import SECTIONS

__all__ = ["render_report"]


def render_report(material: Material) -> str:
    """Return the page: the sections of the table that this material has something for."""
    shown = [(section, section.render(material)) for section in SECTIONS]
    made = [(section, content) for section, content in shown if content is not None]
    links = "".join(f'<li><a href="#{each.name}">{each.title}</a></li>' for each, _ in made)
    lead = (
        '<a class="skip" href="#content">Skip to the content</a>\n'
        f'<nav class="contents" aria-label="sections"><ul>{links}</ul></nav>\n'
    )
    parts = []
    for section, content in made:
        about = f'<p class="about">{section.about}</p>\n' if section.about else ""
        parts.append(
            f'<section id="{section.name}" aria-labelledby="{section.name}-title">\n'
            f'<h2 id="{section.name}-title">{section.title}</h2>\n{about}{content}\n</section>'
        )
    said = f'<p class="subtitle" dir="auto">on {escaped(material.source)}</p>'
    return make_page(
        material.title, "\n".join([said, *parts]), style=REPORT_STYLE, lead=lead, script=SCRIPT
    )
