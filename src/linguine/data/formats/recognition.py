"""Formats: which one a file has, by its name and, where the name says nothing, by its content."""

from __future__ import annotations

import json
import re

from linguine.data.formats.lines import PREFIX
from linguine.data.formats.table import ENDINGS, TABBED, TOKEN_ENDINGS, ending_of
from linguine.data.reading.column_names import UNIVERSAL
from linguine.data.reading.columns import names_columns
from linguine.data.reading.options import Bytes
from linguine.data.reading.trained_columns import TrainedColumns

__all__ = ["detect_format", "detect_token_format", "holds_tokens"]

LOOK_AT = 1 << 16  # bytes that are enough to tell
ENOUGH_TO_JUDGE = 10  # lines
SVMLIGHT_LINE = re.compile(r"[-+]?\d+(\.\d+)?(\s+qid:\d+)?(\s+\d+:[-+.\deE]+)+\s*(#.*)?$")
JSON_ARRAY = re.compile(r'\s*\[\s*\{\s*"')
EXCEL_LINE = re.compile(r"sep=[,;\t|]", re.IGNORECASE)
UNIVERSAL_ID = re.compile(r"\d+([-.]\d+)?")


def detect_format(
    path: str, head: Bytes, *, need_labels: bool, trained_on: TrainedColumns | None = None
) -> str:
    r"""Return the name of the format of a file of documents, given its first bytes.

    Where labels are not needed, a file of unknown ending is plain lines unless it
    plainly says something else: a tab or a comma may well be part of a text. Names that a model
    was trained on are as plain as well-known ones.

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
    line = next((line for line in _lines(head) if line.strip()), "").rstrip("\r")
    if line.lstrip().startswith(PREFIX):
        return "fasttext"
    if _is_json_object(line, is_cut=len(head) > LOOK_AT) or JSON_ARRAY.match(
        "\n".join(_lines(head))
    ):
        return "jsonl"
    if EXCEL_LINE.fullmatch(line):
        return "csv"
    if SVMLIGHT_LINE.match(line):
        return "svmlight"
    for separator, name in (("\t", "tsv"), (",", "csv"), (";", "csv")):
        fields = [field.strip('"') for field in line.split(separator)]
        if len(fields) > 1 and names_columns(fields, trained_on):
            return name
    return "tsv" if need_labels and "\t" in line else "lines"


def detect_token_format(path: str, head: Bytes) -> str | None:
    r"""Return ``"conll"`` or ``"conllu"``; None while nothing but comments has come.

    Of the names of files only that of CoNLL-U decides.

    Examples
    --------
    >>> import numpy as np
    >>> head = np.frombuffer(b"# id 1\n1\tDogs\t_\t_\t_\t_\t_\t_\t_\t_\n", dtype=np.uint8)
    >>> detect_token_format("dogs.txt", head), detect_token_format("dogs.txt", head[:7])
    ('conllu', None)
    """
    if TOKEN_ENDINGS.get(ending_of(path)) == "conllu":
        return "conllu"
    for line in _whole_lines(head):
        if line.strip() and not line.startswith("#"):
            cells = line.split("\t")
            is_universal = len(cells) == len(UNIVERSAL) and UNIVERSAL_ID.fullmatch(cells[0])
            return "conllu" if is_universal else "conll"
    return None if len(head) < LOOK_AT else "conll"


def holds_tokens(path: str, head: Bytes) -> bool:
    r"""Return True if a file has a token on each line, False if it has documents.

    Where the name does not tell, there must be empty lines between lines of words that all
    have the same number of columns, two or more.

    Parameters
    ----------
    path, head
        Name of the file, and the first bytes of its content.

    Examples
    --------
    >>> import numpy as np
    >>> head = np.frombuffer(b"Dogs\tN\nbark\tV\n\n" * 5, dtype=np.uint8)
    >>> holds_tokens("dogs.tsv", head), holds_tokens("dogs.csv", head)
    (True, False)
    """
    ending = ending_of(path)
    if ending in TOKEN_ENDINGS:
        return True
    if ending in ENDINGS and ending not in TABBED:
        return False
    if detect_token_format(path, head) == "conllu":
        return True
    lines = _whole_lines(head)
    separator = "\t" if ending in TABBED or any("\t" in line for line in lines[:1]) else None
    rows = [line.split(separator) for line in lines if line.strip()]
    has_border = any(not line.strip() for line in "\n".join(lines).strip().split("\n"))
    if len(rows) < ENOUGH_TO_JUDGE or not has_border or names_columns(rows[0]):
        return False
    has_words = all(" " not in cell for row in rows for cell in row)
    return len(rows[0]) > 1 and has_words and all(len(row) == len(rows[0]) for row in rows)


def _lines(head: Bytes) -> list[str]:
    return head[:LOOK_AT].tobytes().decode("utf-8", "replace").split("\n")


def _whole_lines(head: Bytes) -> list[str]:
    """Return the first lines; the last is left out if it may be cut."""
    lines = _lines(head)
    return [line.rstrip("\r") for line in (lines if len(head) <= LOOK_AT else lines[:-1])]


def _is_json_object(line: str, *, is_cut: bool) -> bool:
    if not line.lstrip().startswith("{"):
        return False
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return is_cut and re.match(r'\s*\{\s*"', line) is not None
