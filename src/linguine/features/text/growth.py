"""Growth: features that come with more and more texts, at the cost of the texts alone."""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.texts import as_columns, as_texts, check_some
from linguine.features.text.counted import CountedRows
from linguine.features.text.extractor import Extractor
from linguine.features.text.growing_table import GrowingTable
from linguine.features.text.limits import limit_of
from linguine.features.vocabulary import Vocabulary
from linguine.features.weighting import document_frequency
from linguine.progress import Report

__all__ = ["Growth", "Piece"]


@dataclass(frozen=True, eq=False)
class Piece:
    """More texts, read but not yet taken in."""

    extractor: Extractor  # knows the features of these texts alone, as rare as they now are in all
    counts: CountedRows
    rows: NDArray[np.int64]  # the numbers of these features among all : (n_features of the piece,)
    n_rows: int  # how many features there will be
    found: Any  # all features of the texts
    numbers: NDArray[np.int64]  # of these
    frequencies: NDArray[np.uint32]  # in how many texts each now is
    is_used: NDArray[np.bool_]  # which may be learned from
    n_documents: int  # how many texts there will be


class Growth:
    """What is known of features while texts come in pieces.

    Features are numbered in the order in which they come, so that a new one moves no other; only
    who asks for an extractor pays for their order. A new feature is learned from as soon as it is
    within the limits, whichever pieces its texts came in. Learners that count keep all: they learn
    from every feature, and the limits choose among them when an extractor is asked for, as they do
    when all texts come at once.

    Examples
    --------
    >>> from linguine.features import WordNgrams
    >>> growth = Growth(Extractor(WordNgrams(), min_df=2))
    >>> for text in ("free cash", "free lunch"):
    ...     growth.take_in(growth.read([text]))
    >>> growth.extractor()[0].names()
    ['free']
    """

    def __init__(self, extractor: Extractor, *, keeps_all: bool = False) -> None:
        self._settled = extractor
        self._keeps_all = keeps_all
        self._numbers = _core.KeyNumbers()
        vocabulary: Any = extractor.vocabulary_
        n = extractor.n_features
        keys = np.zeros(0, np.uint64) if vocabulary is None else vocabulary.keys
        self._numbers.enter(keys)
        frequencies, self._idf = extractor.document_frequency, extractor.idf_
        self.n_documents = extractor.n_documents_
        # Out of a file: idf and the number of documents give the frequencies back.
        self._is_closed = frequencies is None and self._idf is not None and not self.n_documents
        if frequencies is None and self._idf is not None and not self._is_closed:
            frequencies = document_frequency(self._idf, self.n_documents)
        self._is_counted = frequencies is not None or not n
        if frequencies is None:
            frequencies = np.zeros(n, np.uint32)
        self._frequencies = GrowingTable(frequencies.astype(np.uint32))
        self._is_used = GrowingTable(np.ones(n, np.bool_), False)
        self._stays = GrowingTable(extractor.stays(keys))
        self._n_first, self._n_used = n, n - int(self._stays.rows.sum())
        is_named = np.ones(n, np.bool_)
        if isinstance(vocabulary, Vocabulary):  # files leave names out
            is_named = np.diff(vocabulary.name_offsets) > 0
        self._is_named = GrowingTable(is_named, True)
        self._order = np.arange(n)  # numbers by key
        self._known, self._recent = vocabulary, []  # type: ignore[var-annotated]

    def read(
        self, texts: Any, columns: Mapping[str, Any] | None = None, progress: Report | None = None
    ) -> Piece:
        """Find the features of more texts; nothing changes until they are taken in."""
        texts = as_texts(texts)
        check_some(len(texts))
        columns = as_columns(columns)
        if self._settled.vocabulary_ is None and not len(self._numbers):  # the first texts
            self._settled = copy.copy(self._settled)
            self._settled.learn_columns(texts, columns)
        found, frequencies, counts = self._settled.find(texts, columns, progress)
        if not len(self._numbers):
            self._settled.check_found(found, len(texts))
        numbers = self._numbers.find(found.keys)
        is_new = numbers < 0
        n_before = len(self._numbers)
        n_rows = n_before if self._is_closed else n_before + int(is_new.sum())
        numbers[is_new] = np.arange(n_before, n_before + is_new.sum())
        n_documents = self.n_documents + (0 if self._is_closed else len(texts))
        frequencies = frequencies + self._frequencies.take(numbers)
        is_used = self._choose(found.keys, numbers, frequencies, is_new, n_documents)
        chosen: Any = found if is_used.all() else found.keep(is_used)
        rows = numbers[is_used]
        extractor = self._knowing(chosen, rows, n_documents, frequencies[is_used])
        return Piece(extractor, counts.keep(is_used), rows, n_rows, found, numbers, frequencies,
                     is_used, n_documents)  # fmt: skip

    def take_in(self, piece: Piece) -> None:
        """Keep what was found in a piece."""
        if self._is_closed:
            return
        n_before, found, numbers = len(self._numbers), piece.found, piece.numbers
        is_new = numbers >= n_before
        self._numbers.enter(found.keys[is_new])
        for table in (self._frequencies, self._is_used, self._is_named, self._stays):
            table.extend(len(self._numbers))
        self._frequencies.rows[numbers] = piece.frequencies
        stays = self._settled.stays(found.keys)
        self._stays.rows[numbers] = stays
        is_counted = piece.is_used & ~self._is_used.rows[numbers] & ~stays
        self._n_used += int(np.count_nonzero(is_counted))
        self._is_used.rows[numbers] = piece.is_used
        self.n_documents = piece.n_documents
        is_wanted = is_new | ~self._is_named.rows[numbers]
        if is_wanted.any():
            self._recent.append((found.keep(is_wanted), numbers[is_wanted]))
            self._is_named.rows[numbers] = True

    def extractor_for(
        self, texts: _core.Texts, columns: Mapping[str, Any]
    ) -> tuple[Extractor, NDArray[np.int64]]:
        """Return an extractor of the known features that some texts have, and their numbers.

        It reads these texts as an extractor of all features would, without looking at all.
        """
        found: Any
        found, _, _ = self._settled.find(texts, columns)
        numbers = self._numbers.find(found.keys)
        is_known = numbers >= 0
        is_known[is_known] = self._is_used.rows[numbers[is_known]]
        rows = numbers[is_known]
        frequencies = self._frequencies.rows[rows]
        return self._knowing(found.keep(is_known), rows, self.n_documents, frequencies), rows

    def _knowing(
        self, found: Any, rows: NDArray[np.int64], n_documents: int, frequencies: NDArray[np.uint32]
    ) -> Extractor:
        idf = self._idf[rows] if self._is_closed and self._idf is not None else None
        extractor = copy.copy(self._settled)
        extractor.restore(found, idf, n_documents, None if self._is_closed else frequencies)
        return extractor

    def extractor(self) -> tuple[Extractor, NDArray[np.int64]]:
        """Return an extractor of all features within the limits, and their numbers by key."""
        if self._recent:
            recent = type(self._recent[0][0]).of([each for each, _ in self._recent])
            numbers = np.concatenate([each for _, each in self._recent])
            keys = np.concatenate([each.keys for each, _ in self._recent])
            numbers = numbers[np.argsort(keys, kind="stable")]
            if self._known is None:
                self._known, self._order = recent, numbers
            else:
                self._known, mine, others = self._known.join(recent)
                order = np.empty(len(self._known), np.int64)
                order[mine], order[others] = self._order, numbers
                self._order = order
            self._recent = []
        vocabulary, order = self._known, self._order
        is_within = self._within()[order]
        is_filtered = not is_within.all()
        if is_filtered:
            vocabulary, order = vocabulary.keep(is_within), order[is_within]
        if self._is_closed:
            return self._settled, order
        before: Any = self._settled.vocabulary_
        if before is not None and is_filtered and np.array_equal(before.keys, vocabulary.keys):
            vocabulary = before  # its blocks and its index need not be made again
        frequencies = self._frequencies.rows[order] if self._is_counted else None
        self._settled = copy.copy(self._settled)
        self._settled.restore(vocabulary, None, self.n_documents, frequencies)
        return self._settled, order

    def _choose(
        self,
        keys: NDArray[np.uint64],
        numbers: NDArray[np.int64],
        frequencies: NDArray[np.uint32],
        is_new: NDArray[np.bool_],
        n_documents: int,
    ) -> NDArray[np.bool_]:
        """Return which features of a piece may be learned from: what once was, always is."""
        if self._is_closed:
            return ~is_new
        if self._keeps_all:
            return np.ones(len(keys), np.bool_)
        is_used = self._is_used.take(numbers) | self._settled.stays(keys)
        candidates = np.flatnonzero(~is_used & self._is_within(frequencies, n_documents))
        most = self._settled.max_features
        if most is not None:
            best = np.lexsort((keys[candidates], -frequencies[candidates].astype(np.int64)))
            candidates = candidates[best[: max(0, most - self._n_used)]]
        is_used[candidates] = True
        return is_used

    def _within(self) -> NDArray[np.bool_]:
        """Return which of all features an extractor has, by number."""
        if not self._keeps_all:
            return self._is_used.rows
        is_within = self._is_within(self._frequencies.rows, self.n_documents)
        if not self._is_counted:  # nobody knows how frequent these are
            is_within[: self._n_first] = True
        is_within &= ~self._stays.rows
        most = self._settled.max_features
        if most is not None and np.count_nonzero(is_within) > most:
            frequencies = self._frequencies.rows.astype(np.int64)[self._order]
            by_rank = np.argsort(np.where(is_within[self._order], -frequencies, 1), kind="stable")
            is_within[:] = False
            is_within[self._order[by_rank[:most]]] = True
        return np.asarray(is_within | self._stays.rows)

    def _is_within(self, frequencies: NDArray[np.uint32], n_documents: int) -> NDArray[np.bool_]:
        least = self._settled.least(n_documents)
        most = limit_of(self._settled.max_df, n_documents, math.floor)
        return np.asarray((frequencies >= least) & (frequencies <= most))
