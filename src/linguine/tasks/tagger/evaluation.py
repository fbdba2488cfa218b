"""Evaluation of taggers: their answers against the right tags of sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from linguine.data import Sentences
from linguine.data.targets.tag_scheme import TagScheme
from linguine.data.targets.tags import UNKNOWN
from linguine.errors import DataError, tell
from linguine.reports.tags.span_metrics import TagEvaluation, evaluate_spans
from linguine.reports.text.clusters import ClusterEvaluation
from linguine.tasks.tagger.features.bag_reading import reader_for
from linguine.tasks.tagger.gold.tags import encode_tags
from linguine.tasks.tagger.model import TaggerModel
from linguine.tasks.task import Settings

Keep = Callable[[Sentences, NDArray[np.int32], NDArray[np.int32], Sequence[str]], object]

__all__ = ["evaluate_tagger", "measure", "read_questions"]


def read_questions(model: TaggerModel, path: str, settings: Settings) -> Sentences:
    """Return the sentences of a file with their tags, as a tagger needs them."""
    return reader_for(model, settings).read(path)


def measure(
    model: TaggerModel, questions: Sentences, settings: Settings, keep: Keep | None = None
) -> TagEvaluation:
    """Return what the answers of a tagger are worth."""
    unknown = settings.get("unknown_tag", ())
    return evaluate_tagger(model, questions, unknown=unknown, keep=keep)


def evaluate_tagger(
    model: TaggerModel,
    sentences: Sentences,
    *,
    unknown: Sequence[str] = (),
    keep: Keep | None = None,
) -> TagEvaluation:
    """Measure a tagger; sentences that have an unknown tag are left out.

    ``keep`` is given the sentences, their right tags, the answers, and the names of both.
    States stand for the tag that they have most often here. Tags in another scheme are read as the
    model's; tags that it has never seen count as wrong.
    """
    notes = []
    own = () if model.has_states else model.tags
    gold, names = encode_tags(sentences, own, model.scheme, unknown=unknown)
    if (gold == UNKNOWN).any():
        n_all = len(sentences)
        before = np.concatenate([[0], np.cumsum(gold == UNKNOWN)])
        whole = np.flatnonzero(before[sentences.offsets[1:]] == before[sentences.offsets[:-1]])
        sentences = sentences.take(whole)
        gold, names = encode_tags(sentences, own, model.scheme, unknown=unknown)
        notes.append(f"{n_all - len(whole):,} sentences have unknown tags and were left out")
    if not len(gold):
        raise DataError(
            f"{sentences.source}: there must be tagged tokens to compare with; there are none. "
            "Give sentences whose tags are known."
        )
    predicted = model.tag(model.rows(sentences))
    if keep is not None and not model.has_states:
        keep(sentences, gold, predicted, names)
    words = sentences.column(sentences.word_column)
    known = model.is_known(words) if len(model.known_words) else None
    if model.has_states:
        tell(sentences.source, notes, stacklevel=4)
        return _evaluate_states(gold, predicted, names, sentences, known, len(model.tags))
    unseen = names[len(model.tags) :]
    if unseen:
        n_unseen = int((gold >= len(model.tags)).sum())
        shown = ", ".join(map(repr, unseen[:5])) + (", ..." if len(unseen) > 5 else "")
        notes.append(
            f"{n_unseen:,} tokens have tags that the tagger has never seen, {shown}: they count "
            "as wrong"
        )
    try:
        evaluation = evaluate_spans(
            gold, predicted, names, sentences.offsets, known, scheme=model.scheme
        )
    except DataError as error:
        if not unseen:
            raise
        place = sentences.place(int(np.argmax(gold >= len(model.tags))))
        raise DataError(f"{place}: {error}") from None
    tell(sentences.source, notes, stacklevel=4)
    return evaluation


def _evaluate_states(
    gold: NDArray[np.int32],
    states: NDArray[np.int32],
    names: Sequence[str],
    sentences: Sentences,
    known: NDArray[np.bool_] | None,
    n_states: int,
) -> TagEvaluation:
    """Judge states by the tags that they have most often."""
    table = np.zeros((n_states, len(names)), np.int64)
    np.add.at(table, (states, gold), 1)
    best = table.argmax(axis=1)[states]
    judged = evaluate_spans(gold, best, names, sentences.offsets, known, scheme=TagScheme.PLAIN)
    return replace(judged, states=ClusterEvaluation(tuple(names), table))
