"""Inference: which outputs exist and what a wrong one costs."""

from linguine.inference.label import Label

__all__ = ["Label"]
