"""The script of a report: it unpacks the items, and draws those that are asked for."""

from __future__ import annotations

from pathlib import Path

__all__ = ["SCRIPT"]

#: It makes elements and texts only; nothing that comes from outside is ever read as HTML.
SCRIPT = Path(__file__).with_name("search.js").read_text(encoding="utf-8")
