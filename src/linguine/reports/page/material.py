"""Material: what a report is made of; each section takes what it needs, or is not there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from linguine.reports.checks.finding import Checkup
    from linguine.reports.evaluation import Evaluation, Score
    from linguine.reports.explanation import Explanation
    from linguine.reports.judging.learning_curve import LearningCurve
    from linguine.reports.overview import Overview
    from linguine.reports.text.calibration_error import Bin

__all__ = ["Answered", "Card", "Items", "Judged", "Material", "Shown", "Side"]


@dataclass(frozen=True, eq=False)
class Items:
    """The examples of a test file, each with what is right and what was answered.

    Parameters
    ----------
    texts
        What each example says.
    lines
        Where it begins in the file.
    is_right
        Whether all of the answer is right : (n,).
    names
        What can be looked for: labels, or types of spans.
    gold, predicted
        Places in the names, of each example some.
    told
        How gold and predicted are written, if not by these names.
    confidence
        The probability of each answer : (n,); None where there is none.
    loss
        How wrong each answer is; the worst errors have the most : (n,).
    asked
        The line that is asked about to learn why, if it is another than the first : (n,).
    verdicts
        What answers that are right are called, and those that are wrong.
    place
        What the lines count, if not lines.
    has_errors_only
        Whether gold and predicted name what is wrong in an example, not all that it has.
    """

    texts: Sequence[str]
    lines: NDArray[np.int64]
    is_right: NDArray[np.bool_]
    names: Sequence[str] = ()
    gold: Sequence[Sequence[int]] = ()
    predicted: Sequence[Sequence[int]] = ()
    told: tuple[Sequence[str], Sequence[str]] | None = None
    confidence: NDArray[np.float64] | None = None
    loss: NDArray[np.float64] | None = None
    asked: NDArray[np.int64] | None = None
    verdicts: tuple[str, str] = ("right", "wrong")
    place: str = "line"
    has_errors_only: bool = False

    def __len__(self) -> int:
        return len(self.texts)

    def named_as(self, names: Sequence[str]) -> Items:
        """Return the same answers with other names, which have all of these."""
        place = {name: i for i, name in enumerate(names)}
        moved = [place[name] for name in self.names]
        gold, predicted = (
            [[moved[code] for code in each] for each in column]
            for column in (self.gold, self.predicted)
        )
        return replace(self, names=names, gold=gold, predicted=predicted)

    def worst(self, n: int) -> NDArray[np.int64]:
        """Return the places of the worst errors, the worst first."""
        wrong = np.flatnonzero(~self.is_right)
        if self.loss is not None:
            wrong = wrong[np.argsort(-self.loss[wrong], kind="stable")]
        return wrong[:n]

    def tell(self, place: int) -> tuple[str, str]:
        """Return what is right and what was answered, in words."""
        if self.told is not None:
            return self.told[0][place], self.told[1][place]
        gold, predicted = (
            ", ".join(self.names[k] for k in each[place]) or "(none)"
            for each in (self.gold, self.predicted)
        )
        return gold, predicted


@dataclass(frozen=True, eq=False)
class Answered:
    """What a model said about a test file, as its task knows it.

    Parameters
    ----------
    evaluation
        What the answers are worth.
    items
        The answers one by one; None if the task has none that stand alone.
    scores
        Precision, recall and F1 by name, under a heading.
    confusion
        Names, and how often gold (row) was taken for another (column); the last column may be
        for no answer.
    columns
        What the columns of the confusion are called, if they are others than the rows.
    reliability
        What answers of about the same probability promise and keep.
    counted
        What these are the answers about.
    luck
        The calibration error that luck alone gives in 95 of 100 cases, if it is known.
    numbers
        Right numbers and answers, where answers are numbers : (n,) each.
    examples
        Makes the examples as checks of data look at them.
    kept
        What the task needs to draw an answer.
    """

    evaluation: Evaluation
    items: Items | None = None
    scores: tuple[str, Mapping[str, Score]] | None = None
    confusion: tuple[Sequence[str], NDArray[np.int64]] | None = None
    columns: Sequence[str] | None = None
    reliability: Sequence[Bin] | None = None
    counted: str = "answers"
    luck: float | None = None
    numbers: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None
    examples: Callable[[], Any] | None = None
    kept: Any = None


@dataclass(frozen=True, eq=False)
class Shown:
    """Why an answer was given, and what it looks like."""

    explanations: Sequence[Explanation] = ()
    drawing: str | None = None  # HTML


@dataclass(frozen=True, eq=False)
class Judged:
    """An example that is worth a look, and what each model makes of it."""

    place: int
    by: Sequence[Shown] = ()


@dataclass(frozen=True, eq=False)
class Card:
    """What a model is, for whoever is to use it."""

    about: str
    facts: Sequence[tuple[str, str]] = ()
    use: str | None = None  # in the words of who made it
    limits: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class Side:
    """A model, and what it said about the test file."""

    model: str
    answered: Answered
    card: Card | None = None
    overview: Overview | None = None


@dataclass(frozen=True, eq=False)
class Material:
    """All that a page can show of one model or of two; what is None has no section.

    Parameters
    ----------
    sides
        The models: the one that the page is about, perhaps one to set beside it.
    source
        The test file.
    unit
        What is counted.
    errors
        The worst of the one.
    changes
        Of two: what only the second has right, and what only the first.
    checkup
        What is odd about the test file.
    facts
        What else is to be known about it.
    curve
        How good such models get as there is more to learn from.
    why_no_curve
        How to get one, or why there is none.
    """

    sides: Sequence[Side]
    source: str
    unit: str
    errors: Sequence[Judged] = ()
    changes: Sequence[tuple[str, int, Sequence[Judged]]] = ()
    checkup: Checkup | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    curve: LearningCurve | None = None
    why_no_curve: str = ""

    @property
    def answered(self) -> Answered:
        """What the model said that the page is about."""
        return self.sides[0].answered

    @property
    def evaluation(self) -> Evaluation:
        """What its answers are worth."""
        return self.answered.evaluation

    @property
    def items(self) -> Items | None:
        """Its answers one by one."""
        return self.answered.items

    @property
    def is_pair(self) -> bool:
        """Whether there are two models."""
        return len(self.sides) > 1

    @property
    def title(self) -> str:
        """What the page is about."""
        return " and ".join(side.model for side in self.sides)
