"""What a report shows of a tagger: sentences with the tags that it missed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.targets.tag_scheme import TagScheme, spans
from linguine.reports.page.material import Answered, Items, Shown
from linguine.reports.tags.page import MarkedSpan, colour_spans
from linguine.reports.text.calibration_error import error_by_chance, reliability
from linguine.reports.text.confusion import FewCells
from linguine.tasks.page_frame import (
    drawn,
    explain_places,
    first_lines,
    names_of_wrong,
    sums_of,
)
from linguine.tasks.tagger.evaluation import measure, read_questions
from linguine.tasks.tagger.explanation import explain_asked
from linguine.tasks.task import Settings

if TYPE_CHECKING:
    from linguine.data import Sentences
    from linguine.tasks.tagger.model import TaggerModel

__all__ = ["answer_all", "show_answers"]

_LEAST = 1e-15
#: Wrong tokens of a sentence that are told one by one.
_N_TOLD = 12
Codes = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class _Tagged:
    """Sentences with the right tags and the answers."""

    sentences: Sentences
    gold: Codes
    predicted: Codes
    names: Sequence[str]
    scheme: TagScheme

    @property
    def is_wrong(self) -> NDArray[np.bool_]:
        """Which tokens : (n_tokens,)."""
        return np.asarray(self.gold != self.predicted)


def answer_all(model: TaggerModel, path: str, settings: Settings) -> Answered:
    """Return the tags of the sentences of a file, and what they are worth."""
    questions = read_questions(model, path, settings)
    kept: list[_Tagged] = []

    def keep(sentences: Sentences, gold: Codes, predicted: Codes, names: Sequence[str]) -> None:
        kept.append(_Tagged(sentences, gold, predicted, names, model.scheme))

    evaluation = measure(model, questions, settings, keep=keep)
    if evaluation.spans is None:
        scores: tuple[str, Any] = ("tag", evaluation.per_tag)
    else:
        scores = ("span", evaluation.spans.per_type)
    tokens = evaluation.tokens
    confusion = None
    if not isinstance(tokens.confusion, FewCells):  # a table of so many tags nobody reads
        confusion = (tuple(map(str, tokens.labels)), tokens.confusion)
    if not kept:  # states that nobody has named
        return Answered(evaluation, scores=scores, confusion=confusion)
    (tagged,) = kept
    table = None
    more: dict[str, Any] = {}
    if model.has_probabilities:
        table = model.marginals(model.rows(tagged.sentences)).astype(np.float64)
        sure = np.minimum(table[np.arange(len(table)), tagged.predicted], 1.0)
        more = {
            "reliability": reliability(sure, ~tagged.is_wrong),
            "luck": error_by_chance(sure).up_to,
            "counted": "tokens",
        }
    return Answered(
        evaluation,
        _list_sentences(tagged, table),
        scores=scores,
        confusion=confusion,
        examples=lambda: questions,
        kept=tagged,
        **more,
    )


def show_answers(
    model: TaggerModel, path: str, settings: Settings, answered: Answered, places: Sequence[int]
) -> list[Shown]:
    """Return the right tags beside the answer, and why the worst token has its own."""
    asked = model, path, settings, answered, places
    return explain_places(explain_asked, *asked, lambda place: _draw(answered.kept, place))


def _list_sentences(tagged: _Tagged, table: NDArray[np.float64] | None) -> Items:
    sentences, is_wrong = tagged.sentences, tagged.is_wrong
    offsets = sentences.offsets
    n_wrong = sums_of(is_wrong, offsets)
    cost = is_wrong.astype(np.float64)
    confidence = None
    if table is not None:
        token = np.arange(len(table))
        is_known = tagged.gold < table.shape[1]
        p = np.where(is_known, table[token, np.where(is_known, tagged.gold, 0)], 0.0)
        cost = np.where(is_wrong, -np.log(np.maximum(p, _LEAST)), 0.0)
        sure = np.append(np.minimum(table[token, tagged.predicted], 1.0), 1.0)
        confidence = np.where(np.diff(offsets) > 0, np.minimum.reduceat(sure, offsets[:-1]), 1.0)
    worst = _worst_tokens(cost, offsets)
    lines = first_lines(sentences)
    asked = sentences.lines[worst].astype(np.int64) if len(sentences.lines) else lines
    words = sentences.texts_of(sentences.word_column)
    return Items(
        [" ".join(each) for each in words],
        lines,
        n_wrong == 0,
        tuple(tagged.names),
        names_of_wrong(tagged.gold, is_wrong, offsets),
        names_of_wrong(tagged.predicted, is_wrong, offsets),
        told=_tell(tagged, words),
        confidence=confidence,
        loss=np.append(cost, 0.0)[worst],
        asked=asked,
        has_errors_only=True,
    )


def _worst_tokens(cost: NDArray[np.float64], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the token of each sentence that costs most : (n_sentences,)."""
    return np.array(
        [i + int(np.argmax(cost[i:j])) if j > i else i for i, j in pairwise(offsets.tolist())],
        np.int64,
    )


def _tell(tagged: _Tagged, words: list[list[str]]) -> tuple[list[str], list[str]]:
    """Return the tags of the wrong tokens of each sentence: the right ones, and the answers."""
    told: tuple[list[str], list[str]] = ([], [])
    is_wrong = tagged.is_wrong
    for i, (begin, end) in enumerate(pairwise(tagged.sentences.offsets.tolist())):
        wrong = np.flatnonzero(is_wrong[begin:end])
        if not len(wrong):
            for each in told:
                each.append("(all tags)")
            continue
        for each, codes in zip(told, (tagged.gold, tagged.predicted), strict=True):
            shown = [
                f"{words[i][t]}/{tagged.names[codes[begin + t]]}" for t in wrong[:_N_TOLD].tolist()
            ]
            each.append(" ".join([*shown, *(["\u2026"] if len(wrong) > _N_TOLD else [])]))
    return told


def _draw(tagged: _Tagged, place: int) -> str:
    """Return a sentence with the spans of gold, and of the answer; or with the wrong tags."""
    begin, end = tagged.sentences.offsets[place : place + 2].tolist()
    words = tagged.sentences.take([place]).texts_of(tagged.sentences.word_column)[0]
    ends = np.cumsum([len(word) + 1 for word in words]).tolist()
    at = [(e - len(w) - 1, e - 1) for e, w in zip(ends, words, strict=True)]
    text = " ".join(words)
    gold, predicted = tagged.gold[begin:end], tagged.predicted[begin:end]
    names = tagged.names
    if tagged.scheme is TagScheme.PLAIN:
        wrong = np.flatnonzero(gold != predicted).tolist()
        marks = [
            MarkedSpan(*at[t], f"{names[gold[t]]} \u2192 {names[predicted[t]]}") for t in wrong
        ]
        types = [each.type for each in marks]
        return drawn([("right \u2192 answered", _paragraph(text, marks, types))])
    types = sorted({name.partition("-")[2] or name for name in names})
    parts = []
    for title, codes in (("right", gold), ("answered", predicted)):
        found = spans(codes, np.array([0, len(codes)]), names)
        marks = [
            MarkedSpan(at[b][0], at[e - 1][1], found.type_names[kind] or "span")
            for b, e, kind in zip(
                found.begin.tolist(), found.end.tolist(), found.type_code.tolist(), strict=True
            )
        ]
        parts.append((title, _paragraph(text, marks, [*types, "span"])))
    return drawn(parts)


def _paragraph(text: str, marks: Sequence[MarkedSpan], types: Sequence[str]) -> str:
    return f'<p class="text spans" dir="auto">{colour_spans(text, marks, types)}</p>'
