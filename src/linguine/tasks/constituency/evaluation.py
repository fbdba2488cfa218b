"""Evaluation of constituency parsers: their trees against the right ones."""

from __future__ import annotations

from collections.abc import Callable

from linguine.data import Constituents
from linguine.reports.constituents.metrics import evaluate_constituents
from linguine.reports.constituents.scores import ConstituentEvaluation
from linguine.tasks.constituency.given_tags import GivenTags
from linguine.tasks.constituency.model import ConstituencyModel
from linguine.tasks.constituency.reading import read_examples
from linguine.tasks.task import Settings

__all__ = ["measure", "read_questions"]


def read_questions(model: ConstituencyModel, path: str, settings: Settings) -> Constituents:
    """Return the trees of a file."""
    return read_examples(path, settings)


def measure(
    model: ConstituencyModel,
    trees: Constituents,
    settings: Settings,
    keep: Callable[[Constituents], object] | None = None,
) -> ConstituentEvaluation:
    """Return what the answers of a parser are worth, which sees the words and given tags only.

    ``keep`` is given the answers.
    """
    found = model.parse(GivenTags(model, settings).add(trees.sentences))
    if keep is not None:
        keep(found)
    return evaluate_constituents(trees, found)
