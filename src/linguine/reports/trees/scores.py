"""Scores of trees: shares of right heads and relations, of all tokens and of some."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.reports.evaluation import Score, plain_data, score_table
from linguine.reports.judging.ledger import Interval, Ledger
from linguine.reports.tables import format_table, percent, with_interval

__all__ = ["LengthScores", "TreeEvaluation", "TreeScores"]

#: Columns of tables: their titles, and the digits of a share; a count has none.
_COLUMNS = {
    "uas": ("UAS", 2),
    "las": ("LAS", 2),
    "clas": ("CLAS", 2),
    "relation_accuracy": ("relation", 2),
    "complete_heads": ("all heads right", 1),
    "complete_trees": ("whole tree right", 1),
    "root_accuracy": ("right root", 1),
    "n_sentences": ("sentences", None),
    "n_tokens": ("tokens", None),
}
_SHARES = (
    "n_tokens", "n_sentences", "uas", "uas_interval", "las", "las_interval", "clas",
    "relation_accuracy", "complete_heads", "complete_trees", "root_accuracy",
)  # fmt: skip
_OF_RELATIONS = {"las", "clas", "relation_accuracy", "complete_trees"}


class LengthScores(NamedTuple):
    """Scores of the sentences of some lengths; las is None if arcs have no relations."""

    n_sentences: int
    n_tokens: int
    uas: float
    las: float | None
    complete_heads: float


@dataclass(frozen=True, kw_only=True)
class TreeScores:
    """Shares of right answers; what concerns relations is None if gold or the answer has none."""

    n_tokens: int
    n_sentences: int  # that have tokens
    uas: float  # share of tokens with the right head: unlabelled attachment score
    las: float | None = None  # right head and relation: labelled attachment score
    clas: float | None = None  # F1 of the arcs of content words; None also if gold has none
    relation_accuracy: float | None = None  # right relation, whatever the head
    complete_heads: float  # share of sentences with all heads right
    complete_trees: float | None = None  # and all relations
    root_accuracy: float  # share of sentences whose roots are all and only the right ones
    count: Callable[[], Ledger] = Ledger.empty  # counts what each sentence adds to the scores

    @cached_property
    def ledger(self) -> Ledger:
        """What each sentence adds to the scores; counted when it is asked for."""
        return self.count()

    @property
    def uas_interval(self) -> Interval:
        """The 95 % interval of UAS; whole sentences are drawn."""
        return self.ledger.interval("uas")

    @property
    def las_interval(self) -> Interval:
        """The 95 % interval of LAS."""
        return self.ledger.interval("las")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return plain_data(self, _SHARES)


@dataclass(frozen=True, eq=False)
class TreeEvaluation:
    """What predicted trees are worth; made by ``evaluate_trees``."""

    scores: TreeScores  # of all tokens, as the official scorer counts
    without_punctuation: TreeScores | None  # None if nothing else is there
    per_relation: dict[str, Score]  # by name; none without relations
    per_length: dict[str, LengthScores]  # by number of tokens
    per_distance: dict[str, Score]  # from a token to its head
    outcomes: NDArray[np.int64]  # right arcs of each tree

    @property
    def ledger(self) -> Ledger:
        """What each sentence adds to the scores."""
        return self.scores.ledger

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON; the scores of all tokens are on the top level."""
        rest = self.without_punctuation
        return {
            **self.scores.to_dict(),
            "intervals": self.ledger.to_dict(),
            "without_punctuation": None if rest is None else rest.to_dict(),
            "per_relation": {name: each._asdict() for name, each in self.per_relation.items()},
            "per_length": {name: each._asdict() for name, each in self.per_length.items()},
            "per_distance": {name: each._asdict() for name, each in self.per_distance.items()},
        }

    def to_text(self) -> str:
        """Return tables: the summary, the scores, by relation, length and distance."""
        every = {"all tokens": self.scores, "without punctuation": self.without_punctuation}
        scores = {name: each for name, each in every.items() if each is not None}
        tables = [self._summary(), self._table("", scores, _COLUMNS.keys() - {"n_sentences"})]
        if self.per_relation:
            tables.append(score_table("relation", self.per_relation.items()))
        tables.append(self._table("words in sentence", self.per_length, LengthScores._fields))
        tables.append(score_table("distance to head", self.per_distance.items()))
        return "\n\n".join(tables)

    def _summary(self) -> str:
        scores = self.scores
        parts = [with_interval("UAS", scores.uas, scores.uas_interval, 2)]
        if scores.las is not None:
            parts.append(with_interval("LAS", scores.las, scores.las_interval, 2))
        if scores.clas is not None:
            parts.append(with_interval("CLAS", scores.clas, self.ledger.interval("clas"), 2))
        counted = f"{scores.n_tokens:,} tokens in {scores.n_sentences:,} sentences"
        return f"{counted}, punctuation counted: {'; '.join(parts)}"

    def _table(self, title: str, rows: Mapping[str, Any], names: Iterable[str]) -> str:
        hidden = _OF_RELATIONS if self.scores.las is None else set()
        columns = {name: _COLUMNS[name] for name in _COLUMNS if name in {*names} - hidden}
        header = [title, *(heading for heading, _ in columns.values())]
        return format_table(header, [[name, *_cells(each, columns)] for name, each in rows.items()])


def _cells(scores: Any, columns: Mapping[str, tuple[str, int | None]]) -> list[str]:
    values = [(getattr(scores, name), digits) for name, (_, digits) in columns.items()]
    return [f"{n:,}" if digits is None else percent(n, digits) for n, digits in values]
