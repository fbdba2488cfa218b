"""A tree to be drawn: words, heads and what is written beside them, checked once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linguine.data.trees import Trees
from linguine.errors import DataError
from linguine.reports.tables import printable, shorten

__all__ = ["TreePicture", "check_confidences", "drawn", "is_improbable"]

_UNCERTAIN = 0.5
_WORD, _RELATION = 32, 24  # characters that are drawn
# Not allowed in XML, whatever the way of writing them.
_NOT_XML = str.maketrans(dict.fromkeys((0xFFFE, 0xFFFF), "\ufffd"))


def drawn(text: str, width: int | None = None) -> str:
    """Return a text as drawings have it, on one line and cut if it is too wide."""
    shown = printable(text, one_line=True) if width is None else shorten(text, width)
    return shown.translate(_NOT_XML)


def check_confidences(values: Sequence[float | None] | None) -> None:
    """Raise DataError unless all values are probabilities or unknown."""
    for value in values or ():
        if value is not None and not 0 <= value <= 1:
            raise DataError(
                f"confidences must be between 0 and 1; got {value}. "
                "Give probabilities, or None where there are none."
            )


def is_improbable(confidence: float | None) -> bool:
    """Whether something is known to be less probable than not."""
    return confidence is not None and confidence < _UNCERTAIN


@dataclass(frozen=True)
class TreePicture:
    """One sentence and its tree.

    Parameters
    ----------
    forms
        The words.
    heads
        Head of each word, counted from 1; 0 for a root.
    relations
        Relation of each word to its head; None: none.
    tags
        A tag for each word, such as its part of speech; None: none.
    confidences
        Probability of each word's arc; None: unknown. Arcs below 0.5 are drawn as uncertain.
    title
        What the tree is called; None: its sentence.

    Examples
    --------
    >>> picture = TreePicture(["Dogs", "bark"], [2, 0], ["nsubj", "root"], confidences=[0.4, 1.0])
    >>> picture.label(0), picture.is_uncertain(0), picture.label(1)
    ('nsubj 40 %', True, 'root')
    """

    forms: Sequence[str]
    heads: Sequence[int]
    relations: Sequence[str] | None = None
    tags: Sequence[str] | None = None
    confidences: Sequence[float | None] | None = None
    title: str | None = None

    def __post_init__(self) -> None:
        n = len(self.forms)
        for name in ("heads", "relations", "tags", "confidences"):
            values = getattr(self, name)
            if values is not None and len(values) != n:
                raise DataError(
                    f"a tree needs one of {name} for each of its {n} words; got {len(values)}. "
                    f"Give the {name} of these very words."
                )
        check_confidences(self.confidences)
        Trees.from_lists([list(self.heads)], single_root=False)

    @property
    def n_words(self) -> int:
        """Number of words."""
        return len(self.forms)

    @property
    def name(self) -> str:
        """Title, or else the sentence."""
        title = " ".join(self.forms) if self.title is None else self.title
        return drawn(title)

    def word(self, i: int) -> str:
        """Return a word as it is drawn."""
        return drawn(str(self.forms[i]), _WORD)

    def tag(self, i: int) -> str:
        """Return the tag of a word, or nothing."""
        tag = "" if self.tags is None else drawn(str(self.tags[i]), _RELATION)
        return "" if tag == "_" else tag

    def relation(self, i: int) -> str:
        """Return the relation of a word to its head, or nothing."""
        relation = "" if self.relations is None else str(self.relations[i])
        if relation in ("", "_"):
            return "" if self.heads[i] else "root"
        return drawn(relation, _RELATION)

    def label(self, i: int) -> str:
        """Return what stands at the arc of a word: its relation and, if it is low, confidence."""
        number = f"{100 * (self._confidence(i) or 0):.0f} %" if self.is_uncertain(i) else ""
        return " ".join(filter(None, [self.relation(i), number]))

    def is_uncertain(self, i: int) -> bool:
        """Whether the arc of a word is less probable than not."""
        return is_improbable(self._confidence(i))

    def describe(self, i: int) -> str:
        """Return a word's arc in words: ``Dogs: nsubj of bark (40 %)``."""
        head, relation, confidence = self.heads[i], self.relation(i), self._confidence(i)
        to = f"{relation or 'depends'} {'of' if relation else 'on'} {self.word(head - 1)}"
        sure = "" if confidence is None else f" ({100 * confidence:.0f} %)"
        return f"{self.word(i)}: {to if head else relation}{sure}"

    def _confidence(self, i: int) -> float | None:
        return None if self.confidences is None else self.confidences[i]
