"""Comparison of taggers: every algorithm on the same sentences, in one table."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from linguine.reports.tables import duration, format_table, percent, shorten, size

__all__ = ["TagComparison", "TagComparisonRow"]


@dataclass(frozen=True)
class TagComparisonRow:
    """What was measured of one algorithm.

    Parameters
    ----------
    algorithm
        Its name.
    token_accuracy, unknown_word_accuracy, f1
        On the test data; see ``TagEvaluation``. The last two may be None.
    train_seconds
        Wall-clock time of training, features included.
    tokens_per_second
        Features included, in a batch.
    model_bytes
        Size of the model file.
    nonzero_weights
        Weights that are not 0.
    has_probabilities
        True if the algorithm has ``predict_proba``.

    Examples
    --------
    >>> row = TagComparisonRow("crf", 0.96, 0.93, 0.94, 1.2, 5e5, 81_920, 5_120, True)
    >>> row.to_dict()["f1"]
    0.94
    """

    algorithm: str
    token_accuracy: float
    unknown_word_accuracy: float | None
    f1: float | None
    train_seconds: float
    tokens_per_second: float
    model_bytes: int
    nonzero_weights: int
    has_probabilities: bool

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class TagComparison:
    """A table of algorithms, in the order of the rows.

    Examples
    --------
    >>> row = TagComparisonRow("crf", 0.96, 0.93, 0.94, 1.2, 5e5, 81_920, 5_120, True)
    >>> print(TagComparison((row,), n_train=2000, n_test=500).to_text())
    2,000 tokens to train on, 500 to test on
    <BLANKLINE>
    algorithm  tokens  unknown words  span F1   train  tokens/s  model size  non-zero  ...
    ----------------------------------------------------------------------------...
    crf        96.0 %         93.0 %  94.00 %  1.20 s   500,000     81.9 kB     5,120  ...
    """

    rows: tuple[TagComparisonRow, ...]
    n_train: int
    n_test: int

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        rows = [row.to_dict() for row in self.rows]
        return {"n_train": self.n_train, "n_test": self.n_test, "algorithms": rows}

    def to_text(self) -> str:
        """Return the table as plain text; tags that spell no spans have no F1."""
        has_spans = any(row.f1 is not None for row in self.rows)
        header = ["algorithm", "tokens", "unknown words", *(["span F1"] if has_spans else [])]
        header += ["train", "tokens/s", "model size", "non-zero", "probabilities"]
        cells = []
        for row in self.rows:
            unknown = row.unknown_word_accuracy
            line = [
                shorten(row.algorithm, 30),
                percent(row.token_accuracy),
                "-" if unknown is None else percent(unknown),
            ]
            if has_spans:
                line.append("-" if row.f1 is None else f"{100 * row.f1:.2f} %")
            line += [
                duration(row.train_seconds),
                f"{row.tokens_per_second:,.0f}",
                size(row.model_bytes),
                f"{row.nonzero_weights:,}",
                "yes" if row.has_probabilities else "no",
            ]
            cells.append(line)
        head = f"{self.n_train:,} tokens to train on, {self.n_test:,} to test on"
        return f"{head}\n\n{format_table(header, cells)}"
