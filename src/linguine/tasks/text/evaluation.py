"""Evaluation of classifiers: their answers against the right labels of documents."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from linguine.data import Documents, SoftLabels, read_documents
from linguine.errors import DataWarning
from linguine.reports.text.metrics import evaluate
from linguine.tasks.task import Asked, Settings
from linguine.tasks.text.options import reading_settings
from linguine.tasks.text.reading import read_blocks
from linguine.tasks.text.writing import answer

if TYPE_CHECKING:
    from linguine.reports.text.evaluation import LabelEvaluation
    from linguine.reports.text.label_sets import LabelSetEvaluation
    from linguine.tasks.text.model import TextModel

__all__ = ["measure", "read_questions", "warn_of_unknown"]

#: Unknown labels that a warning lists.
_N_SHOWN = 5


def read_questions(model: TextModel, path: str, settings: Settings) -> Iterator[Documents]:
    """Yield the documents of a file, with their labels, as a model needs them."""
    if settings.get("votes") is not None:  # annotators are judged by all of their votes
        reading = reading_settings(settings, model.reads.names)
        return iter([read_documents(path, votes=settings["votes"], **reading)])
    return read_blocks(model, Asked(path), settings, need_labels=True)


def measure(
    model: TextModel, questions: Documents | Iterable[Documents], settings: Settings
) -> LabelEvaluation:
    """Return how a model does on documents with labels, block after block."""
    blocks = [questions] if isinstance(questions, Documents) else questions
    known = [str(label) for label in model.classes.tolist()]
    index = {label: code for code, label in enumerate(known)}
    gold, predicted, shares, is_soft = [], [], [], False
    probabilities: list[NDArray[np.float64]] = []
    for documents in blocks:
        assert documents.label_set is not None
        for name in documents.label_set.names:  # labels that the model has never seen come last
            index.setdefault(name, len(index))
        codes = np.array([index[name] for name in documents.label_set.names], dtype=np.int64)
        answers = answer(model, documents, with_probabilities=model.has_probabilities)
        gold.append(codes[documents.label_set.codes])
        shares.append(documents.shares.recoded(codes))
        is_soft |= documents.soft is not None
        predicted.append(answers.codes)
        if answers.probabilities is not None:
            probabilities.append(answers.probabilities)
    table = np.concatenate(probabilities) if probabilities else None
    right, answered = np.concatenate(gold), np.concatenate(predicted)
    soft = SoftLabels.join(shares) if is_soft else None
    judged = evaluate(right, answered, list(index), table, shares=soft)
    evaluation = replace(judged, n_known=len(known))
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
