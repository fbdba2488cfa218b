"""What a report shows of a tokenizer: the sentences of gold, and where it cuts elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from linguine.reports.page.material import Answered, Items, Shown
from linguine.tasks.task import Settings
from linguine.tasks.tokenizer.evaluation import measure, read_questions

if TYPE_CHECKING:
    from linguine.data.segmentation import Segmentation
    from linguine.tasks.tokenizer.model import TokenizerModel

__all__ = ["answer_all", "show_answers"]

_JOINT = " | "
#: Of a sentence whose ends were not found.
_BEGIN, _END = "(begins here)", "(ends here)"


def answer_all(model: TokenizerModel, path: str, settings: Settings) -> Answered:
    """Return the words of the text of a treebank, and what they are worth."""
    gold = read_questions(model, path, settings)
    kept: list[Segmentation] = []
    evaluation = measure(model, gold, settings, keep=kept.append)
    names = ("words", "tokens", "sentences")
    scores = {name: getattr(evaluation, name) for name in names}
    return Answered(evaluation, _list_sentences(gold, kept[0]), scores=("found", scores))


def show_answers(
    model: TokenizerModel, path: str, settings: Settings, answered: Answered, places: Sequence[int]
) -> list[Shown]:
    """Return nothing: the answer is told in full, and reasons are those of each place."""
    return [Shown() for _ in places]


def _list_sentences(gold: Segmentation, found: Segmentation) -> Items:
    texts: list[str] = []
    told: tuple[list[str], list[str]] = ([], [])
    n_wrong: list[int] = []
    ends = set(found.ends[found.offsets[1:] - 1].tolist())
    begins = set(found.begins[found.offsets[:-1]].tolist())
    for each in gold.segments():
        first = int(np.searchsorted(found.begins, each.begin))
        last = int(np.searchsorted(found.begins, each.end))
        spans = found.begins[first:last].tolist(), found.ends[first:last].tolist()
        places = list(zip(*spans, strict=True))
        words = [found.splits.get(first + i, (gold.text[b:e],)) for i, (b, e) in enumerate(places)]
        right = [(place, tuple(own)) for place, own in zip(each.places, each.words, strict=True)]
        answers = list(zip(places, words, strict=True))
        texts.append(gold.text[each.begin : each.end])
        marks = [_BEGIN] * (each.begin not in begins) + [_END] * (each.end not in ends)
        told[0].append(_tell(right, answers, marks))
        told[1].append(_tell(answers, right, []))
        n_wrong.append(len(set(right) ^ set(answers)) + len(marks))
    wrong = np.array(n_wrong)
    return Items(
        texts,
        np.arange(1, len(texts) + 1),
        wrong == 0,
        told=told,
        loss=wrong.astype(np.float64),
        place="sentence",
    )


def _tell(
    own: Sequence[tuple[tuple[int, int], tuple[str, ...]]],
    other: Sequence[tuple[tuple[int, int], tuple[str, ...]]],
    marks: list[str],
) -> str:
    """Return what only one of them has; a mark for each end of the sentence that was missed."""
    differs = [" ".join(words) for place, words in own if (place, words) not in set(other)]
    return _JOINT.join([*differs, *marks]) or "(the same)"
