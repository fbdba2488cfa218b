"""Evaluation of several labels per text: answers against the right sets of labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.data import Documents, LabelSets
from linguine.data.targets.label_lists import SetTarget, read_label_lists
from linguine.errors import DataError
from linguine.reports.text.label_sets import LabelSetEvaluation, Tally
from linguine.tasks.multilabel.model import MultilabelModel
from linguine.tasks.multilabel.reading import read_blocks, sets_of
from linguine.tasks.multilabel.settings import ThresholdChoice
from linguine.tasks.task import Asked, Settings
from linguine.tasks.text.evaluation import warn_of_unknown
from linguine.tasks.text.fitting.held_out import FEWEST_TEXTS, HeldOut
from linguine.tasks.text.reading import ask_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

#: Right labels, answers and probabilities of some texts.
Answered = tuple[LabelSets, LabelSets, Any]
Keep = Callable[..., object]

__all__ = ["calibrate_sets", "evaluate_sets", "measure", "read_questions"]


def read_questions(model: MultilabelModel, path: str, settings: Settings) -> Iterator[Documents]:
    """Yield the documents of a file, with their labels, as a model needs them."""
    return read_blocks(model, Asked(path), settings, need_labels=True)


def measure(
    model: MultilabelModel,
    questions: Documents | Iterable[Documents],
    settings: Settings,
    keep: Keep | None = None,
) -> LabelSetEvaluation:
    """Return how a model does on documents with labels, block after block.

    ``keep`` is given each block with its right labels, its answers, and their probabilities.
    """
    blocks = [questions] if isinstance(questions, Documents) else questions
    known = [str(label) for label in model.labels]
    names, tally = list(known), Tally(len(known))
    for documents in blocks:
        scores = model.scores(*ask_of(model, documents))
        found = _add(model, tally, scores, sets_of(documents), names)
        if keep is not None:
            right, answers, p = found
            table = None if p is None else model.tabulate(p)
            keep(documents, right.table(), answers.table(), table)
    return _judge(tally, names, known)


def evaluate_sets(
    model: MultilabelModel, scores: Any, labels: Any, known: list[Any]
) -> LabelSetEvaluation:
    """Return what the answers to texts with these scores are worth; ``known`` are the labels."""
    names, tally = list(known), Tally(len(known))
    _add(model, tally, scores, _read_gold(labels, len(scores)), names)
    return _judge(tally, names, known)


def calibrate_sets(model: MultilabelModel, scores: Any, labels: ArrayLike) -> str:
    """Find probabilities and thresholds on texts that the model has not learned from."""
    target, n = _read_gold(labels, len(scores)), len(scores)
    if n < FEWEST_TEXTS:
        raise DataError(
            f"calibrate needs at least {FEWEST_TEXTS} texts to tell how often the model is right; "
            f"got {n}. Give more texts that it has not learned from, a hundred or more."
        )
    index = {label: k for k, label in enumerate(model.labels)}
    numbers = np.array([index.get(name, -1) for name in target.names.tolist()], np.int64)
    sets = target.sets.renumber(numbers, model.n_labels)
    held_out = HeldOut(
        np.zeros((n, 0)) if model.is_tree else scores.astype(np.float64),
        np.arange(n, dtype=np.int32),
        np.ones(n),
        sets=sets,
    )
    model.decide_by(held_out, scores, ThresholdChoice.told_by(model.info))
    assert model.calibrator is not None
    return f"{model.calibrator.kind} on {n} texts"


def _read_gold(labels: Any, n_texts: int) -> SetTarget:
    """Return the labels of each text; some may be unknown to the model."""
    target = read_label_lists(labels)
    if target is None:
        raise DataError(
            "The model gives each text several labels or none, so gold must have lists of labels, "
            "or an indicator matrix; got one label for each. Write [label] for one, [] for none."
        )
    if len(target.sets) != n_texts:
        raise DataError(
            f"Texts and labels must have the same length; there are {n_texts} texts, and labels of "
            f"{len(target.sets)}. Check how the two were read."
        )
    return target


def _add(
    model: MultilabelModel,
    tally: Tally,
    scores: Any,
    target: SetTarget,
    names: list[Any],
) -> Answered:
    """Count some texts; labels that the model has never seen are added to ``names``."""
    if target.is_table and target.sets.n_labels > len(names):
        raise DataError(
            f"An indicator matrix must have a column for each of {len(names)} labels; got "
            f"{target.sets.n_labels}. Give the columns that the model has learned."
        )
    index = {name: k for k, name in enumerate(names)}
    for name in target.names.tolist():
        if name not in index:
            index[name] = len(names)
            names.append(name)
    numbers = np.array([index[name] for name in target.names.tolist()], np.int64)
    gold: LabelSets = target.sets.renumber(numbers, len(names))
    p = None if model.calibrator is None else model.probabilities(scores)
    answers = model.decide(scores)
    tally.add(gold, answers, model.ranking(scores, p), p)
    return gold, answers, p


def _judge(tally: Tally, names: list[Any], known: list[Any]) -> LabelSetEvaluation:
    evaluation = tally.evaluation(tuple(names))
    warn_of_unknown(evaluation, [str(label) for label in known])
    return evaluation
