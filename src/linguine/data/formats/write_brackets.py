"""Writing constituents: trees in brackets, one on a line, or spread over several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from linguine.data.constituents import FORM, TAG, Constituents
from linguine.errors import DataError

__all__ = ["format_tree", "format_trees", "write_constituents"]

_UNREADABLE = re.compile("[() \t-\r\0\ud800-\udfff]")
_PIECE = 1 << 10  # trees that are written at a time
_STEP = 2  # columns by which a node stands to the right of the one that holds it
_DEEPEST = 40  # depth from which on nothing moves to the right: a chain would cost its square


def write_constituents(
    trees: Constituents, *, outer: bool = False, pretty: bool = False
) -> Iterator[bytes]:
    """Write trees with brackets; :func:`read_constituents` reads the very same ones.

    Parameters
    ----------
    trees
        What to write.
    outer
        Whether a bracket without a label stands around each tree, as in the Penn Treebank. A tree
        of several parts has it always.
    pretty
        Whether a tree is spread over several lines, a phrase a line, instead of one.

    Yields
    ------
    bytes
        One piece of the file after the other, in UTF-8.

    Examples
    --------
    >>> tree = "(S (NP (NNS Dogs)) (VP (VBP bark) (ADVP (RB loudly))))"
    >>> trees = Constituents.from_brackets([tree])
    >>> print(b"".join(write_constituents(trees, outer=True, pretty=True)).decode(), end="")
    ( (S
        (NP (NNS Dogs))
        (VP
          (VBP bark)
          (ADVP (RB loudly)))))
    """
    for begin in range(0, len(trees), _PIECE):
        piece = trees.take(slice(begin, begin + _PIECE))
        texts = format_trees(piece, outer=outer, pretty=pretty)
        yield "".join(f"{text}\n" for text in texts).encode()


def format_trees(
    trees: Constituents, *, outer: bool = False, pretty: bool = False
) -> Iterator[str]:
    """Yield each tree as text, without a line end behind it.

    Parameters
    ----------
    trees, outer, pretty
        As in :func:`write_constituents`.

    Examples
    --------
    >>> list(format_trees(Constituents.from_brackets(["(NN dog)", "( (UH Oh) (, ,))"]), outer=True))
    ['( (NN dog))', '( (UH Oh) (, ,))']
    """
    _check(trees)
    words, tags = (trees.sentences.column(name).tolist() for name in (FORM, TAG))
    labels = [trees.names[code] for code in trees.labels.tolist()]
    spans = list(zip(labels, trees.first.tolist(), trees.last.tolist(), strict=True))
    is_single = trees.has_root() | (np.diff(trees.sentences.offsets) == 1)
    sizes = zip(
        pairwise(trees.sentences.offsets.tolist()),
        pairwise(trees.offsets.tolist()),
        is_single.tolist(),
        strict=True,
    )
    for (i, j), (begin, end), is_one in sizes:
        has_outer = outer or not is_one
        text = format_tree(words[i:j], tags[i:j], spans[begin:end], _breaks(pretty, has_outer))
        yield text if not has_outer else f"( {text})" if text else "()"


def _breaks(pretty: bool, has_outer: bool) -> list[str]:
    """Return what stands before a node or a word at each depth, up to the deepest."""
    margin = _STEP if has_outer else 0
    depths = range(_DEEPEST if pretty else 1)
    return [f"\n{' ' * (margin + _STEP * depth)}" if pretty else " " for depth in depths]


def format_tree(
    words: Sequence[str],
    tags: Sequence[str],
    nodes: Sequence[tuple[str, int, int]],
    breaks: Sequence[str] = (" ",),
) -> str:
    """Return a tree as text.

    Parameters
    ----------
    words, tags
        The words and their tags.
    nodes
        Label, first and last word of each node, as :class:`Constituents` has them.
    breaks
        What stands before a node or a word at each depth, up to the deepest.

    Examples
    --------
    >>> format_tree(["Dogs", "bark"], ["NNS", "VBP"], [("S", 0, 2), ("NP", 0, 1)])
    '(S (NP (NNS Dogs)) (VBP bark))'
    """
    pieces: list[str] = []
    ends: list[int] = []  # of the nodes that are open
    node, is_flat = 0, False
    for place, (word, tag) in enumerate(zip(words, tags, strict=True)):
        while node < len(nodes) and nodes[node][1] == place:
            label, _, last = nodes[node]
            pieces += [breaks[min(len(ends), len(breaks) - 1)], "(", label]
            ends.append(last)
            node += 1
            # It holds words only, so that they fit on its line.
            is_flat = node == len(nodes) or nodes[node][1] >= last
        is_beside = is_flat and bool(ends)
        before = " " if is_beside else breaks[min(len(ends), len(breaks) - 1)]
        pieces += [before, "(", tag, " ", word, ")"]
        while ends and ends[-1] == place + 1:
            ends.pop()
            pieces.append(")")
            is_flat = False
    return "".join(pieces[1:])


def _check(trees: Constituents) -> None:
    columns = ((name, trees.sentences.column(name).values.tolist()) for name in (FORM, TAG))
    for name, texts in (*columns, ("label", trees.names)):
        wrong = next((each for each in texts if not each or _UNREADABLE.search(each)), None)
        if wrong is not None:
            what = {FORM: "word", TAG: "tag"}.get(name, name)
            raise DataError(
                f"a {what} between brackets must be there, without blanks and brackets; "
                f"got {wrong!r:.60}. Write -LRB- and -RRB- for ( and ), and '_' for a blank."
            )
