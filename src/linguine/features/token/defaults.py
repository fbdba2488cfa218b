"""Default templates: what to look at when nobody says, by task.

They follow what is published for English tagging, chunking and named entities: windows of words
and of given annotation, affixes, shapes.
"""

from __future__ import annotations

from collections.abc import Sequence

from linguine.features.token.templates import TokenTemplates
from linguine.registry import Registry

__all__ = ["crfsuite_chunking", "default_templates"]

#: Columns of CoNLL-U that are analysis themselves; plain text does not come with them.
_ANALYSIS = ("id", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")

_TAGGING = (
    "w[0]", "w[-2..2].lower", "w[-1].lower|w[0].lower", "w[0].lower|w[1].lower",
    "w[-1].lower|w[1].lower", "w[-2].lower|w[-1].lower", "w[1].lower|w[2].lower",
    "w[0].lower.prefix1-5", "w[0].lower.suffix1-5", "w[-1].lower.suffix1-4",
    "w[1].lower.suffix1-4", "w[-1].lower.suffix2|w[0].lower.suffix3",
    "w[0].lower.suffix3|w[1].lower.suffix2", "w[0].shape", "w[-1..1].type",
    "w[-1].type|w[0].type|w[1].type", "first|w[0].type",
)  # fmt: skip
_CHUNKING = (
    "w[-2..2]", "w[0].lower", "w[-1]|w[0]", "w[0]|w[1]", "w[0].lower.prefix3",
    "w[0].lower.suffix2-4", "w[-1].lower.suffix3", "w[1].lower.suffix3", "w[0].shape",
)  # fmt: skip
_NAMES = (
    "w[-2..2]", "w[-2..2].lower", "w[-1]|w[0]", "w[0]|w[1]", "w[0].prefix1-5", "w[0].suffix1-5",
    "w[-1].suffix3", "w[1].suffix3", "w[-2..2].shape", "w[-1].shape|w[0].shape",
    "w[0].shape|w[1].shape", "w[-1].shape|w[0].shape|w[1].shape", "w[0].digits", "w[-2..2].type",
    "w[-1].type|w[0].type", "w[0].type|w[1].type", "w[0].lower|w[-1].type", "first|w[0].type",
)  # fmt: skip
#: Of every further column; c is its name.
_WINDOW = (
    "c[-2..2]", "c[-2]|c[-1]", "c[-1]|c[0]", "c[0]|c[1]", "c[1]|c[2]", "c[-2]|c[-1]|c[0]",
    "c[-1]|c[0]|c[1]", "c[0]|c[1]|c[2]", "w[0]|c[0]",
)  # fmt: skip
#: The same for named entities, which words and shapes tell better than given annotation.
_NARROW_WINDOW = ("c[-1..1]", "c[-1]|c[0]", "c[0]|c[1]", "c[-1]|c[0]|c[1]", "w[0]|c[0]")
_WORDS_WITH_POS = (
    "w[-1]|c[0]", "c[0]|w[1]", "w[-1]|c[0]|w[1]", "c[-1]|w[0]", "w[0]|c[1]", "c[-1]|w[0]|c[1]",
    "c[-3]", "c[3]", "c[-2]|c[-1]|c[0]|c[1]", "c[-1]|c[0]|c[1]|c[2]",
)  # fmt: skip

#: What is looked at in the words, and in every further column.
_KINDS = Registry(
    "kind of tags",
    {
        "plain": (_TAGGING, _WINDOW),
        "chunks": (_CHUNKING, (*_WORDS_WITH_POS, *_WINDOW)),
        "names": (_NAMES, _NARROW_WINDOW),
    },
)


def default_templates(columns: Sequence[str], kind: str) -> TokenTemplates:
    """Return templates for sentences with some columns.

    Parameters
    ----------
    columns
        Names of the columns without the tag; the words are ``w``, ``form`` or the first one.
        Of all columns of CoNLL-U only the words are looked at; of some that were picked, all.
    kind
        ``"plain"`` for tags of words; ``"chunks"`` for spans that cover a sentence, which parts
        of speech tell; ``"names"`` for spans that are few, which words and their shapes tell.

    Examples
    --------
    >>> default_templates(["w"], "plain").names[:3]
    ['w[0]', 'w[-2].lower', 'w[-1].lower']
    >>> default_templates(["w", "pos"], "names").columns
    ['w', 'pos']
    """
    words, window = _KINDS.get(kind)
    others = _annotation(columns)
    if kind == "chunks" and not others:
        words = _NAMES  # words alone tell both: 91.8 instead of 91.6 on held-out CoNLL-2000
    chosen = list(words)
    for name in others:
        chosen += [each.replace("c[", f"{name}[") for each in window]
    return TokenTemplates(chosen)


def _annotation(columns: Sequence[str]) -> list[str]:
    """Return the columns beside the words, without the analysis of a whole CoNLL-U file."""
    words = next((name for name in ("w", "form") if name in columns), columns[0])
    unseen = {words, *(_ANALYSIS if words == "form" and "id" in columns else ())}
    return [name for name in columns if name not in unseen]


def crfsuite_chunking() -> TokenTemplates:
    """Return the templates of CRFsuite's tutorial for chunks, over the columns w and pos.

    On the training part of CoNLL-2000 they give what it reports: 335,674 attributes, which with
    the labels they are seen with and 145 transitions are 452,755 features.
    """
    windows = (
        "w[-2..2] w[-1]|w[0] w[0]|w[1] pos[-2..2] pos[-2]|pos[-1] pos[-1]|pos[0] pos[0]|pos[1] "
        "pos[1]|pos[2] pos[-2]|pos[-1]|pos[0] pos[-1]|pos[0]|pos[1] pos[0]|pos[1]|pos[2]"
    )
    # its __BOS__ and __EOS__; what reaches beyond the ends it leaves out
    return TokenTemplates([*windows.split(), "first", "last"], beyond="skip")
