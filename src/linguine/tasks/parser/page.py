"""What a report shows of a parser: the right tree and its own of each sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Sentences, Trees
from linguine.reports.page.material import Answered, Items, Shown
from linguine.reports.text.calibration_error import error_by_chance, reliability
from linguine.reports.trees.drawing import draw_part
from linguine.reports.trees.metrics import without_subtype
from linguine.reports.trees.picture import TreePicture
from linguine.tasks.page_frame import (
    drawn,
    explain_places,
    first_lines,
    names_of_wrong,
    sums_of,
)
from linguine.tasks.parser.evaluation import measure, read_questions
from linguine.tasks.parser.explanation import explain_asked
from linguine.tasks.task import Settings

if TYPE_CHECKING:
    from linguine.tasks.parser.model import ParserModel

__all__ = ["answer_all", "show_answers"]

#: Wrong words of a sentence that are told one by one; and words beyond which nothing is drawn.
_N_TOLD, _WIDEST = 8, 60
#: A sentence of few words is no worse for one mistake.
_SMOOTH = 5
#: How an arc that is wrong is marked, besides all colours.
_WRONG = "\u2717 "


@dataclass(frozen=True, eq=False)
class _Parsed:
    """Sentences with the right trees and the answers, relations in one numbering."""

    sentences: Sentences
    gold: Trees
    predicted: Trees
    names: Sequence[str]
    right: NDArray[np.int64]  # relations of gold, by these names : (n_tokens,)
    said: NDArray[np.int64]

    @classmethod
    def of(cls, sentences: Sentences, gold: Trees, predicted: Trees) -> _Parsed:
        names: dict[str, int] = {}
        codes = [
            np.array([names.setdefault(without_subtype(name), len(names)) for name in each.names])
            for each in (gold, predicted)
        ]
        return cls(sentences, gold, predicted, tuple(names),
                   codes[0][gold.relations], codes[1][predicted.relations])  # fmt: skip

    @property
    def is_wrong(self) -> NDArray[np.bool_]:
        """Which words have another head or relation : (n_tokens,)."""
        wrong: NDArray[np.bool_] = self.gold.heads != self.predicted.heads
        if self.gold.has_relations and self.predicted.has_relations:
            wrong = wrong | (self.right != self.said)
        return wrong


def answer_all(model: ParserModel, path: str, settings: Settings) -> Answered:
    """Return the trees of the sentences of a file, and what they are worth."""
    questions = read_questions(model, path, settings)
    kept: list[Trees] = []
    evaluation = measure(model, questions, settings, keep=kept.append)
    parsed = _Parsed.of(questions.gold, Trees.of(questions.gold, single_root=False), kept[0])
    sure: NDArray[np.float64] | None = None
    more: dict[str, Any] = {}
    if model.has_probabilities and model.order == 1:
        of_heads, _ = model.confidences(questions.seen, parsed.predicted)
        sure = np.minimum(of_heads, 1.0)
        heads_right = parsed.gold.heads == parsed.predicted.heads
        more = {
            "reliability": reliability(sure, heads_right),
            "luck": error_by_chance(sure).up_to,
            "counted": "heads",
        }
    n = len(parsed.names)
    confusion = np.zeros((n, n), np.int64)
    np.add.at(confusion, (parsed.right, parsed.said), 1)
    return Answered(
        evaluation,
        _list_sentences(parsed, sure),
        scores=("relation", evaluation.per_relation),
        confusion=(parsed.names, confusion) if evaluation.per_relation else None,
        examples=lambda: questions.gold,
        kept=parsed,
        **more,
    )


def show_answers(
    model: ParserModel, path: str, settings: Settings, answered: Answered, places: Sequence[int]
) -> list[Shown]:
    """Return the right tree and the answer, and why the worst word has its head."""
    asked = model, path, settings, answered, places
    return explain_places(explain_asked, *asked, lambda place: _draw(answered.kept, place))


def _list_sentences(parsed: _Parsed, sure: NDArray[np.float64] | None) -> Items:
    sentences, is_wrong = parsed.sentences, parsed.is_wrong
    offsets, n_words = sentences.offsets, np.diff(sentences.offsets)
    n_wrong = sums_of(is_wrong, offsets)
    lines = first_lines(sentences)
    # The wrong word that the parser was surest of; without probabilities the first one.
    weight = np.append(is_wrong * (1.0 if sure is None else 1.0 + sure), 0.0)
    worst = [i + int(np.argmax(weight[i:j])) if j > i else i for i, j in pairwise(offsets.tolist())]
    asked = sentences.lines[worst].astype(np.int64) if len(sentences.lines) else lines
    confidence = None
    if sure is not None:
        least = np.minimum.reduceat(np.append(sure, 1.0), offsets[:-1])
        confidence = np.where(n_words > 0, least, 1.0)
    words = sentences.texts_of(sentences.word_column)
    return Items(
        [" ".join(each) for each in words],
        lines,
        n_wrong == 0,
        parsed.names,
        names_of_wrong(parsed.right, is_wrong, offsets),
        names_of_wrong(parsed.said, is_wrong, offsets),
        told=_tell(parsed, words),
        confidence=confidence,
        loss=n_wrong / (n_words + _SMOOTH),
        asked=asked,
        has_errors_only=True,
    )


def _tell(parsed: _Parsed, words: list[list[str]]) -> tuple[list[str], list[str]]:
    """Return the arcs of the wrong words of each sentence: the right ones, and the answers."""
    told: tuple[list[str], list[str]] = ([], [])
    is_wrong = parsed.is_wrong
    for i, (begin, end) in enumerate(pairwise(parsed.sentences.offsets.tolist())):
        wrong = np.flatnonzero(is_wrong[begin:end]).tolist()
        for each, trees in zip(told, (parsed.gold, parsed.predicted), strict=True):
            shown = [_arc(trees, words[i], begin, t) for t in wrong[:_N_TOLD]]
            more = ["\u2026"] if len(wrong) > _N_TOLD else []
            each.append("; ".join([*shown, *more]) or "(the whole tree)")
    return told


def _arc(trees: Trees, words: list[str], begin: int, t: int) -> str:
    """Return an arc as ``Dogs: nsubj of bark``."""
    head = int(trees.heads[begin + t])
    if head == 0:
        return f"{words[t]}: root"
    name = trees.names[trees.relations[begin + t]] if trees.has_relations else "word"
    return f"{words[t]}: {name} of {words[head - 1]}"


def _draw(parsed: _Parsed, place: int) -> str | None:
    """Return both trees; nothing of a sentence that is too wide to be seen."""
    begin, end = parsed.sentences.offsets[place : place + 2].tolist()
    if not 0 < end - begin <= _WIDEST:
        return None
    words = parsed.sentences.take([place]).texts_of(parsed.sentences.word_column)[0]
    wrong = parsed.is_wrong[begin:end].tolist()
    parts: list[tuple[str, Any]] = []
    for title, trees in (("right", parsed.gold), ("answered", parsed.predicted)):
        names = ["" for _ in words]
        if trees.has_relations:
            names = [trees.names[code] for code in trees.relations[begin:end].tolist()]
        if title == "answered":
            names = [_WRONG * bad + name for bad, name in zip(wrong, names, strict=True)]
        heads = trees.heads[begin:end].tolist()
        picture = TreePicture(words, heads, names, title=f"{title}: {' '.join(words)}")
        parts.append((title, draw_part(picture)))
    return drawn(parts)
