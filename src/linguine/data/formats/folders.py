"""Folders: one sub-folder per label, one text file per document."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np

from linguine import _core
from linguine.data.documents import Documents, Labels
from linguine.data.reading.encoding import Decoder
from linguine.data.reading.options import Bytes, ReadOptions
from linguine.data.reading.transcoding import transcoded
from linguine.data.runs import offsets_of
from linguine.errors import DataError

__all__ = ["read_folder"]


def read_folder(path: str, options: ReadOptions, block_bytes: int | None) -> Iterator[Documents]:
    """Yield the documents of ``path/LABEL/*.txt``, labels and names in order.

    Without a ``.txt`` file in a sub-folder, all its files count. Hidden files never do.
    The column "file" holds the name of each document's file. Without ``block_bytes``, all documents
    come at once.
    """
    members = _list_members(path)
    gathered: list[tuple[str, str, Bytes]] = []
    n_bytes = 0
    for label, file in members:
        content = _read_file(os.path.join(path, label, file), options)
        gathered.append((label, f"{label}/{file}", content))
        n_bytes += len(content)
        if block_bytes is not None and n_bytes >= block_bytes:
            yield _join(path, gathered, options)
            gathered, n_bytes = [], 0
    if gathered:
        yield _join(path, gathered, options)


def _list_members(path: str) -> list[tuple[str, str]]:
    members = []
    for label in _list(path, folders=True):
        files = _list(os.path.join(path, label), folders=False)
        texts = [file for file in files if file.endswith(".txt")]
        members += [(label, file) for file in texts or files]
    if not members:
        raise DataError(
            f"{path}: expected a file, or a folder with one sub-folder of text files per label; "
            "got a folder without such sub-folders. Give a file, or sort the texts into "
            f"{os.path.join(path, 'LABEL', 'NAME.txt')}."
        )
    return members


def _list(path: str, *, folders: bool) -> list[str]:
    try:
        with os.scandir(path) as entries:
            return sorted(
                entry.name
                for entry in entries
                if not entry.name.startswith(".")
                and (entry.is_dir() if folders else entry.is_file())
            )
    except PermissionError:
        raise DataError(
            f"{path}: the folder must be readable; permission was denied. "
            "Ask its owner, or change it with chmod u+rx."
        ) from None
    except OSError as error:  # such as a link that leads in a circle
        raise DataError(
            f"{error.filename or path}: a folder of texts must hold files and folders that can be "
            f"opened; got '{error.strerror}'. Remove or mend this one."
        ) from None


def _read_file(path: str, options: ReadOptions) -> Bytes:
    try:
        with open(path, "rb", buffering=0) as file:
            pieces = transcoded(iter((file.read(),)), options.reading, path)
            content = np.frombuffer(b"".join(pieces), dtype=np.uint8)
    except OSError as error:
        raise DataError(
            f"{path}: the file must be readable; got {error.strerror}. "
            "Check its permissions, or remove it."
        ) from None
    return Decoder(path, options.reading)(content)


def _join(path: str, gathered: list[tuple[str, str, Bytes]], options: ReadOptions) -> Documents:
    labels, files, contents = zip(*gathered, strict=True)
    offsets = offsets_of([len(content) for content in contents])
    texts = _core.Texts.from_buffer(np.concatenate(contents), offsets)
    lines = np.ones(len(contents), dtype=np.int64)
    label_set = None
    if options.need_labels:
        label_set = Labels.of(_core.Texts([os.fsencode(label) for label in labels]), lines, path)
    columns = {"file": _core.Texts([os.fsencode(file) for file in files])}
    return Documents(texts, label_set, columns, lines, path)
