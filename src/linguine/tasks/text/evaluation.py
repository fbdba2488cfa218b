"""Evaluation of classifiers: their answers against the right labels of documents."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Documents, SoftLabels, read_documents
from linguine.errors import DataError, DataWarning, OptionError
from linguine.model.candidates import join_rows
from linguine.reports.text.decisions import CostFigures, SetFigures
from linguine.reports.text.metrics import evaluate
from linguine.tasks.task import Asked, Settings
from linguine.tasks.text.options import reading_settings
from linguine.tasks.text.reading import read_blocks
from linguine.tasks.text.writing import Answers, answer, as_asked

if TYPE_CHECKING:
    from linguine.model.engines.engine import Engine
    from linguine.reports.text.evaluation import LabelEvaluation
    from linguine.reports.text.label_sets import LabelSetEvaluation
    from linguine.tasks.text.model import TextModel

__all__ = [
    "Compared",
    "compare",
    "judge",
    "measure",
    "measure_parts",
    "read_questions",
    "warn_of_unknown",
]

#: Unknown labels that a warning lists.
_N_SHOWN = 5


def read_questions(model: TextModel, path: str, settings: Settings) -> Iterator[Documents]:
    """Yield the documents of a file, with their labels, as a model needs them."""
    if settings.get("votes") is not None:  # annotators are judged by all of their votes
        reading = reading_settings(settings, model)
        return iter([read_documents(path, votes=settings["votes"], **reading)])
    return read_blocks(model, Asked(path), settings, need_labels=True)


def measure(
    model: TextModel,
    questions: Documents | Iterable[Documents],
    settings: Settings,
    keep: Callable[[Documents, Answers], object] | None = None,
) -> LabelEvaluation:
    """Return how a model does on documents with labels, block after block.

    ``keep`` is given each block with its answers.
    """
    return judge(model, [compare(model, questions, settings, keep)], settings)


def measure_parts(
    engine: Engine, model: TextModel, path: str, file: str, settings: Settings
) -> LabelEvaluation:
    """Return the same of a file whose parts the workers of an engine read and answer.

    ``path`` is where the model was loaded from.
    """
    from linguine.tasks.parted.answering import over_parts

    if settings.get("votes") is not None:
        raise OptionError("--votes asks for all votes at once. Leave --dask or --votes out.")
    reading = {**reading_settings(settings, model), "need_labels": True}
    told = "classify", path, file, settings, reading
    found = over_parts(engine, "evaluate", _compare_part, *told)
    return judge(model, engine.gather(found), settings)


def _compare_part(row: Any, model: TextModel, part: Any, settings: Settings) -> Compared:
    return compare(model, part.documents(), settings)


@dataclass(frozen=True, eq=False)
class Compared:
    """Some answers beside what is right.

    Parameters
    ----------
    names
        The labels of the model, and behind them those that it does not know.
    gold, predicted
        The right label and the answer of each text, as places in ``names``.
    shares
        The right labels as shares.
    is_soft
        True if a text has several.
    probabilities, sets
        Of each text and label, if there are any, and if sets were asked for.
    """

    names: tuple[str, ...]
    gold: NDArray[np.int64]
    predicted: NDArray[np.intp]
    shares: tuple[SoftLabels, ...]
    is_soft: bool
    probabilities: tuple[Any, ...]
    sets: tuple[NDArray[np.bool_], ...]


def compare(
    model: TextModel,
    questions: Documents | Iterable[Documents],
    settings: Settings,
    keep: Callable[[Documents, Answers], object] | None = None,
) -> Compared:
    """Return the answers to documents beside their labels."""
    model = as_asked(model, settings)
    coverage, tables = settings.get("coverage"), list[NDArray[np.bool_]]()
    blocks = [questions] if isinstance(questions, Documents) else questions
    known = [str(label) for label in model.classes.tolist()]
    index = {label: code for code, label in enumerate(known)}
    gold, predicted, shares, is_soft = [], [], [], False
    probabilities: list[Any] = []
    for documents in blocks:
        if documents.label_set is None:
            raise DataError(
                f"{documents.source}: the model gives each text one label, so each must have one "
                "right label; here some have several or none. Give one for each, or train a model "
                "of several labels: --task multilabel."
            )
        for name in documents.label_set.names:  # labels that the model has never seen come last
            index.setdefault(name, len(index))
        codes = np.array([index[name] for name in documents.label_set.names], dtype=np.int64)
        answers = answer(model, documents, with_probabilities=model.has_probabilities)
        if keep is not None:
            keep(documents, answers)
        gold.append(codes[documents.label_set.codes])
        shares.append(documents.shares.recoded(codes))
        is_soft |= documents.soft is not None
        predicted.append(answers.codes)
        if answers.probabilities is not None:
            probabilities.append(answers.probabilities)
        if coverage is not None:
            sets = model.label_sets(answers.probabilities, coverage, by_label=settings["by_label"])
            tables.append(sets)
    found = np.concatenate(gold), np.concatenate(predicted)
    return Compared(
        tuple(index), *found, tuple(shares), is_soft, tuple(probabilities), tuple(tables)
    )


def judge(model: TextModel, parts: Sequence[Compared], settings: Settings) -> LabelEvaluation:
    """Return what answers are worth, those of some parts or of all at once."""
    model = as_asked(model, settings)
    coverage = settings.get("coverage")
    known = [str(label) for label in model.classes.tolist()]
    index = {label: code for code, label in enumerate(known)}
    gold, shares = [], []
    for each in parts:  # parts have seen labels in other orders
        codes = np.array([index.setdefault(name, len(index)) for name in each.names], np.int64)
        gold.append(codes[each.gold])
        shares += [share.recoded(codes) for share in each.shares]
    table, tables = None, [each for part in parts for each in part.sets]
    if probabilities := [each for part in parts for each in part.probabilities]:
        table = join_rows(probabilities)
    right = np.concatenate(gold)
    answered = np.concatenate([each.predicted for each in parts])
    soft = SoftLabels.join(shares) if any(each.is_soft for each in parts) else None
    judged = evaluate(right, answered, list(index), table, shares=soft)
    evaluation = model.judge(replace(judged, n_known=len(known)))
    if coverage is not None:
        found = SetFigures.of(np.concatenate(tables), right, coverage)
        evaluation = replace(evaluation, sets=found)
    costs = None if model.costs is None or model.costs.weights is not None else model.costs
    if costs is not None and table is not None and (right < len(known)).any():
        likeliest = table.argmax(axis=1)
        evaluation = replace(evaluation, cost=CostFigures.of(costs, right, answered, likeliest))
    warn_of_unknown(evaluation, known)
    return evaluation


def warn_of_unknown(evaluation: LabelEvaluation | LabelSetEvaluation, known: list[str]) -> None:
    """Say how many texts cannot be right, because the model does not have their labels."""
    unknown = evaluation.unknown_labels
    if not unknown:
        return
    most = sorted(unknown, key=lambda label: -unknown[label])[:_N_SHOWN]
    shown = [f"{label!r} ({unknown[label]:,}{_near(label, known)})" for label in most]
    more = f", and {len(unknown) - len(most):,} more" if len(unknown) > len(most) else ""
    warnings.warn(
        f"{sum(unknown.values()):,} of {evaluation.n:,} texts have labels that the model has never "
        f"seen, so it cannot be right on them: {', '.join(shown)}{more}. Spell labels as the "
        "model does, or say which column holds them (--label-column).",
        DataWarning,
        stacklevel=2,
    )


def _near(label: str, known: list[str]) -> str:
    """Return the label of the model that is spelled most like this one."""
    import difflib  # only mistakes pay for it

    folded = {each.strip().casefold(): each for each in reversed(known)}
    near = difflib.get_close_matches(label.strip().casefold(), folded, n=1)
    return f"; the model has {folded[near[0]]!r}" if near else ""
