"""Documents: what every reader returns, texts with their labels and where they stood."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.label_sets import LabelSets
from linguine.data.runs import choose_runs, no_lines
from linguine.data.targets.soft_labels import SoftLabels
from linguine.errors import DataError

if TYPE_CHECKING:
    from linguine.data.targets.combining import CombinedVotes

__all__ = ["Bags", "Documents", "LabelLists", "Labels"]


@dataclass(frozen=True, eq=False)
class Labels:
    """One label per document, each name stored once.

    Parameters
    ----------
    names
        The different labels, sorted.
    codes
        Index of each document's label in ``names`` : (n_documents,).

    Examples
    --------
    >>> labels = Labels.of(_core.Texts(["spam", "ham", " spam"]), np.arange(1, 4), "mail.tsv")
    >>> labels.names, labels.codes.tolist(), labels.tolist()
    (['ham', 'spam'], [1, 0, 1], ['spam', 'ham', 'spam'])
    """

    names: list[str]
    codes: NDArray[np.int32]

    @classmethod
    def of(
        cls,
        texts: _core.Texts,
        lines: NDArray[np.int64],
        source: str,
        *,
        may_be_empty: bool = False,
    ) -> Labels:
        """Collect the labels; blanks around them do not count, and none may be empty if not said.

        An empty label is the first of the names.
        """
        names, codes = _core.distinct(_core.strip_texts(texts))
        if names and not names[0] and not may_be_empty:
            line = lines[int(np.argmin(codes))]
            raise DataError(
                f"{source}:{line}: every document needs a label; this one is empty. "
                "Fill it in or remove the line."
            )
        return cls(names, codes)

    def tolist(self) -> list[str]:
        """Return the label of each document."""
        names: list[str] = np.array(self.names, dtype=object)[self.codes].tolist()
        return names


@dataclass(frozen=True, eq=False)
class LabelLists:
    """Several labels per document, or none, each name stored once.

    Parameters
    ----------
    names
        The different labels, sorted.
    sets
        Those of each document, as indices in ``names``.

    Examples
    --------
    >>> labels = LabelLists.of(_core.Texts(["spam", "ad", "ham"]), np.array([0, 2, 2, 3]))
    >>> labels.names, labels.tolist()
    (['ad', 'ham', 'spam'], [('ad', 'spam'), (), ('ham',)])
    """

    names: list[str]
    sets: LabelSets

    @classmethod
    def of(cls, labels: _core.Texts, offsets: NDArray[np.int64]) -> LabelLists:
        """Collect the labels of all documents, of which document i has some."""
        names, codes = _core.distinct(labels)
        return cls(names, LabelSets.of(offsets, codes, len(names)))

    def tolist(self) -> list[tuple[str, ...]]:
        """Return the labels of each document."""
        return [tuple(self.names[code] for code in each) for each in self.sets]


@dataclass(frozen=True, eq=False)
class Bags:
    """Features that come counted from a file: ``word:count`` lines and svmlight.

    Parameters
    ----------
    offsets
        Entries of document i are ``offsets[i]`` to ``offsets[i + 1]`` : (n_documents + 1,).
    names
        Name of the feature of each entry, or its number as text.
    values
        Value of each entry.
    """

    offsets: NDArray[np.int64]
    names: _core.Texts
    values: NDArray[np.float32]

    def take(self, rows: NDArray[np.int64]) -> Bags:
        """Return the features of some documents."""
        offsets, entries = choose_runs(self.offsets, rows)
        return Bags(offsets, self.names.take(entries), self.values[entries])


@dataclass(frozen=True, eq=False)
class Documents:
    """Texts with what else was in the file.

    Parameters
    ----------
    texts
        The text of each document, as a view into the bytes of the file.
    label_set
        Labels, or None if the reader was told that they are not needed.
    label_lists
        The labels instead, if documents have several each.
    columns
        All columns of a table by name; by number ("1", "2", ...) if they have no names.
    lines
        Line of the file on which each document begins : (n_documents,).
    source
        Name of the file, for messages.
    bags
        Counted features, for files that hold no text.
    text_columns, label_column
        Names of the columns that hold the text and the label, where the file has columns. Of
        several text columns ``texts`` is the first; ``columns`` has all.
    table
        The Arrow table that they were read from, with what is no column of texts; or None.
    soft
        Shares of labels, if the file has any; ``label_set`` is then the likeliest label of each.
    weights
        How much each document counts, if a column says so : (n_documents,).
    votes
        What people's votes said, if these are the labels.

    Examples
    --------
    >>> documents = Documents(_core.Texts(["hello", "win a prize"]), source="mail.txt")
    >>> len(documents), documents.texts[1], documents.labels
    (2, 'win a prize', None)
    """

    texts: _core.Texts
    label_set: Labels | None = None
    columns: Mapping[str, _core.Texts] = field(default_factory=dict)
    lines: NDArray[np.int64] = field(default_factory=no_lines)
    source: str = ""
    bags: Bags | None = None
    text_columns: tuple[str, ...] = ()
    label_column: str | None = None
    label_lists: LabelLists | None = None
    table: Any = None
    soft: SoftLabels | None = None
    weights: NDArray[np.float64] | None = None
    votes: CombinedVotes | None = None

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def labels(self) -> list[Any] | None:
        """The label of each document, or its labels; or None."""
        found = self.label_lists or self.label_set
        return None if found is None else found.tolist()

    @property
    def cells(self) -> Mapping[str, Any]:
        """All columns by name: texts, and lists of numbers as the table has them."""
        if self.table is None:
            return self.columns
        return {**{name: self.table[name] for name in self.table.column_names}, **self.columns}

    @property
    def shares(self) -> SoftLabels:
        """The shares of the labels; one label has all of it if nothing else is said."""
        assert self.label_set is not None
        return self.soft or SoftLabels.of_codes(self.label_set.codes, self.label_set.names)

    def take(self, rows: NDArray[np.int64]) -> Documents:
        """Return some of the documents, with what is said about them; all names of labels stay."""
        labels, lists = self.label_set, self.label_lists
        return replace(
            self,
            texts=self.texts.take(rows),
            label_set=None if labels is None else Labels(labels.names, labels.codes[rows]),
            label_lists=None if lists is None else LabelLists(lists.names, lists.sets.take(rows)),
            columns={name: column.take(rows) for name, column in self.columns.items()},
            lines=self.lines[rows] if len(self.lines) else self.lines,
            bags=None if self.bags is None else self.bags.take(rows),
            table=None if self.table is None else self.table.take(rows),
            soft=None if self.soft is None else self.soft.take(rows),
            weights=None if self.weights is None else self.weights[rows],
        )
