r"""Evaluation: what every task's judgement of answers can be asked for, and is made of.

Scores say what was found among what was there:

.. math:: P = \frac{n_{correct}}{n_{predicted}}, \quad R = \frac{n_{correct}}{n_{gold}}, \quad
    F_1 = \frac{2 n_{correct}}{n_{predicted} + n_{gold}}

where nothing divided by nothing is 0, as the scorers of the CoNLL tasks have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError
from linguine.reports.tables import format_table, shorten
from linguine.reports.text.confusion import Confusion, FewCells

if TYPE_CHECKING:
    from linguine.reports.judging.ledger import Ledger

__all__ = [
    "Evaluation",
    "Score",
    "check_mask",
    "list_confusions",
    "plain_data",
    "score_table",
    "tally",
]

Counts = NDArray[np.int64]

#: Confusions that are listed.
_N_CONFUSIONS = 10


class Evaluation(Protocol):
    """What answers are worth: as plain data, and as tables to read."""

    @property
    def outcomes(self) -> NDArray[np.int64]:
        """How much of each example is right, to compare it with others."""
        ...

    @property
    def ledger(self) -> Ledger:
        """What each example adds to the scores: for intervals, paired tests and slices."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        ...

    def to_text(self) -> str:
        """Return tables."""
        ...


class Score(NamedTuple):
    """Precision, recall and F1 of one kind of thing, and how often gold has it.

    Examples
    --------
    >>> Score.of(4, 1, 1)
    Score(precision=1.0, recall=0.25, f1=0.4, support=4)
    """

    precision: float
    recall: float
    f1: float
    support: int

    @classmethod
    def of(cls, n_gold: int, n_predicted: int, n_correct: int) -> Score:
        """Return the scores of counts."""
        precision = n_correct / n_predicted if n_predicted else 0.0
        recall = n_correct / n_gold if n_gold else 0.0
        f1 = 2 * n_correct / (n_gold + n_predicted) if n_gold + n_predicted else 0.0
        return cls(precision, recall, f1, n_gold)

    @classmethod
    def of_each(cls, gold: Counts, predicted: Counts, correct: Counts) -> list[Score]:
        """Return the scores of columns of counts : (n,) each."""
        columns = (column.tolist() for column in (gold, predicted, correct))
        return [cls.of(*row) for row in zip(*columns, strict=True)]


def tally(
    names: Sequence[str], gold: Counts, predicted: Counts, correct: Counts
) -> dict[str, Score]:
    """Return the scores of what occurs in gold or predicted, by name."""
    scores = zip(names, Score.of_each(gold, predicted, correct), gold + predicted, strict=True)
    return {name: score for name, score, n in scores if n}


def score_table(title: str, rows: Iterable[tuple[str, Score]]) -> str:
    """Return a table of scores by name."""
    lines = [
        [shorten(name, 30), *(f"{each:.3f}" for each in score[:3]), f"{score.support:,}"]
        for name, score in rows
    ]
    return format_table([title, *Score._fields], lines)


def list_confusions(confusion: Confusion, names: Sequence[str]) -> str:
    """Return a table of what was most often taken for what; nothing if all was right."""
    if isinstance(confusion, FewCells):
        found = confusion.worst(_N_CONFUSIONS)
    else:
        wrong = confusion - np.diag(confusion.diagonal())
        worst = np.argsort(-wrong, axis=None, kind="stable")[:_N_CONFUSIONS]
        places = [divmod(int(place), len(names)) for place in worst if wrong.flat[place]]
        found = [(g, p, int(wrong[g, p])) for g, p in places]
    rows = [[names[g], names[p], f"{n:,}"] for g, p, n in found]
    return format_table(["gold", "predicted as", "times"], rows, n_left=2) if rows else ""


def plain_data(scores: Any, names: Iterable[str]) -> dict[str, Any]:
    """Return what is called so, for JSON: intervals become lists."""
    values = {name: getattr(scores, name) for name in names}
    return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}


def check_mask(name: str, mask: Any, n_tokens: int, fix: str) -> NDArray[np.bool_]:
    """Return what is said about each token, or raise DataError."""
    found: NDArray[Any] = np.asarray(mask)
    if found.dtype != np.bool_ or found.shape != (n_tokens,):
        raise DataError(
            f"{name} must be True or False for each of {n_tokens} tokens; got {found.dtype} "
            f"{found.shape}. {fix}"
        )
    return found
