"""Evaluation: what every task's judgement of answers can be asked for."""

from __future__ import annotations

from typing import Any, Protocol

__all__ = ["Evaluation"]


class Evaluation(Protocol):
    """What answers are worth: as plain data, and as tables to read."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        ...

    def to_text(self) -> str:
        """Return tables."""
        ...
