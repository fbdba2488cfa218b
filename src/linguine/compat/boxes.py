"""Boxes: model files of other programs, known by their first bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linguine.errors import DataError
from linguine.model.file.foreign_formats import explain_stranger
from linguine.model.file.source import open_source

__all__ = ["open_any"]


def _fasttext(source: Any, label_prefix: str) -> Any:
    from linguine.compat.fasttext import load

    return load(source, label_prefix=label_prefix)


def _crfsuite(source: Any, label_prefix: str) -> Any:
    from linguine.compat.crfsuite import load

    return load(source)


#: First bytes -> what wrote them, and what opens it. One more program is one more line.
_BOXES: dict[bytes, tuple[str, Callable[[Any, str], Any]]] = {
    b"\xba\x16\x4f\x2f": ("a model of fastText", _fasttext),
    b"lCRF": ("a model of CRFsuite", _crfsuite),
}


def open_any(source: Any, *, label_prefix: str = "__label__") -> tuple[str, Any]:
    r"""Return what a file is, and the fitted estimator that answers as its program does.

    Examples
    --------
    >>> open_any(b"PK\x03\x04")
    Traceback (most recent call last):
        ...
    linguine.errors.DataError: <4 bytes>: convert opens models of fastText and CRFsuite; this looks
    like a zip archive (also .npz, .docx and PyTorch files). Unpack it first.
    """
    name, data = open_source(source)
    start = data[:256].tobytes()
    for magic, (kind, opened) in _BOXES.items():
        if start.startswith(magic):
            return kind, opened(source, label_prefix)
    if b'"checksum":"crc32:' in start:
        looks, advice = "a model of linguine already", "Use it as it is."
    elif not start:
        looks, advice = "an empty file", "Copy it again."
    else:
        looks, advice = explain_stranger(start)
    raise DataError(
        f"{name}: convert opens models of fastText and CRFsuite; this looks like {looks}. {advice}"
    )
