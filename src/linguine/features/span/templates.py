"""SpanTemplates: what is looked at in a word, a span of words, and a split of a span."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from linguine.features.arc.language import ArcTemplate, parse_arc_templates

__all__ = ["COLUMNS", "ENDS", "KINDS", "SpanTemplates", "default_span_templates"]

#: The columns that there are: words, words that are not rare, and what words usually are.
COLUMNS = ("form", "common", "class")
KINDS = ("word", "span", "split")
#: What a template of each kind looks at, and the end of an arc that stands for it in the core.
ENDS: Mapping[str, Mapping[str, str]] = {
    "word": {"word": "h"},
    "span": {"first": "h", "last": "m"},
    "split": {"left": "h", "right": "m"},
}

_WORD = (
    *("word.form", "word.class", "word.form.lower", "word.form.shape"),
    *("word.form.suffix1", "word.form.suffix2", "word.form.suffix3", "word.form.prefix1"),
    *("word.common[-1]", "word.common[1]", "word.class[-1]", "word.class[1]"),
    *("word.class[-1]|word.class", "word.class|word.class[1]", "word.class[-2]|word.class[-1]"),
    "word.class[-1]|word.class|word.class[1]",
)
_SPAN = (
    *("first.common", "last.common", "first.class", "last.class"),
    *("first.common[-1]", "last.common[1]", "first.class[-1]", "last.class[1]"),
    *("first.class|last.class", "first.class[-1]|last.class[1]"),
    *("first.class[-1]|first.class", "last.class|last.class[1]"),
    *("first.common|last.class", "first.class|last.common"),
    *("first.common[-1]|first.class", "last.class|last.common[1]", "first.common|last.class[1]"),
    *("distance", "first.class|distance", "last.class|distance", "first.common|distance"),
    *("first.class[-1]|distance", "last.class[1]|distance", "first.class|last.class|distance"),
    *("first.class|first.class[1]|distance", "last.class[-1]|last.class|distance"),
    *("first.class[-1]|first.class|last.class|last.class[1]", "between.class"),
)
_SPLIT = (
    *("left.common", "right.common", "left.class", "right.class"),
    *("left.class|right.class", "left.common|right.class", "left.class|right.common"),
    *("left.common|right.common", "right.class|right.class[1]", "left.class[-1]|left.class"),
)


@dataclass(frozen=True)
class SpanTemplates:
    """Templates of words, spans and splits, in the language of arc templates.

    Parameters
    ----------
    word
        Conjunctions of ``word.COLUMN``: what tag a word has.
    span
        Of ``first.COLUMN`` and ``last.COLUMN``, the ends of a span; ``distance`` is its length and
        ``between.COLUMN`` what is in it.
    split
        Of ``left.COLUMN`` and ``right.COLUMN``, the words where a span is split in two.

    Examples
    --------
    >>> templates = SpanTemplates(["word.form"], ["first.class|last.class", "distance"])
    >>> [each.text for each in templates.parsed["span"]]
    ['first.class|last.class', 'distance']
    """

    word: Sequence[str] = ()
    span: Sequence[str] = ()
    split: Sequence[str] = ()

    @cached_property
    def parsed(self) -> dict[str, list[ArcTemplate]]:
        """The templates by kind, with their ranges written out."""
        texts = {"word": self.word, "span": self.span, "split": self.split}
        return {
            kind: parse_arc_templates(list(texts[kind]), ends=tuple(ENDS[kind])) for kind in KINDS
        }


def default_span_templates() -> SpanTemplates:
    """Return what is looked at when nobody says: the span features of [Hall2014].

    First and last word, the words before and behind, the words at the split, length, and what is
    between; frequent words by themselves, all by their class.
    """
    return SpanTemplates(_WORD, _SPAN, _SPLIT)
