"""Arc templates that suit the columns of a treebank."""

from __future__ import annotations

from collections.abc import Sequence

from linguine.features.arc.templates import LEXICAL, ArcTemplates

__all__ = ["default_arc_templates", "tag_column_of"]

#: Of tags t: both ends and their neighbours [McDonald2005, table 1], and what is between.
_TAGS = (
    "h.t", "m.t", "h.t|m.t",
    "h.t|h.t[1]|m.t[-1]|m.t", "h.t[-1]|h.t|m.t[-1]|m.t",
    "h.t|h.t[1]|m.t|m.t[1]", "h.t[-1]|h.t|m.t|m.t[1]",
    "h.t|h.t[1]|m.t", "h.t[-1]|h.t|m.t", "h.t|m.t[-1]|m.t", "h.t|m.t|m.t[1]",
    "h.t[-1]|h.t|h.t[1]|m.t", "h.t|m.t[-1]|m.t|m.t[1]",
    "h.t[-2]|h.t[-1]|h.t|m.t", "h.t|h.t[1]|h.t[2]|m.t",
    "h.t|m.t[-2]|m.t[-1]|m.t", "h.t|m.t|m.t[1]|m.t[2]",
    "h.t|m.t|between.t", "h.t|m.t|count.t",
)  # fmt: skip
_WORDS = ("h.w", "m.w", "h.w|m.w", "h.w.lower|m.w.lower")
_WORDS_AND_TAGS = (
    "h.w|h.t", "m.w|m.t", "h.w|h.t|m.w|m.t", "h.t|m.w|m.t", "h.w|m.w|m.t", "h.w|h.t|m.t",
    "h.w|h.t|m.w", "h.w.lower|m.t", "h.t|m.w.lower", "h.w.lower|h.t|m.w.lower|m.t",
    "h.w.lower.suffix3|m.t", "h.t|m.w.lower.suffix3", "h.w.lower.suffix3|m.w.lower.suffix3",
    "h.w|m.t[-1]|m.t", "h.w|m.t|m.t[1]", "h.t|h.t[1]|m.w", "h.t[-1]|h.t|m.w",
    "h.t|m.t[-1]|m.w", "h.t|m.w|m.t[1]", "h.w|h.t[1]|m.t", "h.t[-1]|h.w|m.t",
    "h.w.lower|m.w[-1].lower|m.t", "h.w.lower|m.t|m.w[1].lower", "h.w[-1].lower|h.t|m.t",
    "h.t|h.w[1].lower|m.t", "h.t|m.w[-1].lower|m.w.lower", "h.t|m.w.lower|m.w[1].lower",
    "h.w.lower.suffix2|m.w.lower.suffix2", "h.w.lower.prefix3|m.t", "h.t|m.w.lower.prefix3",
    "h.w.shape|m.w.shape",
)  # fmt: skip
#: Of c: a frequent word itself, of other words the tag.
_LEXICAL_TAGS = (
    "h.c|m.c", "h.c|h.c[1]|m.c[-1]|m.c", "h.c[-1]|h.c|m.c[-1]|m.c", "h.c|h.c[1]|m.c|m.c[1]",
    "h.c[-1]|h.c|m.c|m.c[1]", "h.c|m.c[-1]|m.c|m.c[1]", "h.c[-1]|h.c|h.c[1]|m.c",
    "h.c|m.c[-2]|m.c[-1]|m.c", "h.c|m.c|m.c[1]|m.c[2]", "h.c[-2]|h.c[-1]|h.c|m.c",
    "h.c|h.c[1]|h.c[2]|m.c",
    "h.c|m.c|between.t",
)  # fmt: skip
#: Of x: a lemma, a finer tag, a bundle of morphological features.
_MORE = ("h.x|m.x", "h.x|m.t", "h.t|m.x", "h.x|h.t|m.x|m.t")

