"""Serving: the command line, where files go in and answers come out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.serving.app import main as main
else:
    __getattr__, __dir__, __all__ = lazy_exports(__name__, {".app": ["main"]})
