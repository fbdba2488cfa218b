"""Summary: the figures that are compared, large, and what was looked at."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from linguine.reports.judging.figures import Figure
from linguine.reports.judging.ledger import Ledger
from linguine.reports.page.material import Material
from linguine.reports.page.parts import facts, figure_tile

__all__ = ["render"]


def render(material: Material) -> str | None:
    """Return figures as tiles, and facts about the test file."""
    if material.is_pair:
        return None
    ledger = material.evaluation.ledger
    tiles = [
        figure_tile(
            each.name, ledger.values[each.name], ledger.interval(each.name), is_share=each.is_share
        )
        for each in _worth_telling(ledger)
    ]
    rows = list(material.facts.items())
    rows += getattr(material.evaluation, "notes", {}).items()  # not all have some
    if material.items is not None:
        n_wrong = int(np.count_nonzero(~material.items.is_right))
        rows.append((f"of them {material.items.verdicts[1]}", f"{n_wrong:,}"))
    shown = f'<dl class="tiles">{"".join(tiles)}</dl>' if tiles else ""
    return f"{shown}\n{facts(rows)}"


def _worth_telling(ledger: Ledger) -> Iterator[Figure]:
    """Yield the figures but for those that say the same: all was answered, all tokens are known."""
    seen: set[float] = set()
    for each in ledger.figures:
        value = ledger.values.get(each.name, math.nan)
        if math.isnan(value) or value in seen or (seen and value == 1):
            continue
        seen.add(value)
        yield each
