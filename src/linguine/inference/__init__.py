"""Inference: which outputs exist, which is best, and what a wrong one costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.inference.candidates import Candidates as Candidates
    from linguine.inference.chain import Chain as Chain
    from linguine.inference.dependency_tree import DependencyTree as DependencyTree
    from linguine.inference.factor_graph import FactorGraph as FactorGraph
    from linguine.inference.label import Label as Label
    from linguine.inference.structure import Structure as Structure
else:
    __getattr__, __dir__, __all__ = lazy_exports(
        __name__,
        {
            ".candidates": ["Candidates"],
            ".chain": ["Chain"],
            ".dependency_tree": ["DependencyTree"],
            ".factor_graph": ["FactorGraph"],
            ".label": ["Label"],
            ".structure": ["Structure"],
        },
    )
