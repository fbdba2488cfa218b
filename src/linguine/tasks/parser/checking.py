"""Checking trees: what parsers say that have not learned from a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.data import Trees
from linguine.reports.checks.doubts import Doubts
from linguine.reports.checks.evidence import Evidence, Marks
from linguine.tasks.parser.estimator import DependencyParser
from linguine.tasks.sentences.checking import FEWEST, answers_of, examples_of, folds_of, tokens_of

if TYPE_CHECKING:
    from linguine.data import Sentences
    from linguine.tasks.task import Settings

__all__ = ["find_doubts", "gather"]

#: The slope of an online learner is steep after so many passes, and its fit cheap.
_EPOCHS = 5


def gather(data: Sentences) -> Evidence:
    """Return the sentences with their trees."""
    trees = Trees.of(data, single_root=False)
    answers = answers_of([trees.heads, trees.relations], data.offsets)
    if not trees.has_relations:
        return Evidence(data, answers)
    codes = trees.relations.astype(np.int64)
    inner = Marks(trees.names, codes, examples_of(data.offsets), "relations")
    return Evidence(data, answers, inner=inner)


def find_doubts(data: Sentences, settings: Settings, progress: Any) -> Doubts | None:
    """Return how far each arc is believed by parsers of the other sentences."""
    if len(data) < FEWEST:
        return None
    gold = Trees.of(data, single_root=False)
    belief, differs = np.ones(data.n_tokens), np.zeros(data.n_tokens, np.bool_)
    heads, relations = gold.heads.copy(), [""] * data.n_tokens
    algorithm = "crf" if settings["algorithm"] == "auto" else settings["algorithm"]
    for held, rest in folds_of(len(data)):
        parser = DependencyParser(
            algorithm,
            epochs=_EPOCHS,
            single_root=False,
            seed=settings["seed"],
            n_threads=settings["threads"],
            progress=progress,
        )
        parser.fit(data.take(rest))
        asked, tokens = data.take(held), tokens_of(data.offsets, held)
        trees, right = parser.predict_trees(asked), gold.take(held)
        belief[tokens] = np.concatenate(parser.confidences(asked, right))
        named = [trees.names[code] for code in trees.relations]
        heads[tokens] = trees.heads
        for token, name in zip(tokens.tolist(), named, strict=True):
            relations[token] = name
    given = [gold.names[code] for code in gold.relations]
    differs = (heads != gold.heads) | np.array(
        [a != b for a, b in zip(given, relations, strict=True)], np.bool_
    )
    words = data.column(data.word_column)
    texts = words.values.tolist()
    rows = examples_of(data.offsets)

    def tell(i: int) -> tuple[str, str]:
        first = int(data.offsets[rows[i]])

        def arc(head: int, relation: str) -> str:
            return f"{relation} of {texts[words.codes[first + head - 1]] if head else 'ROOT'}"

        own = arc(int(gold.heads[i]), given[i])
        return f"{texts[words.codes[i]]}: {own}", arc(int(heads[i]), relations[i])

    how = f"they are said by {algorithm}, learned from the other sentences"
    return Doubts(belief, differs, rows, tell, how, data.lines if len(data.lines) else None)
