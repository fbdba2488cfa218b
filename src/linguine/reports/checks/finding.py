"""Findings: what is odd about data, where, and what to do about it."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.reports.tables import percent, shorten

__all__ = ["Checkup", "Finding", "Item"]

#: Items of a finding that are shown; JSON has all that it brings.
_SHOWN = 5


class Item(NamedTuple):
    """One place where it is so."""

    place: str  # file:line
    text: str
    note: str = ""


@dataclass(frozen=True, eq=False)
class Finding:
    """Something that is odd about some data.

    Parameters
    ----------
    kind
        Its name in JSON: duplicates, leaks, suspicious, ...
    said
        What it is, in a line without the count.
    advice
        What to do.
    items
        The places, the worst first.
    n
        How many there are, if more than the items.
    dropped
        Examples that a cleaned copy does not have.
    is_share
        Whether it counts examples, so that their share means something.
    """

    kind: str
    said: str
    advice: str
    items: Sequence[Item] = ()
    n: int | None = None
    dropped: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    is_share: bool = True

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.items) if self.n is None else self.n


@dataclass(frozen=True, eq=False)
class Checkup:
    """All that was found, and what was looked at."""

    source: str
    unit: str
    n: int
    findings: Sequence[Finding]

    def dropped(self) -> NDArray[np.bool_]:
        """Return which examples a cleaned copy does not have : (n,)."""
        gone = np.zeros(self.n, np.bool_)
        for each in self.findings:
            gone[each.dropped] = True
        return gone

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "source": self.source,
            "n": self.n,
            "n_dropped_by_fix": int(self.dropped().sum()),
            "findings": [
                {
                    "kind": each.kind,
                    "n": each.count,
                    "said": each.said,
                    "advice": each.advice,
                    "items": [item._asdict() for item in each.items],
                }
                for each in self.findings
            ],
        }

    def to_text(self) -> str:
        """Return a paragraph for each finding, and what was looked at."""
        head = f"{self.source}: {self.n:,} {self.unit}"
        if not self.findings:
            return f"{head}, nothing odd was found"
        width = max(60, shutil.get_terminal_size().columns)
        blocks = [head]
        for each in self.findings:
            share = f" ({percent(each.count / self.n)})" if self.n and each.is_share else ""
            lines = [f"{each.kind}: {each.count:,}{share} {each.said}", f"  {each.advice}"]
            for item in each.items[:_SHOWN]:
                told = f"  {item.place}  {item.note + '  ' if item.note else ''}| "
                lines.append(told + shorten(item.text, max(20, width - len(told) - 1)))
            blocks.append("\n".join(lines))
        return "\n\n".join(blocks)
