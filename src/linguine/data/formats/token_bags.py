r"""Token bags: files in CRFsuite's own format, a token a line with its label and its attributes.

    B-NP<tab>w[0]=He<tab>pos[0]=PRP
    B-VP<tab>w[0]=reckons<tab>length:7

An attribute counts once, or as often as the number behind its last colon says; a colon or a
backslash of its name has a backslash before it. An empty line ends a sentence.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import numpy as np

from linguine.data.reading.encoding import Decoder
from linguine.data.reading.source import check_path, read_lines, source_name
from linguine.data.reading.transcoding import Encoding
from linguine.data.sentences import Sentences
from linguine.data.token_lists import TokenColumn
from linguine.errors import DataError

__all__ = ["FEATURES", "parse_token_bag", "read_token_bags"]

#: Names of the columns: of the attributes, as they stand there, and of the labels.
FEATURES, TAG = "features", "tag"
_ESCAPED = re.compile(r"\\(.)")
_VALUE = re.compile(r"(?<!\\)((?:\\\\)*):")


def read_token_bags(
    path: str, *, encoding_errors: str = "strict", block_bytes: int = 1 << 22
) -> Iterator[Sentences]:
    """Yield the sentences of a file in CRFsuite's format, block after block.

    Parameters
    ----------
    path
        The file, perhaps compressed; ``-`` is standard input.
    encoding_errors
        What is done about bytes that are no UTF-8: ``"strict"``, ``"replace"`` or ``"latin-1"``.
    block_bytes
        About how much is read at once.
    """
    place, name = check_path(path), source_name(check_path(path))
    waiting: list[tuple[int, str]] = []  # lines of a sentence that goes on in the next block
    n_lines, decode = 0, Decoder(name, Encoding(errors=encoding_errors))
    for block, is_last in read_lines(place, block_bytes):
        text = bytes(decode(block, is_last)).decode()
        lines = text.split("\n")[: None if is_last else -1]
        numbered = [*waiting, *enumerate(lines, n_lines + 1)]
        n_lines += len(lines)
        end = len(numbered)
        if not is_last:
            while end and numbered[end - 1][1].strip():
                end -= 1
        waiting = numbered[end:]
        if sentences := _cut(numbered[:end]):
            yield _make(sentences, name)


def parse_token_bag(cell: str) -> dict[str, float]:
    r"""Return the attributes of a token, with how often each counts.

    Examples
    --------
    >>> parse_token_bag("w=x\tlength:7\ta\\:b:2")
    {'w=x': 1.0, 'length': 7.0, 'a:b': 2.0}
    """
    found: dict[str, float] = {}
    for attribute in cell.split("\t"):
        if not attribute:
            continue
        value, name = 1.0, attribute
        if colons := list(_VALUE.finditer(attribute)):
            name, number = attribute[: colons[-1].end() - 1], attribute[colons[-1].end() :]
            try:
                value = float(number)
            except ValueError:
                value = math.nan
            if not math.isfinite(value):
                raise DataError(
                    f"behind the last colon of an attribute must be a number; got {attribute!r}. "
                    r"Write \: for a colon of the name."
                )
        name = _ESCAPED.sub(r"\1", name)
        found[name] = found.get(name, 0.0) + value
    return found


def _cut(lines: list[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """Return the lines of each sentence, with their numbers."""
    sentences: list[list[tuple[int, str]]] = [[]]
    for number, line in lines:
        line = line.rstrip("\r")
        if line.strip():
            sentences[-1].append((number, line))
        elif sentences[-1]:
            sentences.append([])
    return [each for each in sentences if each]


def _make(sentences: list[list[tuple[int, str]]], name: str) -> Sentences:
    rows = [each for sentence in sentences for each in sentence]
    cells = [line.partition("\t") for _, line in rows]
    lines = np.array([number for number, _ in rows], np.int64)
    made = Sentences(
        {
            FEATURES: TokenColumn.of([attributes for _, _, attributes in cells]),
            TAG: TokenColumn.of([label for label, _, _ in cells]),
        },
        np.concatenate([[0], np.cumsum([len(each) for each in sentences])]).astype(np.int64),
        source=name,
        lines=lines,
        tag_column=TAG,
    )
    features = made.columns[FEATURES]
    for code, cell in enumerate(features.values.tolist()):
        try:
            parse_token_bag(cell)
        except DataError as error:
            token = int(np.argmax(features.codes == code))
            raise DataError(f"{made.place(token)}: {error}") from None
    return made
