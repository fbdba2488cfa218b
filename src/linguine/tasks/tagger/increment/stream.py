"""Tagger stream: sentences and tags as they come, on the way into a chain that goes on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from linguine.data import Sentences
from linguine.data.reading.column_names import TAG, word_column
from linguine.data.targets.tag_scheme import TagScheme
from linguine.data.targets.tags import UNKNOWN
from linguine.errors import DataError, NotAvailableError, named, said
from linguine.features import TokenExtractor
from linguine.features.token.plan import visible_columns
from linguine.model.concurrency import Resources
from linguine.tasks.going_on import compose_stream
from linguine.tasks.tagger.algorithms import AUTO, SEEN
from linguine.tasks.tagger.gold.limits import check_n_tags
from linguine.tasks.tagger.gold.tags import TrainingTags, prepare_tags
from linguine.tasks.tagger.increment.chain_stream import ChainPiece, ChainStream, no_weights
from linguine.tasks.tagger.increment.count_stream import CountStream
from linguine.tasks.tagger.input import hide_annotation
from linguine.tasks.tagger.model import TaggerModel, hash_words
from linguine.tasks.tagger.settings import TaggerSettings
from linguine.tasks.tagger.training import check_equal

__all__ = ["TaggerStream"]

_OUTSIDE = {"O"}


class TaggerStream:
    """A tagger that goes on.

    Parameters
    ----------
    settings
        The algorithm and its options.
    model
        What was fitted or loaded, to go on from; None begins with nothing.
    """

    def __init__(self, settings: TaggerSettings, model: TaggerModel | None = None) -> None:
        if model is not None and settings.algorithm == AUTO:
            settings = replace(settings, algorithm=model.info["algorithm"])
        self.settings = settings
        if settings.row.has_features:
            compose_stream(settings, "hmm")  # complains before the sentences are read
        _check(settings)
        self._chain: ChainStream | CountStream | None = None
        if model is not None:
            self._chain = self._going_on(model)

    def advance(
        self, sentences: Sentences, use: Resources, sample_weight: ArrayLike | None = None
    ) -> tuple[str, ...]:
        """Make one pass over more sentences; return what was done to the tags, a sentence each."""
        if not sentences.n_tokens:
            raise DataError(
                f"{sentences.source}: there must be sentences to learn from; all are empty. "
                "Give tokens and their tags."
            )
        chain, settings = self._chain, self.settings
        known = () if chain is None else chain.tags
        scheme = settings.scheme
        if chain is not None and not set(known) <= _OUTSIDE:
            scheme = chain.scheme.value  # nothing but O says nothing about it
        tags = prepare_tags(
            sentences, scheme=scheme, strict=settings.strict, unknown=settings.unknown_tags
        )
        names = (*known, *(each for each in tags.names if each not in known))
        if not names:
            raise DataError(
                f"{sentences.source}: there must be tags to learn from; all are unknown. Give some."
            )
        if chain is None:
            settings = settings.for_tags(tags.kind)
            check_n_tags(sentences, len(names), settings.chosen_order)
            chain = self._new(settings, sentences, tags)
        else:
            check_n_tags(sentences, len(names), settings.chosen_order)
        place = np.array([names.index(each) for each in tags.names], np.int32)
        gold = np.where(tags.codes == UNKNOWN, UNKNOWN, place[tags.codes]).astype(np.int32)
        words = np.unique(hash_words(sentences.column(word_column(visible_columns(sentences)))))
        scheme_now = tags.scheme if chain.scheme is TagScheme.PLAIN else chain.scheme
        if isinstance(chain, CountStream):
            check_equal(settings, sample_weight)
            chain.count(sentences, names, gold, scheme_now, words)
        else:
            extractor = TokenExtractor(chain.templates, n_threads=settings.n_threads)
            rows = extractor.fit_rows(sentences, use.report)
            chain.advance(
                ChainPiece(extractor, rows, names, gold, sample_weight, scheme_now, words), use
            )
        self.settings, self._chain = settings, chain
        return tags.notes

    def model(self) -> TaggerModel:
        """Return a model of what was learned so far."""
        assert self._chain is not None  # an estimator keeps a stream that has advanced
        return self._chain.model()

    def _going_on(self, model: TaggerModel) -> ChainStream | CountStream:
        return _stream(self.settings, model)

    def _new(
        self, settings: TaggerSettings, sentences: Sentences, tags: TrainingTags
    ) -> ChainStream | CountStream:
        """Return a stream of nothing, whose templates suit the first sentences."""
        if settings.templates is None:
            sentences, _ = hide_annotation(sentences)
        tag = sentences.tag_column
        columns = tuple(sentences.columns) if tag else (*sentences.columns, TAG)
        shell = TaggerModel(
            settings.extractor(visible_columns(sentences), tags.kind),
            no_weights(),
            (),
            tags.scheme,
            settings.chosen_order,
            columns=columns,
            tag_column=tag or TAG,
            has_probabilities=settings.row.has_probabilities,
            n_threads=settings.n_threads,
            info={
                "algorithm": settings.algorithm,
                "options": settings.plain_options,
                "seed": settings.seed,
                **tags.facts,
            },
        )
        return _stream(settings, shell)


def _stream(settings: TaggerSettings, model: TaggerModel) -> ChainStream | CountStream:
    if not settings.row.has_features:
        return CountStream(settings, model)
    return ChainStream(*compose_stream(settings, "hmm"), model)


def _check(settings: TaggerSettings) -> None:
    """Raise NotAvailableError for what nobody knows of sentences that come in pieces."""
    if settings.min_count != 1:
        raise NotAvailableError(
            "partial_fit learns from every feature when it comes; got "
            f"{said('min_count', settings.min_count)}. Leave it out, or use fit."
        )
    for name in SEEN:
        if settings.options.get(name) is False:
            raise NotAvailableError(
                f"partial_fit gives weights to all features with all tags; got "
                f"{said(name, False)}. Leave {named(name)} out, or use fit."
            )
