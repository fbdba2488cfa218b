"""Count stream: a hidden Markov model that counts on, exactly as if all had come at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from linguine.data import Sentences
from linguine.data.targets.tag_scheme import TagScheme
from linguine.errors import NotAvailableError
from linguine.features.token.plan import visible_columns
from linguine.features.token.templates import resolve_column
from linguine.learning.generative.hmm_counts import HmmCounts
from linguine.model.file.hmm_counts import StoredHmmCounts
from linguine.tasks.tagger.fitting import describe_hmm
from linguine.tasks.tagger.model import TaggerModel
from linguine.tasks.tagger.settings import TaggerSettings

__all__ = ["CountStream"]


class CountStream:
    """Counts, to which sentences are added; a model is estimated when somebody asks for one.

    Parameters
    ----------
    settings
        Options of the HMM.
    model
        What was fitted or loaded, to go on from; or one without tags, which only says what the
        tagger is.
    """

    def __init__(self, settings: TaggerSettings, model: TaggerModel) -> None:
        self._settings = settings
        self._shell = model
        self._model: TaggerModel | None = model
        self._counts: HmmCounts | None = None
        if model.tags:
            stored = model.memory
            counts = stored.unpack() if isinstance(stored, StoredHmmCounts) else stored
            if not isinstance(counts, HmmCounts):
                raise NotAvailableError(
                    "An HMM goes on from counts, which weights do not tell; this model has none: "
                    "it was saved by an older version or with quantize. Train it again with fit, "
                    "and save it without quantize."
                )
            self._counts = counts

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags so far, those that came last behind."""
        return self._shell.tags

    @property
    def scheme(self) -> TagScheme:
        """What they spell."""
        return self._shell.scheme

    def count(
        self,
        sentences: Sentences,
        tags: tuple[str, ...],
        gold: NDArray[np.int32],
        scheme: TagScheme,
        known_words: NDArray[np.uint32],
    ) -> None:
        """Add sentences; ``tags`` are all, those that are new last."""
        names = visible_columns(sentences)
        column = sentences.columns[resolve_column("w", list(names)) or names[0]]
        values, order, n = column.values.tolist(), self._shell.order, len(tags)
        counts = HmmCounts.of(values, column.codes, gold, sentences.offsets, n, order)
        if self._counts is not None:
            known = self._counts.renumbered(np.arange(self._counts.n_tags), n)
            counts = known.plus(counts)
        info = dict(self._shell.info)
        told = {"n_sentences": sentences.n_sentences, "n_tokens": sentences.n_tokens}
        info |= {name: int(info.get(name, 0)) + more for name, more in told.items()}
        words = np.union1d(self._shell.known_words, known_words)
        info["n_words"] = len(words)
        self._shell = replace(self._shell, tags=tags, scheme=scheme, known_words=words, info=info)
        self._counts, self._model = counts, None

    def model(self) -> TaggerModel:
        """Return a model of what was counted so far, with the most frequent tags first."""
        if self._model is None:
            from linguine.learning.generative.hmm import estimate_from_counts  # needs SciPy

            assert self._counts is not None
            shell, totals = self._shell, self._counts.totals
            by_count = sorted(range(len(shell.tags)), key=lambda i: (-totals[i], shell.tags[i]))
            place = np.empty(len(by_count), np.int64)
            place[by_count] = np.arange(len(by_count))
            found = estimate_from_counts(
                self._counts.renumbered(place, len(by_count)),
                order=shell.order,
                n_threads=self._settings.n_threads,
                **self._settings.options,
            )
            fit = describe_hmm(found)
            self._model = replace(
                shell,
                extractor=found.extractor,
                weights=found.weights,
                tags=tuple(shell.tags[i] for i in by_count),
                unseen=fit.unseen,
                memory=found.counts,
                info={**shell.info, **fit.facts},
            )
            n_features = self._model.n_features
            self._model.info |= {"n_features": n_features, "n_weights": len(found.weights.values)}
        return self._model
