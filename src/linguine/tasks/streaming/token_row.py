"""Token row: what the tasks have alike that learn from files of tokens, one file or many."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linguine.errors import OptionError
from linguine.tasks.task import Settings, Task

if TYPE_CHECKING:
    from linguine.data import Sentences
    from linguine.data.reading.sentence_files import SentenceFiles

__all__ = ["TokenRow"]


class TokenRow(Task):
    """A task whose files are too large for memory now and then."""

    def read_training(self, paths: Sequence[str], settings: Settings) -> Sentences | SentenceFiles:
        """Return all sentences of some files, or the files if they do not fit into memory."""
        from linguine.data.reading.sentence_files import SentenceFiles
        from linguine.tasks.streaming.choosing import choose_files, wishes

        if not self._streams(settings):
            if wants := wishes(settings):
                raise OptionError(
                    f"--{wants[0]} is for what can be learned part by part; this training asks "
                    "for all sentences at once. Leave it out."
                )
            at_once: Sentences = super().read_training(paths, settings)
            return at_once
        options = self._reading(paths[0], settings)
        files = choose_files(SentenceFiles, paths, settings, options, self._per_byte)
        if files is not None and (wishes(settings) or not self._needs_all(settings)):
            return files
        if len(paths) == 1:
            whole: Sentences = self.read(paths[0], settings)
            return whole
        return SentenceFiles(tuple(paths), options=options).whole()

    @property
    @abstractmethod
    def _per_byte(self) -> int:
        """What a training in memory takes for each byte of text."""

    def _reading(self, path: str, settings: Settings) -> Mapping[str, Any]:
        """Return how files like this one are read."""
        from linguine.tasks.sentences.options import reading_settings

        return reading_settings(settings)

    def _streams(self, settings: Settings) -> bool:
        """Return False if nothing of what is asked for can be learned part by part."""
        return True

    def _needs_all(self, settings: Settings) -> bool:
        """Return True for what tries it in memory, however large files are, if nobody says more."""
        return False

    def foresee(
        self, estimator: Any, data: SentenceFiles, settings: Settings
    ) -> tuple[dict[str, Any], list[tuple[str, str]]]:
        """Return what a training would take, as data and as lines of a summary."""
        from linguine.tasks.streaming.plan import rows_of

        found = self._role("streaming.plan").foresee(estimator.settings, data)
        return found.facts, rows_of(found)

    def carried(self, settings: Settings) -> bytes | None:
        """Return the file of the tokenizer that the model is to carry, if one is named."""
        from linguine.tasks.sentences.plain_text import read_tokenizer

        return read_tokenizer(settings["tokenizer"])

    def close(self, data: Sentences | SentenceFiles) -> None:
        """Remove a checkpoint."""
        from linguine.data import Files

        if isinstance(data, Files):
            data.forget()

    def sample(self, data: Sentences | SentenceFiles, n: int) -> Sentences:
        """Return the first sentences."""
        found: Sentences = super().sample(self._first_of(data), n)
        return found

    def _can_look_at(self, data: Sentences | SentenceFiles) -> bool:
        """Return False for a pipe that was read to its end."""
        from linguine.data import Sentences

        return isinstance(data, Sentences) or data.can_be_read_again

    def _first_of(self, data: Sentences | SentenceFiles) -> Sentences:
        from linguine.data import Sentences

        if isinstance(data, Sentences):
            return data
        if not data.can_be_read_again:
            raise OptionError(
                "--quantize measures what it costs on sentences that were learned from; a pipe "
                "that is larger than memory cannot be read again. Give --dev FILE, or leave "
                "--quantize out."
            )
        first: Sentences = next(data.blocks())
        return first
