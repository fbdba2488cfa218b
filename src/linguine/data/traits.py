"""Traits: what examples of a file have besides their answers, by which they can be told apart.

Texts have the columns of their table; sentences the comments before them (``# genre = news``).
All have a length. A comment of a document, which stands at its first sentence, holds for all of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from linguine.data.constituents import Constituents
from linguine.data.documents import Documents
from linguine.data.reading.options import nearest
from linguine.data.reading.transcoding import Encoding
from linguine.data.segmentation import Segmentation
from linguine.data.sentences import Sentences
from linguine.data.splitting.pieces import read_pieces
from linguine.errors import DataError

__all__ = ["Examples", "find_trait"]

Examples = Documents | Sentences | Constituents | Segmentation

#: What is made.
LENGTH, LABEL = "length", "label"
_COMMENT = re.compile(r"#\s*([^=\s][^=]*?)\s*=\s*(.*?)\s*$")
_NEW_DOCUMENT = "newdoc"


def find_trait(
    name: str, blocks: list[Examples], path: str, encoding: Encoding
) -> NDArray[np.object_]:
    """Return what each example has of one name, as text : (n_examples,).

    Parameters
    ----------
    name
        A column or a comment of the file; or length (words) or label (the right one, of texts), if
        nothing in the file is called so.
    blocks
        The examples, piece by piece.
    path, encoding
        The file, which is read again for comments.
    """
    documents = [block for block in blocks if isinstance(block, Documents)]
    if documents:
        cells = [cell for block in documents for cell in _of_documents(name, block)]
        return np.array(cells, dtype=object)
    (data,) = blocks
    if isinstance(data, Segmentation):
        found = {LENGTH: list(map(str, np.diff(data.offsets).tolist()))}
    else:
        sentences = data.sentences if isinstance(data, Constituents) else data
        assert isinstance(sentences, Sentences)
        found = {LENGTH: list(map(str, np.diff(sentences.offsets).tolist()))}
        if name != LENGTH and isinstance(data, Sentences):
            found |= _comments(path, data, encoding)
    if name not in found:
        raise _missing(path, name, found)
    return np.array(found[name], dtype=object)


def _of_documents(name: str, documents: Documents) -> list[str]:
    """Return the cells of one column of some documents."""
    if name in documents.columns:
        return documents.columns[name].tolist()
    if name == LENGTH:
        return [str(len(text.split())) for text in documents.texts.tolist()]
    if name == LABEL and documents.label_set is not None:
        return documents.label_set.tolist()
    there = [*documents.columns, LENGTH, *([LABEL] if documents.label_set is not None else [])]
    raise _missing(documents.source, name, there)


def _missing(source: str, name: str, there: Iterable[str]) -> DataError:
    names = list(there)
    return DataError(
        f"{source}: --by must name a column or a comment of the file, or what is made of it; got "
        f"{name!r}, and there are {', '.join(names)}. {nearest(name, names)}Name one of these."
    )


def _comments(path: str, sentences: Sentences, encoding: Encoding) -> dict[str, list[str]]:
    """Return the comments of all sentences by their key; empty where one has none."""
    pieces = read_pieces(path, sentences, encoding)
    ends = np.append(pieces.begins[1:], len(pieces.content))
    found: dict[str, list[str]] = {}
    of_document: dict[str, str] = {}
    for i, (begin, end) in enumerate(zip(pieces.begins.tolist(), ends.tolist(), strict=True)):
        here = dict(_read_comments(pieces.content[begin:end].tobytes().decode()))
        if any(key.split()[0] == _NEW_DOCUMENT for key in here):
            of_document = here
        for key, value in {**of_document, **here}.items():
            cells = found.setdefault(key, [])
            cells += [""] * (i - len(cells))
            cells.append(value)
    n = len(sentences)
    return {key: cells + [""] * (n - len(cells)) for key, cells in found.items()}


def _read_comments(piece: str) -> Iterator[tuple[str, str]]:
    for line in piece.splitlines():
        if line.startswith("#") and (match := _COMMENT.match(line)):
            yield match[1], match[2]
        elif line.startswith(f"# {_NEW_DOCUMENT}"):
            yield _NEW_DOCUMENT, ""
