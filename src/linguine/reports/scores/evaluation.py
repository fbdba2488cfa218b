"""Evaluation of scores: how far answers miss, whether they are in order, what intervals hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.reports.evaluation import plain_data
from linguine.reports.explanation import name_number
from linguine.reports.judging.ledger import Ledger
from linguine.reports.tables import percent

__all__ = ["ScoreEvaluation", "shown_number"]

_FIGURES = ("n", "r2", "mae", "rmse", "spearman")
_ORDERED = ("kendall", "accuracy", "within_one")
_HELD = ("coverage", "promised", "mean_width")
#: What figures with an interval are called in the table, and how they are written.
_NAMES = {
    "R²": "r2", "MAE": "mae", "RMSE": "rmse", "accuracy": "accuracy", "within one": "within_one",
    "coverage": "coverage",
}  # fmt: skip
_PERCENT, _MISSES = ("accuracy", "within one", "coverage"), ("MAE", "RMSE")


@dataclass(frozen=True, eq=False, kw_only=True)
class ScoreEvaluation:
    """What answers are worth; made by ``evaluate_scores``.

    ``r2`` is None where all right numbers are equal, ``spearman`` where all on one side are.
    ``kendall``, ``accuracy`` and ``within_one`` are of ordered values; ``coverage`` is the share of
    intervals that hold the right number, ``promised`` what it should be.

    Examples
    --------
    >>> ScoreEvaluation(n=2, r2=0.5, mae=1.0, rmse=1.5, spearman=1.0).to_dict()["mae"]
    1.0
    """

    n: int
    r2: float | None
    mae: float
    rmse: float
    spearman: float | None
    mean_gold: float = 0.0
    mean_answer: float = 0.0
    kendall: float | None = None
    accuracy: float | None = None
    within_one: float | None = None
    coverage: float | None = None
    promised: float | None = None
    mean_width: float | None = None
    outcomes: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    ledger: Ledger = field(default_factory=Ledger.empty)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON; what is about ordered values, if they are ordered."""
        ordered = () if self.within_one is None else _ORDERED
        made = plain_data(self, (*_FIGURES, "mean_gold", "mean_answer", *ordered, *_HELD))
        return made | {"intervals": self.ledger.to_dict()}

    def to_text(self) -> str:
        """Return a table: what, how much, and what that means."""
        number = shown_number
        rows = [
            ("R²", _three(self.r2), "share of the scores' variance that is explained"),
            ("MAE", number(self.mae), "mean miss"),
            ("RMSE", number(self.rmse), "root of the mean squared miss"),
            ("Spearman", _three(self.spearman), "how far the order is right, from -1 to 1"),
        ]
        if self.within_one is not None:
            rows += [
                ("Kendall", _three(self.kendall), "the same by pairs, tau-b"),
                ("accuracy", percent(self.accuracy), "answers that are the right value"),
                ("within one", percent(self.within_one), "or one beside it"),
            ]
        if self.coverage is not None and self.promised is not None:
            rows.append(
                (
                    "coverage",
                    percent(self.coverage),
                    f"intervals that hold the right score; {percent(self.promised)} were promised",
                )
            )
            rows.append(("width", number(self.mean_width), "of these intervals, on average"))
        ends = [self._ends(name) for name, *_ in rows]
        first, second = (max(len(row[i]) for row in rows) for i in (0, 1))
        third = max(map(len, ends))
        lines = [
            f"{name:<{first}}  {value:>{second}}  {end:<{third}}  {what}"
            for (name, value, what), end in zip(rows, ends, strict=True)
        ]
        means = f"right scores {number(self.mean_gold)} on average, answers "
        return "\n".join([f"{self.n:,} texts: {means}{number(self.mean_answer)}", "", *lines])

    def _ends(self, title: str) -> str:
        """Return the interval of a figure, as it is written beside it."""
        found = self.ledger.interval(_NAMES.get(title, ""))
        if found is None:
            return ""
        show = percent if title in _PERCENT else shown_number if title in _MISSES else _three
        return f"({show(found[0])} to {show(found[1])})"


def shown_number(number: float | None) -> str:
    """Return a number as people write it; a dash for one that there is not."""
    return "-" if number is None else name_number(number)


def _three(number: float | None) -> str:
    return "-" if number is None else f"{number:.3f}"
