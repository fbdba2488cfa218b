"""Checking brackets: words that are there twice, and what they are said to be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.data.splitting.same import first_of
from linguine.reports.checks.evidence import Evidence

if TYPE_CHECKING:
    from linguine.data import Constituents
    from linguine.reports.checks.doubts import Doubts
    from linguine.tasks.task import Settings

__all__ = ["find_doubts", "gather"]


def gather(data: Constituents) -> Evidence:
    """Return the sentences with their trees."""
    return Evidence(data, first_of(np.array(data.to_brackets())))


def find_doubts(data: Constituents, settings: Settings, progress: Any) -> Doubts | None:
    """Return nothing: how far a bracket is believed by other trees is not asked yet."""
    return None
