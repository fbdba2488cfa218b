"""Trees: the head and the relation of each token, as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data.checks.trees import check_trees, find_projective
from linguine.data.runs import InSentences, choose_runs, offsets_of
from linguine.data.sentences import Sentences
from linguine.data.targets.tags import Tags
from linguine.data.token_lists import read_tag_lists
from linguine.errors import DataError

__all__ = ["HEAD", "NO_RELATION", "RELATION", "Trees"]

HEAD = "head"
RELATION = "deprel"
NO_RELATION = "_"

_MISSING, _NO_NUMBER = -1, -2
_TOO_LARGE = 2**31 - 1


@dataclass(frozen=True, eq=False)
class Trees(InSentences):
    """A dependency tree for each sentence.

    Parameters
    ----------
    offsets
        Sentence i is the tokens ``offsets[i]`` to ``offsets[i + 1]`` : (n_sentences + 1,).
    heads
        Head of each token, counted from 1 in its sentence; 0 for the root : (n_tokens,).
    relations
        Index of each token's relation to its head in ``names`` : (n_tokens,).
    names
        The different relations, sorted; only ``"_"`` if there are none.

    Examples
    --------
    >>> trees = Trees.from_lists([[2, 0], [0]], [["nsubj", "root"], ["root"]])
    >>> len(trees), trees.n_tokens, trees.heads.tolist(), trees.names
    (2, 3, [2, 0, 0], ['nsubj', 'root'])
    >>> bool(trees.is_projective().all()), trees.take([1]).to_lists()
    (True, ([[0]], [['root']]))
    """

    offsets: NDArray[np.int64]
    heads: NDArray[np.int32]
    relations: NDArray[np.int32]
    names: list[str]

    @classmethod
    def of(
        cls, sentences: Sentences, *, need_relations: bool = False, single_root: bool = True
    ) -> Trees:
        """Read the trees of a treebank, and check that they are trees.

        Parameters
        ----------
        sentences
            CoNLL-U, or columns of which one is named ``head`` and one, if any, ``deprel``.
        need_relations
            Whether trees without relations are an error; relations that are all ``_`` are none.
        single_root
            Whether more than one root in a sentence is an error.

        Examples
        --------
        >>> words = [[("Dogs", "2", "nsubj"), ("bark", "0", "root")]]
        >>> Trees.of(Sentences.from_python(words, columns="w,head,deprel")).heads.tolist()
        [2, 0]
        """
        heads = _read_heads(sentences)
        check_trees(sentences.offsets, heads, sentences.place, single_root=single_root)
        relations = _read_relations(sentences, is_needed=need_relations)
        return cls(sentences.offsets, heads, relations.codes, relations.names)

    @classmethod
    def from_lists(cls, heads: Any, relations: Any = None, *, single_root: bool = True) -> Trees:
        """Make trees of lists, and check that they are trees.

        Parameters
        ----------
        heads, relations
            One list of integers, and one of str, for each sentence; relations may be None.
        single_root
            As in ``of``.
        """
        cells, offsets = _read_head_lists(heads)

        def place(token: int) -> str:
            return Sentences({}, offsets).place(token)

        check_trees(offsets, cells, place, single_root=single_root)
        if relations is None:
            return cls(offsets, cells, np.zeros(len(cells), np.int32), [NO_RELATION])
        tags = Tags.of(read_tag_lists(relations, offsets))
        _check_filled(tags, place)
        return cls(offsets, cells, tags.codes, tags.names or [NO_RELATION])

    @property
    def has_relations(self) -> bool:
        """Whether the arcs have names."""
        return self.names != [NO_RELATION]

    def is_projective(self) -> NDArray[np.bool_]:
        """Return which trees have no crossing arcs : (n_sentences,)."""
        return find_projective(self.offsets, self.heads)

    def take(self, sentences: ArrayLike | slice) -> Trees:
        """Return some of the trees, in the order given, with the names of all."""
        offsets, tokens = choose_runs(self.offsets, sentences)
        return Trees(offsets, self.heads[tokens], self.relations[tokens], self.names)

    def to_lists(self) -> tuple[list[list[int]], list[list[str]]]:
        """Return the heads and the relations, one list per sentence."""
        relations = [self.names[code] for code in self.relations.tolist()]
        return self.split(self.heads.tolist()), self.split(relations)


def _read_heads(sentences: Sentences) -> NDArray[np.int32]:
    if HEAD not in sentences.columns:
        raise DataError(
            f"{sentences.source}: expected a column {HEAD!r}, the head of each token; there is "
            f"only {', '.join(sentences.columns)}. Give a treebank in CoNLL-U, or name the columns "
            f"of yours, for example 'w,pos,{HEAD},{RELATION}'."
        )
    column = sentences.columns[HEAD]
    values = column.values.tolist()
    numbers = np.array([_number(value.strip(" ")) for value in values], dtype=np.int32)
    heads = numbers[column.codes] if len(values) else np.zeros(0, dtype=np.int32)
    if (heads < 0).any():
        token = int(np.argmax(heads < 0))
        if heads[token] == _NO_NUMBER:
            raise DataError(
                f"{sentences.place(token)}: a head must be the id of a token, or 0 for the root; "
                f"got {values[column.codes[token]][:40]!r}. Check the column {HEAD!r}."
            )
        n_missing = int((heads == _MISSING).sum())
        raise DataError(
            f"{sentences.place(token)}: every token needs a head; this one has none, "
            + ("like all others. " if n_missing == len(heads) else f"one of {n_missing:,}. ")
            + "Trees are learned from and compared with trees: fill the heads in, or give a "
            "treebank that has them."
        )
    return heads


def _number(text: str) -> int:
    if text in ("", "_"):
        return _MISSING
    if not (text.isascii() and text.isdigit()):
        return _NO_NUMBER
    return min(int(text[:20]), _TOO_LARGE)


def _read_relations(sentences: Sentences, *, is_needed: bool) -> Tags:
    if RELATION in sentences.columns:
        tags = Tags.of(sentences.columns[RELATION])
        _check_filled(tags, sentences.place)
    else:
        tags = Tags([], np.zeros(sentences.n_tokens, dtype=np.int32))
    names = tags.names or [NO_RELATION]
    if is_needed and names == [NO_RELATION] and sentences.n_tokens:
        raise DataError(
            f"{sentences.place(0)}: every token needs a relation to its head, in the column "
            f"{RELATION!r}; there is none in the whole file. Learn from heads alone, or fill the "
            "relations in."
        )
    return Tags(names, tags.codes)


def _check_filled(tags: Tags, place: Any) -> None:
    """Raise DataError if some relations are missing, but not all."""
    for empty in ("", NO_RELATION):
        if empty in tags.names and tags.names != [NO_RELATION]:
            token = int(np.argmax(tags.codes == tags.names.index(empty)))
            raise DataError(
                f"{place(token)}: every token needs a relation to its head, or none has one; "
                f"got {empty!r}. Fill it in, or write {NO_RELATION!r} for all tokens."
            )


def _read_head_lists(heads: Sequence[Sequence[int]]) -> tuple[NDArray[np.int32], Any]:
    fix = "Give one list of integers for each sentence, for example [[2, 0], [0]]."
    try:
        arrays = [np.asarray(each) for each in heads]
    except (TypeError, ValueError):
        raise DataError(f"heads must be lists of integers; got {heads!r:.60}. {fix}") from None
    for i, array in enumerate(arrays):
        is_integer = np.issubdtype(array.dtype, np.integer) or not array.size
        if array.ndim != 1 or not is_integer:
            raise DataError(
                f"heads must be lists of integers; in sentence {i} they are {heads[i]!r:.60}. {fix}"
            )
    offsets = offsets_of([len(each) for each in arrays])
    flat = np.concatenate([np.zeros(0, dtype=np.int64), *arrays])
    return np.clip(flat, -1, _TOO_LARGE).astype(np.int32), offsets
