"""Explanations of tokenizers: why a token or sentence ends here, or does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from linguine.errors import DataError, whole_number
from linguine.reports.explanation import Explanation
from linguine.tasks.tagger import explanation as taggers
from linguine.tasks.task import Asked, Settings
from linguine.tasks.tokenizer.input import read_raw
from linguine.tasks.tokenizer.model import TokenizerModel
from linguine.tasks.tokenizer.units import Units

__all__ = ["explain_asked", "explain_boundary", "largest_weights"]


def explain_boundary(model: TokenizerModel, text: str, position: int) -> Explanation:
    """Return what speaks for the decision behind a unit of the first paragraph of a text."""
    units = Units(text, model.units)
    _require_units(units)
    return taggers.explain_tag(model.boundaries, units.sentences.take([0]), position)


def explain_asked(model: TokenizerModel, asked: Asked, settings: Settings) -> Iterator[Explanation]:
    """Yield explanations of texts, or of lines of a file: of the unit that is named or unsure."""
    for text in _texts(asked, settings):
        units = Units(text, model.units)
        _require_units(units)
        first = units.sentences.take([0])
        place = _named(first.column("w").tolist(), settings["token"])
        if place is None:
            place = taggers.least_sure(model.boundaries, first)
        yield taggers.explain_tag(model.boundaries, first, place)


def largest_weights(model: TokenizerModel, k: int) -> Any:
    """Return the k largest weights of each decision, and those of one after the other."""
    return taggers.largest_weights(model.boundaries, k)


def _texts(asked: Asked, settings: Settings) -> list[str]:
    if asked.file is None:
        return asked.clean_texts
    lines = read_raw(asked.file, settings["encoding_errors"]).splitlines()
    if not asked.lines:
        return [next((each for each in lines if each.strip()), "")]
    for number in asked.lines:
        if not 1 <= number <= len(lines):
            raise DataError(
                f"{asked.file}: --line must be a line of the file; got {number}, and it has "
                f"{len(lines):,}. Count from 1, as editors do."
            )
    return [lines[number - 1] for number in asked.lines]


def _require_units(units: Units) -> None:
    if not len(units.begins):
        raise DataError(
            "a text to explain must have something to cut; this one is empty or only spaces. "
            "Give another."
        )


def _named(found: list[str], token: str | None) -> int | None:
    if token is None or token in found:
        return None if token is None else found.index(token)
    number = whole_number(token)
    if number is not None and 1 <= number <= len(found):
        return number - 1
    raise DataError(
        f"--token must be a run of letters or digits or another character of the text, or its "
        f"number from 1 to {len(found)}; got {token[:40]!r}. They are {' '.join(found)[:300]}."
    )
