"""What a CRF shows of what it has learned, under the names of sklearn-crfsuite; None before fit."""

from __future__ import annotations

from typing import Any

from linguine.compat.crfsuite.tagger import CrfsuiteTagger, LearnedFeatures
from linguine.tasks.tagger.model import TaggerModel

__all__ = ["CrfsuiteLooks"]


class CrfsuiteLooks:
    """Attributes of a fitted model; all are None while there is none.

    Who inherits answers ``_known_model``, and sets ``_tagger`` to None when the model changes.
    """

    _tagger: CrfsuiteTagger | None = None

    def _known_model(self) -> TaggerModel | None:
        raise NotImplementedError

    @property
    def tagger_(self) -> CrfsuiteTagger | None:
        """What ``pycrfsuite.Tagger`` is there; the same one until the next fit."""
        model = self._known_model()
        if model is None:
            return None
        if self._tagger is None or self._tagger.model is not model:
            self._tagger = CrfsuiteTagger(model)
        return self._tagger

    @property
    def classes_(self) -> list[str] | None:
        """The tags, in the order in which they first appeared."""
        tagger = self.tagger_
        return None if tagger is None else tagger.labels()

    @property
    def attributes_(self) -> list[str] | None:
        """The attributes that have a weight."""
        learned = self._learned()
        return None if learned is None else list(learned.attributes)

    @property
    def num_attributes_(self) -> int | None:
        """How many attributes have a weight."""
        learned = self._learned()
        return None if learned is None else len(learned.attributes)

    @property
    def state_features_(self) -> dict[tuple[str, str], float] | None:
        """Weights by attribute and tag."""
        learned = self._learned()
        return None if learned is None else learned.state_features

    @property
    def transition_features_(self) -> dict[tuple[str, str], float] | None:
        """Weights by a tag and the one behind it."""
        learned = self._learned()
        return None if learned is None else learned.transitions

    @property
    def size_(self) -> int | None:
        """Bytes of the model file."""
        learned = self._learned()
        return None if learned is None else int(learned.header["size"])

    @property
    def info_(self) -> dict[str, Any] | None:
        """How the model was made."""
        model = self._known_model()
        return None if model is None else model.info

    def _learned(self) -> LearnedFeatures | None:
        tagger = self.tagger_
        return None if tagger is None else tagger.info()
