"""The sections of a report, a row each: one more is a file here beside the others and a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from linguine.reports.page.material import Material
from linguine.reports.page.sections import (
    calibration,
    card,
    changes,
    confusion,
    coverage,
    curve,
    data,
    errors,
    items,
    numbers,
    scores,
    summary,
    transitions,
    versus,
    weights,
)

__all__ = ["SECTIONS", "Section"]


class Section(NamedTuple):
    """A part of the page."""

    name: str  # in addresses
    title: str
    about: str  # a line below the title
    render: Callable[[Material], str | None]  # HTML; None where there is nothing to show


#: In the order of the page: what it is worth, where it fails, why, and what it is.
SECTIONS = (
    Section("summary", "At a glance", "", summary.render),
    Section("versus", "Side by side", "", versus.render),
    Section("data", "The test data", "", data.render),
    Section(
        "scores", "Scores", "With the interval that each can be trusted in, 19 times of 20.",
        scores.render,
    ),
    Section("numbers", "Answers and right scores", "", numbers.render),
    Section(
        "confusion", "What was taken for what",
        "Rows are what is right, columns what was answered; the darker, the larger the share of "
        "its row. A number shows its examples.", confusion.render,
    ),
    Section(
        "calibration", "Can its probabilities be believed?",
        "Of answers given with a probability of 80\u202f%, eight of ten should be right.",
        calibration.render,
    ),
    Section(
        "coverage", "What if it answers only where it is sure?",
        "The least sure answers are left to somebody else, from right to left.", coverage.render,
    ),
    Section("curve", "Would more data help?", "", curve.render),
    Section(
        "weights", "What it looks for",
        "The features with the largest weights of each label; all bars have one scale.",
        weights.render,
    ),
    Section(
        "transitions", "What follows what",
        "Blue is likely, orange unlikely; the darker, the more.", transitions.render,
    ),
    Section("errors", "Worst errors", "", errors.render),
    Section(
        "changes", "What changes from A to B",
        "Where one is right and the other is not, the largest differences first.", changes.render,
    ),
    Section("items", "All answers", "", items.render),
    Section("card", "Model card", "", card.render),
)  # fmt: skip
