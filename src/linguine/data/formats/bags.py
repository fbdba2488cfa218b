"""Bags: features that come counted, as ``word:count`` columns and as svmlight lines."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.documents import Bags, Documents, Labels
from linguine.data.formats.lines import LineParser
from linguine.errors import DataError

__all__ = ["SvmlightParser", "read_bags"]


def read_bags(documents: Documents) -> Documents:
    """Return the documents with their texts, ``word:count word:count``, read as bags."""
    _, offsets, names, values, fault = _core.split_bags(documents.texts, is_svmlight=False)
    if fault is not None:
        raise DataError(_describe(documents, *fault, what="word:count"))
    return replace(documents, bags=Bags(offsets, names, values))


class SvmlightParser(LineParser):
    r"""Reads lines such as ``+1 3:0.5 17:2 # a comment``.

    Examples
    --------
    >>> from linguine.data.reading.options import ReadOptions
    >>> parser = SvmlightParser("train.svm", ReadOptions())
    >>> documents, _ = parser.parse(np.frombuffer(b"+1 3:0.5\n-1 17:2\n", np.uint8), True)
    >>> documents.labels, documents.bags.names.tolist()
    (['1', '-1'], ['3', '17'])
    """

    def _read(self, documents: Documents) -> Documents:
        label_texts, bags = _split(documents)
        is_comment = (np.diff(bags.offsets) == 0) & _is_empty(label_texts)
        if is_comment.any():
            kept = np.flatnonzero(~is_comment)
            lines = documents.lines[kept]
            documents = replace(documents, texts=documents.texts.take(kept), lines=lines)
            label_texts, bags = _split(documents)
        labels = None
        if self.options.need_labels:
            labels = Labels.of(label_texts, documents.lines, self.source)
            self._check_single(labels, documents)
        return replace(documents, label_set=labels, bags=bags)

    def _check_single(self, labels: Labels, documents: Documents) -> None:
        for code, name in enumerate(labels.names):
            if "," in name:
                line = documents.lines[int(np.argmax(labels.codes == code))]
                raise DataError(
                    f"{self.source}:{line}: expected one label per line, got {name!r}. "
                    "Several labels per document are not supported; keep one of them."
                )


def _split(documents: Documents) -> tuple[_core.Texts, Bags]:
    labels, offsets, names, values, fault = _core.split_bags(documents.texts, is_svmlight=True)
    if fault is not None:
        raise DataError(_describe(documents, *fault, what="index:value"))
    return labels, Bags(offsets, names, values)


def _is_empty(texts: _core.Texts) -> NDArray[np.bool_]:
    names, codes = _core.distinct(texts)
    return np.equal(codes, 0 if names and not names[0] else -1)


def _describe(documents: Documents, row: int, word: bytes, *, what: str) -> str:
    line = documents.lines[row] if len(documents.lines) else row + 1
    shown = word[:40].decode("utf-8", "replace")
    return (
        f"{documents.source}:{line}: expected {what} with a finite number, got {shown!r}. "
        f"Write each feature as {what}, separated by spaces."
    )
