"""The table of formats: what they are called, and the endings of file names that tell them.

Plain data, so that the help of the command line can be made of it.
"""

from __future__ import annotations

import os

__all__ = [
    "COMBINING",
    "ENDINGS",
    "TABBED",
    "TABLE_FORMATS",
    "TEXT_FORMATS",
    "TOKEN_ENDINGS",
    "TOKEN_FORMATS",
    "TREE_ENDINGS",
    "TREE_FORMATS",
    "ending_of",
]

TEXT_FORMATS: dict[str, tuple[str, ...]] = {
    "tsv": (".tsv", ".tab"),
    "csv": (".csv",),
    "jsonl": (".jsonl", ".ndjson", ".json"),
    "fasttext": (".fasttext",),
    "svmlight": (".svm", ".svmlight", ".libsvm"),
    "bags": (),
    "lines": (),
    "parquet": (".parquet", ".pq"),
    "arrow": (".arrow", ".feather", ".ipc"),
}
TABLE_FORMATS = ("parquet", "arrow")  # which are no lines of text
TOKEN_FORMATS = {
    "conll": (".conll", ".iob", ".iob2", ".bio", ".bioes"),
    "conllu": (".conllu", ".conll-u"),
}
TREE_FORMATS = {"brackets": (".mrg", ".ptb")}
#: Ways to combine the votes of several people.
COMBINING = ("majority", "shares", "dawid-skene")
TABBED = TEXT_FORMATS["tsv"]  # tokens may stand there, too
COMPRESSED = (".gz", ".zst")

ENDINGS = {ending: name for name, endings in TEXT_FORMATS.items() for ending in endings}
TOKEN_ENDINGS = {ending: name for name, endings in TOKEN_FORMATS.items() for ending in endings}

TREE_ENDINGS = {ending: name for name, endings in TREE_FORMATS.items() for ending in endings}


def ending_of(path: str) -> str:
    """Return the ending of a name, in small letters and without that of a compressor.

    Examples
    --------
    >>> ending_of("Reviews.TSV.gz")
    '.tsv'
    """
    stem, ending = os.path.splitext(path.lower())
    return os.path.splitext(stem)[1] if ending in COMPRESSED else ending
