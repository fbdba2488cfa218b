"""Formats of tokens: columns or CoNLL-U, and whether a file holds tokens rather than documents."""

from __future__ import annotations

import re

from linguine.data.formats.recognition import ENDINGS, ending_of
from linguine.data.reading.column_names import UNIVERSAL
from linguine.data.reading.columns import names_columns
from linguine.data.reading.options import Bytes

__all__ = ["detect_token_format", "holds_tokens"]

TOKEN_ENDINGS = {
    ".conllu": "conllu",
    ".conll-u": "conllu",
    ".conll": "conll",
    ".iob": "conll",
    ".iob2": "conll",
    ".bio": "conll",
    ".bioes": "conll",
}
TABLES = (".tsv", ".tab")
LOOK_AT = 1 << 16  # bytes that are enough to tell
ENOUGH_TO_JUDGE = 10  # lines
UNIVERSAL_ID = re.compile(r"\d+([-.]\d+)?")


def detect_token_format(path: str, head: Bytes) -> str | None:
    r"""Return ``"conll"`` or ``"conllu"``; None while nothing but comments has come.

    Parameters
    ----------
    path
        Name of the file; only that of CoNLL-U decides.
    head
        The first bytes of its content.

    Examples
    --------
    >>> import numpy as np
    >>> head = np.frombuffer(b"# id 1\n1\tDogs\t_\t_\t_\t_\t_\t_\t_\t_\n", dtype=np.uint8)
    >>> detect_token_format("dogs.txt", head), detect_token_format("dogs.txt", head[:7])
    ('conllu', None)
    """
    if TOKEN_ENDINGS.get(ending_of(path)) == "conllu":
        return "conllu"
    for line in _lines(head):
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
    path
        Name of the file.
    head
        The first bytes of its content.

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
    if ending in ENDINGS and ending not in TABLES:
        return False
    if detect_token_format(path, head) == "conllu":
        return True
    lines = _lines(head)
    separator = "\t" if ending in TABLES or any("\t" in line for line in lines[:1]) else None
    rows = [line.split(separator) for line in lines if line.strip()]
    has_border = any(not line.strip() for line in "\n".join(lines).strip().split("\n"))
    if len(rows) < ENOUGH_TO_JUDGE or not has_border or names_columns(rows[0]):
        return False
    has_words = all(" " not in cell for row in rows for cell in row)
    return len(rows[0]) > 1 and has_words and all(len(row) == len(rows[0]) for row in rows)


def _lines(head: Bytes) -> list[str]:
    """Return the first lines; the last is left out if it may be cut."""
    lines = head[:LOOK_AT].tobytes().decode("utf-8", "replace").split("\n")
    return [line.rstrip("\r") for line in (lines if len(head) <= LOOK_AT else lines[:-1])]
