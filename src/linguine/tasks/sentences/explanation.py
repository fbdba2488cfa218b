"""Explanations of sentences: the best answer against the best with another one at a token."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from linguine.data import Sentences
from linguine.reports.explanation import Contribution, Explanation

if TYPE_CHECKING:
    from linguine.tasks.sentences.reading import SentenceReader
    from linguine.tasks.task import Asked

__all__ = ["Pair", "explain_tokens", "smallest_lead"]

Model = TypeVar("Model")
Output = TypeVar("Output")
Spans = tuple[tuple[int, int], ...]
Explain = Callable[[Any, Sentences, int], Explanation]


class Pair(ABC, Generic[Model, Output]):
    """The best output for a sentence, and the best one with another answer at a token.

    Parameters
    ----------
    model
        Who answers.
    sentences, token
        One sentence, and which of its tokens, counted from 0.
    """

    best: Output
    other: Output | None  # None: there is no choice

    def __init__(self, model: Model, sentences: Sentences, token: int) -> None:
        self.model, self.sentences, self.token = model, sentences, token
        self.words: list[str] = sentences.column(sentences.word_column).tolist()
        ends = np.cumsum([len(each) + 1 for each in self.words]).tolist()
        self.places = [(e - len(w) - 1, e - 1) for e, w in zip(ends, self.words, strict=True)]

    def explain(self) -> Explanation:
        """Return what speaks for the best answer at the token against the other."""
        return Explanation(
            " ".join(self.words),
            self._answer(self.best),
            None if self.other is None else self._answer(self.other),
            self._score(self.best),
            0.0 if self.other is None else self._score(self.other),
            0.0,
            [each for each in self._contributions() if each.contribution],
            self._probability(),
            subject=self.words[self.token],
            candidates=self._candidates(),
        )

    @abstractmethod
    def _answer(self, output: Output) -> str:
        """Return what an output says about the token."""

    @abstractmethod
    def _score(self, output: Output) -> float:
        """Return the score of an output."""

    @abstractmethod
    def _contributions(self) -> list[Contribution]:
        """Return the terms of the difference of the two scores."""

    @abstractmethod
    def _probability(self) -> float | None:
        """Return that of the best answer, if the model has any."""

    def _candidates(self) -> list[tuple[str, float]]:
        return []

    def _spans(self, tokens: Sequence[int]) -> Spans:
        """Return where tokens stand in the text, in their order; those outside of it do not."""
        spans = [self.places[k] for k in sorted(tokens) if 0 <= k < len(self.words)]
        return tuple((begin, end) for begin, end in spans if begin < end)  # a word may be empty

    def _also_changed(self, token: int, lead: float, best: str, other: str | None) -> Contribution:
        """Return the sum for a further token whose answer would change, too."""
        name = f"{self.words[token]!r} as {best}" + ("" if other is None else f", {other}")
        return Contribution(name, 1.0, lead, lead, self._spans([token]))


def explain_tokens(
    reader: SentenceReader,
    asked: Asked,
    explain: Explain,
    least_sure: Callable[[Any, Sentences], int],
) -> Iterator[Explanation]:
    """Yield the explanations that were asked for; by default of the token that is least sure."""
    model = reader.model
    for one, place in reader.find(asked):
        yield explain(model, one, least_sure(model, one) if place is None else place)


def smallest_lead(explain: Explain, model: Any, sentence: Sentences) -> int:
    """Return the token whose answer leads the least."""
    return int(np.argmin([explain(model, sentence, t).lead for t in range(sentence.n_tokens)]))
