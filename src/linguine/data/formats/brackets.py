"""Brackets: treebanks of constituents, ``(S (NP (NNS Dogs)) (VP (VBP bark)))``.

A tree stands on one line or on many, as in the files of the Penn Treebank (.mrg). A bracket
without a label around a whole tree is no node.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

import numpy as np

from linguine import _core
from linguine.data.constituents import FORM, TAG, Constituents
from linguine.data.formats.bracket_faults import EXAMPLE, describe_fault
from linguine.data.reading.encoding import Decoder
from linguine.data.reading.options import Bytes, check_encoding_errors
from linguine.data.reading.source import check_path, source_name
from linguine.data.reading.stream import LARGE, check_block_bytes, decoded, parse_blocks
from linguine.data.reading.transcoding import Encoding
from linguine.data.sentences import Sentences
from linguine.data.token_lists import TokenColumn
from linguine.errors import DataError, check_flag

__all__ = ["BracketParser", "iterate_constituents", "parse_texts", "read_constituents"]


def read_constituents(
    path: str | os.PathLike[str],
    *,
    function_tags: bool = False,
    empty: bool = False,
    encoding_errors: str = "strict",
) -> Constituents:
    r"""Read all trees of a file of brackets.

    Words stay as they are: a bracket in the text is ``-LRB-`` or ``-RRB-``.

    Parameters
    ----------
    path
        A file, plain or compressed with gzip or zstd; or ``"-"``, standard input.
    function_tags
        Whether labels and tags stay as they are. Otherwise they end before the first ``-``, ``=``
        or ``|`` in them: ``NP-SBJ-1`` and ``NP=2`` are ``NP``, ``PRT|ADVP`` is ``PRT``; what
        begins with ``-`` stays, such as ``-LRB-``.
    empty
        Whether empty elements (tag ``-NONE-``) are words. Otherwise they are left out, with every
        node that holds nothing else.
    encoding_errors
        Bytes that are not UTF-8 are an error (``"strict"``), become U+FFFD (``"replace"``) or
        are read as Latin-1 (``"latin-1"``).

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "dogs.mrg"
    >>> _ = path.write_text("( (S (NP-SBJ (NNS Dogs))\n     (VP (VBP bark) (NP (-NONE- *)))))\n")
    >>> read_constituents(path).to_brackets()
    ['(S (NP (NNS Dogs)) (VP (VBP bark)))']
    >>> read_constituents(path, function_tags=True, empty=True).names
    ['NP', 'NP-SBJ', 'S', 'VP']
    """
    place = check_path(path)
    parser = BracketParser(source_name(place), function_tags=function_tags, empty=empty)
    check_encoding_errors(encoding_errors)
    trees, _ = parser.parse(decoded(place, Encoding(errors=encoding_errors)), is_last=True)
    if trees is None:
        raise _nothing_there(source_name(place))
    return trees


def iterate_constituents(
    path: str | os.PathLike[str],
    *,
    function_tags: bool = False,
    empty: bool = False,
    encoding_errors: str = "strict",
    block_bytes: int = 8 << 20,
) -> Iterator[Constituents]:
    r"""Read the trees of a file that may be larger than memory.

    Parameters
    ----------
    path, function_tags, empty, encoding_errors
        As in :func:`read_constituents`.
    block_bytes
        About how many bytes are held at a time; a longer tree is held whole.

    Yields
    ------
    Constituents
        Some trees at a time, in the order of the file; each with names of its own.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "two.mrg"
    >>> _ = path.write_text("(S (VB Sit))\n(S\n  (VB Stay))\n")
    >>> [block.to_brackets() for block in iterate_constituents(path, block_bytes=13)]
    [['(S (VB Sit))'], ['(S (VB Stay))']]
    """
    place = check_path(path)
    parser = BracketParser(source_name(place), function_tags=function_tags, empty=empty)
    check_encoding_errors(encoding_errors)
    check_block_bytes("iterate_constituents", block_bytes)
    return _iterate(place, parser, encoding_errors, block_bytes)


def _iterate(
    place: str, parser: BracketParser, encoding_errors: str, block_bytes: int
) -> Iterator[Constituents]:
    is_empty = True
    blocks = parse_blocks(
        place, Encoding(errors=encoding_errors), block_bytes, lambda *_: parser, patient_from=LARGE
    )
    for trees in blocks:
        is_empty = False
        yield trees
    if is_empty:
        raise _nothing_there(source_name(place))


def parse_texts(texts: Sequence[str]) -> Constituents:
    """Return the trees of texts that hold one each; nothing is left out of them."""
    fix = f"Give a list of str, for example [{EXAMPLE!r}]."
    if isinstance(texts, str) or not all(isinstance(text, str) for text in texts):
        raise DataError(f"trees must be a list of str; got {texts!r:.60}. {fix}")
    lines = [text.replace("\n", " ") for text in texts]  # so that messages can count them
    try:
        content = "\n".join(lines).encode()
    except UnicodeEncodeError as error:
        raise DataError(
            f"trees must be text; got half a character ({error.reason}). {fix}"
        ) from None
    block = Decoder("trees")(np.frombuffer(content, dtype=np.uint8))
    parser = BracketParser("trees", function_tags=True, empty=True)
    trees, _ = parser.parse(block, is_last=True)
    if trees is None:
        nothing = Sentences.from_python([], [], columns=[FORM])
        trees = Constituents.from_arrays(nothing, [0], [], [], [], [])
    if len(trees) != len(lines):
        raise DataError(
            f"each text must hold one tree; got {len(trees)} trees in {len(lines)} texts. {fix}"
        )
    return trees


class BracketParser:
    r"""Reads trees, block after block.

    Parameters
    ----------
    source
        Name of the file, for messages.
    function_tags, empty
        As in :func:`read_constituents`.

    Examples
    --------
    >>> parser = BracketParser("x.mrg", function_tags=False, empty=False)
    >>> block = np.frombuffer(b"(S (VB Sit))\n(S (VB", dtype=np.uint8)
    >>> trees, consumed = parser.parse(block, is_last=False)
    >>> trees.to_brackets(), consumed
    (['(S (VB Sit))'], 12)
    """

    def __init__(self, source: str, *, function_tags: bool, empty: bool) -> None:
        check_flag("read_constituents", "function_tags", function_tags)
        check_flag("read_constituents", "empty", empty)
        self.source = source
        self._function_tags, self._empty = function_tags, empty
        self._line = 1

    def parse(self, block: Bytes, is_last: bool) -> tuple[Constituents | None, int]:
        """Return all whole trees, and how many bytes they took; None if there are none."""
        words, tags, labels, first, last, tokens, nodes, lines, consumed, self._line, fault = (
            _core.parse_brackets(
                block,
                function_tags=self._function_tags,
                empty=self._empty,
                first_line=self._line,
                is_last=is_last,
            )
        )
        if fault is not None:
            raise describe_fault(self.source, *fault)
        if len(tokens) == 1:
            return None, consumed
        columns = {FORM: TokenColumn(*words), TAG: TokenColumn(*tags)}
        sentences = Sentences(columns, tokens, self.source, lines, tag_column=TAG)
        # A label may have gone with all its nodes.
        codes, kept = _core.renumber(labels[0], len(labels[1]))
        values = labels[1].take(kept).tolist()
        names = sorted(values)
        place = {name: i for i, name in enumerate(names)}
        sorted_codes = np.array([place[value] for value in values], dtype=np.int32)[codes]
        return Constituents(sentences, nodes, sorted_codes, first, last, names), consumed


def _nothing_there(source: str) -> DataError:
    return DataError(
        f"{source}: expected at least one tree, got an empty file. "
        f"Write trees with brackets: {EXAMPLE}."
    )
