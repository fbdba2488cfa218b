"""The layout of a drawn tree: where words, arcs and their names stand, so that none overlap.

Each arc has its own place above either word, longer arcs nearer to the middle of the word, so that
only arcs of a non-projective tree cross. Words stand so far apart that the name of every arc has
room between the two ends of the arc, beside the legs of other arcs that cross it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from linguine.reports.tables import display_width
from linguine.reports.trees.arc_levels import stack_by_length
from linguine.reports.trees.picture import TreePicture

__all__ = [
    "LABEL_SIZE",
    "ROUND",
    "TAG_SIZE",
    "WORD_SIZE",
    "Box",
    "DrawnArc",
    "DrawnWord",
    "TreeLayout",
    "is_right_to_left",
    "lay_out",
    "text_width",
]

WORD_SIZE, TAG_SIZE, LABEL_SIZE = 17, 12, 12.5
LEVEL = 30.0  # from one level of arcs to the next
ROUND = 7.0  # radius of the corners of arcs
_PORT = 10.0  # from one arc at a word to the next
_GAP = 20.0  # between words
_PAD = 6.0  # on both sides of a label
_MARGIN = 16.0
_WORD_LINE, _TAG_LINE = 30.0, 20.0  # heights below the arcs

# Widths of letters as parts of the font's size, those of a wide font without serifs.
_WIDTHS = {
    **dict.fromkeys("ijlI.,:;'|`", 0.36),
    **dict.fromkeys('ftr()[]{}-!"/\\ ', 0.46),
    **dict.fromkeys("+<=>~^#&", 0.86),
    **dict.fromkeys("mwMW@%…—", 1.0),
}


@dataclass(frozen=True)
class Box:
    """What a text covers."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Whether two boxes share more than an edge."""
        is_beside = self.right <= other.left or other.right <= self.left
        return not (is_beside or self.bottom <= other.top or other.bottom <= self.top)


@dataclass(frozen=True)
class DrawnWord:
    """The middle of a word, and its box with the tag below."""

    x: float
    box: Box


@dataclass(frozen=True)
class DrawnArc:
    """An arc from head to modifier; a root's comes straight from above, from its own x."""

    modifier: int  # counted from 0
    level: int
    from_x: float
    to_x: float
    y: float  # of its top
    label_x: float  # middle of its name
    label_box: Box


@dataclass(frozen=True)
class TreeLayout:
    """Everything about where things stand, in pixels from the upper left corner."""

    width: float
    height: float
    base: float  # where arcs end, above the words
    words: list[DrawnWord]
    arcs: list[DrawnArc]


def text_width(text: str, size: float) -> float:
    """Return about how wide a text is drawn, rather too wide than too narrow.

    Examples
    --------
    >>> round(text_width("ill", 10), 1) < round(text_width("www", 10), 1)
    True
    """
    return size * sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if letter in _WIDTHS:
        return _WIDTHS[letter]
    n_columns = display_width(letter)
    if n_columns != 1:
        return 1.05 if n_columns else 0.0
    if letter.isascii():
        return 0.78 if letter.isupper() else 0.65
    return 0.8


def lay_out(picture: TreePicture) -> TreeLayout:
    """Return where the words, arcs and names of a tree stand.

    Examples
    --------
    >>> layout = lay_out(TreePicture(["Dogs", "bark"], [2, 0], ["nsubj", "root"]))
    >>> [arc.level for arc in layout.arcs], layout.words[0].x < layout.words[1].x
    ([1, 2], True)
    """
    spread = _Spread(picture)
    width = spread.width
    base = _MARGIN + LABEL_SIZE + LEVEL * spread.top
    has_tags = any(picture.tag(i) for i in range(picture.n_words))
    bottom = base + _WORD_LINE + (_TAG_LINE if has_tags else 0.0)
    is_mirrored = is_right_to_left(picture.forms)

    def at(x: float) -> float:
        return width - x if is_mirrored else x

    words = []
    for i, x in enumerate(spread.xs):
        half = _word_width(picture, i) / 2
        words.append(DrawnWord(at(x), Box(at(x) - half, base, at(x) + half, bottom)))
    arcs = []
    for i in range(picture.n_words):
        y = base - LEVEL * spread.levels[i]
        x, half = at(spread.label_x(i)), text_width(picture.label(i), LABEL_SIZE) / 2
        box = Box(x - half, y - LABEL_SIZE - 6, x + half, y - 6)  # down to the base line
        from_x, to_x = (at(each) for each in spread.ends(i))
        arcs.append(DrawnArc(i, spread.levels[i], from_x, to_x, y, x, box))
    return TreeLayout(width, bottom + _MARGIN, base, words, arcs)


