r"""Explanation: the sum that made a decision, term by term.

.. math:: s_y - s_{y'} = (b_y - b_{y'}) + \sum_j f_j (\theta_{jy} - \theta_{jy'})

y is the chosen label and y' the runner-up; nothing is approximated, since the model is a sum.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError, ParameterError
from linguine.reports.segmentation import find_word_ends

__all__ = [
    "VECTOR",
    "Contribution",
    "Explanation",
    "Segment",
    "name_interval",
    "name_number",
    "name_terms",
]

#: The kind of a vector, and of each number of one.
VECTOR = "vector"

#: What an explanation is told by.
WORDS, FEATURES = "words", "features"

# Weights may be float32 and the core may add in another order: an error of 6e-8 per term, summed
# over thousands of terms of both signs.
_TOLERANCE = 1e-5


@dataclass(frozen=True)
class Contribution:
    """What one feature adds for the chosen label against the runner-up.

    Parameters
    ----------
    name
        The feature: ``"free cash"``.
    value
        Its value in this text.
    weight
        Its weight for the chosen label minus that for the runner-up.
    contribution
        value times weight; negative speaks for the runner-up.
    spans
        Where the text has it, (begin, end) in characters; empty if it is not to be seen there.
    given
        Of a column of numbers that is scaled: the number as it came.
    kind
        What it is: a ``"feature"`` of the text, a ``"column"`` beside it, a number of a
        ``"vector"`` or the whole of it, or a ``"word"``, which has its share of every feature that
        covers it.
    part_of
        The vector that it is a number of.

    Examples
    --------
    >>> Contribution("cash", 0.5, 3.0, 1.5, spans=((5, 9),)).contribution
    1.5
    >>> Contribution("length", 2.125, 2.0, 4.25, given=160.0).title
    'length = 160 (2.1 scaled)'
    """

    name: str
    value: float
    weight: float
    contribution: float
    spans: tuple[tuple[int, int], ...] = ()
    given: float | None = None
    kind: str = "feature"
    part_of: str | None = None

    @property
    def title(self) -> str:
        """The name for people, with the number that was given if it is not the value."""
        if self.given is None:
            return self.name
        return f"{self.name} = {self.given:.10g} ({self.value:.2g} scaled)"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        given = {} if self.given is None else {"given": float(self.given)}
        return {
            "kind": self.kind,
            "name": self.name,
            **given,
            "value": float(self.value),
            "weight": float(self.weight),
            "contribution": float(self.contribution),
            "spans": [[int(begin), int(end)] for begin, end in self.spans],
        }


class Segment(NamedTuple):
    """A word of the text, or what stands between two words, with its share of the decision.

    ``covering`` are the contributions of the features that touch it, the largest first.

    Examples
    --------
    >>> Segment("cash", weight=2.0, covering=()).weight
    2.0
    """

    text: str
    weight: float
    covering: Sequence[Contribution]


@dataclass(frozen=True)
class Explanation:
    """Why a text got its label: exact contributions that add up to the lead over the runner-up.

    Parameters
    ----------
    text
        What was classified.
    label, runner_up
        The label with the highest score and the one with the second highest; ``runner_up`` is
        None if there is only one label.
    score, runner_up_score
        Their scores.
    bias
        What the chosen label is ahead before any feature.
    contributions
        One for each feature of the text; they are put in order, the largest first.
    probability
        p(label | text), if the model has it.
    subject
        The word whose label it is, if it is not that of the whole text.
    candidates
        What else it may be, and how probable each is, the most probable first; none if nothing is
        known about them.
    unit
        Where the answer is a number: what the contributions add up to, such as "the score"; there
        is no runner-up.
    interval
        Of a number: the ends between which the true one is expected.

    Examples
    --------
    >>> cash = Contribution("cash", 1.0, 2.0, 2.0, spans=((5, 9),))
    >>> hello = Contribution("hi", 1.0, -0.5, -0.5, spans=((0, 2),))
    >>> explanation = Explanation("hi — cash", "spam", "ham", 1.2, 0.0, -0.3, (hello, cash))
    >>> [each.name for each in explanation.contributions], explanation.lead
    (['cash', 'hi'], 1.2)
    >>> [segment.weight for segment in explanation.segments() if segment.weight]
    [-0.5, 2.0]
    """

    text: str
    label: Any
    runner_up: Any
    score: float
    runner_up_score: float
    bias: float
    contributions: Sequence[Contribution]
    probability: float | None = None
    subject: str | None = None
    candidates: Sequence[tuple[str, float]] = ()
    unit: str | None = None
    interval: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        terms = [each.contribution for each in self.contributions]
        total = math.fsum([self.bias, *terms])
        size = math.fsum(map(abs, [self.bias, self.score, self.runner_up_score, *terms]))
        if not (math.isfinite(size) and abs(total - self.lead) <= _TOLERANCE * size):
            raise DataError(
                "The contributions and the bias of an explanation must add up to score minus "
                f"runner-up score; got {total:.6g} and {self.lead:.6g}. "
                "Give a contribution for every feature that the score has seen."
            )
        for each in self.contributions:
            for begin, end in each.spans:
                if not 0 <= begin < end <= len(self.text):
                    raise DataError(
                        f"A span must lie inside its text of {len(self.text)} characters; feature "
                        f"{each.name!r} has ({begin}, {end}). Count characters, not bytes."
                    )
        ordered = sorted(self.contributions, key=lambda each: -abs(each.contribution))
        object.__setattr__(self, "contributions", tuple(ordered))

    @property
    def lead(self) -> float:
        """Score of the label minus score of the runner-up."""
        return self.score - self.runner_up_score

    def characters(self) -> NDArray[np.float64]:
        """Return each character's share of the decision : (len(text),).

        A feature is spread evenly over the visible characters that it covers, so that the shares
        add up to the contributions of all features with a span.
        """
        visible = np.array([not character.isspace() for character in self.text], dtype=bool)
        n_visible = np.concatenate([[0], np.cumsum(visible)])
        changes = np.zeros(len(self.text) + 1)
        for each in self.contributions:
            covered = sum(int(n_visible[end] - n_visible[begin]) for begin, end in each.spans)
            for begin, end in each.spans if covered else ():
                changes[begin] += each.contribution / covered
                changes[end] -= each.contribution / covered
        shares = np.asarray(np.cumsum(changes[:-1]) * visible, dtype=np.float64)
        # what is left where features begin and end is rounding
        shares[np.abs(shares) < 1e-12 * np.abs(changes).max(initial=0.0)] = 0.0
        return shares

    def segments(self) -> list[Segment]:
        """Return the text cut into words and what stands between, each with its share."""
        shares, ends = self.characters(), find_word_ends(self.text)
        covering: list[list[Contribution]] = [[] for _ in ends]
        for each in self.contributions:
            touched = {
                place
                for begin, end in each.spans
                for place in range(bisect_right(ends, begin), bisect_left(ends, end) + 1)
            }
            for place in touched:
                covering[place].append(each)
        begins = [0, *ends[:-1]][: len(ends)]
        return [
            Segment(self.text[begin:end], float(shares[begin:end].sum()), features)
            for begin, end, features in zip(begins, ends, covering, strict=True)
        ]

    def words(self) -> tuple[Contribution, ...]:
        """Return what each word adds, the largest first; together as much as all features.

        A feature is shared out as in ``characters``, and the shares of a word are added up wherever
        the text has it. What the text does not show, such as a column of numbers, is listed as it
        is.

        Examples
        --------
        >>> pair = Contribution("so so", 1.0, 1.0, 1.0, spans=((0, 5),))
        >>> part = Contribution("so", 2.0, -0.2, -0.4, spans=((0, 2), (3, 5)))
        >>> [(each.name, each.value) for each in
        ...     Explanation("so so", "bad", "good", 0.6, 0.0, 0.0, (pair, part)).words()]
        [('so', 2.0)]
        """
        from linguine.reports.words import add_up_words

        return add_up_words(self)

    def terms(self, by: str | None = None) -> tuple[Contribution, ...]:
        """Return what is added up: ``words()`` or ``contributions``.

        Parameters
        ----------
        by
            ``"words"`` or ``"features"``. None is words, but features where one word of a sentence
            is explained: its ending, say, is what one wants to know of it. All numbers of a vector
            are one term, unless features are asked for.
        """
        if by not in (None, WORDS, FEATURES):
            raise ParameterError(
                f"must be {WORDS!r} or {FEATURES!r}; got {by!r}. Leave it out for the usual one.",
                parameter="by",
            )
        if by == FEATURES:
            return tuple(self.contributions)
        if by == WORDS or self.subject is None:
            return self.words()
        from linguine.reports.words import join_vectors

        return join_vectors(self.contributions)

    def to_dict(self, *, by: str | None = None) -> dict[str, Any]:
        """Return plain data for JSON; the terms are those of ``terms``."""
        subject = {} if self.subject is None else {"subject": self.subject}
        number: dict[str, Any] = {} if self.unit is None else {"unit": self.unit}
        if self.interval is not None:
            number["interval"] = list(self.interval)
        candidates = [{"label": name, "probability": float(p)} for name, p in self.candidates]
        return {
            "text": self.text,
            **subject,
            "label": _plain(self.label),
            "runner_up": _plain(self.runner_up),
            "score": float(self.score),
            "runner_up_score": float(self.runner_up_score),
            "bias": float(self.bias),
            "probability": None if self.probability is None else float(self.probability),
            **number,
            **({"candidates": candidates} if candidates else {}),
            "contributions": [each.to_dict() for each in self.terms(by)],
        }

    def to_text(
        self,
        width: int | None = None,
        color: bool | None = None,
        *,
        n_features: int = 12,
        by: str | None = None,
    ) -> str:
        """Return the explanation for a terminal; see ``reports.terminal.render_explanation``."""
        from linguine.reports.terminal import render_explanation

        return render_explanation(self, width=width, color=color, n_features=n_features, by=by)

    def to_html(self, *, by: str | None = None) -> str:
        """Return a page of HTML that needs no other file."""
        from linguine.reports.html_cards import render_explanations

        return render_explanations([self], by=by)


def name_terms(terms: Sequence[Contribution]) -> tuple[str, str]:
    """Return the headings of a table of terms: what they are, and what their values are."""
    has_words = any(each.kind == "word" for each in terms)
    return ("word", "times") if has_words else ("feature", "value")


def name_number(number: float) -> str:
    """Return an answer that is a number as people write it.

    Examples
    --------
    >>> name_number(3.14159), name_number(1234567.0), name_number(4.0)
    ('3.142', '1,234,567', '4')
    """
    return f"{number:,.0f}" if abs(number) >= 10_000 else f"{number:.4g}"


def name_interval(explanation: Explanation) -> str:
    """Return where the true number is expected, to stand behind the answer; nothing if unknown."""
    if explanation.interval is None:
        return ""
    low, high = map(name_number, explanation.interval)
    return f", {low} to {high} in nine of ten cases"


def _plain(label: Any) -> Any:
    return label.item() if isinstance(label, np.generic) else label
