"""Checking tags: what taggers say that have not learned from a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.reports.checks.doubts import Doubts
from linguine.reports.checks.evidence import Evidence, Marks
from linguine.tasks.sentences.checking import FEWEST, answers_of, examples_of, folds_of, tokens_of
from linguine.tasks.tagger.estimator import Tagger

if TYPE_CHECKING:
    from linguine.data import Sentences
    from linguine.tasks.task import Settings

__all__ = ["find_doubts", "gather"]


def gather(data: Sentences) -> Evidence:
    """Return the sentences with their tags."""
    tags = data.tags()
    inner = Marks(tags.names, tags.codes.astype(np.int64), examples_of(data.offsets), "tags")
    return Evidence(data, answers_of([tags.codes], data.offsets), inner=inner)


def find_doubts(data: Sentences, settings: Settings, progress: Any) -> Doubts | None:
    """Return how far each tag is believed by taggers of the other sentences."""
    if len(data) < FEWEST:
        return None
    tags = data.tags()
    belief = np.ones(data.n_tokens)
    better = [""] * data.n_tokens
    algorithm = "crf" if settings["algorithm"] == "auto" else settings["algorithm"]
    for held, rest in folds_of(len(data)):
        tagger = Tagger(
            algorithm, seed=settings["seed"], n_threads=settings["threads"], progress=progress
        )
        tagger.fit(data.take(rest))
        labels = np.array(tagger.labels_, dtype=object)
        table = np.concatenate(tagger.predict_proba(data.take(held)))
        tokens = tokens_of(data.offsets, held)
        place = {name: i for i, name in enumerate(tagger.labels_)}
        gold = np.array([place.get(name, -1) for name in tags.names])[tags.codes[tokens]]
        own = table[np.arange(len(tokens)), gold]
        belief[tokens] = np.where(gold >= 0, own, 0.0)
        for token, name in zip(tokens.tolist(), labels[table.argmax(axis=1)], strict=True):
            better[token] = name
    words = data.column(data.word_column)
    texts = words.values.tolist()
    given = tags.codes

    def tell(i: int) -> tuple[str, str]:
        return f"{texts[words.codes[i]]}: {tags.names[given[i]]}", better[i]

    differs = np.array(
        [tags.names[code] != other for code, other in zip(given, better, strict=True)]
    )
    rows = examples_of(data.offsets)
    how = f"they are said by {algorithm}, learned from the other sentences"
    return Doubts(belief, differs, rows, tell, how, data.lines if len(data.lines) else None)
