"""Wishes: what is known of trees already, as the core takes it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Sentences
from linguine.data.trees import HEAD, RELATION
from linguine.errors import DataError, OptionError, whole_number
from linguine.tasks.sentences.wishes import iterate_wishes, read_known, read_known_labels

__all__ = ["Wishes", "read_known_trees", "read_wishes"]

#: Of an arc: never; if training had arcs like it; in any case.
NO, AS_LEARNED, YES = 0, 1, 2
_HOW = (
    "Give a head, a relation, a pair (head, relation) with None for what is not known, sets of "
    "them, or None."
)


@dataclass(frozen=True, eq=False)
class Wishes:
    """What trees of some sentences may have; None allows all.

    Parameters
    ----------
    arcs
        Sentence by sentence, of each modifier and head, 0 being the root : (sum of n (n + 1),).
    relations
        0 where a token must not have a relation : (n_tokens * n_relations,).
    """

    arcs: NDArray[np.uint8] | None = None
    relations: NDArray[np.uint8] | None = None

    @classmethod
    def without(cls, n: int, head: int, modifier: int) -> Wishes:
        """Return that a sentence of n words must not have one arc."""
        arcs = np.full((n, n + 1), AS_LEARNED, np.uint8)
        arcs[modifier - 1, head] = NO
        return cls(arcs.ravel())


def read_wishes(relations: Sequence[str], allowed: Any, sentences: Sentences) -> Wishes | None:
    """Return what ``DependencyParser.predict`` is told about trees; None if it is nothing.

    Examples
    --------
    >>> dogs = Sentences.from_python([["Dogs", "bark"]])
    >>> wishes = read_wishes(["nsubj", "root"], [[(2, None), "root"]], dogs)
    >>> wishes.arcs.tolist(), wishes.relations.tolist()
    ([0, 0, 2, 1, 1, 1], [1, 1, 0, 1])
    """
    if allowed is None:
        return None
    lengths = np.diff(sentences.offsets).tolist()
    begins = list(accumulate((n * (n + 1) for n in lengths), initial=0))
    arcs = np.full(begins[-1], AS_LEARNED, np.uint8)
    names = np.ones((sentences.n_tokens, len(relations)), np.uint8)
    place = {name: i for i, name in enumerate(relations)}
    for s, t, token, wish in iterate_wishes(allowed, sentences.offsets):
        where = f"sentence {s}, token {t + 1}"
        heads, wanted = _apart(wish, where)
        n = lengths[s]
        if heads is not None:
            own = arcs[begins[s] + t * (n + 1) : begins[s] + (t + 1) * (n + 1)]
            own[:] = NO
            own[_heads(heads, n, t + 1, where)] = YES
        if wanted is not None:
            names[token] = 0
            names[token, _codes(wanted, place, where)] = 1
    return Wishes(arcs, names.ravel())


def read_known_trees(
    relations: Sequence[str], sentences: Sentences, names: Sequence[str]
) -> Wishes:
    """Return what the columns of heads and relations say about trees.

    Examples
    --------
    >>> cells = [[("Dogs", "2", "_"), ("bark", "?", "root")]]
    >>> dogs = Sentences.from_python(cells, columns="form,head,deprel")
    >>> read_known_trees(["nsubj", "root"], dogs, ["head", "deprel"]).arcs.tolist()
    [0, 0, 2, 1, 1, 1]
    """
    if unknown := [each for each in names if each not in (HEAD, RELATION)]:
        raise OptionError(
            f"--allowed must name the columns of trees, {HEAD}, {RELATION} or {HEAD},{RELATION}; "
            f"got {unknown[0][:40]!r}. Name the columns of your file so: --columns "
            f"w,pos,{HEAD},{RELATION}."
        )
    arcs = _known_arcs(sentences) if HEAD in names else None
    if RELATION not in names:
        return Wishes(arcs)
    return Wishes(arcs, read_known_labels(sentences, RELATION, relations).ravel())


def _known_arcs(sentences: Sentences) -> NDArray[np.uint8]:
    codes, values = read_known(sentences, HEAD)
    lengths = np.repeat(np.diff(sentences.offsets), np.diff(sentences.offsets))  # (n_tokens,)
    begins = np.concatenate([[0], np.cumsum(lengths + 1)])
    words = np.arange(sentences.n_tokens) - np.repeat(
        sentences.offsets[:-1], np.diff(sentences.offsets)
    )
    is_known = np.array([each is not None for each in values], np.bool_)[codes]
    arcs = np.repeat(np.where(is_known, NO, AS_LEARNED).astype(np.uint8), lengths + 1)
    for code, heads in enumerate(values):
        for head in heads or ():
            tokens = np.flatnonzero(codes == code)
            number = whole_number(head)
            is_wrong = (
                np.ones(len(tokens), np.bool_)
                if number is None
                else (number > lengths[tokens]) | (number == words[tokens] + 1)
            )
            if is_wrong.any():
                token = int(tokens[np.argmax(is_wrong)])
                raise DataError(
                    f"{sentences.place(token)}: a known head must be the number of another word, 0 "
                    f"to {lengths[token]}; got {head[:40]!r}. Write _ or ? where it is not known."
                )
            arcs[begins[tokens] + number] = YES
    return arcs


def _apart(wish: Any, where: str) -> tuple[Any, Any]:
    """Return heads and relations of a wish; None of what it says nothing about."""
    if isinstance(wish, tuple):
        if len(wish) == 2:
            return wish
    elif isinstance(wish, str):
        return None, wish
    elif isinstance(wish, Integral):
        return wish, None
    elif isinstance(wish, Collection) and len(wish):
        return (None, wish) if all(isinstance(each, str) for each in wish) else (wish, None)
    raise DataError(f"allowed must tell heads and relations; {where} has {wish!r:.60}. {_HOW}")


def _heads(heads: Any, n: int, word: int, where: str) -> list[int]:
    several = list(heads) if _is_several(heads) else [heads]
    for head in several:
        if not isinstance(head, Integral) or isinstance(head, bool):
            break
        if not 0 <= int(head) <= n or int(head) == word:
            break
    else:
        if several:
            return [int(head) for head in several]
    raise DataError(
        f"allowed must name heads by their number, 1 to {n} without the word itself, and 0 for the "
        f"root; {where} has {heads!r:.60}. {_HOW}"
    )


def _codes(wanted: Any, place: dict[str, int], where: str) -> list[int]:
    several = list(wanted) if _is_several(wanted) else [wanted]
    if several and all(isinstance(each, str) and each in place for each in several):
        return [place[each] for each in several]
    raise DataError(
        f"allowed must name relations of the model, which are {', '.join(list(place)[:20])}; "
        f"{where} has {wanted!r:.60}. {_HOW}"
    )


def _is_several(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str)
