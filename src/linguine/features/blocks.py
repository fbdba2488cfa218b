"""Blocks: which features are normalised together, left alone, or switched off."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from linguine import _core

__all__ = ["OFF", "RAW", "Blocks", "switch_off"]

#: Blocks that the core treats in their own way: left alone, and switched off.
RAW, OFF = 255, 254


class Blocks:
    """The blocks of a vocabulary's features; without keys, of hash buckets: all are one block."""

    def __init__(self, plan: _core.Plan, keys: NDArray[np.uint64] | None = None) -> None:
        self._plan = plan
        self._kinds = None if keys is None else plan.kinds(keys)
        self._made: dict[tuple[bool, tuple[int, ...]], tuple[NDArray[np.uint8], int]] = {}

    def choose(
        self, per_template: bool, without: Collection[int] = ()
    ) -> tuple[NDArray[np.uint8] | None, int]:
        """Return the block of each feature (None: all are in one) and how many there are.

        There is one block, or one for each template; kinds of features may be switched off.
        """
        if self._kinds is None or not (per_template or without or self._plan.has_raw):
            return None, 1
        choice = (per_template, tuple(without))
        if choice not in self._made:  # as long as the vocabulary: made once, not per call
            table, n_blocks = self._table(per_template, without)
            self._made[choice] = table[self._kinds], n_blocks
        return self._made[choice]

    def without(self, kinds: Collection[int]) -> NDArray[np.bool_]:
        """Return which features are not of these kinds."""
        assert self._kinds is not None
        return ~np.isin(self._kinds, list(kinds))

    def _table(self, per_template: bool, without: Collection[int]) -> tuple[NDArray[np.uint8], int]:
        """Return the block of each kind."""
        raw, owners = self._plan.raw_kinds, self._plan.owners
        counted = [kind for kind in range(len(owners)) if not raw[kind] and kind not in without]
        numbers = {owner: i for i, owner in enumerate(dict.fromkeys(owners[k] for k in counted))}
        table = np.full(64, OFF, np.uint8)
        for kind in counted:
            table[kind] = numbers[owners[kind]] if per_template else 0
        for kind, is_raw in enumerate(raw):
            if is_raw:
                table[kind] = RAW
        return table, max(1, len(numbers)) if per_template else 1


def switch_off(blocks: NDArray[np.uint8] | None, unknown: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return the blocks with unknown features switched off; raw ones stay."""
    known = np.zeros(len(unknown), np.uint8) if blocks is None else blocks.copy()
    known[unknown & (known != RAW)] = OFF
    return known
