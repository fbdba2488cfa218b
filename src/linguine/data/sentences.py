"""Sentences: what readers of tokens return, columns of codes and where they stood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.data.reading.column_names import ALIASES, TAG, read_names, word_column
from linguine.data.reading.options import Bytes, nearest
from linguine.data.targets.tags import Tags
from linguine.data.token_column import TokenColumn
from linguine.data.token_lists import read_tag_lists, read_token_lists
from linguine.errors import DataError, named

__all__ = ["Original", "Sentences", "TokenColumn", "choose_tokens"]


@dataclass(frozen=True, eq=False)
class Original:
    """The bytes that sentences were read from, so that they can be written back.

    Parameters
    ----------
    data
        Everything, tokens and what stands between them.
    begins
        Where the line of each token begins : (n_tokens,).
    is_tabbed
        Whether single tabs separate the columns, or else runs of blanks.
    n_columns
        Number of columns.
    is_universal
        True for CoNLL-U.
    """

    data: Bytes
    begins: NDArray[np.int64]
    is_tabbed: bool
    n_columns: int
    is_universal: bool


def _no_lines() -> NDArray[np.int64]:
    return np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Sentences:
    """Tokens in sentences, each with the same columns.

    Parameters
    ----------
    columns
        The columns by name, in the order of the file.
    offsets
        Sentence i is the tokens ``offsets[i]`` to ``offsets[i + 1]`` : (n_sentences + 1,).
    source
        Name of the file, or ``"sentences"``, for messages.
    lines
        Line of each token, counted from 1; none for sentences from Python : (n_tokens,).
    original
        What is needed to write the file back, or None.
    tag_column
        Name of the column of the tags, or None.
    hidden
        Names of columns that the file has, but nothing should learn from, as others were picked;
        None if nobody has picked any.

    Examples
    --------
    >>> sentences = Sentences.from_python([["Dogs", "bark"], ["Sit"]], [["N", "V"], ["V"]])
    >>> len(sentences), sentences.n_tokens, sentences.texts_of("w")
    (2, 3, [['Dogs', 'bark'], ['Sit']])
    >>> sentences.tags().names, sentences.take([1]).tags().codes.tolist()
    (['N', 'V'], [0])
    >>> sentences.with_column("lemma", Tags(["dog", "go"], np.array([0, 1, 1]))).texts_of("lemma")
    [['dog', 'go'], ['go']]
    """

    columns: dict[str, TokenColumn]
    offsets: NDArray[np.int64]
    source: str = "sentences"
    lines: NDArray[np.int64] = field(default_factory=_no_lines)
    original: Original | None = None
    tag_column: str | None = None
    hidden: tuple[str, ...] | None = None

    @classmethod
    def from_python(
        cls,
        sentences: Any,
        tags: Any = None,
        *,
        columns: str | Sequence[str] | None = None,
        tag_column: str = TAG,
    ) -> Sentences:
        """Make sentences of lists.

        Parameters
        ----------
        sentences
            Lists of tokens; a token is a str, a tuple of str or a dictionary of str.
        tags
            Lists of str, one tag per token; None for a tag that is unknown.
        columns
            Names of the columns, without the tag; None: ``w``, ``c1``, ``c2``, ..., or the
            keys of the dictionaries.
        tag_column
            Name for the column of the tags.
        """
        table, offsets = read_token_lists(sentences, read_names(columns))
        if tags is None:
            return cls(table, offsets)
        if tag_column in table:
            raise DataError(
                f"tags must be given once; the tokens have a column {tag_column!r} already. "
                f"Leave it out of the tokens, or name the tags with {named('tag_column')}."
            )
        table[tag_column] = read_tag_lists(tags, offsets)
        return cls(table, offsets, tag_column=tag_column)

    def __len__(self) -> int:
        return self.n_sentences

    @property
    def n_sentences(self) -> int:
        """Number of sentences."""
        return len(self.offsets) - 1

    @property
    def n_tokens(self) -> int:
        """Number of tokens."""
        return int(self.offsets[-1])

    @property
    def word_column(self) -> str:
        """Name of the column of the words."""
        return word_column(tuple(self.columns))

    def column(self, name: str) -> TokenColumn:
        """Return a column by name; the words answer to both ``w`` and ``form``."""
        for each in (name, ALIASES.get(name, name)):
            if each in self.columns:
                return self.columns[each]
        raise DataError(
            f"{self.source}: a column must be one of {', '.join(self.columns)}; got {name!r}. "
            f"{nearest(name, self.columns)}Name one of these."
        )

    def texts_of(self, name: str) -> list[list[str]]:
        """Return the cells of a column, one list per sentence."""
        cells = self.column(name).tolist()
        bounds = self.offsets.tolist()
        return [cells[i:j] for i, j in pairwise(bounds)]

    def tags(self, name: str | None = None, *, unknown: Sequence[str] = ()) -> Tags:
        """Return the tag of each token.

        Parameters
        ----------
        name
            Column of the tags; None: ``tag_column``.
        unknown
            Texts that stand for an unknown tag; ``""`` stands for None in lists of tags. An
            empty tag is an error otherwise.
        """
        name = name or self.tag_column
        if name is None:
            raise DataError(
                f"{self.source}: expected a column of tags; there is only {', '.join(self.columns)}"
                f". Add the tags as the last column, or name their column with "
                f"{named('tag_column')}."
            )
        column = self.column(name)
        tags = Tags.of(column, unknown=unknown)
        if "" in tags.names:
            token = int(np.argmax(tags.codes == tags.names.index("")))
            raise DataError(
                f"{self.place(token)}: every token needs a tag; this one has none. "
                "Fill it in, or say that some tags are unknown."
            )
        return tags

    def with_column(self, name: str, cells: Tags) -> Sentences:
        """Return the sentences with one column more, or with another in its place.

        Parameters
        ----------
        name
            Name of the column; the words answer to both ``w`` and ``form``.
        cells
            One for each token.
        """
        own = ALIASES.get(name, name) if name not in self.columns else name
        place = own if own in self.columns else name
        codes = np.ascontiguousarray(cells.codes, dtype=np.int32)
        column = TokenColumn(codes, _core.Texts(list(cells.names)))
        return replace(self, columns={**self.columns, place: column})

    def place(self, token: int) -> str:
        """Return where a token stood, for messages: ``train.conll:12``."""
        if len(self.lines):
            return f"{self.source}:{self.lines[token]}"
        sentence = int(np.searchsorted(self.offsets, token, side="right")) - 1
        return f"sentence {sentence}, token {token - int(self.offsets[sentence])}"

    def take(self, sentences: ArrayLike | slice) -> Sentences:
        """Return some of the sentences, in the order given; they cannot be written back."""
        offsets, tokens = choose_tokens(self.offsets, sentences)
        return Sentences(
            {name: column.take(tokens) for name, column in self.columns.items()},
            offsets,
            self.source,
            self.lines[tokens] if len(self.lines) else self.lines,
            tag_column=self.tag_column,
            hidden=self.hidden,
        )


def choose_tokens(
    offsets: NDArray[np.int64], sentences: ArrayLike | slice
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where some of the sentences begin when they stand alone, and which tokens they hold.

    Examples
    --------
    >>> begins, tokens = choose_tokens(np.array([0, 2, 3, 6]), [2, 0])
    >>> begins.tolist(), tokens.tolist()
    ([0, 3, 5], [3, 4, 5, 0, 1])
    """
    wanted = sentences if isinstance(sentences, slice) else np.asarray(sentences)
    if isinstance(wanted, np.ndarray) and not wanted.size:
        wanted = wanted.astype(np.int64)  # an empty list has no type
    chosen = np.arange(len(offsets) - 1)[wanted]
    lengths = np.diff(offsets)[chosen]
    begins = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return begins, np.arange(begins[-1]) + np.repeat(offsets[chosen] - begins[:-1], lengths)