_RELATION_TAGS = (
    "h.t|m.t", "m.t", "h.c|m.c", "h.t|m.t|distance", "m.t|distance", "h.c|m.c|distance",
    "m.t[-1]|m.t|h.t", "m.t|m.t[1]|h.t", "m.t|m.c[-1]|h.c", "m.t|m.c[1]|h.c",
    "h.t[-1]|h.t|m.t", "h.t|h.t[1]|m.t", "m.c[-1]|m.c|h.t", "m.c|m.c[1]|h.t",
    "h.c[-1]|h.c|m.c", "h.c|h.c[1]|m.c", "m.t[-1]|m.t|m.t[1]|h.t",
)  # fmt: skip
_RELATION_WORDS = (
    "m.w.lower", "h.w.lower", "m.w.lower|h.t", "m.t|h.w.lower", "m.w.lower|h.w.lower",
    "m.w.lower.suffix3|h.t", "m.w[-1].lower|m.t|h.t", "m.w[1].lower|m.t|h.t", "m.w.shape|m.t|h.t",
    "m.w", "m.w.lower.suffix2", "h.w.lower.suffix3|m.t", "h.w.lower|m.t[-1]|m.t",
    "m.w.lower|m.t[1]|h.t",
)  # fmt: skip
_SIBLINGS = (
    "h.t|s.t|m.t", "s.t|m.t", "h.c|s.c|m.c", "s.c|m.c", "h.w.lower|s.t|m.t", "h.t|s.w.lower|m.t",
    "h.t|s.t|m.w.lower", "s.w.lower|m.w.lower", "s.w.lower|m.t", "s.t|m.w.lower",
    "h.t|s.t|m.t[-1]|m.t", "h.t|s.t|s.t[1]|m.t", "h.t|s.t|m.t|m.t[1]", "h.t|s.t[-1]|s.t|m.t",
)  # fmt: skip
#: Of an attribute a of both ends, such as their case: what agrees, what governs what.
_ATTRIBUTE = ("h.t|m.t|h.a|m.a",)
_RELATION_MORE = ("h.t|m.x", "h.x|m.t", "h.x|m.x")


def tag_column_of(columns: Sequence[str]) -> str | None:
    """Return the column of parts of speech, the coarse ones first, or None."""
    for name in ("upos", "xpos", "pos", "tag"):
        if name in columns:
            return name
    return None


def default_arc_templates(
    columns: Sequence[str], order: int = 1, attributes: Sequence[str] = ()
) -> ArcTemplates:
    """Return templates for sentences with some columns.

    Parameters
    ----------
    columns
        Names of the columns to look at; the words are ``form``, ``w`` or the first one.
    order
        1 for templates of arcs, 2 for some of siblings, too.
    attributes
        Columns of single attributes (:mod:`linguine.features.arc.attributes`); without tags they
        are left out.

    Examples
    --------
    >>> default_arc_templates(["form", "upos"]).columns
    ['upos', 'lexical', 'form']
    >>> default_arc_templates(["w"]).columns
    ['w']
    """
    words = next((each for each in ("form", "w") if each in columns), columns[0])
    tags = tag_column_of(columns)
    others = [each for each in columns if each not in (words, tags)]
    if tags is None:
        named = {"w": words, "t": f"{words}.lower"}
        shared = [*_WORDS, *_TAGS[:-2], "h.w.lower.suffix3|m.w.lower.suffix3"]
        relation = [*_RELATION_WORDS[:2], _RELATION_WORDS[4], "m.w.lower|distance"]
        sibling = ["s.t|m.t", "h.t|s.t|m.t"]
    else:
        named = {"w": words, "t": tags, "c": LEXICAL}
        shared = [*_TAGS, *_LEXICAL_TAGS, *_WORDS, *_WORDS_AND_TAGS]
        relation = [*_RELATION_TAGS, *_RELATION_WORDS]
        sibling = [*_SIBLINGS]

    def fill(templates: Sequence[str], **more: str) -> list[str]:
        letters = {**named, **more}
        return ["|".join(_fill(part, letters) for part in each.split("|")) for each in templates]

    shared, relation = fill(shared), fill(relation)
    for each in others:
        shared += fill(_MORE, x=each)
        relation += fill(_RELATION_MORE, x=each)
    for each in attributes if tags is not None else ():
        shared += fill(_ATTRIBUTE, a=each)
        relation += fill(_ATTRIBUTE, a=each)
    return ArcTemplates(shared, relation, fill(sibling) if order == 2 else ())


def _fill(part: str, named: dict[str, str]) -> str:
    """Return ``h.t[1]`` as ``h.upos[1]``; the offset stands behind the column."""
    if part == "distance":
        return part
    end, _, cell = part.partition(".")
    letter, rest = cell[0], cell[1:]
    offset = rest[rest.index("[") :] if "[" in rest else ""
    form = rest.removesuffix(offset)
    column, dot, own_form = named[letter].partition(".")
    return f"{end}.{column}{offset}{dot}{own_form}{form}"
