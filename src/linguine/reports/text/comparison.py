"""Comparison: every algorithm on the same data, in one table with measured columns."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from linguine.errors import check_number
from linguine.reports.tables import duration, format_table, percent, shorten, size

__all__ = ["Comparison", "ComparisonRow"]

_HEADER = (
    "algorithm",
    "accuracy",
    "95 % interval",
    "macro-F1",
    "train",
    "predictions/s",
    "model size",
    "non-zero",
    "probabilities",
)


@dataclass(frozen=True)
class ComparisonRow:
    """What was measured of one algorithm.

    Parameters
    ----------
    algorithm
        Its name.
    accuracy, accuracy_interval, macro_f1
        On the test data; see ``Evaluation``.
    train_seconds
        Wall-clock time of training, features included.
    predictions_per_second
        Texts in a batch.
    model_bytes
        Size of the model file.
    nonzero_weights
        Weights that are not 0.
    has_probabilities
        True if the algorithm has ``predict_proba``.

    Examples
    --------
    >>> row = ComparisonRow("svm", 0.9, (0.85, 0.93), 0.89, 0.012, 52_000.0, 81_920, 5_120, True)
    >>> row.to_dict()["accuracy_interval"]
    [0.85, 0.93]
    """

    algorithm: str
    accuracy: float
    accuracy_interval: tuple[float, float]
    macro_f1: float
    train_seconds: float
    predictions_per_second: float
    model_bytes: int
    nonzero_weights: int
    has_probabilities: bool

    def __post_init__(self) -> None:
        fix = "Give what was measured."
        for name in ("accuracy", "macro_f1"):
            check_number("ComparisonRow", name, getattr(self, name), low=0, high=1, fix=fix)
        for name in ("train_seconds", "predictions_per_second", "model_bytes", "nonzero_weights"):
            check_number("ComparisonRow", name, getattr(self, name), low=0, fix=fix)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {**asdict(self), "accuracy_interval": list(self.accuracy_interval)}


@dataclass(frozen=True)
class Comparison:
    """A table of algorithms, in the order of the rows.

    Examples
    --------
    >>> row = ComparisonRow("svm", 0.9, (0.85, 0.93), 0.89, 0.012, 52_000.0, 81_920, 5_120, True)
    >>> print(Comparison((row,), n_train=450, n_test=150).to_text())
    450 texts to train on, 150 to test on
    <BLANKLINE>
    algorithm  accuracy     95 % interval  macro-F1  train  predictions/s  model size  ...
    -----------------------------------------------------------------------------...
    svm          90.0 %  85.0 % to 93.0 %     0.890  12 ms         52,000     81.9 kB  ...
    """

    rows: tuple[ComparisonRow, ...]
    n_train: int
    n_test: int

    def best(self) -> ComparisonRow:
        """Return the row with the highest accuracy; ties go to the smaller model."""
        return max(self.rows, key=lambda row: (row.accuracy, -row.model_bytes))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        rows = [row.to_dict() for row in self.rows]
        return {"n_train": self.n_train, "n_test": self.n_test, "algorithms": rows}

    def to_text(self) -> str:
        """Return the table as plain text."""
        cells = [
            (
                shorten(row.algorithm, 30),
                percent(row.accuracy),
                " to ".join(map(percent, row.accuracy_interval)),
                f"{row.macro_f1:.3f}",
                duration(row.train_seconds),
                f"{row.predictions_per_second:,.0f}",
                size(row.model_bytes),
                f"{row.nonzero_weights:,}",
                "yes" if row.has_probabilities else "no",
            )
            for row in self.rows
        ]
        head = f"{self.n_train:,} texts to train on, {self.n_test:,} to test on"
        return f"{head}\n\n{format_table(_HEADER, cells)}"
