"""Extractor: texts in, a sparse matrix out, natively and on several threads."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.texts import as_columns, as_texts, check_some
from linguine.errors import DataError, named, said
from linguine.features.blocks import Blocks, switch_off
from linguine.features.buckets import Buckets, find_names
from linguine.features.columns import BagTemplate
from linguine.features.matrix import Sites
from linguine.features.text.counted import CountedRows, Evidence
from linguine.features.text.limits import check_hashing, check_limits, least_of, limit_of
from linguine.features.text.specification import CompiledFeatures, as_features
from linguine.features.text.templates import Features, Template, WordNgrams
from linguine.features.threads import count_threads
from linguine.features.vocabulary import Vocabulary
from linguine.features.weighting import (
    WeighedAs,
    Weighting,
    inverse_document_frequency,
)
from linguine.progress import Report

__all__ = ["CountedRows", "Extractor"]


class Extractor:
    """Turns texts into rows of features.

    Parameters
    ----------
    features
        A template or a sum of templates.
    values, normalize
        How counts become values; see :class:`linguine.features.Weighting`.
    min_df, max_df
        In how many documents a feature must and may be: a number, or a share of the documents.
        min_df=None is 1, and 2 from 10,000 documents on.
    min_count
        How often a feature must be there in all documents together.
    max_features
        Keep only so many, those in most documents first.
    hash_bits
        Instead of a vocabulary, at most 2**hash_bits buckets, the first bits of the features'
        keys: memory is bounded, names are not kept.
    n_threads
        Threads; None is all processors. The result does not depend on it.

    Examples
    --------
    >>> extractor = Extractor(WordNgrams(1, 2), values="count", normalize=None)
    >>> sites = extractor.fit_transform(["free cash", "free lunch"])
    >>> sorted(extractor.names())
    ['cash', 'free', 'free cash', 'free lunch', 'lunch']
    """

    def __init__(
        self,
        features: Template | Features | None = None,
        *,
        values: str = "log-tfidf",
        normalize: str | None = "l2",
        min_df: float | None = 1,
        max_df: float = 1.0,
        min_count: int = 1,
        max_features: int | None = None,
        hash_bits: int | None = None,
        n_threads: int | None = None,
    ) -> None:
        self.features = as_features(WordNgrams(1, 2) if features is None else features)
        self.weighting = Weighting(values, normalize)
        self.min_df, self.max_df, self.max_features = min_df, max_df, max_features
        self.min_count, self.hash_bits = min_count, hash_bits
        self.n_threads = n_threads
        check_limits(min_df, max_df, max_features, min_count)
        self._compiled = CompiledFeatures(self.features)
        if hash_bits is not None:
            check_hashing(hash_bits, max_features, has_raw=self._compiled.plan.has_raw)
        self.vocabulary_: Vocabulary | Buckets | None = None
        self.document_frequency: NDArray[Any] | None = None
        self.idf_: NDArray[np.float32] | None = None
        self.n_documents_ = 0
        self._blocks = Blocks(self._compiled.plan)

    # --- learning the features ------------------------------------------------------------------

    def fit_transform(
        self, texts: Any, columns: Mapping[str, Any] | None = None, progress: Report | None = None
    ) -> Sites:
        """Learn the features of some texts and return their rows."""
        return self.weigh(self.fit_counts(texts, columns, progress), in_place=True)

    def fit_counts(
        self, texts: Any, columns: Mapping[str, Any] | None = None, progress: Report | None = None
    ) -> CountedRows:
        """Learn the features of some texts and return their counts, not weighted yet."""
        texts = as_texts(texts)
        columns = as_columns(columns)
        check_some(len(texts))
        self.n_documents_ = len(texts)
        self.learn_columns(texts, columns)
        counts = self._learn_vocabulary(texts, columns, progress)
        self.idf_ = self._make_idf() if self.weighting.has_idf else None
        return counts

    def learn_columns(self, texts: _core.Texts, columns: Mapping[str, Any]) -> None:
        """Learn what templates of columns must know before they read a text: scales of numbers."""
        self._set_features(self._compiled.learn(texts, columns))

    def _make_idf(self) -> NDArray[np.float32]:
        if self.document_frequency is None:
            raise DataError(
                "idf needs to know in how many documents features are; nobody has counted them. "
                "Fit an extractor whose values have idf."
            )
        return inverse_document_frequency(self.document_frequency, self.n_documents_)

    def _learn_vocabulary(
        self, texts: _core.Texts, columns: Mapping[str, Any], progress: Report | None
    ) -> CountedRows:
        n = len(texts)
        cuts = self.min_count > 1  # counted afterwards, so the most frequent are chosen there
        most = 0 if cuts else self.max_features or 0
        limits = self.least(n), limit_of(self.max_df, n, math.floor), most
        vocabulary, frequencies, counts = self.find(texts, columns, progress, limits)
        if cuts:
            stays = self._frequent(vocabulary, frequencies, counts)
            vocabulary, frequencies = vocabulary.keep(stays), frequencies[stays]
            counts = counts.keep(stays)
        self.check_found(vocabulary, n)
        self.document_frequency = frequencies
        self._set_vocabulary(vocabulary)
        return counts

    def _frequent(
        self, vocabulary: Vocabulary | Buckets, frequencies: NDArray[Any], counts: CountedRows
    ) -> NDArray[np.bool_]:
        """Return which features are there often enough; of too many, those in most documents."""
        raw = self.stays(vocabulary.keys)
        is_frequent = (counts.totals(len(vocabulary)) >= self.min_count) & ~raw
        if self.max_features is not None:
            ranked = np.lexsort((vocabulary.keys, -frequencies.astype(np.int64)))
            ranked = ranked[is_frequent[ranked]]
            is_frequent[ranked[self.max_features :]] = False
        return np.asarray(is_frequent | raw)

    def check_found(self, vocabulary: Vocabulary | Buckets, n: int) -> None:
        """Raise DataError if n texts have not a single feature."""
        if len(vocabulary) == 0:
            least = self.least(n) if self.min_df is None else self.min_df
            limits = [said("min_df", least), said("max_df", self.max_df)]
            if self.min_count > 1:
                limits.append(said("min_count", self.min_count))
            raise DataError(
                f"The texts must have at least one feature; {n} texts gave an empty vocabulary "
                f"with {', '.join(limits)}. Check that the text column is the right one, or lower "
                f"{named('min_df' if self.min_count == 1 else 'min_count')}."
            )

    def find(
        self,
        texts: _core.Texts,
        columns: Mapping[str, Any],
        progress: Report | None = None,
        limits: tuple[int, int, int] | None = None,
    ) -> tuple[Vocabulary | Buckets, NDArray[np.uint32], CountedRows]:
        """Return the features of some texts, in how many each is, and the counts; learn nothing.

        Limits are in how many texts a feature must and may be, and how many features there may be
        (0 is any number); None gives all.
        """
        least, most, max_features = limits or (1, len(texts), 0)
        keys, frequencies, offsets, names, rows = _core.fit_vocabulary(
            self._compiled.documents(texts, columns),
            min_df=least,
            max_df=most,
            max_features=max_features,
            with_names=self.hash_bits is None,
            hash_bits=self.hash_bits or 0,
            n_threads=count_threads(self.n_threads),
            progress=progress,
        )
        if self.hash_bits is None:
            return Vocabulary(keys, offsets, names), frequencies, CountedRows(*rows)
        return Buckets(keys, self.hash_bits), frequencies, CountedRows(*rows)

    def number(
        self, texts: _core.Texts, columns: Mapping[str, Any], every: _core.Buckets
    ) -> CountedRows:
        """Return the counts of all buckets; learn nothing."""
        documents = self._compiled.documents(texts, columns)
        return CountedRows(*_core.transform(documents, every, count_threads(self.n_threads), None))

    def least(self, n: int) -> int:
        """Return in how many of n documents a feature must be."""
        return least_of(self.min_df, max(n, self.n_documents_) if self.min_df is None else n)

    def stays(self, keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return which features stay whatever the limits say: those with numbers of their own."""
        plan = self._compiled.plan
        if not plan.has_raw:
            return np.zeros(len(keys), np.bool_)
        return np.array(plan.raw_kinds)[plan.kinds(keys)]

    def of_columns(self, is_wanted: Callable[[BagTemplate], bool]) -> NDArray[np.bool_]:
        """Return which features come from some of the templates of columns : (n_features,)."""
        return ~self._blocks.without(self._compiled.kinds_of(is_wanted))

    def take_settled(self, features: Features) -> None:
        """Take over templates that differ from those that were learned in numbers alone."""
        self._set_features(features)

    def _set_features(self, features: Features) -> None:
        if features != self.features:
            self.features, self._compiled = features, CompiledFeatures(features)

    def _set_vocabulary(self, vocabulary: Vocabulary | Buckets) -> None:
        self.vocabulary_ = vocabulary
        keys = vocabulary.keys if isinstance(vocabulary, Vocabulary) else None
        self._blocks = Blocks(self._compiled.plan, keys)

    def restore(
        self,
        vocabulary: Vocabulary | Buckets,
        idf: NDArray[np.float32] | None,
        n_documents: int = 0,
        frequencies: NDArray[Any] | None = None,
    ) -> None:
        """Take over what was learned elsewhere: the way out of a file, and of growth.

        Features that were learned from a number of documents that is not known (0) cannot grow. Of
        frequencies, if they are known, idf follows.
        """
        if vocabulary is not self.vocabulary_:
            self._set_vocabulary(vocabulary)
        self.idf_, self.n_documents_, self.document_frequency = idf, n_documents, frequencies
        if frequencies is not None and self.weighting.has_idf:
            self.idf_ = self._make_idf()

    # --- using them -----------------------------------------------------------------------------

    def transform(
        self, texts: Any, columns: Mapping[str, Any] | None = None, progress: Report | None = None
    ) -> Sites:
        """Return the rows of some texts; features that are not known are left out."""
        counts = self.count(as_texts(texts), as_columns(columns), progress)
        return self.weigh(counts, in_place=True)

    def count(
        self, texts: _core.Texts, columns: Mapping[str, Any], progress: Report | None = None
    ) -> CountedRows:
        """Return the counts of known features, not weighted yet."""
        reading = self.reading(texts, columns)
        return CountedRows(*_core.transform(*reading, count_threads(self.n_threads), progress))

    def reading(
        self, texts: _core.Texts, columns: Mapping[str, Any]
    ) -> tuple[_core.Documents, _core.Vocabulary | _core.Buckets]:
        """Return what the core needs to find the known features of some texts."""
        if self.vocabulary_ is None:
            raise DataError("The extractor must be fitted first. Call fit_transform.")
        return self._compiled.documents(texts, columns), self.vocabulary_.native

    def weighing(self, without: Collection[int] = ()) -> WeighedAs:
        """Return how the core weighs counts, some kinds of features being switched off.

        That is the form of a count, idf, blocks, how many there are, and if rows have length 1.
        """
        weighting = self.weighting
        blocks, n_blocks = self._blocks.choose(weighting.normalize == "blocks", without)
        idf = None
        if weighting.has_idf:
            idf = self._make_idf() if self.idf_ is None else self.idf_
        return weighting.form, idf, blocks, n_blocks, weighting.normalize is not None

    def weigh(
        self,
        counts: CountedRows,
        *,
        in_place: bool = False,
        without: Collection[int] = (),
        known_from: NDArray[np.bool_] | None = None,
    ) -> Sites:
        """Return counts as weighted rows.

        Kinds of features in ``without`` are switched off, as if they were not there. If only the
        rows ``known_from`` (n_rows,) are learned from, what they do not have is switched off and
        idf is theirs, as if the other rows had never been seen. ``in_place`` overwrites the counts.
        """
        if known_from is None:
            return self.weigh_as(counts, self.how(without), in_place=in_place)
        frequencies, n_rows = counts.frequencies(known_from, self.n_features)
        totals = counts.totals(self.n_features, known_from) if self.min_count > 1 else None
        how = self.known_how(frequencies, n_rows, totals, without)
        return self.weigh_as(counts, how, in_place=in_place)

    def how(self, without: Collection[int] = ()) -> WeighedAs | None:
        """Return how counts become values, some kinds being switched off; None: all are 1."""
        is_plain = self.weighting.is_plain_binary and not self._compiled.plan.has_raw
        return None if is_plain and not without else self.weighing(without)

    def known_how(
        self,
        frequencies: NDArray[np.uint32],
        n_rows: int,
        totals: NDArray[np.float64] | None = None,
        without: Collection[int] = (),
    ) -> WeighedAs:
        """Return the same as if only some rows were known, of which so many have a feature."""
        form, idf, blocks, n_blocks, is_normal = self.weighing(without)
        idf = inverse_document_frequency(frequencies, n_rows) if self.weighting.has_idf else None
        is_off = frequencies > limit_of(self.max_df, n_rows, math.floor)
        is_off |= frequencies < self.least(n_rows)
        if totals is not None:
            is_off |= totals < self.min_count
        return form, idf, switch_off(blocks, is_off), n_blocks, is_normal

    def weigh_as(
        self, counts: CountedRows, how: WeighedAs | None, *, in_place: bool = False
    ) -> Sites:
        """Return counts as rows whose values are made as ``how`` says."""
        n_threads = count_threads(self.n_threads)
        return counts.weighed(how, self.weighting, self.n_features, n_threads, in_place=in_place)

    def narrow(self, features: Features, kinds: Collection[int]) -> NDArray[np.bool_]:
        """Leave out some kinds of features, the last ones; return which features stay.

        ``features`` are the templates without those kinds.
        """
        assert isinstance(self.vocabulary_, Vocabulary)
        stays = self._blocks.without(kinds)
        self._set_features(features)
        self._set_vocabulary(self.vocabulary_.keep(stays))
        for name in ("document_frequency", "idf_"):
            if getattr(self, name) is not None:
                setattr(self, name, getattr(self, name)[stays])
        return stays

    def presence(self, counts: CountedRows) -> Sites:
        """Return rows that tell only whether a feature is there; they need no values."""
        return counts.sites(None, self.n_features)

    # --- looking at them ------------------------------------------------------------------------

    @property
    def n_features(self) -> int:
        """Number of features, or of buckets that occur."""
        return 0 if self.vocabulary_ is None else len(self.vocabulary_)

    def names(self) -> list[str]:
        """Return the names of all features in the order of their ids."""
        if self.hash_bits is not None:
            raise DataError(
                "Hashed features have no list of names; got "
                f"{said('hash_bits', self.hash_bits)}. Leave {named('hash_bits')} out to keep a "
                "vocabulary."
            )
        if self.vocabulary_ is None:
            raise DataError("The extractor must be fitted first. Call fit_transform.")
        return self.vocabulary_.names()

    def name_buckets(
        self, ids: NDArray[np.int64], texts: _core.Texts, columns: Mapping[str, Any]
    ) -> None:
        """Find out what some hash buckets (ascending) hold, from a sample of the texts."""
        assert isinstance(self.vocabulary_, Buckets)
        sample = self._compiled, texts, columns
        found = find_names(self.vocabulary_, ids, *sample, count_threads(self.n_threads))
        self.vocabulary_ = dataclasses.replace(self.vocabulary_, found=found)

    def evidence(self, text: str, columns: Mapping[str, Any] | None = None) -> list[Evidence]:
        """Return every occurrence of every feature in a text, known or not."""
        texts, columns, compiled = _core.Texts([text]), as_columns(columns), self._compiled
        found = _core.occurrences(compiled.documents(texts, columns))
        return [
            Evidence(name, self.id_of(key), begin, end, *compiled.origin_of(template, field))
            for name, key, template, field, begin, end, _ in found
        ]

    def id_of(self, key: int) -> int:
        """Return the id of a key, -1 if it is not known."""
        return -1 if self.vocabulary_ is None else self.vocabulary_.native.find(key)
