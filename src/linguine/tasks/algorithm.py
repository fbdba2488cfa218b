"""Algorithms: one kind of row for all tasks, and a table of them for each.

A row is data: names of a loss and a learner, the options that the algorithm has, one line about it.
Help, error messages, ``compare`` and training read it; :mod:`linguine.tasks.learner` makes the
learner. Reading a table loads nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from linguine.errors import ParameterError, named, said
from linguine.registry import Registry, did_you_mean

__all__ = ["MISTAKES", "PASSES", "Algorithm", "Algorithms", "Options"]

Options = Mapping[str, Any]

#: Options of all online learners, and of those that learn only from mistakes.
PASSES = ("epochs", "averaged", "patience", "with_replacement")
MISTAKES = (*PASSES, "stop_when_right")


@dataclass(frozen=True)
class Algorithm:
    """One row of a table.

    Parameters
    ----------
    summary
        One line for help and ``compare``.
    loss, learner
        Their names; none if nothing is minimised. Another learner can be chosen by the option
        ``learner``, or by an option that only another one has.
    options
        The names of the options it has. Where ``l2`` is one of them, there is a penalty.
    C
        1 / l2 where nobody says; None leaves it to the learner.
    online, sparse
        The learners that are meant, unless one is named, when options are given that only online
        learners have, and where l1 > 0; L-BFGS has an l1 of its own.
    defaults
        By learner: its options where nobody says.
    named
        The same for a learner that was asked for by name.
    multiclass
        ``"joint"``, or ``"one-versus-all"``.
    has_probabilities
        Whether scores are logarithms of probabilities.
    values, normalize
        Of texts: the values it works best with, see :class:`linguine.features.Weighting`.
    is_local
        Of taggers: whether scores are normalised at each token.
    has_features
        Of taggers: False if it makes its own features, so that templates mean nothing to it.
    is_tree
        Of texts: whether its problems are those of the nodes of a tree of labels.
    templates
        Of taggers: what it looks at where the user gives nothing; none is what suits the tags.
    order
        Of taggers: the order where the user gives none.
    finds_tags
        Of taggers: whether it learns from words alone, and its tags are numbers.
    """

    summary: str
    loss: str = ""
    learner: str = ""
    options: tuple[str, ...] = ()
    C: float | None = None
    online: str = "sgd"
    sparse: str = ""
    defaults: Mapping[str, Options] = field(default_factory=dict)
    named: Mapping[str, Options] = field(default_factory=dict)
    multiclass: str = "joint"
    has_probabilities: bool = False
    values: str = "log-tfidf"
    normalize: str | None = "l2"
    is_local: bool = False
    has_features: bool = True
    is_tree: bool = False
    templates: tuple[str, ...] = ()
    order: int = 1
    finds_tags: bool = False


class Algorithms(Registry[Algorithm]):
    """The algorithms of a task; the order is that of ``linguine compare``.

    Parameters
    ----------
    entries
        The rows by name.

    Examples
    --------
    >>> table = Algorithms({"svm": Algorithm("a margin", options=("C",)), "count": Algorithm("")})
    >>> table.describe("svm")
    'a margin'
    >>> table.check("count", {"C": 1.0})
    Traceback (most recent call last):
        ...
    linguine.errors.ParameterError: count has no option C; it has no options. Leave it out, or use
    algorithm='svm'.
    """

    def __init__(self, entries: Mapping[str, Algorithm]) -> None:
        super().__init__("algorithm", entries)

    def describe(self, name: str) -> str:
        """Return one line about an algorithm."""
        return self.get(name).summary

    def having(self, option: str) -> list[str]:
        """Return the names of the algorithms that have an option."""
        return [name for name in self.names if option in self.get(name).options]

    def check(self, name: str, options: Options) -> None:
        """Raise ParameterError for the first option that an algorithm does not have."""
        known = self.get(name).options
        for each in options:
            if each in known:
                continue
            advice = did_you_mean(each, known, otherwise="Leave it out.")
            if others := self.having(each):
                advice = f"Leave it out, or use {said('algorithm', *others)}."
            has = ", ".join(map(named, known)) or "no options"
            raise ParameterError(f"{name} has no option {named(each)}; it has {has}. {advice}")
