r"""Explanations of taggers: why this tag here, and what each tag looks for.

The best sequence of tags is compared with the best one that has another tag at the token in
question. Both are sums, so their difference is one:

.. math:: s(y) - s(y') = \sum_t \sum_j f_j(x, t) (\theta_{j y_t} - \theta_{j y'_t})
    + \sum_t (A_{y_{t-1} y_t} - A_{y'_{t-1} y'_t})

Nothing is approximated, and no rule about what may follow what is broken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Sentences
from linguine.errors import DataError, check_number
from linguine.features import SparseRows, TokenExtractor, TokenRows
from linguine.inference.chain_rows import rows_before
from linguine.reports.explanation import VECTOR, Contribution, Explanation
from linguine.tasks.sentences.explanation import Pair, explain_tokens, smallest_lead
from linguine.tasks.tagger.features.bag_reading import reader_for
from linguine.tasks.tagger.features.evidence import TokenEvidence, find_token_evidence
from linguine.tasks.tagger.model import TaggerModel
from linguine.tasks.task import Asked, Settings

__all__ = [
    "explain_asked",
    "explain_tag",
    "largest_weights",
    "top_tag_features",
    "transition_weights",
]

_START, _END = "(start)", "(end)"
Codes = NDArray[np.int32]


def explain_asked(model: TaggerModel, asked: Asked, settings: Settings) -> Iterator[Explanation]:
    """Yield the explanations of tokens of texts, or of lines of a file."""
    return explain_tokens(reader_for(model, settings), asked, explain_tag, least_sure)


def explain_tag(
    model: TaggerModel, sentences: Sentences, position: int, rows: TokenRows | None = None
) -> Explanation:
    """Return what speaks for the tag of a token, counted from 0, against the runner-up.

    Features that the user made come as ``rows``; the sentence has then only words to show.
    """
    n = sentences.n_tokens
    if len(sentences) != 1 or not -n <= position < n:
        raise DataError(
            f"A token of one sentence must be named by its place, 0 to {n - 1}; got {position!r} "
            f"in {len(sentences)} sentences. Count tokens from 0."
        )
    return _Pair(model, sentences, position % n, rows).explain()


class _Pair(Pair[TaggerModel, Codes]):
    """The best sequence, and the best one with another tag at a token."""

    def __init__(
        self,
        model: TaggerModel,
        sentences: Sentences,
        position: int,
        rows: TokenRows | None = None,
    ) -> None:
        super().__init__(model, sentences, position)
        self.rows: TokenRows = model.rows(sentences) if rows is None else rows
        self.best = model.tag(self.rows)
        allowed = np.ones((len(self.words), len(model.tags)), np.uint8)
        allowed[position, self.best[position]] = 0
        try:
            self.other = model.tag(self.rows, allowed)
        except DataError:  # the rules leave no choice
            self.other = None
        is_summed_here = model.is_local or model.unseen is not None
        self.nodes = self._feature_scores() if is_summed_here else model.node_scores(self.rows)

    def _answer(self, output: Codes) -> str:
        return self._name(output, self.token)

    def _contributions(self) -> list[Contribution]:
        first = self._own_features() + self._other_tokens() + self._normalisers()
        return first + self._edge_features() + self._junctions()

    def _probability(self) -> float | None:
        if not self.model.has_probabilities:
            return None
        t = self.token
        return min(float(self.model.marginals(self.rows)[t, self.best[t]]), 1.0)

    def _feature_scores(self) -> NDArray[np.float64]:
        """Return the scores of tags at each token, before anything is normalised or left out."""
        model = self.model
        table = np.zeros((len(self.words), len(model.tags)))
        for t in range(len(self.words)):
            for i, value in _entries(self.rows.tokens, t):
                table[t] += [value * _weight(model, i, y) for y in range(len(model.tags))]
        return table

    def _score(self, codes: Codes) -> float:
        total = float(self.nodes[np.arange(len(codes)), codes].sum())
        total += sum(self._structural(codes, t) for t in range(len(codes) + 1))
        if self.model.is_local:
            total -= self._log_sums(codes)
        return total + sum(weight for _, weight in self._edges_of(codes))

    def _lead(self, row: int, t: int) -> float:
        """Return the weight of a row of theta for the tag of a token against the other one."""
        lead = _weight(self.model, row, int(self.best[t]))
        return lead if self.other is None else lead - _weight(self.model, row, int(self.other[t]))

    def _own_features(self) -> list[Contribution]:
        t = self.token
        names: dict[int, list[TokenEvidence]] = {}
        extractor = self.model.extractor
        vectors = extractor.vector_names() if isinstance(extractor, TokenExtractor) else {}
        for each in self._evidence():
            names.setdefault(each.id, []).append(each)
        found = []
        for i, value in _entries(self.rows.tokens, t):
            evidence, weight = names.get(i, []), self._lead(i, t)
            if i in vectors:
                name, title = vectors[i]
                terms = value, weight, value * weight
                found.append(Contribution(name, *terms, kind=VECTOR, part_of=title))
                continue
            name = " | ".join(each.name for each in evidence) or f"#{i}"
            near = {t + offset for each in evidence for offset in each.offsets}
            found.append(Contribution(name, value, weight, value * weight, self._spans([*near])))
        return found

    def _evidence(self) -> list[TokenEvidence]:
        extractor, t = self.model.extractor, self.token
        if isinstance(extractor, TokenExtractor):
            return find_token_evidence(extractor, self.sentences, t)
        assert extractor.vocabulary_ is not None
        ids = [i for i, _ in _entries(self.rows.tokens, t)]
        named = zip(ids, extractor.vocabulary_.names(ids), strict=True)
        return [TokenEvidence(name, i, (0,)) for i, name in named]

    def _other_tokens(self) -> list[Contribution]:
        """Return one sum for each further token whose tag would change, too."""
        found = []
        for t in self._changed():
            if t != self.token:
                total = sum(value * self._lead(i, t) for i, value in _entries(self.rows.tokens, t))
                other = None if self.other is None else f"not {self._name(self.other, t)}"
                found.append(self._also_changed(t, total, self._name(self.best, t), other))
        return found

    def _normalisers(self) -> list[Contribution]:
        """Return what a MEMM subtracts so that probabilities add up to 1 at each token."""
        if not self.model.is_local:
            return []
        total = -self._log_sums(self.best)
        if self.other is not None:
            total += self._log_sums(self.other)
        return [Contribution("(normalisation)", 1.0, total, total)]

    def _log_sums(self, codes: Codes) -> float:
        """Return the sum over tokens of log sum_y exp(score of y given the tags before).

        That of the first token is the same for all sequences and left out.
        """
        total = 0.0
        for t in range(1, len(codes)):
            rows = self._rows_before(codes, t)
            scores = self.nodes[t] + [self._move(rows, y) for y in range(len(self.model.tags))]
            largest = float(scores.max())
            if np.isfinite(largest):
                total += largest + float(np.log(np.exp(scores - largest).sum()))
        return total

    def _junctions(self) -> list[Contribution]:
        """Return the transitions that differ, each against its other."""
        found = []
        for t in range(len(self.words) + 1):
            weight, name = self._structural(self.best, t), self._junction(self.best, t)
            if self.other is not None:
                weight -= self._structural(self.other, t)
                if (other := self._junction(self.other, t)) == name:
                    continue
                name += f", not {other}"
            found.append(Contribution(name, 1.0, weight, weight))
        return found

    def _structural(self, codes: Codes, t: int) -> float:
        """Return the score of the transition into token t, or out of the last one."""
        if t == len(codes):
            return self.model.native.structural_score(len(self.model.tags) + 1, int(codes[-1]))
        return self._move(self._rows_before(codes, t), int(codes[t]))

    def _rows_before(self, codes: Codes, t: int) -> list[int]:
        """Return the structural rows of token t, given the tags before it."""
        order = self.model.order
        near = codes[max(t - order, 0) : t + 1]
        rows = rows_before(near, np.array([0, len(near)]), len(self.model.tags), order)[-1]
        found: list[int] = rows[rows >= 0].tolist()
        return found

    def _move(self, rows: list[int], here: int) -> float:
        """Return the score of a tag that has some structural rows."""
        return sum(self.model.native.structural_score(row, here) for row in rows)

    def _junction(self, codes: Codes, t: int) -> str:
        first = max(t - self.model.order, -1)
        last = min(t, len(codes) - 1)
        names = [self._name(codes, k) if k >= 0 else _START for k in range(first, last + 1)]
        if t == len(codes):
            names = [names[-1], _END]
        return " → ".join(names)

    def _edge_features(self) -> list[Contribution]:
        lead: dict[str, float] = {}
        for codes, sign in ((self.best, 1.0), (self.other, -1.0)):
            for name, weight in self._edges_of(codes):
                lead[name] = lead.get(name, 0.0) + sign * weight
        return [Contribution(name, 1.0, w, w) for name, w in lead.items() if abs(w) > 1e-9]

    def _edges_of(self, codes: Codes | None) -> list[tuple[str, float]]:
        extractor = self.model.extractor
        if codes is None or self.rows.edges is None or not isinstance(extractor, TokenExtractor):
            return []
        n_tags, first, found = len(self.model.tags), self.model.n_features, []
        for t in range(1, len(codes)):
            names = {
                each.id: each.name
                for each in find_token_evidence(extractor, self.sentences, t, edges=True)
            }
            for i, value in _entries(self.rows.edges, t):
                row = first + i * n_tags + int(codes[t - 1])
                weight = value * _weight(self.model, row, int(codes[t]))
                found.append((f"{names.get(i, f'#{i}')}, {self._junction(codes, t)}", weight))
        return found

    def _changed(self) -> list[int]:
        if self.other is None:
            return list(range(len(self.words)))
        return np.flatnonzero(self.best != self.other).tolist()

    def _name(self, codes: Codes, t: int) -> str:
        return self.model.tags[int(codes[t])]


def _entries(rows: SparseRows, token: int) -> list[tuple[int, float]]:
    places = slice(int(rows.indptr[token]), int(rows.indptr[token + 1]))
    ids: list[int] = rows.indices[places].tolist()
    values = [1.0] * len(ids) if rows.values is None else rows.values[places].tolist()
    return list(zip(ids, values, strict=True))


def _weight(model: TaggerModel, row: int, label: int) -> float:
    weights = model.weights
    begin, end = int(weights.offsets[row]), int(weights.offsets[row + 1])
    place = begin + int(np.searchsorted(weights.labels[begin:end], label))
    if place < end and weights.labels[place] == label:
        return float(weights.values[place])
    return 0.0 if model.unseen is None or row >= model.n_features else model.unseen


def top_tag_features(model: TaggerModel, k: int = 20) -> dict[str, list[tuple[str, float]]]:
    """Return the k features with the largest weights of each tag, against the average tag."""
    check_number("top_features", "k", k, low=1, integer=True, fix="Try 20.")
    weights, vocabulary = model.weights, model.extractor.vocabulary_
    assert vocabulary is not None
    n_weights = int(weights.offsets[model.n_features])
    labels, values = weights.labels[:n_weights], weights.values[:n_weights]
    rows = np.repeat(np.arange(model.n_features), np.diff(weights.offsets[: model.n_features + 1]))
    n_absent = len(model.tags) - np.diff(weights.offsets[: model.n_features + 1])
    # In a dictionary, what is missing is no better than what is least likely of all.
    absent = 0.0 if model.unseen is None else float(values.min(initial=0.0))
    mean = (np.bincount(rows, values, model.n_features) + absent * n_absent) / len(model.tags)
    lead = values - mean[rows]
    tops: dict[str, list[tuple[str, float]]] = {}
    for code, tag in enumerate(model.tags):
        mine = np.flatnonzero((labels == code) & (lead > 0))
        order = mine[np.lexsort((rows[mine], -lead[mine]))[:k]]
        names = vocabulary.names(rows[order].tolist())
        tops[tag] = list(zip(names, lead[order].tolist(), strict=True))
    return tops


def largest_weights(
    model: TaggerModel, k: int
) -> tuple[dict[str, list[tuple[str, float]]], list[tuple[str, str, float]]]:
    """Return what an overview shows: the features of each tag, and the transitions in order."""
    moves = sorted(transition_weights(model).items(), key=lambda each: -each[1])
    return top_tag_features(model, k), [(*pair, weight) for pair, weight in moves]


def transition_weights(model: TaggerModel) -> dict[tuple[str, str], float]:
    """Return the weight of each tag after each other; what is not allowed is left out."""
    score: Any = model.native.structural_score
    found = {}
    for i, before in enumerate(model.tags):
        for j, here in enumerate(model.tags):
            weight = score(i, j)
            if np.isfinite(weight):
                found[before, here] = float(weight)
    return found


def least_sure(model: TaggerModel, sentence: Sentences) -> int:
    """Return the token whose tag is the least probable, or has the smallest lead."""
    rows = model.rows(sentence)
    if model.has_probabilities:
        table = model.marginals(rows)
        return int(np.argmin(table[np.arange(len(table)), model.tag(rows)]))
    return smallest_lead(explain_tag, model, sentence)
