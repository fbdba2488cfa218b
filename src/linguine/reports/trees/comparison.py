"""Comparison of parsers: every algorithm on the same trees, in one table."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from linguine.reports.tables import duration, format_table, percent, shorten, size

__all__ = ["TreeComparison", "TreeComparisonRow"]

Interval = tuple[float, float]


@dataclass(frozen=True)
class TreeComparisonRow:
    """What was measured of one algorithm.

    Parameters
    ----------
    algorithm
        Its name.
    uas, uas_interval, las, las_interval
        On the test data; see ``TreeScores``. The last two are None without relations.
    train_seconds
        Wall-clock time of training.
    sentences_per_second
        Features included, in a batch.
    model_bytes
        Size of the model file.
    has_probabilities
        True if confidences are probabilities.

    Examples
    --------
    >>> row = TreeComparisonRow("mira", 0.9, (0.8, 0.95), 0.8, (0.7, 0.9), 1.2, 5e3, 81_920, False)
    >>> row.to_dict()["las_interval"]
    [0.7, 0.9]
    """

    algorithm: str
    uas: float
    uas_interval: Interval
    las: float | None
    las_interval: Interval | None
    train_seconds: float
    sentences_per_second: float
    model_bytes: int
    has_probabilities: bool

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        values = asdict(self).items()
        return {name: list(each) if isinstance(each, tuple) else each for name, each in values}


@dataclass(frozen=True)
class TreeComparison:
    """A table of algorithms, in the order of the rows.

    Examples
    --------
    >>> row = TreeComparisonRow("mira", 0.9, (0.8, 0.95), 0.8, (0.7, 0.9), 1.2, 5e3, 81_920, False)
    >>> print(TreeComparison((row,), n_train=2000, n_test=500).to_text())
    2,000 sentences to train on, 500 to test on
    <BLANKLINE>
    algorithm      UAS      LAS     95 % interval   train  sentences/s  model size  probabilities
    ---------------------------------------------------------------------------------------------
    mira       90.00 %  80.00 %  70.0 % to 90.0 %  1.20 s        5,000     81.9 kB             no
    """

    rows: tuple[TreeComparisonRow, ...]
    n_train: int
    n_test: int

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        rows = [row.to_dict() for row in self.rows]
        return {"n_train": self.n_train, "n_test": self.n_test, "algorithms": rows}

    def to_text(self) -> str:
        """Return the table as plain text; without relations the interval is that of UAS."""
        has_relations = any(row.las is not None for row in self.rows)
        header = ["algorithm", "UAS", *(["LAS"] if has_relations else []), "95 % interval"]
        header += ["train", "sentences/s", "model size", "probabilities"]
        cells = []
        for row in self.rows:
            line = [shorten(row.algorithm, 30), percent(row.uas, 2)]
            if has_relations:
                line.append("-" if row.las is None else percent(row.las, 2))
            interval = row.uas_interval if row.las_interval is None else row.las_interval
            line += [
                " to ".join(map(percent, interval)),
                duration(row.train_seconds),
                f"{row.sentences_per_second:,.0f}",
                size(row.model_bytes),
                "yes" if row.has_probabilities else "no",
            ]
            cells.append(line)
        head = f"{self.n_train:,} sentences to train on, {self.n_test:,} to test on"
        return f"{head}\n\n{format_table(header, cells)}"
