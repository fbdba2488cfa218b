"""Tuning: what settings are worth on held-out examples, as a table and as a picture."""

from __future__ import annotations

from linguine.reports.tuning.result import Honest, Tried, Tuning

__all__ = ["Honest", "Tried", "Tuning"]
