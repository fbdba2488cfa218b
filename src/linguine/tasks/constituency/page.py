"""What a report shows of a constituency parser: the right tree and its own of each sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from linguine.data import Constituents
from linguine.data.constituents import FORM
from linguine.reports.constituents.counting import Answers
from linguine.reports.constituents.drawing import draw_constituents_part
from linguine.reports.constituents.metrics import DELETED
from linguine.reports.constituents.picture import ConstituentPicture
from linguine.reports.page.material import Answered, Items, Shown
from linguine.tasks.constituency.evaluation import measure, read_questions
from linguine.tasks.constituency.explanation import explain_asked
from linguine.tasks.page_frame import drawn, explain_places, first_lines
from linguine.tasks.task import Settings

if TYPE_CHECKING:
    from linguine.tasks.constituency.model import ConstituencyModel

__all__ = ["answer_all", "show_answers"]

#: Wrong nodes of a sentence that are told one by one, and words beyond which nothing is drawn.
_N_TOLD, _WIDEST = 6, 45
#: A sentence of few nodes is no worse for one mistake.
_SMOOTH = 5

Node = tuple[str, int, int]


def answer_all(model: ConstituencyModel, path: str, settings: Settings) -> Answered:
    """Return the trees of the sentences of a file, and what they are worth."""
    gold = read_questions(model, path, settings)
    kept: list[Constituents] = []
    evaluation = measure(model, gold, settings, keep=kept.append)
    return Answered(
        evaluation,
        _list_sentences(gold, kept[0]),
        scores=("node", evaluation.by_label),
        examples=lambda: gold,
        kept=(gold, kept[0]),
    )


def show_answers(
    model: ConstituencyModel,
    path: str,
    settings: Settings,
    answered: Answered,
    places: Sequence[int],
) -> list[Shown]:
    """Return the right tree and the answer, and why its least sure node is there."""
    gold, predicted = answered.kept
    asked = model, path, settings, answered, places
    return explain_places(explain_asked, *asked, lambda place: _draw(gold, predicted, place))


def _list_sentences(gold: Constituents, predicted: Constituents) -> Items:
    counted = Answers(gold, predicted, DELETED)
    total = counted.n_gold + counted.n_predicted
    n_wrong = total - 2 * counted.n_right
    words = gold.sentences.texts_of(FORM)
    names: dict[str, int] = {}
    codes: tuple[list[list[int]], list[list[int]]] = ([], [])
    told: tuple[list[str], list[str]] = ([], [])
    for i, (right, said) in enumerate(zip(_nodes(gold), _nodes(predicted), strict=True)):
        for k, differs in enumerate((right - said, said - right)):
            labels = sorted({label for label, _, _ in differs})
            codes[k].append([names.setdefault(label, len(names)) for label in labels])
            shown = [
                f"{label}: {' '.join(words[i][first:last])}"
                for label, first, last in sorted(differs, key=lambda node: node[1:])[:_N_TOLD]
            ]
            more = ["\u2026"] if len(differs) > _N_TOLD else []
            told[k].append("; ".join([*shown, *more]) or "(no other node)")
    return Items(
        [" ".join(each) for each in words],
        first_lines(gold.sentences),
        n_wrong == 0,
        tuple(names),
        *codes,
        told=told,
        loss=n_wrong / (total + _SMOOTH),
        has_errors_only=True,
    )


def _nodes(trees: Constituents) -> list[Counter[Node]]:
    """Return the nodes of each tree, equal ones as often as they are there."""
    labels = [trees.names[code] for code in trees.labels.tolist()]
    flat = list(zip(labels, trees.first.tolist(), trees.last.tolist(), strict=True))
    return [Counter(flat[i:j]) for i, j in pairwise(trees.offsets.tolist())]


def _draw(gold: Constituents, predicted: Constituents, place: int) -> str | None:
    """Return both trees; nothing of a sentence that is too wide to be seen."""
    parts = []
    for title, trees in (("right", gold), ("answered", predicted)):
        n_words = int(np.diff(trees.sentences.offsets[place : place + 2])[0])
        if not 0 < n_words <= _WIDEST:
            return None
        words = " ".join(trees.sentences.take([place]).texts_of(FORM)[0])
        picture = ConstituentPicture.of(trees, place, title=f"{title}: {words}")
        parts.append((title, draw_constituents_part(picture)))
    return drawn(parts)
