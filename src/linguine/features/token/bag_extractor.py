"""Bag extractor: features that users made themselves, as python-crfsuite takes them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import DataError, check_number
from linguine.features.token.rows import SparseRows, TokenRows, check_fitted
from linguine.features.vocabulary import Vocabulary

__all__ = ["BagExtractor"]


class BagExtractor:
    """Turns the tokens' own features into rows.

    A sentence is a list of tokens. A token is a list of names, or a dict whose values are a str
    (``{"w": "cat"}`` is the feature ``w:cat``), a number, True or False, or nested dicts, lists and
    sets, whose names are joined by colons.

    Parameters
    ----------
    min_count
        At how many tokens a feature must be.

    Examples
    --------
    >>> extractor = BagExtractor()
    >>> rows = extractor.fit_rows([[{"w": "cat", "is": {"noun": True}}, ["w:sat"]]])
    >>> sorted(extractor.names()), rows.tokens.indptr.tolist()
    (['is:noun', 'w:cat', 'w:sat'], [0, 2, 3])
    """

    def __init__(self, *, min_count: int = 1) -> None:
        check_number("BagExtractor", "min_count", min_count, low=1, integer=True, fix="Try 1.")
        self.min_count = min_count
        self.vocabulary_: Vocabulary | None = None
        #: At how many tokens each feature was, when it was learned.
        self.counts_: NDArray[np.uint32] | None = None

    def fit_rows(self, sentences: Any) -> TokenRows:
        """Learn the features of some sentences and return their rows."""
        try:
            (keys, counts, offsets, names, rows), borders = _core.fit_token_bags(
                sentences, min_count=self.min_count
            )
        except (TypeError, UnicodeEncodeError) as error:
            raise _data_error(error) from None
        self.vocabulary_, self.counts_ = Vocabulary(keys, offsets, names), counts
        return TokenRows(SparseRows(*rows, len(keys)), None, borders)

    def restore(self, vocabulary: Vocabulary) -> None:
        """Take over what another extractor has learned: the way out of a file."""
        self.vocabulary_ = vocabulary

    def rows(self, sentences: Any) -> TokenRows:
        """Return the rows of some sentences; features that are not known are left out."""
        known = check_fitted(self.vocabulary_)
        try:
            rows, borders = _core.token_bag_rows(known.native, sentences)
        except (TypeError, UnicodeEncodeError) as error:
            raise _data_error(error) from None
        return TokenRows(SparseRows(*rows, len(known)), None, borders)

    def names(self) -> list[str]:
        """Return the names of all features in the order of their ids."""
        return check_fitted(self.vocabulary_).names()

    def explain(self, token: Any) -> list[tuple[str, int, float]]:
        """Return (name, id or -1, value) of everything in a token's bag."""
        known = check_fitted(self.vocabulary_).native
        return [(name, known.find(key), value) for name, key, value in _core.token_bag(token)]


def _data_error(error: Exception) -> DataError:
    if isinstance(error, UnicodeEncodeError):
        return DataError(
            f"Names of features must be valid Unicode; got a lone surrogate ({error.reason}). "
            "Decode the text with errors='replace'."
        )
    return DataError(str(error))
