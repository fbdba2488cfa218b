"""Input of taggers: files, columns or lists become sentences; wishes about tags become masks."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Sentences, read_sentences
from linguine.data.reading.column_names import ALIASES, TAG, read_names
from linguine.data.reading.options import ColumnName
from linguine.data.targets.tag_scheme import TagScheme, recognise
from linguine.data.token_lists import as_lists, first_token
from linguine.errors import DataError, Verbatim, said
from linguine.tasks.sentences.wishes import iterate_wishes
from linguine.tasks.settings import TaskSettings
from linguine.tasks.tagger.model import TaggerModel

__all__ = [
    "hide_annotation",
    "read_allowed",
    "read_questions",
    "read_tagged",
    "read_to_learn",
    "read_token_file",
    "read_untagged",
]

Columns = str | Sequence[str] | None
#: Columns of trees, in files that are not CoNLL-U.
_OF_TREES = ("head", "deprel", "deps")


def read_tagged(
    sentences: Any,
    tags: Any = None,
    *,
    columns: Columns = None,
    tag_column: ColumnName = None,
) -> Sentences:
    """Return sentences with their tags, given as to ``Tagger.fit``.

    Examples
    --------
    >>> read_tagged([[("Dogs", "N"), ("bark", "V")]]).tags().names
    ['N', 'V']
    """
    if isinstance(sentences, (str, os.PathLike)):
        _check_no_tags(tags, "a file")
        return read_sentences(sentences, columns=columns, tag_column=tag_column)
    if isinstance(sentences, Sentences):
        _check_no_tags(tags, "sentences that were read")
        return sentences
    if tags is not None:
        name = tag_column if isinstance(tag_column, str) else TAG
        return Sentences.from_python(sentences, tags, columns=columns, tag_column=name)
    return _split_tagged(sentences, columns, tag_column)


def read_untagged(
    sentences: Any, *, columns: Columns = None, tag_column: ColumnName = None
) -> Sentences:
    """Return sentences to learn from that need no tags; those of a file are not looked at.

    Examples
    --------
    >>> read_untagged([["Dogs", "bark"]]).n_tokens
    2
    """
    if isinstance(sentences, (str, os.PathLike)):
        return read_token_file(os.fspath(sentences), columns=columns, tag_column=tag_column)
    if isinstance(sentences, Sentences):
        return sentences
    return Sentences.from_python(as_lists(sentences), columns=columns)


def read_token_file(path: str, *, format: str = "auto", **reading: Any) -> Sentences:
    """Return the sentences of a file: tokens in columns, or a sentence on each line."""
    from linguine.data import read_documents
    from linguine.tasks.sentences.plain_text import make_cutter
    from linguine.tasks.sentences.recognition import has_columns

    if has_columns(path, format):
        return read_sentences(path, format=format, **reading)
    errors = reading.get("encoding_errors", "strict")
    documents = read_documents(path, format="lines", need_labels=False, encoding_errors=errors)
    words = [line.words for line in make_cutter({})(documents.texts.tolist())]
    return replace(Sentences.from_python(words, columns=["w"]), source=documents.source)


def _check_no_tags(tags: Any, what: str) -> None:
    if tags is not None:
        raise DataError(
            f"tags must be given once; {what} has a column of them, and tags were given too. "
            "Leave one out."
        )


def _split_tagged(sentences: Any, columns: Columns, tag_column: ColumnName) -> Sentences:
    """Return sentences whose tokens are tuples with the tag behind."""
    lists = as_lists(sentences)
    first = first_token(lists)
    if not isinstance(first, (tuple, list, Mapping)) or len(first) < 2:
        raise DataError(
            "There must be tags to learn from; got tokens without, such as "
            f"{str(first)[:40]!r}. Give fit(sentences, tags), or tokens that are tuples with the "
            "tag behind: ('Rome', 'B-LOC')."
        )
    names = read_names(columns)
    if names is None and isinstance(first, Mapping):
        names = list(first)
    names = names or ["w", *(f"c{i}" for i in range(1, len(first) - 1)), TAG]
    read = Sentences.from_python(lists, columns=names)
    name = tag_column if isinstance(tag_column, str) else TAG if TAG in names else names[-1]
    read.column(name)  # complains if it is not there
    return Sentences(read.columns, read.offsets, tag_column=name)


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


def read_questions(model: TaggerModel, sentences: Any) -> Sentences:
    """Return sentences to be tagged, given as to ``Tagger.predict``, as the model needs them."""
    if isinstance(sentences, Sentences):
        return sentences
    if isinstance(sentences, os.PathLike):
        return read_sentences(
            sentences,
            columns=list(model.columns),
            tag_column=model.tag_column,
            needed=model.needed,
        )
    lists = as_lists(sentences)
    return Sentences.from_python(lists, columns=_names(model, lists))


def _names(model: TaggerModel, lists: list[Any]) -> list[str] | None:
    """Return what the parts of a token are, by their number."""
    first = first_token(lists)
    if first is None:  # nothing but empty sentences
        return model.needed
    if not isinstance(first, (str, tuple, list)):
        return None  # dictionaries have names; what is wrong is told by the reader
    visible = [name for name in model.columns if name != model.tag_column]
    n_parts = 1 if isinstance(first, str) else len(first)
    for names in (visible, model.needed, ["w"]):
        others = [each for each in model.needed if not {each, ALIASES.get(each)} & set(names)]
        if len(names) == n_parts and not others:
            return names
    wanted = ", ".join(model.needed)
    fix = f"Give tuples ({wanted}), or train a tagger on words alone."
    if len(model.needed) == 1:
        fix = "Give every token as a str."
    raise DataError(
        f"This tagger must see the columns {wanted} of every token; the first token has {n_parts}: "
        f"{str(first)[:40]!r}. {fix}"
    )


def read_allowed(
    model: TaggerModel, allowed: Any, offsets: NDArray[np.int64]
) -> NDArray[np.uint8] | None:
    """Return which tags tokens may have : (n_tokens, n_tags), or None for all.

    The wishes are those of ``Tagger.predict``.
    """
    if allowed is None:
        return None
    mask = np.ones((int(offsets[-1]), len(model.tags)), np.uint8)
    place = {tag: i for i, tag in enumerate(model.tags)}
    for s, t, token, wish in iterate_wishes(allowed, offsets):
        mask[token] = 0
        mask[token, _codes(wish, place, s, t)] = 1
    return mask


def _codes(wish: Any, place: dict[str, int], sentence: int, token: int) -> list[int]:
    tags = [wish] if isinstance(wish, str) else wish
    if isinstance(tags, Collection) and tags and all(tag in place for tag in tags):
        return [place[tag] for tag in tags]
    raise DataError(
        f"allowed must name tags of the model, which are {', '.join(list(place)[:20])}; sentence "
        f"{sentence}, token {token} has {wish!r}. Give a tag, a set of tags, or None."
    )


def read_to_learn(settings: TaskSettings, path: Any) -> Sentences:
    """Return the sentences of a file, with their tags."""
    return read_tagged(path, None)
