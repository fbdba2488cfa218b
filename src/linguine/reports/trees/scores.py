"""Scores of trees: counts of right heads and relations, and the shares that they make."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.reports.score import Score
from linguine.reports.significance import wilson_interval

__all__ = ["LengthScores", "TreeEvaluation", "TreeScores"]


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
        values = {name: getattr(self, name) for name in names}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in values.items()
        }


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
        from linguine.reports.trees.tables import render_tree_evaluation

        return render_tree_evaluation(self)
