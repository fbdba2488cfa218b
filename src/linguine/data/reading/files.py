"""Files: documents that stay on the disk, in one file or many, and are read block after block."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from linguine.data.documents import Documents
from linguine.data.formats.table import COMPRESSED, ENDINGS, TABLE_FORMATS, ending_of
from linguine.data.joining.documents import join_documents
from linguine.data.reading.documents import iterate_documents, read_documents
from linguine.data.reading.options import ReadOptions
from linguine.data.reading.source import STDIN, check_path, is_regular, source_name
from linguine.data.sizes import read_size
from linguine.errors import DataError

__all__ = [
    "Files",
    "Mark",
    "Shape",
    "are_names",
    "check_streamed",
    "differ",
    "find_files",
    "mark_of",
    "read_all",
    "read_files",
    "shape_of",
    "text_bytes",
]

Part = TypeVar("Part")
Self = TypeVar("Self", bound="Files")

#: How much of a file is held at a time.
_BLOCK_BYTES = 4 << 20
#: How many bytes of text a compressed byte is, about; and one of a column of texts.
_COMPRESSED, _IN_TABLE = 3.5, 2.0


#: What all parts must have alike, by what messages call it.
Shape = Mapping[str, Any]


class Mark(NamedTuple):
    """What shows that a file is still the same."""

    path: str
    size: int
    changed: int


@dataclass(frozen=True)
class Files:
    r"""Documents of one file or of many, too large to be read at once.

    Parameters
    ----------
    paths
        The files, or ``"-"`` for standard input; patterns such as ``parts/*.tsv.gz`` stand for
        many.
    memory
        How many bytes a training may take; None is three quarters of the machine's.
    checkpoint
        A folder where a training writes down how far it has come, so that it goes on when it was
        killed; None is none.
    every
        Seconds between two checkpoints.
    options
        How to read them; as for :func:`linguine.data.iterate_documents`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> for i in range(2):
    ...     _ = (folder / f"{i}.tsv").write_text(f"label\ttext\nspam\tprize {i}\n")
    >>> [each.texts[0] for each in Files.of(folder / "*.tsv").blocks()]
    ['prize 0', 'prize 1']
    """

    paths: tuple[str, ...]
    memory: int | None = None
    checkpoint: str | None = None
    every: float = 600.0
    options: Mapping[str, Any] = field(default_factory=dict)
    keeps_checkpoint: bool = (
        False  # until ``forget``, so that the model can be saved before it goes
    )

    @classmethod
    def of(
        cls: type[Self],
        paths: Any,
        *,
        memory: str | int | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
        every: float = 600.0,
        **options: Any,
    ) -> Self:
        """Return the files that names and patterns mean; see the class."""
        cls._check_options(options)
        limit = read_size(memory) if isinstance(memory, str) else memory
        folder = None if checkpoint is None else os.fspath(checkpoint)
        return cls(tuple(find_files(paths)), limit, folder, every, options)

    @property
    def source(self) -> str:
        """What messages call them."""
        first = source_name(self.paths[0])
        return first if len(self.paths) == 1 else f"{first} and {len(self.paths) - 1} more"

    @property
    def n_bytes(self) -> int:
        """About how much text they hold, as far as their sizes tell; a pipe does not."""
        return sum(text_bytes(path) for path in self.paths)

    @property
    def can_be_read_again(self) -> bool:
        """True if none of them is a pipe."""
        return all(is_regular(path) for path in self.paths)

    def blocks(self, block_bytes: int | None = None) -> Iterator[Any]:
        """Yield what they hold, with its labels, some at a time, in the order of the files.

        What the first block is like, all must be like; a file that changes meanwhile is an error.
        """
        first: Shape | None = None
        for path in self.paths:
            mark = mark_of(path)
            for block in self._read(path, block_bytes or _BLOCK_BYTES):
                shape = self._shape_of(block, path)
                first = shape if first is None else first
                if shape != first:
                    raise differ(path, shape, self.paths[0], first)
                self._check(block)
                yield block
            if mark_of(path) != mark:
                raise DataError(
                    f"{path}: a file must stay as it is while it is learned from; it was changed "
                    "meanwhile. Begin again when nobody writes to it."
                )

    @staticmethod
    def _check_options(options: Mapping[str, Any]) -> None:
        ReadOptions(**options)

    def _read(self, path: str, block_bytes: int) -> Iterator[Any]:
        options = {**self.options, "need_labels": True, "block_bytes": block_bytes}
        return iterate_documents(path, **options)

    def _shape_of(self, block: Any, path: str) -> Shape:
        return shape_of(block, path)

    def _check(self, block: Any) -> None:
        check_streamed(block)

    def forget(self) -> None:
        """Remove the checkpoint: what was learned is saved."""
        if self.checkpoint is not None:
            from linguine.data.keeping.scratch import remove_scratch

            remove_scratch(self.checkpoint)

    def marks(self) -> list[list[Any]]:
        """Return what shows that the files are still the same, as plain data."""
        return [list(mark_of(path)) for path in self.paths]


def mark_of(path: str) -> Mark:
    """Return what shows that a file is still the same; of a pipe nothing does."""
    if not is_regular(path):
        return Mark(path, 0, 0)
    status = os.stat(path)
    return Mark(path, status.st_size, status.st_mtime_ns)


def shape_of(documents: Documents, path: str) -> Shape:
    """Return what documents of all files must have alike."""
    kind = "texts" if documents.bags is None else "words that are counted already"
    if documents.label_lists is not None:
        kind = "texts with several labels each"
    return {
        "the format": ENDINGS.get(ending_of(path)),
        "the text column": documents.text_columns,
        "the label column": documents.label_column,
        "the kind": kind,
    }


def differ(path: str, shape: Shape, other: str, first: Shape) -> DataError:
    """Return what is said where a file is of another shape than the first."""
    what = next(each for each in shape if shape[each] != first[each])
    mine, theirs = (
        ", ".join(each) if isinstance(each, tuple) else each for each in (shape[what], first[what])
    )
    return DataError(
        f"{path}: all files of a training must be alike; {what} is {mine or 'none'} here and "
        f"{theirs or 'none'} in {other}. Bring them to one form, or learn from files of one kind."
    )


def check_streamed(documents: Documents) -> None:
    """Raise DataError for documents that only a training in memory learns from."""
    several = "several labels for a text" if documents.label_lists is not None else None
    shared = "shares of labels" if documents.soft is not None else None
    bags = "words that are counted already" if documents.bags is not None else None
    if found := several or shared or bags:
        raise DataError(
            f"{documents.source}: files that are learned from part by part must hold texts with a "
            f"label each; these have {found}. Learn from a part that fits, or allow more memory."
        )


def find_files(paths: Any) -> list[str]:
    """Return the files that names and patterns mean, those of a pattern in alphabetical order.

    Examples
    --------
    >>> find_files(["a.tsv", "-"])
    ['a.tsv', '-']
    """
    given = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    if not given:
        raise DataError("There must be at least one file to learn from; got none. Name one.")
    found = [name for each in given for name in _meant(check_path(each))]
    for i, name in enumerate(found):
        if name in found[:i]:
            raise DataError(
                f"{source_name(name)}: each file must be named once; this one is there twice. "
                "Leave one of them out, or mend the pattern."
            )
    return found


def are_names(given: Sequence[Any]) -> bool:
    """Return True if these are paths, or texts of which one names a file that is there."""
    if all(isinstance(each, os.PathLike) for each in given):
        return bool(given)
    head = given[:100]
    return all(isinstance(each, str | os.PathLike) for each in head) and any(map(_is_there, head))


def _is_there(name: Any) -> bool:
    try:
        return os.path.exists(name) or (glob.has_magic(os.fspath(name)) and bool(glob.glob(name)))
    except (OSError, ValueError, TypeError):
        return False


def _meant(path: str) -> list[str]:
    if path == STDIN or not glob.has_magic(path) or os.path.lexists(path):
        return [path]
    found = sorted(each for each in glob.glob(path, recursive=True) if os.path.isfile(each))
    if not found:
        raise DataError(
            f"{path}: expected at least one file; no name is like this pattern. Check the folder "
            "and the ending, such as 'parts/*.tsv.gz'."
        )
    return found


def text_bytes(path: str) -> int:
    """Return about how much text a file holds, as far as its size tells."""
    if not is_regular(path):
        return 0
    size = os.path.getsize(path)
    if path.lower().endswith(COMPRESSED):
        return int(size * _COMPRESSED)
    return int(size * _IN_TABLE) if ENDINGS.get(ending_of(path)) in TABLE_FORMATS else size


def read_files(paths: Sequence[str], **options: Any) -> Documents:
    """Return the documents of all files, which must be alike; see :func:`read_documents`."""
    return read_all(paths, lambda path: read_documents(path, **options), shape_of, join_documents)


def read_all(
    paths: Sequence[str],
    read: Callable[[str], Part],
    shape_of: Callable[[Part, str], Shape],
    join: Callable[[list[Part]], Part],
) -> Part:
    """Return what all files hold, which must be alike, as one."""
    if len(paths) == 1:
        return read(paths[0])
    parts: list[Part] = []
    first: Shape | None = None
    for path in paths:
        part = read(path)
        shape = shape_of(part, path)
        first = shape if first is None else first
        if shape != first:
            raise differ(path, shape, paths[0], first)
        parts.append(part)
    return join(parts)
