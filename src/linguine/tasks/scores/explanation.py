"""Explanations of scores: what each word adds, in the units of the score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.errors import NotAvailableError, check_number
from linguine.model.conformal import USUAL_COVERAGE
from linguine.reports.explanation import Explanation
from linguine.tasks.scores.model import ScoreModel
from linguine.tasks.scores.writing import plain_number
from linguine.tasks.text.explanation import explain_text, shown_text
from linguine.tasks.text.model import largest
from linguine.tasks.text.reading import ask_of, find_documents

if TYPE_CHECKING:
    from linguine.tasks.task import Asked, Settings

__all__ = ["explain_asked", "explain_score", "largest_weights", "top_features"]


def explain_asked(model: ScoreModel, asked: Asked, settings: Settings) -> Iterator[Explanation]:
    """Yield the explanations of texts of the command line, or of lines of a file."""
    for one in find_documents(model, asked, settings):
        texts, columns = ask_of(model, one)
        yield explain_score(model, shown_text(one, texts), columns)


def largest_weights(model: ScoreModel, k: int) -> tuple[dict[str, list[tuple[str, float]]], None]:
    """Return what an overview shows: the k features that raise scores most, and lower them."""
    return top_features(model, k), None


def explain_score(
    model: ScoreModel, text: Any, columns: Mapping[str, Any] | None = None
) -> Explanation:
    """Return what all features of a text add, as in ``TextRegressor.explain``."""
    made = explain_text(model, text, columns)
    link, sums = model.link, np.array([made.score])
    spread = link.spread
    terms = [
        replace(each, weight=each.weight * spread, contribution=each.contribution * spread)
        for each in made.contributions
    ]
    number = float(link.answers(sums)[0])
    probability = None
    if link.kind == "ordinal":
        probability = float(link.probabilities(sums)[0, link.places(sums)[0]])
    return replace(
        made,
        label=plain_number(number) if link.kind == "ordinal" else number,
        score=link.center + spread * made.score,
        bias=link.center + spread * made.bias,
        contributions=terms,
        probability=probability,
        unit=_unit(model, made.score),
        interval=_interval(model, sums),
    )


def _unit(model: ScoreModel, at: float) -> str:
    """Return what the sum is called."""
    link = model.link
    if link.kind == "identity":
        return "the score"
    if link.kind == "log":
        return "the logarithm of the score"
    place = int(link.places(np.array([at]))[0])
    ends = ["", *(f"{each:+.3f}" for each in link.thresholds.tolist()), ""]
    low, high = ends[place], ends[place + 1]
    between = f"{low} to {high}" if low and high else f"below {high}" if high else f"above {low}"
    return f"the place on the scale; {link.values[place]:g} is {between}"


def _interval(model: ScoreModel, sums: Any) -> tuple[float, float] | None:
    try:
        low, high = model.intervals(sums, USUAL_COVERAGE)
    except (
        NotAvailableError
    ):  # too few texts were held out; the score can be explained all the same
        return None
    return float(low[0]), float(high[0])


def top_features(model: ScoreModel, k: int = 20) -> dict[str, list[tuple[str, float]]]:
    """Return the k features with the largest weights of either sign, in the units of the sum."""
    check_number("top_features", "k", k, low=1, integer=True, fix="Try 20.")
    vocabulary = model.extractor.vocabulary_
    assert vocabulary is not None
    tops = {}
    column, spread = model.weights[:, 0], model.link.spread
    for title, sign in (("raises", 1.0), ("lowers", -1.0)):
        ids = largest(np.float32(sign) * column, k)
        names = vocabulary.names(ids.tolist())
        tops[title] = [
            (name, float(column[i]) * spread) for name, i in zip(names, ids, strict=True)
        ]
    return tops