def _word_width(picture: TreePicture, i: int) -> float:
    """Return how wide a word is with the tag below."""
    return max(text_width(picture.word(i), WORD_SIZE), text_width(picture.tag(i), TAG_SIZE))


def is_right_to_left(forms: Sequence[str]) -> bool:
    """Whether most letters of a sentence are of a script from right to left."""
    directions = [unicodedata.bidirectional(letter) for form in forms for letter in form]
    return sum(each in ("R", "AL") for each in directions) > directions.count("L")


class _Spread:
    """Words on a line from left to right, as far apart as the names of their arcs need."""

    def __init__(self, picture: TreePicture) -> None:
        self.picture = picture
        self.heads = list(picture.heads)
        self.levels = stack_by_length(self.heads)
        self.top = 1 + max(self.levels, default=0)
        self.levels = [level or self.top for level in self.levels]  # roots above all
        self.ports = self._ports()
        self.halves = [self._half(i) for i in range(picture.n_words)]
        self.xs = self._places()
        last = self.xs[-1] + self.halves[-1] if self.xs else 0.0
        self.width = last + _MARGIN

    def ends(self, i: int) -> tuple[float, float]:
        """Return where the arc of a word leaves its head and where it ends."""
        head = self.heads[i] - 1
        to_x = self.xs[i] + self.ports[i, i]
        return (self.xs[head] + self.ports[head, i] if head >= 0 else to_x), to_x

    def label_x(self, i: int) -> float:
        """Return the middle of the name of a word's arc: the free place nearest to the middle."""
        left, right = sorted(self.ends(i))
        if left == right:
            return left
        legs = sorted(self.ends(arc)[0 if arc != end else 1] for arc, end in self._crossing(i))
        edges = [left, *legs, right]
        half = text_width(self.picture.label(i), LABEL_SIZE) / 2 + _PAD
        middle = (left + right) / 2
        free = [
            min(max(middle, begin + half), end - half)
            for begin, end in pairwise(edges)
            if end - begin >= 2 * half - 1e-9
        ]
        return min(free, key=lambda x: abs(x - middle))

    def _ports(self) -> dict[tuple[int, int], float]:
        """Return how far from the middle of a word each of its arcs stands: (word, arc)."""
        at_word: list[list[int]] = [[i] for i in range(len(self.heads))]
        for i, head in enumerate(self.heads):
            if head:
                at_word[head - 1].append(i)
        ports = {}
        for word, arcs in enumerate(at_word):
            order = sorted(arcs, key=partial(self._side, word))
            for place, arc in enumerate(order):
                ports[word, arc] = _PORT * (place - (len(order) - 1) / 2)
        return ports

    def _side(self, word: int, arc: int) -> float:
        """Sort from left to right: to the left the short, the long; a root; the long, the short."""
        other = self.heads[arc] - 1 if arc == word else arc
        if other < 0:
            return 0.0
        return 1 / (other - word)

    def _half(self, i: int) -> float:
        n_ports = sum(word == i for word, _ in self.ports)
        widths = [_word_width(self.picture, i), _PORT * n_ports]
        if not self.heads[i]:
            widths.append(text_width(self.picture.label(i), LABEL_SIZE))
        return max(widths) / 2

    def _places(self) -> list[float]:
        xs: list[float] = []
        arcs_to: list[list[int]] = [[] for _ in self.heads]  # by their right end
        for i, head in enumerate(self.heads):
            if head:
                arcs_to[max(i, head - 1)].append(i)
        for right, half in enumerate(self.halves):
            x = xs[-1] + self.halves[right - 1] + _GAP + half if xs else _MARGIN + half
            for arc in arcs_to[right]:
                left = min(arc, self.heads[arc] - 1)
                start = xs[left] + self.ports[left, arc] - self.ports[right, arc]
                x = max(x, start + self._room(arc))
            xs.append(x)
        return xs

    def _room(self, arc: int) -> float:
        """Return a span in which the name fits between two of the legs that cross the arc."""
        name = text_width(self.picture.label(arc), LABEL_SIZE) + 2 * _PAD
        return max(name, 2 * ROUND) * (1 + len(self._crossing(arc)))

    def _crossing(self, arc: int) -> list[tuple[int, int]]:
        """Return the legs that cross the top of an arc: (arc, word at which it stands)."""
        head = self.heads[arc] - 1
        between = range(min(arc, head) + 1, max(arc, head))
        return [
            (other, word)
            for word, other in self.ports
            if word in between and self.levels[other] > self.levels[arc]
        ]
