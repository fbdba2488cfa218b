"""Numbers: right scores against answers, a point for each text."""

from __future__ import annotations

import numpy as np

from linguine.reports.explanation import name_number
from linguine.reports.judging.plot import nice_ticks
from linguine.reports.page.charts import Axis, chart, legend, line, points
from linguine.reports.page.material import Material
from linguine.reports.page.parts import SIDES, card

__all__ = ["render"]

#: Points that are drawn; more hide each other.
_MOST = 600


def render(material: Material) -> str | None:
    """Return the picture."""
    found = [
        (letter, kind, side, side.answered.numbers)
        for (letter, kind), side in zip(SIDES, material.sides, strict=False)
        if side.answered.numbers is not None
    ]
    if not found or found[0][3] is None:
        return None
    gold = found[0][3][0]
    both = np.concatenate([gold, *(each[3][1] for each in found if each[3] is not None)])
    low, high = (float(each) for each in (both.min(), both.max()))
    ticks = nice_ticks(low, high, 5)
    x, y = Axis(low, high, ticks, "right score"), Axis(low, high, ticks, "answer")
    generator = np.random.default_rng(0)
    chosen = np.sort(generator.permutation(len(gold))[:_MOST])
    # Scores are often few different numbers: a little to the side each can be seen.
    is_few = len(np.unique(gold)) <= 20
    beside = (high - low) * 0.02 * is_few * generator.uniform(-1, 1, len(chosen))
    marks = [line(x, y, ((low, low), (high, high)), "quiet dashed")]
    entries = [("quiet dashed", "no miss")]
    for letter, kind, side, numbers in found:
        assert numbers is not None
        rows = zip((gold[chosen] + beside).tolist(), numbers[1][chosen].tolist(), strict=True)
        marks.append(points(x, y, [(right, said, "") for right, said in rows], f"{kind} small"))
        entries.append((kind, f"{letter}: {side.model}" if material.is_pair else "a text"))
    text = f"Right scores from {name_number(float(gold.min()))} to {name_number(float(gold.max()))}"
    text += f"; {len(chosen):,} of {len(gold):,} texts are drawn."
    drawn = chart(x, y, marks, name="answers against right scores", text=text, kind="square")
    return card(f'<div class="beside">{drawn}<div><p>{text}</p>{legend(entries)}</div></div>')
