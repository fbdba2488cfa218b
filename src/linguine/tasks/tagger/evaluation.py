"""Evaluation of taggers: their answers against the right tags of sentences."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linguine.data import Sentences
from linguine.data.targets.tags import UNKNOWN
from linguine.errors import DataError
from linguine.reports.tags.span_metrics import TagEvaluation, evaluate_spans
from linguine.tasks.tagger.model import TaggerModel, word_column
from linguine.tasks.tagger.tags import encode_tags

__all__ = ["evaluate_tagger"]


def evaluate_tagger(
    model: TaggerModel, sentences: Sentences, *, unknown: Sequence[str] = ()
) -> tuple[TagEvaluation, tuple[str, ...]]:
    """Measure a tagger.

    Tags in another scheme are read as the model's; tags that it has never seen count as wrong.

    Parameters
    ----------
    model
        The tagger.
    sentences
        Sentences with the right tags.
    unknown
        Texts that stand for an unknown tag; sentences that have one are left out.

    Returns
    -------
    evaluation
        What the answers are worth.
    notes
        What was found besides, a sentence each.
    """
    notes = []
    gold, names = encode_tags(sentences, model.tags, model.scheme, unknown=unknown)
    if (gold == UNKNOWN).any():
        n_all = len(sentences)
        before = np.concatenate([[0], np.cumsum(gold == UNKNOWN)])
        whole = np.flatnonzero(before[sentences.offsets[1:]] == before[sentences.offsets[:-1]])
        sentences = sentences.take(whole)
        gold, names = encode_tags(sentences, model.tags, model.scheme, unknown=unknown)
        notes.append(f"{n_all - len(whole):,} sentences have unknown tags and were left out")
    if not len(gold):
        raise DataError(
            f"{sentences.source}: there must be tagged tokens to compare with; there are none. "
            "Give sentences whose tags are known."
        )
    unseen = names[len(model.tags) :]
    if unseen:
        n_unseen = int((gold >= len(model.tags)).sum())
        shown = ", ".join(map(repr, unseen[:5])) + (", ..." if len(unseen) > 5 else "")
        notes.append(
            f"{n_unseen:,} tokens have tags that the tagger has never seen, {shown}: they count "
            "as wrong"
        )
    predicted = model.tag(model.rows(sentences))
    words = sentences.column(word_column(tuple(sentences.columns)))
    known = model.is_known(words) if len(model.known_words) else None
    try:
        evaluation = evaluate_spans(
            gold, predicted, names, sentences.offsets, known, scheme=model.scheme
        )
    except DataError as error:
        if not unseen:
            raise
        place = sentences.place(int(np.argmax(gold >= len(model.tags))))
        raise DataError(f"{place}: {error}") from None
    return evaluation, tuple(notes)
