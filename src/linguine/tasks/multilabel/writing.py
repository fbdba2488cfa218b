"""Answers of several labels per text: a line for each text, with its labels or none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.data.label_sets import LabelSets
from linguine.model.candidates import Candidates, likeliest
from linguine.reports.tables import json_line
from linguine.tasks.multilabel.reading import read_blocks
from linguine.tasks.options import number_or_word
from linguine.tasks.text.reading import ask_of
from linguine.tasks.text.writing import NONE, ids_of, with_ids

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.tasks.multilabel.model import MultilabelModel
    from linguine.tasks.task import Asked, Settings
    from linguine.tasks.text.model import TextModel

__all__ = ["Answers", "answer", "write_answers", "write_sets"]


#: Between the labels of a text, and between their probabilities.
JOINT = "|"


class Answers(NamedTuple):
    """What a model says about some documents."""

    given: LabelSets  # the labels that each gets
    #: Of all labels (n, n_labels) or those that were found, if they were asked for.
    probabilities: NDArray[np.float64] | Candidates | None
    ranking: Any  # the same, the higher the earlier

    def sets(self) -> list[list[int]]:
        """Return the numbers of the labels of each."""
        return list(self.given)

    def values(self) -> NDArray[np.float64]:
        """Return the probabilities of the labels that were given, one after the other."""
        rows, codes = self.given.rows, self.given.codes
        if isinstance(self.probabilities, Candidates):
            return self.probabilities.at(rows, codes)
        assert self.probabilities is not None
        return self.probabilities[rows, codes]


def answer(model: MultilabelModel, documents: Documents, *, with_probabilities: bool) -> Answers:
    """Give labels to documents."""
    scores = model.scores(*ask_of(model, documents))
    probabilities = model.probabilities(scores) if with_probabilities else None
    return Answers(model.decide(scores), probabilities, model.ranking(scores, probabilities))


def write_answers(
    model: MultilabelModel, asked: Asked, settings: Settings
) -> Iterator[tuple[int, str]]:
    """Yield how many texts were answered, and what is written of them."""
    some = settings["proba"] or settings["every"] or settings["top"] is not None
    wanted = some or (settings["json"] and model.calibrator is not None)
    for documents in read_blocks(model, asked, settings):
        answers = answer(model, documents, with_probabilities=wanted)
        yield len(documents), write_sets(documents, answers, model, settings)


def write_sets(documents: Documents, answers: Answers, model: TextModel, settings: Settings) -> str:
    """Return a line for each document, or an object, with its labels."""
    as_json, id_column = settings["json"], number_or_word(settings["id_column"])
    lines = (_write_json if as_json else _write_lines)(answers, model.labels, settings)
    return (
        lines
        if id_column is None
        else with_ids(lines, ids_of(documents, id_column), as_json=as_json)
    )


def _write_lines(answers: Answers, labels: list[Any], settings: Settings) -> str:
    """Return a line for each text: its labels, or the likeliest with their probabilities."""
    # A label from a quoted field may hold a line break, which would shift all lines after it.
    names = [" ".join(str(label).split()) for label in labels]
    rows = [[JOINT.join([names[k] for k in found]) or NONE] for found in answers.given]
    if answers.probabilities is not None:
        if settings["every"] or settings["top"] is not None:
            k = None if settings["every"] else settings["top"]
            for fields, shown in zip(
                rows, likeliest(answers.probabilities, k, answers.ranking), strict=True
            ):
                fields += [f"{names[y]}:{p:.4f}" for y, p in shown]
        else:
            for fields, values in zip(rows, _of_given(answers), strict=True):
                fields.append(JOINT.join([f"{p:.4f}" for p in values]))
    return "".join(["\t".join(fields) + "\n" for fields in rows])


def _write_json(answers: Answers, labels: list[Any], settings: Settings) -> str:
    sets = answers.sets()
    rows: list[dict[str, Any]] = [{"labels": [labels[y] for y in found]} for found in sets]
    k = len(labels) if settings["every"] else settings["top"]
    if answers.probabilities is not None:
        if k is None:
            pairs = zip(sets, _of_given(answers), strict=True)
            shown = [list(zip(found, values, strict=True)) for found, values in pairs]
        else:
            shown = list(likeliest(answers.probabilities, k, answers.ranking))
        for row, each in zip(rows, shown, strict=True):
            row["probabilities"] = {str(labels[y]): float(p) for y, p in each}
    return "".join(map(json_line, rows))


def _of_given(answers: Answers) -> list[list[float]]:
    """Return the probabilities of the labels that each text gets."""
    values, ends = answers.values().tolist(), answers.given.offsets.tolist()
    return [values[begin:end] for begin, end in pairwise(ends)]
