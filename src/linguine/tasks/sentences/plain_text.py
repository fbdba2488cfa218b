"""Plain text for models of sentences: lines are cut into sentences and words.

A tokenizer that was learned does it, or else rules. A line is one sentence or several, never part
of one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linguine.data.reading.source import read_all
from linguine.errors import DataError
from linguine.tasks.tokenizer.rules import segment_by_rules

if TYPE_CHECKING:
    from linguine.data.segmentation import Segment, Segmentation

__all__ = ["Cutter", "Line", "cut_lines", "make_cutter", "read_tokenizer"]

#: Ends every sentence, whoever segments.
_BETWEEN = "\n\n"


class Line(NamedTuple):
    """A sentence of a line of plain text: what it is, its words, and where they stand in it."""

    text: str
    words: list[str]
    places: list[tuple[int, int]]  # in characters of the text
    offset: int = 0  # of the text in its line, in characters
    #: Tokens that stand for several words: the first of these, how many they are.
    multiword: tuple[tuple[int, int], ...] = ()
    row: int = 0  # which of the lines it is of, counted from 0


#: From lines of plain text to their sentences.
Cutter = Callable[[Sequence[str]], list[Line]]


def make_cutter(settings: Mapping[str, Any], carried: bytes | None = None) -> Cutter:
    """Return what cuts lines of plain text: a tokenizer that is named or carried, or rules.

    Examples
    --------
    >>> [line.words for line in make_cutter({})(["Über Rom, nie! Warum?"])]
    [['Über', 'Rom', ',', 'nie', '!'], ['Warum', '?']]
    """
    source = settings.get("tokenizer") or carried
    segment: Callable[[str], Segmentation] = segment_by_rules
    if source is not None:
        segment = _load_tokenizer(source, settings.get("threads"))
    return partial(cut_lines, segment=segment, one_per_line=bool(settings.get("one_per_line")))


def cut_lines(
    texts: Sequence[str], segment: Callable[[str], Segmentation], *, one_per_line: bool = False
) -> list[Line]:
    """Cut lines of plain text into sentences of words."""
    found = segment(_BETWEEN.join(texts))
    begins = list(accumulate((len(each) + len(_BETWEEN) for each in texts), initial=0))
    by_line: list[list[Segment]] = [[] for _ in texts]
    segments = list(found.segments())
    firsts = np.array([each.begin for each in segments], np.int64)
    for i, line in enumerate(np.searchsorted(begins, firsts, side="right").tolist()):
        by_line[line - 1].append(segments[i])
    lines = []
    for row, (text, begin, inside) in enumerate(zip(texts, begins, by_line, strict=False)):
        if one_per_line or len(inside) < 2:
            lines.append(_line(text, inside, begin, 0, row))
        else:
            for each in inside:
                own = text[each.begin - begin : each.end - begin]
                lines.append(_line(own, [each], each.begin, each.begin - begin, row))
    return lines


def _line(text: str, segments: Sequence[Segment], begin: int, offset: int, row: int) -> Line:
    words: list[str] = []
    places: list[tuple[int, int]] = []
    multiword = []
    for each in segments:
        for (first, last), of_token in zip(each.places, each.words, strict=True):
            if len(of_token) > 1:
                multiword.append((len(words), len(of_token)))
            words += of_token
            places += _places(first - begin, last - begin, of_token)
    return Line(text, words, places, offset, tuple(multiword), row)


def _places(begin: int, end: int, words: Sequence[str]) -> list[tuple[int, int]]:
    """Return where the words of a token are: a part of it each, or all of it if they differ."""
    if sum(map(len, words)) != end - begin:
        return [(begin, end)] * len(words)
    ends = list(accumulate(map(len, words), initial=begin))
    return list(pairwise(ends))


def _load_tokenizer(source: str | bytes, n_threads: int | None) -> Callable[[str], Segmentation]:
    """Load a model file that must be a tokenizer."""
    from linguine.model.file.container import load_model
    from linguine.tasks.task import task_of, task_of_file

    opened = load_model(source)
    row = task_of_file(opened)
    if row is not task_of("tokenize"):
        raise DataError(
            f"{opened.name}: --tokenizer must be the model of a tokenizer; this one is "
            f"{row.makes}. Train one: linguine train FILE.conllu --task tokenize --model OUT."
        )
    found: Callable[[str], Segmentation] = row.load(opened, n_threads).segment
    return found


def read_tokenizer(path: str | None) -> bytes | None:
    """Return the bytes of a model file that must be a tokenizer, to be carried; none of none."""
    if path is None:
        return None
    _load_tokenizer(path, None)
    return bytes(read_all(path))
