"""Inference: which outputs exist and what a wrong one costs."""

from linguine.inference.dependency import DependencyTree
from linguine.inference.label import Label

__all__ = ["DependencyTree", "Label"]
