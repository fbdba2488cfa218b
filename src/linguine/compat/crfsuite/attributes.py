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

    labels_ = classes_

    @property
    def attributes_(self) -> list[str] | None:
        """The attributes that have a weight."""
        return None if (found := self._learned()) is None else list(found.attributes)

    @property
    def num_attributes_(self) -> int | None:
        """How many attributes have a weight."""
        return None if (found := self._learned()) is None else len(found.attributes)

    @property
    def state_features_(self) -> dict[tuple[str, str], float] | None:
        """Weights by attribute and tag."""
        return None if (found := self._learned()) is None else found.state_features

    @property
    def transition_features_(self) -> dict[tuple[str, str], float] | None:
        """Weights by a tag and the one behind it."""
        return None if (found := self._learned()) is None else found.transitions

    @property
    def size_(self) -> int | None:
        """Bytes of the model file."""
        return None if (found := self._learned()) is None else int(found.header["size"])

    @property
    def info_(self) -> dict[str, Any] | None:
        """How the model was made."""
        return None if (model := self._known_model()) is None else model.info

    def _learned(self) -> LearnedFeatures | None:
        tagger = self.tagger_
        return None if tagger is None else tagger.info()
