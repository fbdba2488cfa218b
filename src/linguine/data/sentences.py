"""Sentences: what readers of tokens return, columns of codes and where they stood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.data.reading.column_names import TAG, find_name, read_names, word_column
from linguine.data.reading.options import Bytes, nearest
from linguine.data.runs import InSentences, choose_runs, no_lines
from linguine.data.targets.tags import Tags
from linguine.data.token_lists import TokenColumn, read_tag_lists, read_token_lists
from linguine.errors import DataError, named

__all__ = ["Original", "Sentences"]


@dataclass(frozen=True, eq=False)
class Original:
    """The bytes that sentences were read from, so that they can be written back."""

    data: Bytes  # everything, tokens and what stands between them
    begins: NDArray[np.int64]  # (n_tokens,), where the line of each token begins
    is_tabbed: bool  # single tabs separate the columns, or else runs of blanks
    n_columns: int
    is_universal: bool  # CoNLL-U


@dataclass(frozen=True, eq=False)
class Sentences(InSentences):
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
    origins
        The file of each token, where there are several; None: all are of ``source``.

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
    lines: NDArray[np.int64] = field(default_factory=no_lines)
    original: Original | None = None
    tag_column: str | None = None
    hidden: tuple[str, ...] | None = None
    origins: TokenColumn | None = None

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

    @property
    def word_column(self) -> str:
        """Name of the column of the words."""
        return word_column(tuple(self.columns))

    def column(self, name: str) -> TokenColumn:
        """Return a column by name; the words answer to both ``w`` and ``form``."""
        found = find_name(name, self.columns)
        if found is not None:
            return self.columns[found]
        raise DataError(
            f"{self.source}: a column must be one of {', '.join(self.columns)}; got {name!r}. "
            f"{nearest(name, self.columns)}Name one of these."
        )

    def texts_of(self, name: str) -> list[list[str]]:
        """Return the cells of a column, one list per sentence."""
        return self.split(self.column(name).tolist())

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
        """Return the sentences with one column more, or with another in its place."""
        place = find_name(name, self.columns) or name
        codes = np.ascontiguousarray(cells.codes, dtype=np.int32)
        column = TokenColumn(codes, _core.Texts(list(cells.names)))
        return replace(self, columns={**self.columns, place: column})

    def place(self, token: int) -> str:
        """Return where a token stood, for messages: ``train.conll:12``."""
        if len(self.lines):
            origins = self.origins
            source = self.source if origins is None else origins.values[int(origins.codes[token])]
            return f"{source}:{self.lines[token]}"
        sentence = int(np.searchsorted(self.offsets, token, side="right")) - 1
        return f"sentence {sentence}, token {token - int(self.offsets[sentence])}"

    def take(self, sentences: ArrayLike | slice) -> Sentences:
        """Return some of the sentences, in the order given; they cannot be written back."""
        offsets, tokens = choose_runs(self.offsets, sentences)
        columns = {name: column.take(tokens) for name, column in self.columns.items()}
        lines = self.lines[tokens] if len(self.lines) else self.lines
        origins = None if self.origins is None else self.origins.take(tokens)
        return replace(
            self, columns=columns, offsets=offsets, lines=lines, original=None, origins=origins
        )
