"""Scores of trees: counts of right heads and relations, and the shares that they make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.reports.score import Score, plain_data, score_table, with_interval
from linguine.reports.significance import wilson_interval
from linguine.reports.tables import format_table, percent

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
_OF_RELATIONS = {"las", "clas", "relation_accuracy", "complete_trees"}


class LengthScores(NamedTuple):
    """Scores of the sentences of some lengths; las is None if arcs have no relations."""

    n_sentences: int
    n_tokens: int
    uas: float
    las: float | None
    complete_heads: float


@dataclass(frozen=True)
class TreeScores:
    """Counts of right answers, and the shares that they make.

    What concerns relations is None if gold or the answer has none.

    Examples
    --------
    >>> scores = TreeScores(10, 2, 9, 1, 2, 9, 8, 1, (5, 5, 4))
    >>> scores.uas, scores.las, scores.clas, scores.complete_trees
    (0.9, 0.8, 0.8, 0.5)
    """

    n_tokens: int
    n_sentences: int  # that have tokens
    n_right_heads: int
    n_whole_heads: int  # sentences with all heads right
    n_right_roots: int  # sentences whose roots are all and only the right ones
    n_right_relations: int | None = None  # whatever the head
    n_right_arcs: int | None = None  # head and relation
    n_whole_arcs: int | None = None  # sentences with all heads and relations right
    content: tuple[int, int, int] | None = None  # content words: gold, predicted, right arcs

    @property
    def uas(self) -> float:
        """Share of tokens with the right head: unlabelled attachment score."""
        return self.n_right_heads / self.n_tokens

    @property
    def uas_interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of ``uas``, as if tokens were independent."""
        return wilson_interval(self.n_right_heads, self.n_tokens)

    @property
    def las(self) -> float | None:
        """Share of tokens with the right head and relation: labelled attachment score."""
        return None if self.n_right_arcs is None else self.n_right_arcs / self.n_tokens

    @property
    def las_interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval of ``las``, as if tokens were independent."""
        if self.n_right_arcs is None:
            return None
        return wilson_interval(self.n_right_arcs, self.n_tokens)

    @property
    def clas(self) -> float | None:
        """F1 of the labelled arcs of content words; None also if gold has no such word."""
        if self.content is None or not self.content[0]:
            return None
        return Score.of(*self.content).f1

    @property
    def relation_accuracy(self) -> float | None:
        """Share of tokens with the right relation, whatever their head."""
        return None if self.n_right_relations is None else self.n_right_relations / self.n_tokens

    @property
    def complete_heads(self) -> float:
        """Share of sentences with all heads right."""
        return self.n_whole_heads / self.n_sentences

    @property
    def complete_trees(self) -> float | None:
        """Share of sentences with all heads and relations right."""
        return None if self.n_whole_arcs is None else self.n_whole_arcs / self.n_sentences

    @property
    def root_accuracy(self) -> float:
        """Share of sentences with the right root."""
        return self.n_right_roots / self.n_sentences

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        names = (
            "n_tokens", "n_sentences", "uas", "uas_interval", "las", "las_interval", "clas",
            "relation_accuracy", "complete_heads", "complete_trees", "root_accuracy",
        )  # fmt: skip
        return plain_data(self, names)


@dataclass(frozen=True, eq=False)
class TreeEvaluation:
    """What predicted trees are worth; made by ``evaluate_trees``.

    Examples
    --------
    >>> evaluation = TreeEvaluation(TreeScores(4, 2, 3, 1, 2), TreeScores(3, 2, 3, 2, 2))
    >>> evaluation.to_dict()["uas"], evaluation.to_dict()["without_punctuation"]["uas"]
    (0.75, 1.0)
    """

    scores: TreeScores  # of all tokens, as the official scorer counts
    without_punctuation: TreeScores | None  # None if nothing else is there
    per_relation: dict[str, Score] = field(default_factory=dict)  # by name; none without relations
    per_length: dict[str, LengthScores] = field(default_factory=dict)  # by number of tokens
    per_distance: dict[str, Score] = field(default_factory=dict)  # from a token to its head
    outcomes: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))  # by tree

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON; the scores of all tokens are on the top level."""
        rest = self.without_punctuation
        return {
            **self.scores.to_dict(),
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
        if scores.las is not None and scores.las_interval is not None:
            parts.append(with_interval("LAS", scores.las, scores.las_interval, 2))
        if scores.clas is not None:
            parts.append(f"CLAS {percent(scores.clas, 2)}")
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
