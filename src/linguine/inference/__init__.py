"""Inference: which outputs exist and what a wrong one costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.inference.dependency import DependencyTree
    from linguine.inference.label import Label
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".dependency": ["DependencyTree"],
            ".label": ["Label"],
        },
    )

__all__ = ["DependencyTree", "Label"]
