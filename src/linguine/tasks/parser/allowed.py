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
from linguine.errors import DataError
from linguine.tasks.sentences.wishes import iterate_wishes

__all__ = ["AS_LEARNED", "NO", "YES", "Wishes", "read_wishes"]

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


def read_wishes(
    relations: Sequence[str], allowed: Any, sentences: Sentences
) -> Wishes | None:
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
    raise DataError(
        f"allowed must tell heads and relations; {where} has {wish!r:.60}. {_HOW}"
    )


def _heads(heads: Any, n: int, word: int, where: str) -> list[int]:
    several = list(heads) if _is_several(heads) else [heads]
    for head in several:
        if not isinstance(head, Integral) or isinstance(head, bool):
            break
        if not 0 <= head <= n or head == word:
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
