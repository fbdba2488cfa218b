"""Inference: which outputs exist, which is best, and what a wrong one costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.inference.candidates import Candidates
    from linguine.inference.chain import Chain
    from linguine.inference.dependency_tree import DependencyTree
    from linguine.inference.label import Label
    from linguine.inference.structure import Structure
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".candidates": ["Candidates"],
            ".chain": ["Chain"],
            ".dependency_tree": ["DependencyTree"],
            ".label": ["Label"],
            ".structure": ["Structure"],
        },
    )

__all__ = ["Candidates", "Chain", "DependencyTree", "Label", "Structure"]
