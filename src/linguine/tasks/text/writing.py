"""Answers of a classifier: labels and probabilities, and the line of each text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.label_sets import LabelSets
from linguine.errors import DataError, OptionError
from linguine.model.candidates import Candidates, likeliest
from linguine.reports.tables import json_line
from linguine.tasks.options import number_or_word
from linguine.tasks.text.options import reading_settings
from linguine.tasks.text.reading import ask_of, read_blocks

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.model.engines.engine import Engine
    from linguine.tasks.task import Asked, Settings, Written
    from linguine.tasks.text.model import TextModel

__all__ = [
    "NONE",
    "Answers",
    "answer",
    "as_asked",
    "choose_form",
    "ids_of",
    "tabulate_answers",
    "with_ids",
    "write_answers",
    "write_parts",
]

#: What is written where no label is likely enough.
NONE = "(none)"


@dataclass(frozen=True, eq=False)
class Answers:
    """What a model says about some documents."""

    codes: NDArray[np.intp]  # (n,), -1 where no label is likely enough
    #: Of all labels (n, n_labels) or the likeliest, if they were asked for.
    probabilities: NDArray[np.float64] | Candidates | None

    @property
    def confidence(self) -> NDArray[np.float64]:
        """The largest probability of each : (n,)."""
        assert self.probabilities is not None
        if isinstance(self.probabilities, Candidates):
            return np.asarray(self.probabilities.values[:, 0])
        return np.asarray(self.probabilities.max(axis=1))

    def given(self) -> NDArray[np.float64]:
        """Return the probability of each answer; of the likeliest label where there is none."""
        assert self.probabilities is not None
        if isinstance(self.probabilities, Candidates):
            shown = np.where(self.codes < 0, self.probabilities.best, self.codes)
            return self.probabilities.at(np.arange(len(shown)), shown)
        shown = np.where(self.codes < 0, self.probabilities.argmax(axis=1), self.codes)
        return self.probabilities[np.arange(len(shown)), shown]


def answer(model: TextModel, documents: Documents, *, with_probabilities: bool) -> Answers:
    """Classify documents; probabilities and rejection come from the same scores."""
    scores = model.scores(*ask_of(model, documents))
    probabilities = model.probabilities(scores) if with_probabilities else None
    return Answers(model.choose(scores, probabilities), probabilities)


def write_answers(model: TextModel, asked: Asked, settings: Settings) -> Iterator[tuple[int, str]]:
    """Yield how many texts were classified, and what is written of them."""
    model = as_asked(model, settings)
    if settings["coverage"] is not None:
        yield from _write_sets(model, asked, settings)
        return
    one, every, as_json = settings["proba"], settings["every"], settings["json"]
    top, id_column = settings["top"], number_or_word(settings["id_column"])
    wanted = one or every or top is not None or (as_json and model.has_probabilities)
    form = choose_form(model.classes.tolist(), one=one, every=every, top=top, as_json=as_json)
    for documents in read_blocks(model, asked, settings):
        lines = form(answer(model, documents, with_probabilities=wanted))
        if id_column is not None:
            lines = with_ids(lines, ids_of(documents, id_column), as_json=as_json)
        yield len(documents), lines


def write_parts(
    engine: Engine, model: TextModel, path: str, asked: Asked, settings: Settings
) -> Iterator[tuple[int, str | Written]]:
    """Yield the same of a file whose parts the workers of an engine read and answer.

    ``path`` is where the model was loaded from.
    """
    from linguine.tasks.parted.answering import answer_in_parts

    if asked.texts:
        raise OptionError("--dask answers a file; got --text. Leave one of them out.")
    reading = {**reading_settings(settings, model), "need_labels": False}
    return answer_in_parts(engine, "classify", path, asked, settings, reading)


def as_asked(model: TextModel, settings: Settings) -> TextModel:
    """Return a model that answers as the options say, which must go together."""
    if settings.get("by_label") and settings["coverage"] is None:
        raise OptionError("--by-label is about sets of labels; give --coverage, too.")
    if settings.get("cost") is None:
        return model
    if settings["coverage"] is not None:
        raise OptionError("--cost chooses one label, --coverage several. Leave one of them out.")
    from linguine.tasks.text.deciding.costs import with_costs

    return with_costs(model, settings["cost"])


def _write_sets(model: TextModel, asked: Asked, settings: Settings) -> Iterator[tuple[int, str]]:
    """Yield sets of labels, written as those of texts with several labels."""
    from linguine.tasks.multilabel.writing import Answers as Sets
    from linguine.tasks.multilabel.writing import write_sets

    some = settings["proba"] or settings["every"] or settings["top"] is not None
    for documents in read_blocks(model, asked, settings):
        scores = model.scores(*ask_of(model, documents))
        p = model.probabilities(scores)
        sets = model.label_sets(p, settings["coverage"], by_label=settings["by_label"])
        shown = Sets(LabelSets.of_table(sets), p if some or settings["json"] else None, p)
        yield len(documents), write_sets(documents, shown, model, settings)


def tabulate_answers(
    model: TextModel, asked: Asked, settings: Settings
) -> Iterator[tuple[Documents, dict[str, Any]]]:
    """Yield documents and the columns of answers to them: label, probability, or p:LABEL of all."""
    if settings["coverage"] is not None:
        raise OptionError(
            "--coverage gives sets of labels; a table has one label a row. Write text or --json."
        )
    model = as_asked(model, settings)
    labels = np.array([*model.labels, None], object)  # -1 is no label
    for documents in read_blocks(model, asked, settings):
        answers = answer(model, documents, with_probabilities=model.has_probabilities)
        columns: dict[str, Any] = {"label": labels[answers.codes].tolist()}
        if answers.probabilities is not None:
            columns["probability"] = answers.given()
            if settings["every"]:
                of_all = zip(model.labels, model.tabulate(answers.probabilities).T, strict=True)
                columns |= {f"p:{label}": p for label, p in of_all}
        yield documents, columns


def ids_of(documents: Documents, wanted: str | int) -> list[str]:
    """Return what a column says about each document; DataError if there is no such column."""
    names = list(documents.columns)
    if isinstance(wanted, int) and 1 <= wanted <= len(names):
        wanted = names[wanted - 1]
    if wanted in names:
        return documents.columns[str(wanted)].tolist()
    there = f"they are {', '.join(names[:20])}" if names else "these texts have none"
    raise DataError(
        f"{documents.source}: --id-column must be one of the columns; got {wanted!r}, and {there}. "
        "Name one of them, or leave it out."
    )


def with_ids(lines: str, ids: Sequence[str], *, as_json: bool) -> str:
    """Return lines that begin with an id each, or objects that do; no answer has a line break."""
    rows = zip(ids, lines.split("\n")[:-1], strict=True)
    if as_json:
        return "".join([f"{json_line({'id': each})[:-2]}, {row[1:]}\n" for each, row in rows])
    return "".join([f"{' '.join(each.split())}\t{row}\n" for each, row in rows])


def choose_form(
    labels: Sequence[Any],
    *,
    one: bool = False,
    every: bool = False,
    top: int | None = None,
    as_json: bool = False,
) -> Callable[[Answers], str]:
    r"""Return what turns answers into lines, or into objects.

    With ``one`` each has the probability of its label, with ``every`` those of all labels, with
    ``top`` those of the likeliest.

    Examples
    --------
    >>> form = choose_form(["ham", "spam"], one=True)
    >>> form(Answers(np.array([1, -1]), np.array([[0.1, 0.9], [0.5, 0.5]])))
    'spam\t0.9000\n(none)\t0.5000\n'
    """
    if as_json:
        return lambda answers: _write_json(answers, labels, len(labels) if every else top)
    # A label from a quoted field may hold a line break, which would shift all lines after it.
    names = [" ".join(str(label).split()) for label in labels] + [NONE]  # -1 is the last
    if every or top is not None:
        return lambda answers: _write_likeliest(answers, names, None if every else top)
    if one:
        return lambda answers: _write_one(answers, names)
    return lambda answers: "".join([f"{names[code]}\n" for code in answers.codes.tolist()])


def _write_one(answers: Answers, names: list[str]) -> str:
    rows = zip(answers.codes.tolist(), answers.given().tolist(), strict=True)
    return "".join([f"{names[code]}\t{p:.4f}\n" for code, p in rows])


def _write_likeliest(answers: Answers, names: list[str], n: int | None) -> str:
    assert answers.probabilities is not None
    lines = []
    for code, row in zip(answers.codes.tolist(), likeliest(answers.probabilities, n), strict=True):
        fields = [names[code], *(f"{names[k]}:{p:.4f}" for k, p in row)]
        lines.append("\t".join(fields) + "\n")
    return "".join(lines)


def _write_json(answers: Answers, labels: Sequence[Any], n_labels: int | None) -> str:
    found: list[dict[str, Any]] = [
        {"label": labels[code] if code >= 0 else None} for code in answers.codes.tolist()
    ]
    if answers.probabilities is not None:
        for each, p in zip(found, answers.given().tolist(), strict=True):
            each["probability"] = p
        if n_labels is not None:
            rows = likeliest(answers.probabilities, n_labels)
            for each, row in zip(found, rows, strict=True):
                shown = row if n_labels < len(labels) else sorted(row)
                each["probabilities"] = {str(labels[k]): p for k, p in shown}
    return "".join([json_line(each) for each in found])
