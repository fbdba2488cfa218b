"""Vectors of words as features: the mean over a text, and the vector of a token's word."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.texts import as_texts
from linguine.data.word_vectors import WordTable, read_word_vectors
from linguine.errors import DataError, ParameterError
from linguine.features.columns import find_column
from linguine.features.threads import count_threads
from linguine.features.vectors import DenseTemplate

__all__ = ["WordVectors"]


@dataclass(frozen=True)
class WordVectors(DenseTemplate):
    r"""Vectors of words from a file: of a text their mean, of a token that of its word.

    A word is looked up as it is written, then in lower case; words that the file does not have
    are left out. Every vector has length 1 before the mean is taken. The table goes into the model
    file, a byte a number: a model answers without the file, and knows all words of it.

    Parameters
    ----------
    path
        A text file of word2vec, GloVe or fastText, or ``vectors.npy`` beside ``vectors.words``.
    scale, center
        As for :class:`linguine.features.Vectors`; the vector of a token is taken as it is, times
        the scale.
    column
        Another column than the text, where there are several.
    table
        The vectors: what ``fit`` reads and a model file keeps.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "vectors.txt"
    >>> _ = path.write_text("cash 1 0\nmoney 0.8 0.6\nlunch 0 1\nnoon 0.6 0.8\n")
    >>> from linguine import TextClassifier
    >>> from linguine.features import WordNgrams
    >>> texts = ["cash", "see you for lunch"] * 4
    >>> features = WordNgrams() + WordVectors(path)
    >>> clf = TextClassifier("svm", features=features).fit(texts, ["spam", "ham"] * 4)
    >>> clf.predict(["money"]).item()  # it has never seen the word
    'spam'
    """

    kind: ClassVar[str] = "word-vectors"
    path: str | os.PathLike[str]
    _: KW_ONLY
    column: str | None = None
    table: WordTable | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.path, str | os.PathLike) or not os.fspath(self.path):
            raise ParameterError(
                f"must be the name of a file; got {self.path!r}. Write WordVectors('glove.txt').",
                owner="WordVectors",
                parameter="path",
            )

    @property
    def title(self) -> str:
        """The word ``vector``, behind the name of the column if there are several."""
        return "vector" if self.column is None else f"{self.column}: vector"

    def to_config(self) -> dict[str, Any]:
        """Return the template as plain data; the table is not plain, and the folder nobody's."""
        return {
            "template": self.kind,
            "path": os.path.basename(os.fspath(self.path)),
            "scale": self.scale,
            "center": self.center,
            "column": self.column,
        }

    def read(self) -> WordVectors:
        """Return the template with the table of its file."""
        return self if self.table is not None else replace(self, table=read_word_vectors(self.path))

    @property
    def words(self) -> WordTable:
        """The table, which must have been read."""
        if self.table is None:
            raise DataError(
                f"The vectors of {os.fspath(self.path)} must be read before they can be used; "
                "nothing was learned yet. Call fit."
            )
        return self.table

    def learn(self, texts: _core.Texts, columns: Mapping[str, Any]) -> WordVectors:
        """Return the template with its table, and the mean of some documents' vectors."""
        read = self.read()
        return super(WordVectors, read).learn(texts, columns)

    def vectors(self, texts: _core.Texts, columns: Mapping[str, Any]) -> NDArray[np.float32]:
        """Return the mean of the words' vectors of each text : (n_documents, n_numbers)."""
        if self.column is not None:
            cells = find_column(columns, self.column, len(texts))
            texts = as_texts(cells, f"The column {self.column!r}")
        return self.words.native.means(texts, count_threads(None))
