"""Formats: which one a file has, by its name and, where the name says nothing, by its content."""

from __future__ import annotations

import json
import os
import re

from linguine.data.formats.bags import SvmlightParser
from linguine.data.formats.delimited import DelimitedParser
from linguine.data.formats.jsonl import JsonLinesParser
from linguine.data.formats.label_lines import PREFIX, LabelLinesParser
from linguine.data.formats.plain_lines import LinesParser
from linguine.data.reading.columns import names_columns
from linguine.data.reading.options import Bytes, Parser, ReadOptions

__all__ = ["detect_format", "ending_of", "make_parser"]

ENDINGS = {
    ".tsv": "tsv",
    ".tab": "tsv",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".svm": "svmlight",
    ".svmlight": "svmlight",
    ".libsvm": "svmlight",
    ".fasttext": "fasttext",
}
COMPRESSED = (".gz", ".zst")
LOOK_AT = 1 << 16  # bytes that are enough to tell
SVMLIGHT_LINE = re.compile(r"[-+]?\d+(\.\d+)?(\s+qid:\d+)?(\s+\d+:[-+.\deE]+)+\s*(#.*)?$")


def ending_of(path: str) -> str:
    """Return the ending of a name, in small letters and without that of a compressor.

    Examples
    --------
    >>> ending_of("Reviews.TSV.gz")
    '.tsv'
    """
    stem, ending = os.path.splitext(path.lower())
    return os.path.splitext(stem)[1] if ending in COMPRESSED else ending


def detect_format(path: str, head: Bytes, *, need_labels: bool) -> str:
    r"""Return the name of the format of a file.

    Where labels are not needed, a file of unknown ending is plain lines unless it
    plainly says something else: a tab or a comma may well be part of a text.

    Parameters
    ----------
    path
        Name of the file; its ending decides if it is known.
    head
        The first bytes of its content.
    need_labels
        Whether each text must have a label.

    Examples
    --------
    >>> import numpy as np
    >>> head = np.frombuffer(b"spam\tWin a prize!\n", dtype=np.uint8)
    >>> detect_format("mail.txt", head, need_labels=True)
    'tsv'
    """
    ending = ending_of(path)
    if ending in ENDINGS:
        return ENDINGS[ending]
    text = head[:LOOK_AT].tobytes().decode("utf-8", "replace")
    line = next((line for line in text.split("\n") if line.strip()), "").rstrip("\r")
    if line.lstrip().startswith(PREFIX):
        return "fasttext"
    if _is_json_object(line, is_cut=len(head) > LOOK_AT):
        return "jsonl"
    if SVMLIGHT_LINE.match(line):
        return "svmlight"
    for separator, name in (("\t", "tsv"), (",", "csv")):
        fields = [field.strip('"') for field in line.split(separator)]
        if len(fields) > 1 and names_columns(fields):
            return name
    return "tsv" if need_labels and "\t" in line else "lines"


def make_parser(name: str, source: str, options: ReadOptions) -> Parser:
    """Return a new parser of the format ``name``."""
    if name in ("tsv", "csv", "bags"):
        return DelimitedParser(source, options, is_csv=name == "csv")
    parsers: dict[str, type[JsonLinesParser | LabelLinesParser | SvmlightParser | LinesParser]] = {
        "jsonl": JsonLinesParser,
        "fasttext": LabelLinesParser,
        "svmlight": SvmlightParser,
        "lines": LinesParser,
    }
    return parsers[name](source, options)


def _is_json_object(line: str, *, is_cut: bool) -> bool:
    if not line.lstrip().startswith("{"):
        return False
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return is_cut and re.match(r'\s*\{\s*"', line) is not None
