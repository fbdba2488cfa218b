"""Training of taggers: read the tags, extract the features once, learn."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import Sentences
from linguine.data.reading.column_names import TAG, word_column
from linguine.data.targets.tags import UNKNOWN
from linguine.data.targets.weights import read_sentence_weights
from linguine.errors import ConvergenceWarning, DataError, ParameterError, named, tell
from linguine.features import TokenExtractor, TokenRows
from linguine.features.token.plan import visible_columns
from linguine.learning import ChainData
from linguine.model.concurrency import Resources
from linguine.tasks.tagger.fitting import TaggerData, TaggerFit, fit_tagger
from linguine.tasks.tagger.gold.hidden import nameless_tags
from linguine.tasks.tagger.gold.limits import check_n_tags, estimate_round
from linguine.tasks.tagger.gold.tags import (
    TrainingTags,
    encode_tags,
    find_forbidden,
    make_rules,
    prepare_tags,
)
from linguine.tasks.tagger.input import hide_annotation
from linguine.tasks.tagger.model import TaggerModel, hash_words
from linguine.tasks.tagger.settings import TaggerSettings

__all__ = [
    "as_data",
    "check_equal",
    "check_two_tags",
    "held_out_gold",
    "make_model",
    "train_tagger",
]


def train_tagger(
    settings: TaggerSettings,
    sentences: Sentences,
    use: Resources,
    *,
    dev: Sentences | None = None,
    sample_weight: ArrayLike | None = None,
) -> tuple[TaggerModel, tuple[str, ...]]:
    """Learn a tagger, and return what was done to the tags, a sentence each.

    Held-out sentences tell online learners when to stop.
    """
    tags = _tags_of(settings, sentences)
    _check_tags(sentences, tags)
    settings = settings.for_tags(tags.kind)
    order, counts = settings.chosen_order, not settings.row.has_features
    # What is counted is kept as a list of what was seen; only its pairs of tags are a table.
    check_n_tags(sentences, len(tags.names), order, is_list=counts)
    notes: tuple[str, ...] = ()
    if settings.templates is None and settings.row.has_features:
        sentences, notes = hide_annotation(sentences)
    if not settings.row.is_local and not counts:
        notes += estimate_round(sentences.n_tokens, len(tags.names), order, use)
    tell(sentences.source, notes, stacklevel=4)  # before a long training, so that it can be stopped
    columns = visible_columns(sentences)
    extractor, data = _prepare(settings, sentences, tags, use, dev, sample_weight)
    fit = fit_tagger(settings.row_name, settings.row, settings.options, data)
    words = np.unique(hash_words(sentences.column(word_column(columns))))
    size = sentences.n_sentences, sentences.n_tokens
    return make_model(settings, sentences, size, tags, fit, extractor, words), tags.notes


def make_model(
    settings: TaggerSettings,
    like: Sentences,
    size: tuple[int, int],
    tags: TrainingTags,
    fit: TaggerFit,
    extractor: TokenExtractor,
    known_words: NDArray[np.uint32],
) -> TaggerModel:
    """Return the model of what was found; warn if the learner was not done.

    ``like`` shows what columns the sentences have, ``size`` how many sentences and tokens there
    are.
    """
    if not fit.converged:
        warnings.warn(ConvergenceWarning(fit.advice, owner=settings.owner), stacklevel=3)
    model = TaggerModel(
        fit.extractor or extractor,
        fit.weights,
        tags.names,
        tags.scheme,
        settings.chosen_order,
        settings.normalises,
        *_columns(like),
        settings.row.has_probabilities and settings.normalises is settings.row.is_local,
        known_words,
        n_threads=settings.n_threads,
        unseen=fit.unseen,
        memory=fit.memory,
    )
    model.info = _describe(settings, model, size, tags, fit)
    return model


def _tags_of(settings: TaggerSettings, sentences: Sentences) -> TrainingTags:
    if settings.row.finds_tags:
        return nameless_tags(sentences, settings.options)
    return prepare_tags(
        sentences,
        scheme=settings.scheme,
        strict=settings.strict,
        unknown=settings.unknown_tags,
    )


def _prepare(
    settings: TaggerSettings,
    sentences: Sentences,
    tags: TrainingTags,
    use: Resources,
    dev: Sentences | None,
    sample_weight: ArrayLike | None,
) -> tuple[TokenExtractor, TaggerData]:
    """Return the features, and the sentences as the algorithm wants them."""
    extractor = settings.extractor(visible_columns(sentences), tags.kind)
    rules = make_rules(
        tags.names,
        tags.scheme,
        settings.chosen_order,
        learns_transitions=extractor.templates.transitions,
    )
    if not settings.row.has_features:
        check_equal(settings, sample_weight)
        return extractor, TaggerData(rules, use, sentences=sentences, gold=tags.codes)
    data = as_data(extractor.fit_rows(sentences, use.report), tags.codes, sample_weight)
    held_out = None
    if dev is not None:
        gold = held_out_gold(dev, tags, settings)
        held_out = as_data(extractor.rows(dev), gold, None, data.ranks)
    return extractor, TaggerData(rules, use, data, held_out)


def check_equal(settings: TaggerSettings, sample_weight: ArrayLike | None) -> None:
    """Raise ParameterError for weights where every sentence counts once."""
    if sample_weight is not None:
        raise ParameterError(
            f"{settings.algorithm} counts every sentence once; got sample_weight. Leave it out, or "
            "use 'crf'."
        )


def held_out_gold(
    dev: Sentences, tags: TrainingTags, settings: TaggerSettings
) -> NDArray[np.int32]:
    """Return the tags of held-out sentences; what can never be predicted counts as unknown."""
    gold, _ = encode_tags(dev, tags.names, tags.scheme, unknown=settings.unknown_tags)
    gold[gold >= len(tags.names)] = UNKNOWN
    gold[find_forbidden(gold, dev.offsets, tags.names, tags.scheme)] = UNKNOWN
    return gold


def as_data(
    rows: TokenRows,
    gold: NDArray[np.int32],
    sample_weight: ArrayLike | None,
    ranks: NDArray[np.int32] | None = None,
) -> ChainData:
    """Return rows and tags as learners take them; ``ranks`` are those of the training data."""
    weights = read_sentence_weights(sample_weight, len(rows.offsets) - 1)
    return ChainData.of(rows.tokens, rows.offsets, gold, weights, rows.edges, ranks)


def _columns(sentences: Sentences) -> tuple[tuple[str, ...], str]:
    """Return the columns of files like this one, and which holds the tags; the last if none."""
    if sentences.tag_column is None:
        return (*sentences.columns, TAG), TAG
    return tuple(sentences.columns), sentences.tag_column


def _check_tags(sentences: Sentences, tags: TrainingTags) -> None:
    if not sentences.n_tokens:
        raise DataError(
            f"{sentences.source}: there must be sentences to learn from; all are empty. "
            "Give tokens and their tags."
        )
    check_two_tags(sentences.source, sentences.n_tokens, tags.names)


def check_two_tags(source: str, n_tokens: int, names: Sequence[str]) -> None:
    """Raise DataError if there is nothing to tell apart."""
    if len(names) < 2:
        raise DataError(
            f"{source}: there must be at least two different tags; all {n_tokens:,} tokens have "
            f"{list(names)}. Add sentences with other tags, or say which column holds the tags "
            f"({named('tag_column')})."
        )


def _describe(
    settings: TaggerSettings,
    model: TaggerModel,
    size: tuple[int, int],
    tags: TrainingTags,
    fit: TaggerFit,
) -> dict[str, Any]:
    """Return what the model file says about how a model was made: no times, so repeatable."""
    return {
        "algorithm": settings.algorithm,
        "options": settings.plain_options,
        "n_sentences": size[0],
        "n_tokens": size[1],
        "n_words": len(model.known_words),
        "n_features": model.n_features + model.n_edge_features,
        "n_weights": len(fit.weights.values),
        "n_iterations": fit.n_iterations,
        "seed": settings.seed,
        **tags.facts,
        **fit.facts,
    }
