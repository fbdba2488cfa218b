r"""Texts without a label beside texts with one: semi-supervised naive Bayes.

What is labelled is counted as it is; what is not is counted by what the model believes, again and
again: EM, [Nigam2000]. Words that somebody wrote down for each label can stand in for labels: a
text begins with the label whose keywords it has most of, [McCallum1999].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Examples
from linguine.errors import DataError, named, said
from linguine.features import Extractor, Sites
from linguine.features.buckets import Buckets
from linguine.features.text.templates import tokenize
from linguine.learning import Counts, Fitted, LabelProblem, LabelWeights
from linguine.learning.generative.em import climb, warming
from linguine.learning.generative.naive_bayes import multinomial
from linguine.learning.generative.naive_bayes_mixture import NaiveBayesMixture, row_sums
from linguine.learning.label_problem import to_columns
from linguine.model.concurrency import Resources

__all__ = ["HIDDEN_ALPHA", "HiddenLabels", "find_keywords", "fit_hidden"]

#: The pseudo-count where labels are hidden: of few labelled texts, Laplace's 1 would leave nothing.
HIDDEN_ALPHA = 0.01


@dataclass(frozen=True, eq=False)
class HiddenLabels:
    """Which texts have no label, how much they count, and what they begin with.

    Parameters
    ----------
    rows
        Rows of these texts, ascending : (n_hidden,).
    weight
        How much one of them counts.
    start
        What keywords say about them, rows of zeros where nothing : (n_hidden, n_labels); None
        begins with what the labelled texts say.
    """

    rows: NDArray[np.int64]
    weight: float = 1.0
    start: NDArray[np.float64] | None = None

    def join(self, is_known: NDArray[np.bool_], n_rows: int) -> NDArray[np.bool_]:
        """Return which rows are learned from, labelled or not : (n_rows,)."""
        joined = np.zeros(n_rows, np.bool_)
        joined[: len(is_known)] = is_known
        joined[self.rows] = True
        return joined


def fit_hidden(
    learner: Counts, problem: LabelProblem, hidden: HiddenLabels, use: Resources
) -> Fitted[LabelWeights]:
    """Count what is labelled, and let the rest follow."""
    state = learner.begin(problem)
    if len(problem.data):
        learner.learn(state, problem)
    alpha = HIDDEN_ALPHA if learner.alpha is None else learner.alpha
    sites = problem.sites.take(hidden.rows)
    sites.check_not_negative("multinomial naive Bayes counts features")
    mixture = NaiveBayesMixture(
        sites,
        problem.n_labels,
        alpha=alpha,
        gold=state,
        weight=hidden.weight,
        n_threads=use.n_threads,
    )
    warm_up = warming(float(row_sums(sites).mean()))
    start = hidden.start
    if start is None:
        start, _ = mixture.expect(multinomial(state, alpha), (*warm_up, 1.0)[0])
    found = climb(mixture, start, warm_up=warm_up, report=use.report)
    theta, bias = found.parameters
    weights, columns = to_columns(theta, np.maximum(bias, -1e6), problem.dtype)
    advice = "EM still gains after 100 steps. Give more texts, or fewer labels."
    return Fitted(weights, columns, len(found.history), found.converged, advice=advice)


def find_keywords(
    keywords: Mapping[Any, Sequence[str]],
    hidden: HiddenLabels,
    extractor: Extractor,
    sites: Sites,
    examples: Examples,
    classes: NDArray[Any],
) -> HiddenLabels:
    """Return the hidden labels with the start that keywords give them.

    A text begins with the label that it has most keywords of; with none, if two have as many.
    """
    labels = classes.tolist()
    table = np.zeros((sites.n_features, len(labels)), sites.dtype)
    places = _places(extractor, keywords)
    for label, words in keywords.items():
        found = [place for each in map(_spell, words) for place in places.get(each, ())]
        table[found, labels.index(label)] = 1.0
    chosen = sites.take(hidden.rows)
    hits = _core.scores(
        chosen.native, table, np.zeros(len(labels), sites.dtype), len(labels), 1
    ).astype(np.float64)
    most = hits.max(axis=1, keepdims=True)
    start = ((hits == most) & (most > 0)).astype(np.float64)
    start[start.sum(axis=1) > 1] = 0.0
    reached = start.sum(axis=0) + examples.label_weights(len(labels))
    for label, words in keywords.items():
        if reached[labels.index(label)] == 0:
            shown = ", ".join(map(repr, list(words)[:5]))
            raise DataError(
                "Each label must have a keyword that tells some text from those of other labels; "
                f"of {shown} for {label!r}, no text has more than of another label's. Give other "
                f"{named('keywords')}, or label some texts."
            )
    return replace(hidden, start=start)


def _spell(word: str) -> str:
    """Return a word, or a run of words, as features are called."""
    return " ".join(token for token, _, _ in tokenize(word))


def _places(extractor: Extractor, keywords: Mapping[Any, Sequence[str]]) -> dict[str, list[int]]:
    """Return the features of each keyword; of several text columns each has its own."""
    vocabulary = extractor.vocabulary_
    if isinstance(vocabulary, Buckets) or vocabulary is None:
        raise DataError(
            f"Keywords need features that have names; got {said('hash_bits', extractor.hash_bits)}."
            f" Leave {named('hash_bits')} out."
        )
    wanted = {_spell(word) for words in keywords.values() for word in words}
    places: dict[str, list[int]] = {}
    for i, name in enumerate(vocabulary.names()):
        if (word := name.rpartition(": ")[2]) in wanted:
            places.setdefault(word, []).append(i)
    return places
