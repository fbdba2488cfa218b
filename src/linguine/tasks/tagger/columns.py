"""Columns of a tagger: what it looks at when nobody says, and what that must not be."""

from __future__ import annotations

from dataclasses import replace

from linguine.data import Sentences
from linguine.data.targets.tag_scheme import TagScheme, recognise
from linguine.errors import Verbatim, said

__all__ = ["hide_annotation"]

#: Columns of trees, in files that are not CoNLL-U.
_OF_TREES = ("head", "deprel", "deps")


def hide_annotation(sentences: Sentences) -> tuple[Sentences, tuple[str, ...]]:
    """Return sentences without the right answers to other questions, and what to tell about it.

    Files go from what is given to what was annotated: words, parts of speech, chunks, names. What
    stands behind the tags and spells spans, and the heads of a tree, was annotated later than the
    tags, mostly by hand. A tagger that looks at it is better than it will be on new text, which
    has no such columns. Columns that were picked one by one are left alone.

    Examples
    --------
    >>> cells = [[("In", "IN", "O"), ("Rome", "NNP", "B-LOC")]]
    >>> read = Sentences.from_python(cells, columns="w,pos,tag")
    >>> hide_annotation(replace(read, tag_column="pos"))[0].hidden
    ('tag',)
    >>> hide_annotation(replace(read, tag_column="tag"))[1]
    ()
    """
    names = list(sentences.columns)
    tag = sentences.tag_column
    is_universal = "form" in names and "id" in names  # whose analysis is no default anyway
    if sentences.hidden is not None or tag is None or is_universal:
        return sentences, ()
    behind = names[names.index(tag) + 1 :]
    hidden = [
        name
        for name in names[1:]
        if (name in _OF_TREES and name != tag)
        or (
            name in behind and recognise(sentences.columns[name].values.tolist()) != TagScheme.PLAIN
        )
    ]
    if not hidden:
        return sentences, ()
    picks = ",".join(f"{i + 1}:{name}" for i, name in enumerate(names))
    one = len(hidden) == 1
    note = (
        f"the column{'' if one else 's'} {', '.join(hidden)} look{'s' if one else ''} like the "
        f"answer{'' if one else 's'} to another question than {tag}, and new text will not have "
        f"{'it' if one else 'them'}: not looked at. Pick columns by number to look at "
        f"{'it' if one else 'them'} ({said('columns', Verbatim(picks))})"
    )
    return replace(sentences, hidden=tuple(hidden)), (note,)
