"""Reading once: files become blocks on a disk; a reading that was killed goes on where it was."""

from __future__ import annotations

import hashlib
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar, Generic, TypeVar

from linguine.data.keeping.scratch import Scratch
from linguine.data.reading.files import Files
from linguine.errors import DataError
from linguine.model.concurrency import Resources, one_ahead
from linguine.model.file.schema import anything, flag, record, text
from linguine.tasks.settings import TaskSettings
from linguine.tasks.streaming.memory import Memory

__all__ = ["Reading", "fingerprint_of"]

Read = TypeVar("Read")
_MB = 1_000_000


class Reading(ABC, Generic[Read]):
    """What is found while files are read for the first and only time.

    Parameters
    ----------
    files
        What is read.
    scratch
        Where blocks are kept.
    fingerprint
        What tells this training from another.
    """

    #: What ``standing`` gives, name by name, as a file from anywhere must have it.
    parts: ClassVar[Mapping[str, Any]]

    def __init__(self, files: Files, scratch: Scratch, fingerprint: str) -> None:
        self._files, self._scratch, self._fingerprint = files, scratch, fingerprint

    def run(self, use: Resources) -> Read:
        """Read all and put it on the disk; go on where an earlier attempt stopped."""
        if self._go_on():
            return self.close()
        files, memory = self._files, Memory.of(self._files)
        n_seen, done, clock = 0, 0, time.monotonic()
        total, started = max(files.n_bytes, 1), time.monotonic()
        for block in one_ahead(files.blocks()):
            self.take(block, n_seen)
            n_seen += len(block)
            done += self.n_bytes_of(block)
            self.check(memory)
            if use.report is not None:
                rate = done / _MB / max(time.monotonic() - started, 1e-3)
                use.report("reading (MB)", done // _MB, max(total, done) // _MB + 1, rate)
            if files.checkpoint is not None and time.monotonic() - clock >= files.every:
                self._commit(is_read=False)
                clock = time.monotonic()
        self.finish()
        self._commit(is_read=True)
        return self.close()

    # --- what is read ---------------------------------------------------------------------------

    @abstractmethod
    def take(self, block: Any, n_seen: int) -> None:
        """Keep what the reader gave, but for the examples of an earlier attempt.

        ``n_seen`` is how many examples came before it.
        """

    @abstractmethod
    def n_bytes_of(self, block: Any) -> int:
        """Return how much text that was."""

    @abstractmethod
    def check(self, memory: Memory) -> None:
        """Raise DataError if what is known of the features takes too much."""

    @abstractmethod
    def finish(self) -> None:
        """Keep what is left, as all has been read."""

    @abstractmethod
    def close(self) -> Read:
        """Return what was read, when all is on the disk."""

    @abstractmethod
    def standing(self) -> dict[str, Any]:
        """Return how much of the files on the disk counts, as plain data."""

    @abstractmethod
    def restore(self, left: Mapping[str, Any]) -> None:
        """Take as much as ``standing`` has counted."""

    # --- going on -------------------------------------------------------------------------------

    def _go_on(self) -> bool:
        """Take what an earlier attempt has left; True if that was all."""
        left = self._scratch.manifest
        if not left:
            return False
        own = {"fingerprint": text, "marks": anything, "is_read": flag}
        if wrong := record({**self.parts, **own})(left, "manifest"):
            raise self._scratch.damaged(wrong)
        if left["fingerprint"] != self._fingerprint:
            raise DataError(
                f"{self._scratch.path}: a checkpoint is of one training; this one was made with "
                "other options, or by another version. Remove the folder, or name another."
            )
        if left["marks"] != self._files.marks():
            raise DataError(
                f"{self._files.source}: files must be as they were when the training began; they "
                f"have other sizes or times now. Remove the checkpoint {self._scratch.path}, and "
                "begin again."
            )
        with self._scratch.restoring():
            self.restore(left)
        return bool(left["is_read"])

    def _commit(self, *, is_read: bool) -> None:
        """Write down how far this has come."""
        self._scratch.commit(
            {
                **self.standing(),
                "fingerprint": self._fingerprint,
                "marks": self._files.marks(),
                "is_read": is_read,
            }
        )


def fingerprint_of(settings: TaskSettings, files: Files, **told: Any) -> str:
    """Return what tells one training from another: everything but threads and the clock.

    ``told`` stands for settings that are no plain data.
    """
    import linguine

    plain = {each.name: getattr(settings, each.name) for each in fields(settings)}
    plain |= told
    plain.pop("n_threads")
    text = repr((linguine.__version__, sorted(plain.items()), sorted(files.options.items())))
    return hashlib.sha256(text.encode()).hexdigest()
