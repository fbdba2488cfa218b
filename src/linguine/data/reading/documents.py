"""Reading: a file, a folder or standard input becomes documents, whole or block after block."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial

from linguine.data.documents import Documents
from linguine.data.formats.arrow_tables import read_table, table_format
from linguine.data.formats.bags import SvmlightParser
from linguine.data.formats.delimited import DelimitedParser
from linguine.data.formats.folders import read_folder
from linguine.data.formats.json_records import JsonRecordsParser, has_paths, is_array
from linguine.data.formats.jsonl import JsonLinesParser
from linguine.data.formats.lines import LabelLinesParser, LinesParser, TextParser
from linguine.data.formats.recognition import detect_format
from linguine.data.reading.gold import check_found
from linguine.data.reading.options import Bytes, ColumnName, ColumnNames, ReadOptions
from linguine.data.reading.source import STDIN, check_path, is_mapped, source_name
from linguine.data.reading.stream import check_block_bytes, decoded_mapping, parse_blocks
from linguine.data.reading.trained_columns import TrainedColumns
from linguine.errors import DataError, said

__all__ = ["iterate_documents", "parser_for", "read_documents"]

PARSERS: dict[str, Callable[[str, ReadOptions], TextParser]] = {
    "tsv": DelimitedParser,
    "csv": partial(DelimitedParser, is_csv=True),
    "jsonl": JsonLinesParser,
    "fasttext": LabelLinesParser,
    "svmlight": SvmlightParser,
    "bags": DelimitedParser,
    "lines": LinesParser,
}


def read_documents(
    path: str | os.PathLike[str],
    *,
    format: str = "auto",
    text: ColumnNames = None,
    label: ColumnNames = None,
    header: bool | None = None,
    encoding: str = "utf-8",
    encoding_errors: str = "strict",
    need_labels: bool = True,
    empty_labels: bool = False,
    several: bool | None = None,
    label_separator: str | None = None,
    votes: str | None = None,
    weight: ColumnName = None,
    trained_on: TrainedColumns | None = None,
) -> Documents:
    r"""Read all documents of a file.

    Parameters
    ----------
    path
        A file, plain or compressed with gzip or zstd; a folder with one sub-folder of
        text files per label; or ``"-"``, standard input.
    format
        ``"tsv"``, ``"csv"``, ``"jsonl"``, ``"fasttext"`` (``__label__x text``),
        ``"svmlight"``, ``"bags"`` (``label<TAB>word:count ...``), ``"lines"`` (plain text),
        ``"parquet"``, ``"arrow"`` (Feather, too; both need pyarrow),
        or ``"auto"``: by the ending of the name, then by the content.
    text, label
        Column by name, or by number counted from 1. None takes the well-known name; without
        names the label comes first and then the text. ``text`` may be a list of several columns.
        ``label="p:"`` are the shares of labels in the columns that are called so, ``p:spam``.
        In JSON, ``"message.body"`` is a member of a member.
    header
        Whether the first line names the columns. None: if it holds well-known names.
    encoding
        ``"utf-8"``, or another that Python knows; ``"auto"`` takes what is not UTF-8 for Latin-1
        where nothing speaks against it, and warns. A byte-order mark of UTF-16 is always obeyed.
    encoding_errors
        Bytes that are not UTF-8 are an error (``"strict"``), become U+FFFD (``"replace"``) or
        are read as Latin-1, that is as Windows-1252 (``"latin-1"``).
    need_labels
        False reads files without labels, and leaves labels out.
    empty_labels
        True takes an empty label of a table for a text that has none, which semi-supervised
        learning wants; else it is an error.
    several
        Whether texts may have several labels, or none: JSON lists, several ``__label__``. None goes
        by what the file says.
    label_separator
        What stands between the labels of a text in a column: ``"|"``.
    votes
        ``"majority"``, ``"shares"`` or ``"dawid-skene"``: labels are what several people say, see
        :func:`combine_votes`; in a column each (``label=["ann", "bob"]``), or in JSON a list or an
        object of them.
    weight
        Column of how much each document counts.
    trained_on
        The columns that a model was trained on; where the file has them and no others are named,
        they come before well-known names.

    Returns
    -------
    Documents
        Texts, labels, all columns, and the line of each.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "mail.tsv"
    >>> _ = path.write_text("label\ttext\nspam\tWin a prize!\nham\tSee you at noon\n")
    >>> documents = read_documents(path)
    >>> documents.labels, documents.texts[1]
    (['spam', 'ham'], 'See you at noon')
    """
    options = ReadOptions(
        format, text, label, header, encoding_errors, need_labels, empty_labels, encoding,
        several, label_separator, votes, weight, trained_on,
    )  # fmt: skip
    place = check_path(path)
    if place != STDIN and os.path.isdir(place):
        return check_found(next(read_folder(place, options, None)), options)
    table = table_format(place, format)
    if table is not None:
        return check_found(next(read_table(place, table, options, in_parts=False)), options)
    source = source_name(place)
    with decoded_mapping(place, options.reading) as content:
        parser = parser_for(place, content, options)
        documents, _ = parser.parse(content, is_last=True)
        if documents is None or not len(documents):
            raise _nothing_there(source, parser)
        if is_mapped(content):
            for texts in (documents.texts, *(documents.columns[n] for n in documents.text_columns)):
                texts.lie_in_file(content)
    return check_found(documents, options)


def iterate_documents(
    path: str | os.PathLike[str],
    *,
    format: str = "auto",
    text: ColumnNames = None,
    label: ColumnName = None,
    header: bool | None = None,
    encoding: str = "utf-8",
    encoding_errors: str = "strict",
    need_labels: bool = False,
    block_bytes: int = 8 << 20,
    several: bool | None = None,
    label_separator: str | None = None,
    weight: ColumnName = None,
    trained_on: TrainedColumns | None = None,
) -> Iterator[Documents]:
    r"""Read the documents of a file that may be larger than memory.

    Parameters
    ----------
    path, format, text, label, header, encoding, encoding_errors, need_labels
        As in :func:`read_documents`, but labels are not needed by default.
    several, label_separator
        As in :func:`read_documents`; what a file says must show in its first lines.
    weight, trained_on
        As in :func:`read_documents`.
    block_bytes
        About how many bytes are held at a time; a longer document is held whole.

    Yields
    ------
    Documents
        Some documents at a time, in the order of the file.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "mail.txt"
    >>> _ = path.write_text("Win a prize!\nSee you at noon\n")
    >>> [documents.texts.tolist() for documents in iterate_documents(path, block_bytes=14)]
    [['Win a prize!'], ['See you at noon']]
    """
    options = ReadOptions(
        format,
        text,
        label,
        header,
        encoding_errors,
        need_labels,
        encoding=encoding,
        several=several,
        label_separator=label_separator,
        weight=weight,
        trained_on=trained_on,
    )
    check_block_bytes("iterate_documents", block_bytes)
    place = check_path(path)
    if place != STDIN and os.path.isdir(place):
        return read_folder(place, options, block_bytes)
    table = table_format(place, format)
    if table is not None:
        return read_table(place, table, options, in_parts=True)
    return _iterate(place, options, block_bytes)


def _iterate(place: str, options: ReadOptions, block_bytes: int) -> Iterator[Documents]:
    parser: TextParser | None = None

    def choose(content: Bytes, is_last: bool) -> TextParser | None:
        nonlocal parser
        is_some = content.any() and (is_last or bytes(content).strip())
        parser = parser_for(place, content, options) if is_some else None
        return parser

    is_empty = True
    for documents in parse_blocks(place, options.reading, block_bytes, choose, patient_from=0):
        if len(documents):
            is_empty = False
            yield documents
    if is_empty:
        raise _nothing_there(source_name(place), parser)


def parser_for(place: str, content: Bytes, options: ReadOptions) -> TextParser:
    """Return what parses a source that begins so."""
    name = options.format
    if name == "auto":
        name = detect_format(
            place, content, need_labels=options.need_labels, trained_on=options.trained_on
        )
    if not len(content):
        raise _nothing_there(source_name(place), None)
    if name == "jsonl" and (has_paths(options) or is_array(content)):
        return JsonRecordsParser(source_name(place), options)
    return PARSERS[name](source_name(place), options)


def _nothing_there(source: str, parser: TextParser | None) -> DataError:
    if parser is not None and parser.has_header:
        return DataError(
            f"{source}: expected at least one document, got only a line of column names. "
            f"Add documents below it, or say {said('header', False)} if the line is a document."
        )
    return DataError(
        f"{source}: expected at least one document, got an empty file. "
        "Check that it was written completely."
    )
