"""Jackknifing: the tags that a tagger would give to sentences it has not learned from.

A parser that learns from gold tags trusts them too much where it will be given predicted ones. So
each part of the training sentences is tagged by a tagger that has learned from the other parts,
and the parser learns from these tags.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from linguine.data import Sentences, Tags
from linguine.errors import DataError, check_number
from linguine.features.arc.defaults import tag_column_of
from linguine.features.threads import count_threads
from linguine.model.concurrency import Resources
from linguine.progress import resolve
from linguine.tasks.tagger.settings import TaggerSettings
from linguine.tasks.tagger.training import train_tagger

if TYPE_CHECKING:
    from linguine.tasks.parser.estimator import DependencyParser

__all__ = ["jackknife_for", "jackknife_tags"]


def jackknife_tags(
    sentences: Sentences, column: str, n_folds: int, use: Resources | None = None
) -> Sentences:
    """Return the sentences with predicted tags instead of those of a column.

    They are cut into ``n_folds`` parts, neighbours together.

    Examples
    --------
    >>> tokens = [[("Dogs", "NOUN"), ("bark", "VERB")], [("They", "PRON"), ("bark", "VERB")]] * 9
    >>> sentences = Sentences.from_python(tokens, columns="form,upos")
    >>> made = jackknife_tags(sentences, "upos", 3)
    >>> made.texts_of("upos")[-1], len(made) == len(sentences)
    (['PRON', 'VERB'], True)
    """
    check_number("jackknife", "n_folds", n_folds, low=2, integer=True, fix="Try 10.")
    there = np.flatnonzero(np.diff(sentences.offsets) > 0)
    if len(there) < n_folds:
        raise DataError(
            f"{sentences.source}: jackknifing needs a sentence for each of its {n_folds} parts; "
            f"got {len(there)}. Give more sentences, or fewer parts."
        )
    tagged = replace(sentences, tag_column=column, original=None)
    settings = TaggerSettings(algorithm="perceptron", scheme="plain")
    names: dict[str, int] = {}
    codes = np.zeros(sentences.n_tokens, np.int32)
    for part in np.array_split(there, n_folds):
        others = tagged.take(np.setdiff1d(there, part))
        tagger, _ = train_tagger(settings, others, use or Resources())
        own = np.array([names.setdefault(tag, len(names)) for tag in tagger.tags], np.int32)
        mine = tagged.take(part)
        # the parts are in order, and sentences between them are empty
        first = int(sentences.offsets[part[0]])
        codes[first : first + mine.n_tokens] = own[tagger.tag(tagger.rows(mine))]
    return sentences.with_column(column, Tags(list(names), codes))


def jackknife_for(parser: DependencyParser, sentences: Sentences, n_folds: int) -> Sentences:
    """Return the sentences with predicted tags, in the column of tags that a parser looks at."""
    columns = parser.settings.chosen_columns(sentences)
    column = tag_column_of(columns)
    if column is None:
        raise DataError(
            f"{sentences.source}: --jackknife predicts parts of speech; the parser looks at "
            f"{', '.join(columns)} only. Leave it out, or name them in --columns."
        )
    with resolve(parser.progress) as report:
        use = Resources(count_threads(parser.settings.n_threads), parser.settings.seed, report)
        return jackknife_tags(sentences, column, n_folds, use)
