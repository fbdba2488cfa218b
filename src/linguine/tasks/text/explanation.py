"""Explanations of text models: which words spoke for a label, and which features it knows best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from linguine.data.texts import as_columns, is_table
from linguine.errors import DataError, check_number
from linguine.features import Numeric
from linguine.features.columns import BagTemplate
from linguine.features.text.counted import Evidence
from linguine.features.vectors import DenseTemplate
from linguine.reports.explanation import VECTOR, Contribution, Explanation
from linguine.reports.tables import shorten
from linguine.tasks.text.model import TextModel, largest
from linguine.tasks.text.reading import ask_of, find_documents

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.tasks.task import Asked, Settings

__all__ = [
    "SeenText",
    "explain_asked",
    "explain_each",
    "explain_text",
    "largest_weights",
    "shown_text",
    "top_features",
]

Found = TypeVar("Found")
#: Names and places of a feature, each once and in order: a dict is an ordered set. A feature may
#: stand at every place of a long text, so to look through a list for each would take the square.
_Evidence = tuple[dict[str, None], dict[tuple[int, int], None]]


def explain_asked(model: TextModel, asked: Asked, settings: Settings) -> Iterator[Explanation]:
    """Yield the explanations of texts of the command line, or of lines of a file."""
    return explain_each(model, asked, settings, explain_text)


def explain_each(
    model: TextModel, asked: Asked, settings: Settings, explain: Callable[..., Found]
) -> Iterator[Found]:
    """Yield what explains each text that was asked for."""
    for one in find_documents(model, asked, settings):
        texts, columns = ask_of(model, one)
        yield explain(model, shown_text(one, texts), columns)


def shown_text(one: Documents, texts: Any) -> Any:
    """Return the text of a document, or those of its columns, as they are explained."""
    if isinstance(texts, Mapping):
        return {name: column[0] for name, column in texts.items()}
    # Counted words are no text to be read; the table names those that matter.
    return one.texts[0] if one.bags is None else shorten(one.texts[0], 200)


def largest_weights(model: TextModel, k: int) -> tuple[dict[Any, list[tuple[str, float]]], None]:
    """Return what an overview shows: the k features with the largest weights of each label."""
    return top_features(model, k), None


def explain_text(
    model: TextModel, text: Any, columns: Mapping[str, Any] | None = None
) -> Explanation:
    """Return the contributions of all features of a text, as in ``TextClassifier.explain``."""
    if model.is_opened:
        from linguine.tasks.text.averaged.explanation import AveragedModel, explain_averaged

        assert isinstance(model, AveragedModel)
        return explain_averaged(model, text, _characters(text))
    if model.is_tree:
        found: Explanation = model.explain(text, columns)
        return found
    seen = SeenText(model, text, columns)
    row = _score_per_label(seen.scores, model.n_labels)[0]
    order = np.argsort(-row, kind="stable")
    best, second = int(order[0]), int(order[1]) if model.n_labels > 1 else None
    probability = None
    if model.calibrator is not None:
        probability = float(model.calibrator.probabilities(seen.scores)[0, best])
    return seen.explain(
        (model.labels[best], None if second is None else model.labels[second]),
        (float(row[best]), 0.0 if second is None else float(row[second])),
        *_lead(model, best, second),
        probability,
    )


class SeenText:
    """One text as a model sees it: its features, where it has them, and its scores."""

    def __init__(self, model: TextModel, text: Any, columns: Mapping[str, Any] | None) -> None:
        read = model.reads.read(_wrap(model, text), columns)
        self._shown = _Shown(model, *read)
        sites = model.extractor.transform(*read)
        self.scores: Any = model.score_sites(sites)
        assert sites.indices is not None
        self._ids: list[int] = sites.indices.tolist()
        values = np.ones(len(self._ids)) if sites.values is None else sites.values
        self._values: list[float] = values.astype(np.float64).tolist()
        self._evidence, self._beside = _evidence(model, self._shown, *read)
        self._given = _given_numbers(model, *read)

    def explain(
        self,
        labels: tuple[Any, Any],
        scores: tuple[float, float],
        theta: NDArray[np.float64],
        bias: float,
        probability: float | None,
    ) -> Explanation:
        """Return what leads from a bias to the lead of one label over the other."""
        contributions = []
        for i, value in zip(self._ids, self._values, strict=True):
            names, spans = self._evidence.get(i, ({f"#{i}": None}, {}))
            weight = float(theta[i])
            number = self._given.get(next(iter(names))) if not spans else None
            kind, vector = self._beside.get(i, ("feature", None))
            name, terms = " | ".join(names), (value, weight, value * weight)
            contributions.append(Contribution(name, *terms, tuple(spans), number, kind, vector))
        return Explanation(self._shown.text, *labels, *scores, bias, contributions, probability)


def _score_per_label(scores: NDArray[Any], n_labels: int) -> NDArray[np.float64]:
    """Two labels share one column: half of it speaks for the second, minus half for the first."""
    s = scores.astype(np.float64)
    return s if n_labels != 2 else np.hstack([-s, s]) / 2


def _lead(model: TextModel, best: int, second: int | None) -> tuple[NDArray[np.float64], float]:
    """Return weights and bias of one label minus those of another."""
    weights, bias = model.weights, model.bias.astype(np.float64)
    if model.n_labels == 2:
        sign = 1.0 if best == 1 else -1.0
        return sign * weights[:, 0].astype(np.float64), sign * float(bias[0])
    lead = weights[:, best].astype(np.float64)
    if second is None:
        return lead, float(bias[best])
    return lead - weights[:, second], float(bias[best] - bias[second])


def _wrap(model: TextModel, text: Any) -> Any:
    """Return one text as a list or table of one."""
    if model.reads.names and is_table(text):
        row = as_columns(text)
        for name in model.reads.names:
            if name in row and not isinstance(row[name], str):
                raise DataError(
                    f"explain takes one text; the column {name!r} is {type(row[name]).__name__}. "
                    "Give a str for each column, not a list."
                )
        return {name: [cell] for name, cell in row.items()}
    if not isinstance(text, str):
        raise DataError(
            f"explain takes one text; got {type(text).__name__}. Give a str, not a list."
        )
    return [text] if model.reads.is_one_text else text


class _Shown:
    """A document as an explanation shows it: its text, or a line for each of its text columns."""

    def __init__(self, model: TextModel, texts: Any, columns: Mapping[str, Any]) -> None:
        self._begins: dict[str | None, int] = {}
        self._characters: dict[str | None, NDArray[np.int64]] = {}
        self.text = ""
        names: tuple[str | None, ...] = (None,)
        if not model.reads.is_one_text:
            names = model.reads.names
        for name in names:
            part = texts[0] if name is None else columns[name][0]
            if name is not None:
                self.text += f"{'' if not self.text else chr(10)}{name}: "
            self._begins[name] = len(self.text)
            self._characters[name] = _characters(part)
            self.text += part

    def place(self, evidence: Evidence) -> tuple[int, int] | None:
        """Return the characters of the shown text that an occurrence takes, if any."""
        name = evidence.column
        if name not in self._begins or not (evidence.is_in_text or name is not None):
            return None
        begin, characters = self._begins[name], self._characters[name]
        first, last = int(characters[evidence.begin]), int(characters[evidence.end])
        return (begin + first, begin + last) if first < last else None


def _evidence(
    model: TextModel, shown: _Shown, texts: Any, columns: Mapping[str, Any]
) -> tuple[dict[int, _Evidence], dict[int, tuple[str, str | None]]]:
    """Return names and places (in characters) of each feature, and which come from other columns.

    Of these, whether it is a column or a number of a vector, and of which. Words that were counted
    by others come in a bag, too, but they are the text.
    """
    found: dict[int, _Evidence] = {}
    beside: dict[int, tuple[str, str | None]] = {}
    templates = model.extractor.features.templates
    bags = [each for each in templates if isinstance(each, BagTemplate)]
    has_columns = all(each.kind != "given" for each in templates)
    for each in model.extractor.evidence(texts[0], columns):
        names, spans = found.setdefault(each.id, ({}, {}))
        names[each.name] = None
        place = shown.place(each)
        if place is not None:
            spans[place] = None
        if each.template < 0 and has_columns:
            bag = bags[-1 - each.template]
            of_column = ("column", None)
            beside[each.id] = (VECTOR, bag.title) if isinstance(bag, DenseTemplate) else of_column
    return found, beside


def _given_numbers(model: TextModel, texts: Any, columns: Mapping[str, Any]) -> dict[str, float]:
    """Return the numbers of scaled columns as they came, by the names of their features."""
    found: dict[str, float] = {}
    for each in model.extractor.features.templates:
        if isinstance(each, Numeric) and each.is_scaled:
            numbers = each.numbers(texts, columns)[0]
            found |= zip(each.names, numbers.tolist(), strict=True)
    return found


def _characters(text: str) -> NDArray[np.int64]:
    """Return the character that each byte of the text belongs to, and one beyond the end."""
    data = np.frombuffer(text.encode(), np.uint8)
    starts = (data & 0xC0) != 0x80
    places = np.concatenate([np.cumsum(starts) - 1, [len(text)]])
    return places.astype(np.int64)


def top_features(model: TextModel, k: int = 20) -> dict[Any, list[tuple[str, float]]]:
    """Return the k features with the largest weights of each label.

    Against the other label for two labels, against the average label for more: weights that all
    labels share decide nothing. Buckets of hashed features have the names that were found for them.
    """
    check_number("top_features", "k", k, low=1, integer=True, fix="Try 20.")
    if model.is_opened:
        from linguine.tasks.text.averaged.explanation import AveragedModel, top_words

        assert isinstance(model, AveragedModel)
        return top_words(model, k)
    if model.is_tree:
        from linguine.tasks.text.label_tree.explanation import Along, top_of_leaves

        assert isinstance(model, Along)
        return dict(top_of_leaves(model, model.tree, k))
    vocabulary = model.extractor.vocabulary_
    assert vocabulary is not None
    tops = {}
    for label, column in _columns(model):
        ids = largest(column, k)
        names = vocabulary.names(ids.tolist())
        tops[label] = [(name, float(column[i])) for name, i in zip(names, ids, strict=True)]
    return tops


def _columns(model: TextModel) -> list[tuple[Any, NDArray[np.float32]]]:
    labels = model.labels
    if model.each_stands_alone:
        return [(label, model.weights[:, k]) for k, label in enumerate(labels)]
    if model.n_labels == 2:
        return [(labels[0], -model.weights[:, 0]), (labels[1], model.weights[:, 0])]
    mean = model.weights[:, : model.n_labels].mean(axis=1)
    return [(label, model.weights[:, k] - mean) for k, label in enumerate(labels)]
