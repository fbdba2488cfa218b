"""AveragedModel: a text classifier over the mean of its features' weights, as fastText has it.

What it answers is what fastText answers: probabilities with 1e-5 added to each factor, and of two
labels that are equally good the less frequent one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import NotAvailableError
from linguine.features.threads import count_threads
from linguine.tasks.text.model import TextModel

__all__ = ["AveragedModel", "HashedWords", "Ways"]


@dataclass(frozen=True, eq=False)
class HashedWords:
    """Which rows of the weights belong to a text: words, pieces of words, n-grams of words.

    Parameters
    ----------
    entries
        The bytes of all words, then of what is no word although it stands among them: labels.
    offsets
        Where each of these begins, and the end : (n_entries + 1,).
    n_words
        How many of them are words.
    n_buckets
        Pieces and n-grams are hashed to so many numbers; 0 has neither.
    longest
        Words of an n-gram.
    least_piece, longest_piece
        Characters of a piece; 0 for the longest has none.
    kept
        The buckets that have rows, in the order of these; None is all.
    """

    entries: NDArray[np.uint8]
    offsets: NDArray[np.int64]
    n_words: int
    n_buckets: int
    longest: int = 1
    least_piece: int = 0
    longest_piece: int = 0
    kept: NDArray[np.uint32] | None = None

    @property
    def n_rows(self) -> int:
        """Rows of the weights."""
        return self.n_words + (self.n_buckets if self.kept is None else len(self.kept))

    @property
    def shape(self) -> tuple[int, int, int, int, int, bool]:
        """All numbers, as the core takes them."""
        numbers = (self.n_words, self.n_buckets, self.longest, self.least_piece)
        return (*numbers, self.longest_piece, self.kept is None)

    def name(self, word: int) -> str:
        """Return a word."""
        begin, end = self.offsets[word : word + 2].tolist()
        return self.entries[begin:end].tobytes().decode("utf-8", "replace")


class Ways(NamedTuple):
    """Ways from the root of a binary tree to its labels.

    A step is twice the number of a node, and one more if it goes to the right. Those of label y
    are ``steps[offsets[y]:offsets[y + 1]]``; without a tree there are none.
    """

    offsets: NDArray[np.int64]
    steps: NDArray[np.int32]

    def of(self, label: int) -> list[int]:
        """Return the steps to a label."""
        steps: list[int] = self.steps[self.offsets[label] : self.offsets[label + 1]].tolist()
        return steps

    @classmethod
    def none(cls) -> Ways:
        """Return the ways of what is no tree."""
        return cls(np.zeros(1, np.int64), np.zeros(0, np.int32))


@dataclass(eq=False, kw_only=True)
class AveragedModel(TextModel):
    r"""Mean weights of a text's features, and what makes probabilities of them.

    .. math:: z = B h, \quad h = \frac{1}{n} \sum_{j=1}^n \theta_{f_j}

    The scores are :math:`\log(p(y \mid x) + 10^{-5})`. ``"softmax"`` has
    :math:`p \propto \exp z_y`, ``"sigmoids"`` :math:`\sigma(z_y)` for each label by itself, and
    ``"tree"`` a product of sigmoids, one for each node on the way to a label.
    """

    words: HashedWords
    link: str
    order: NDArray[np.int32]  # the labels as fastText has them, the most frequent first
    output: NDArray[np.float32] | None = None  # B (n_outputs, n_columns); None: theta has it
    ways: Ways

    @property
    def n_columns(self) -> int:
        """Columns of theta."""
        return int(self.weights.shape[1])

    @property
    def is_opened(self) -> bool:
        """Whether it was opened from another program's file: always."""
        return True

    @property
    def has_probabilities(self) -> bool:
        """Whether it gives probabilities: its own, without calibration."""
        return True

    @cached_property
    def native(self) -> _core.AveragedModel:
        """The core's form of it."""
        words = self.words
        kept = np.zeros(0, np.uint32) if words.kept is None else words.kept
        return _core.AveragedModel(
            words.entries, words.offsets, words.shape, kept, self.weights, self.output,
            self.link, *self.ways, self.n_labels,
        )  # fmt: skip

    def scores(self, texts: Any, columns: Mapping[str, Any] | None = None) -> NDArray[np.float32]:
        """Return the logarithms of the probabilities of some texts : (n, n_labels)."""
        read, _ = self.reads.read(texts, columns)
        return self.native.scores(read, count_threads(self.n_threads))

    def best(self, scores: NDArray[Any]) -> NDArray[np.intp]:
        """Return the likeliest label of each text, of equal ones the last in fastText's order."""
        backwards = self.order[::-1]
        return np.asarray(backwards[np.argmax(scores[:, backwards], axis=1)], dtype=np.intp)

    def decisions(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return a score for each label; of two labels that of the second against the first."""
        return scores if self.n_labels != 2 else scores[:, 1] - scores[:, 0]

    def probabilities(self, scores: NDArray[Any]) -> NDArray[np.float64]:
        """Return the probabilities that fastText would report, at most 1 : (n, n_labels)."""
        return np.minimum(np.exp(scores.astype(np.float64)), 1.0)

    def check_goes_on(self, what: str) -> None:
        """Raise NotAvailableError: fastText's steps are not ours to go on with."""
        raise NotAvailableError(
            f"{what} needs a model that linguine has learned; this one was opened from "
            f"{self.info.get('opened', 'another program')}. Use it as it is, or train a "
            "TextClassifier on your texts."
        )

    def directions(self, label: int, rival: int | None) -> NDArray[np.float64]:
        """Return what is multiplied with h to see how far a label is ahead : (n_columns,).

        In a tree that is the node where the ways of the two part; without a rival, all nodes on
        the way of the label. Of labels without a tree, without a rival, the mean of all is one.
        """
        n_outputs = self.n_columns if self.output is None else len(self.output)
        lead = np.zeros(n_outputs)
        if self.link == "tree":
            parting = [] if rival is None else self.parting(label, rival)
            for step in self.ways.of(label) if rival is None else parting:
                lead[step // 2] += 1.0 if step % 2 else -1.0
        else:
            lead[label] = 1.0
            if rival is not None:
                lead[rival] -= 1.0
            else:
                lead -= 1.0 / n_outputs
        return lead if self.output is None else lead @ self.output.astype(np.float64)

    def parting(self, label: int, rival: int) -> list[int]:
        """Return the step in a tree with which the way to a label leaves that to another."""
        pairs = zip(self.ways.of(label), self.ways.of(rival), strict=False)
        return next(([a] for a, b in pairs if a != b), [])
