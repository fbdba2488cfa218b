"""Training of sentences: files are read once, and a task learns from what was read."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from linguine.data import Sentences
from linguine.data.keeping.scratch import Scratch, open_scratch
from linguine.data.keeping.sentence_cache import SentenceCache
from linguine.data.reading.sentence_files import SentenceFiles
from linguine.learning import Fitted, Learner
from linguine.model.concurrency import Resources
from linguine.model.engines.engine import Engine
from linguine.model.engines.opening import engine_or_none
from linguine.tasks.parted.learning import InParts, PartedFit
from linguine.tasks.streaming.best import Judge
from linguine.tasks.streaming.choosing import check_checkpoint
from linguine.tasks.streaming.groups import InBlocks, n_groups
from linguine.tasks.streaming.learning import Kept, StreamedFit
from linguine.tasks.streaming.reading import fingerprint_of
from linguine.tasks.streaming.sentences import SentenceReading

__all__ = ["SentenceTraining"]

Settings = TypeVar("Settings", bound=Any)
Model = TypeVar("Model")
Blocks = TypeVar("Blocks", bound=InBlocks[Any])
Learned = tuple[Model, tuple[str, ...]]


@dataclass(frozen=True, eq=False)
class SentenceTraining(ABC, Generic[Settings, Model]):
    """How a model is made of sentences that were read once."""

    settings: Settings
    files: SentenceFiles
    cache: SentenceCache
    scratch: Scratch
    use: Resources
    dev: Sentences | None
    engine: Engine | None

    #: Refuses what needs all sentences at once; learns from all of them, as in memory.
    _check: ClassVar[Any]
    _at_once: ClassVar[Any]

    @classmethod
    def learn(
        cls,
        settings: Settings,
        files: SentenceFiles,
        use: Resources,
        *,
        dev: Sentences | None = None,
        engine: Any = None,
    ) -> Learned[Model]:
        """Learn from files that are larger than memory; return what was found in them, too.

        What is one group anyway is learned as in memory. The workers of an engine learn from
        parts, however few sentences there are.
        """
        with engine_or_none(engine) as opened:
            cls._check(settings)
            check_checkpoint(files)
            fingerprint = fingerprint_of(settings, files, templates=_contents(settings.templates))
            with open_scratch(files.checkpoint, keep=files.keeps_checkpoint) as scratch:
                cache = SentenceReading(files, scratch, fingerprint).run(use)
                blocks = range(len(cache.blocks))
                if opened is None and n_groups(len(blocks)) == 1:
                    found: Learned[Model] = cls._at_once(settings, cache.read(blocks), use, dev=dev)
                    return found
                return cls(settings, files, cache, scratch, use, dev, opened).run()

    @abstractmethod
    def run(self) -> Learned[Model]:
        """Return the model, and what was found in the data, a sentence each."""

    def _fit(
        self,
        learner: Learner,
        blocks: Blocks,
        in_parts: Callable[[Blocks, Engine], InParts[Any]],
        judge: Judge | None,
    ) -> Fitted[Any]:
        """Learn from blocks, or let the workers of the engine learn."""
        if self.engine is not None:
            return PartedFit(learner, in_parts(blocks, self.engine), self.use, judge).run()
        kept = Kept(self.scratch if self.files.checkpoint is not None else None, self.files.every)
        return StreamedFit(learner, blocks, self.use, judge, kept).run()


def _contents(templates: Any) -> Any:
    """Return what templates say, which may be a file."""
    if isinstance(templates, os.PathLike):
        with open(templates, "rb") as file:
            return file.read()
    return templates.to_config() if hasattr(templates, "to_config") else templates
