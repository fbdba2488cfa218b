"""Explanations of clusters: which words spoke for one, and which words are its own."""

from __future__ import annotations

from typing import Any

from linguine.tasks.clusters.model import ClusterModel
from linguine.tasks.text.explanation import explain_asked

__all__ = ["explain_asked", "largest_weights"]


def largest_weights(model: ClusterModel, k: int) -> tuple[dict[Any, list[tuple[str, float]]], None]:
    """Return what an overview shows: the words of each cluster, with their lift in logarithms."""
    described = model.info["clusters"]
    return {
        y: [(str(word), float(lift)) for word, lift in each["words"][:k]]
        for y, each in zip(model.labels, described, strict=True)
    }, None
