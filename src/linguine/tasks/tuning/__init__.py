"""Tuning: settings are tried on held-out examples, for every task alike."""

from __future__ import annotations

from linguine.tasks.tuning.choosing import tune

__all__ = ["tune"]
