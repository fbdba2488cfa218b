"""What python-crfsuite calls a tagger: one sentence at a time, and what the model has learned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from linguine.errors import DataError
from linguine.features import TokenRows
from linguine.model.file.container import model_bytes
from linguine.tasks.tagger.file import pack_model
from linguine.tasks.tagger.model import TaggerModel

__all__ = ["CrfsuiteLooks", "CrfsuiteTagger", "LearnedFeatures", "as_sequences", "show_token"]


def as_sequences(X: Any) -> Any:
    """Return sentences as lists of tokens: ``pycrfsuite.ItemSequence`` says what is in it.

    Examples
    --------
    >>> as_sequences([[{"w": "Anna"}]])
    [[{'w': 'Anna'}]]
    """
    if not isinstance(X, Iterable) or isinstance(X, str | bytes | Mapping):
        return X  # is refused where it is read
    return [each.items() if _is_item_sequence(each) else each for each in X]


#: What users call the word itself among its features.
_WORDS = ("word", "w", "token", "form", "text", "word.lower()", "lower")


def show_token(token: Any) -> str:
    """Return what stands for a token where it is shown: its word, or else its first feature.

    Examples
    --------
    >>> show_token({"bias": 1.0, "word": "Rome"}), show_token(["w=Rome", "cap"])
    ('Rome', 'w=Rome')
    """
    if isinstance(token, Mapping):
        named = [token[name] for name in _WORDS if isinstance(token.get(name), str)]
        return str(next(iter([*named, *token]), ""))
    return str(next(iter(token), ""))


def _is_item_sequence(sequence: Any) -> bool:
    return not isinstance(sequence, Mapping) and callable(getattr(sequence, "items", None))


class LearnedFeatures(NamedTuple):
    """The weights of a model by name, as ``pycrfsuite.Tagger.info`` gives them.

    Labels and attributes have their ids, which are texts there and so here.

    Examples
    --------
    >>> LearnedFeatures({}, {"O": "0"}, {"w:a": "0"}, {("O", "O"): 0.5}, {}).labels
    {'O': '0'}
    """

    header: dict[str, str]
    labels: dict[str, str]
    attributes: dict[str, str]
    transitions: dict[tuple[str, str], float]
    state_features: dict[tuple[str, str], float]


class CrfsuiteTagger:
    """Asks a model about one sentence, with the words of ``pycrfsuite.Tagger``."""

    def __init__(self, model: TaggerModel) -> None:
        self._model = model
        self._rows: TokenRows | None = None
        self._info: LearnedFeatures | None = None

    @property
    def model(self) -> TaggerModel:
        """What is asked."""
        return self._model

    def labels(self) -> list[str]:
        """Return the tags."""
        return list(self._model.tags)

    def set(self, xseq: Any) -> None:
        """Choose the sentence that ``probability`` and ``marginal`` are about."""
        self._rows = self._model.rows(as_sequences([xseq]))

    def tag(self, xseq: Any = None) -> list[str]:
        """Return the best tags of a sentence; without one, of that which was set."""
        if xseq is not None:
            self.set(xseq)
        rows = self._chosen()
        return self._model.names(self._model.tag(rows), rows.offsets)[0]

    def probability(self, yseq: Sequence[str]) -> float:
        """Return the probability of a sequence of tags for the sentence that was set."""
        rows = self._chosen()
        n = int(rows.offsets[-1])
        codes = [self._code(tag) for tag in yseq]
        if len(codes) != n:
            raise DataError(
                f"yseq must have one tag for each of the {n} tokens; got {len(codes)}. "
                "Set the sentence that it belongs to."
            )
        if n == 0:
            return 1.0
        first, end = np.zeros(1, np.int64), np.array([n], np.int64)
        # Of "ap", "pa" and "arow", too: CRFsuite gives a number, so it is given here.
        model = self._model if self._model.has_probabilities else _unguarded(self._model)
        p = model.span_probabilities(rows, np.array(codes, np.int32), first, first, end)
        return float(p[0])

    def marginal(self, y: str, pos: int) -> float:
        """Return the probability of a tag at a token of the sentence that was set."""
        table = self._model.shares(self._chosen())
        if not 0 <= pos < len(table):
            raise DataError(
                f"pos must be a token of the sentence, 0 to {len(table) - 1}; got {pos}. "
                "Count from 0."
            )
        return float(table[pos, self._code(y)])

    def info(self) -> LearnedFeatures:
        """Return all weights by name."""
        if self._info is None:
            self._info = self._read_weights()
        return self._info

    def _read_weights(self) -> LearnedFeatures:
        model, weights = self._model, self._model.weights.drop_zeros()
        vocabulary = model.extractor.vocabulary_
        assert vocabulary is not None
        rows = np.repeat(np.arange(weights.n_rows), np.diff(weights.offsets))
        n = int(weights.offsets[model.n_features])
        used = np.unique(rows[:n])
        names = dict(zip(used.tolist(), vocabulary.names(used.tolist()), strict=True))
        entries = zip(rows.tolist(), weights.labels.tolist(), weights.values.tolist(), strict=True)
        states, transitions = {}, {}
        for row, label, value in entries:
            if row < model.n_features:
                states[names[row], model.tags[label]] = value
            elif row < model.n_features + len(model.tags):
                transitions[model.tags[row - model.n_features], model.tags[label]] = value
        header = {
            "size": len(model_bytes(*pack_model(model, None))),
            "num_features": len(states) + len(transitions),
            "num_labels": len(model.tags),
            "num_attrs": len(names),
        }
        return LearnedFeatures(
            {name: str(number) for name, number in header.items()},
            _with_ids(model.tags),
            _with_ids(names.values()),
            transitions,
            states,
        )

    def _chosen(self) -> TokenRows:
        if self._rows is None:
            raise DataError("A sentence must be set first; there is none. Call set(xseq).")
        return self._rows

    def _code(self, tag: str) -> int:
        if tag not in self._model.tags:
            raise DataError(
                f"A tag must be one of {', '.join(self._model.tags[:20])}; got {tag!r}. "
                "Choose one of these."
            )
        return self._model.tags.index(tag)


class CrfsuiteLooks:
    """What a CRF shows of what it has learned, as sklearn-crfsuite does; None while there is none.

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


def _with_ids(names: Iterable[str]) -> dict[str, str]:
    return {name: str(i) for i, name in enumerate(names)}


def _unguarded(model: TaggerModel) -> TaggerModel:
    return replace(model, has_probabilities=True)
