"""Standing in a file: how far an online learner came, for those who go on."""

from __future__ import annotations

from typing import Any

from linguine.learning.standing import Standing
from linguine.model.file.loaded_model import LoadedModel

__all__ = ["pack_standing", "read_standing"]


def pack_standing(memory: Standing | None) -> dict[str, Any]:
    """Return what a configuration holds of it; nothing of learners that do not go on.

    Examples
    --------
    >>> pack_standing(Standing(10, 5))["standing"]["n_steps"], pack_standing(None)
    (10, {})
    """
    return {} if memory is None else {"standing": memory.to_config()}


def read_standing(loaded: LoadedModel) -> Standing | None:
    """Return what a file says, which its schema has checked."""
    standing = loaded.config.get("standing")
    return None if standing is None else Standing.from_config(standing)
