"""Reading sentences: a file of tokens or standard input, whole or block after block."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from linguine.data.formats.conll import ConllParser, describe_empty, parse_whole
from linguine.data.formats.conllu import ConlluParser
from linguine.data.formats.token_recognition import detect_token_format
from linguine.data.reading.options import Bytes, ColumnName
from linguine.data.reading.source import check_path, source_name
from linguine.data.reading.stream import (
    check_block_bytes,
    decoded,
    decoded_blocks,
    parse_blocks,
)
from linguine.data.reading.token_options import TokenOptions, TokenParser
from linguine.data.sentences import Sentences
from linguine.errors import DataError

__all__ = ["iterate_sentences", "read_sentences"]


def read_sentences(
    path: str | os.PathLike[str],
    *,
    format: str = "auto",
    columns: str | Sequence[str] | None = None,
    tag_column: ColumnName = None,
    needed: Sequence[str] | None = None,
    comments: bool = False,
    separator: str = "auto",
    encoding_errors: str = "strict",
) -> Sentences:
    r"""Read all sentences of a file, in columns or CoNLL-U.

    Parameters
    ----------
    path
        A file, plain or compressed with gzip or zstd; or ``"-"``, standard input.
    format, columns, tag_column, needed, comments, separator, encoding_errors
        As in :class:`TokenOptions`.

    Returns
    -------
    Sentences
        All columns, the line of each token, and what is needed to write the file back.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "names.bio"
    >>> _ = path.write_text("In\tO\nRome\tB-LOC\n")
    >>> sentences = read_sentences(path)
    >>> list(sentences.columns), sentences.texts_of("tag")
    (['w', 'tag'], [['O', 'B-LOC']])
    """
    options = TokenOptions(
        format, columns, tag_column, needed, comments, separator, encoding_errors
    )
    place = check_path(path)
    content = decoded(place, encoding_errors)
    parser = _make_parser(_format_of(place, content, options), place, options)
    return parse_whole(parser, content)


def iterate_sentences(
    path: str | os.PathLike[str],
    *,
    format: str = "auto",
    columns: str | Sequence[str] | None = None,
    tag_column: ColumnName = None,
    needed: Sequence[str] | None = None,
    comments: bool = False,
    separator: str = "auto",
    encoding_errors: str = "strict",
    block_bytes: int = 8 << 20,
) -> Iterator[Sentences]:
    r"""Read the sentences of a file that may be larger than memory.

    Together the blocks hold every byte of the file, so that writing them back one after the
    other writes the file. Only the last may be without a sentence, when nothing but comments
    and empty lines was left.

    Parameters
    ----------
    path, format, columns, tag_column, needed, comments, separator, encoding_errors
        As in :func:`read_sentences`.
    block_bytes
        About how many bytes are held at a time; a longer sentence is held whole.

    Yields
    ------
    Sentences
        Some sentences at a time, in the order of the file; from a pipe, as soon as they come.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "words.conll"
    >>> _ = path.write_text("Dogs\nbark\n\nSit\n")
    >>> [block.texts_of("w") for block in iterate_sentences(path, block_bytes=11)]
    [[['Dogs', 'bark']], [['Sit']]]
    """
    options = TokenOptions(
        format, columns, tag_column, needed, comments, separator, encoding_errors
    )
    check_block_bytes("iterate_sentences", block_bytes)
    return _iterate(check_path(path), options, block_bytes)


def _iterate(place: str, options: TokenOptions, block_bytes: int) -> Iterator[Sentences]:
    parser: TokenParser | None = None
    is_empty = is_blank = True

    def parse(content: Bytes, is_last: bool) -> tuple[Sentences | None, int]:
        nonlocal parser, is_blank
        is_blank = is_blank and not bytes(content).strip()
        name = _format_of(place, content, options) if parser is None else None
        if parser is None and (name is not None or is_last):
            parser = _make_parser(name, place, options)
        return (None, 0) if parser is None else parser.parse(content, is_last)

    blocks = decoded_blocks(place, options.encoding_errors, block_bytes)
    for sentences in parse_blocks(blocks, parse):
        is_empty = False
        yield sentences
    if is_empty:
        raise DataError(describe_empty(source_name(place), is_blank=is_blank))


def _format_of(place: str, content: Bytes, options: TokenOptions) -> str | None:
    """Return the name of the format; None if more of the file is needed to know it."""
    return detect_token_format(place, content) if options.format == "auto" else options.format


def _make_parser(name: str | None, place: str, options: TokenOptions) -> TokenParser:
    kind = ConlluParser if name == "conllu" else ConllParser
    return kind(source_name(place), options)
