r"""Explanations of parsers: why this head and not that one.

The best tree is compared with the best one in which the word in question has another head. Both
are sums over arcs, and arcs are sums over features, so their difference is one:

.. math:: s(y) - s(y') = \sum_j \theta_j (f_j(h_m, m) - f_j(h'_m, m))
    + \sum_{k \ne m} (s(h_k, k) - s(h'_k, k))

The first sum is over the features of the two arcs of word m, the second over other words that must
move with it, or in models of order 2 get another sibling. Nothing is approximated, and both are
trees.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from linguine.data import Sentences, Trees
from linguine.data.trees import NO_RELATION
from linguine.errors import DataError
from linguine.features.arc.language import ArcTemplate
from linguine.reports.explanation import Contribution, Explanation
from linguine.tasks.parser.model import ArcFeature, ParserModel
from linguine.tasks.parser.reading import ParserReader
from linguine.tasks.sentences.explanation import Pair, explain_tokens, smallest_lead
from linguine.tasks.task import Asked, Settings

__all__ = ["explain_arc", "explain_asked", "find_siblings"]

_ROOT = "root"
#: Heads that are named with their probability, and the least that is.
_N_CANDIDATES, _LEAST_SHARE = 5, 0.001

#: Template, what it saw, and its kind: shared, relation or sibling.
Feature = tuple[str, str, str]


class Arc(NamedTuple):
    """Head and relation of a word, and its sibling on the side of the head, 0 for none."""

    head: int
    relation: str
    sibling: int


def explain_asked(model: ParserModel, asked: Asked, settings: Settings) -> Iterator[Explanation]:
    """Yield the explanations of words of texts, or of lines of a file."""
    return explain_tokens(ParserReader(model, settings), asked, _explain_token, _least_sure)


def _explain_token(model: ParserModel, sentences: Sentences, token: int) -> Explanation:
    return explain_arc(model, sentences, token + 1)


def explain_arc(model: ParserModel, sentences: Sentences, word: int) -> Explanation:
    """Return what speaks for the head of a word, counted from 1, against the next best."""
    n = sentences.n_tokens
    if len(sentences) != 1 or not 1 <= word <= n:
        raise DataError(
            f"A word of one sentence must be named by its number, 1 to {n}; got {word!r} in "
            f"{len(sentences)} sentences. Count words from 1."
        )
    return _Pair(model, sentences, word).explain()


def find_siblings(heads: Sequence[int]) -> list[int]:
    """Return the sibling of each word: the next modifier of its head, on the side of the head.

    Examples
    --------
    >>> find_siblings([2, 0, 2, 2])
    [0, 0, 0, 3]
    """
    found = []
    for word, head in enumerate(heads, start=1):
        step = 1 if head > word else -1
        between = range(word + step, head, step)
        found.append(next((each for each in between if heads[each - 1] == head), 0))
    return found


class _Pair(Pair[ParserModel, list[Arc]]):
    """The best tree, and the best one with another head of a word."""

    def __init__(self, model: ParserModel, sentences: Sentences, word: int) -> None:
        super().__init__(model, sentences, word - 1)
        self.word, self.trees = word, model.parse(sentences)
        self.best = self._arcs(self.trees)
        others = model.parse_without(sentences, self.best[word - 1].head, word)
        self.other = None if others is None else self._arcs(others)

    def _arcs(self, trees: Trees) -> list[Arc]:
        (heads,), (relations,) = trees.to_lists()
        siblings = find_siblings(heads) if self.model.order > 1 else [0] * len(heads)
        return [Arc(*each) for each in zip(heads, relations, siblings, strict=True)]

    def _answer(self, output: list[Arc]) -> str:
        return self._describe(output[self.token])

    def _contributions(self) -> list[Contribution]:
        return self._features() + self._other_words()

    def _probability(self) -> float | None:
        if not self.model.has_probabilities:
            return None
        _, of_arcs = self.model.confidences(self.sentences, self.trees)
        return min(float(of_arcs[self.token]), 1.0)

    def _score(self, output: list[Arc]) -> float:
        return math.fsum(self._arc_score(k, arc) for k, arc in enumerate(output, start=1))

    def _arc_score(self, word: int, arc: Arc) -> float:
        return math.fsum(each.weight for each in self._arc_features(word, arc))

    def _arc_features(self, word: int, arc: Arc) -> list[ArcFeature]:
        return self.model.arc_features(self.sentences, 0, arc.head, word, arc.relation, arc.sibling)

    # --- the arcs of the word -------------------------------------------------------------------

    def _features(self) -> list[Contribution]:
        """Return the features of both arcs; what they share stands once."""
        sides = [(self.best[self.word - 1], 1.0)]
        if self.other is not None:
            sides.append((self.other[self.word - 1], -1.0))
        seen: dict[Feature, list[tuple[Arc, float]]] = {}
        for arc, sign in sides:
            for key, weight in self._weights(arc).items():
                seen.setdefault(key, []).append((arc, sign * weight))
        parsed = {
            kind: {each.text: each for each in templates}
            for kind, templates in self.model.extractor.templates.parsed.items()
        }
        found = []
        for (template, name, kind), arcs in seen.items():
            total = sum(weight for _, weight in arcs)
            shown = f"{self._owner([arc for arc, _ in arcs], kind)}{template}={name}"
            touched = {
                word for arc, _ in arcs for word in self._touched(parsed[kind][template], arc)
            }
            spans = self._spans([word - 1 for word in touched])
            found.append(Contribution(shown, 1.0, total, total, spans))
        return found

    def _weights(self, arc: Arc) -> dict[Feature, float]:
        """Return the weights of an arc by feature.

        A template gives several weights, with the direction and the distance and without; they are
        one feature here, under the last of their names.
        """
        extras = {
            each.text
            for templates in self.model.extractor.templates.parsed.values()
            for each in templates
            if each.extra
        }
        names: dict[Feature, str] = {}
        sums: dict[Feature, float] = {}
        for each in self._arc_features(self.word, arc):
            is_one = each.kind == "relation" or each.template in extras
            key = (each.template, each.name if is_one else "", each.kind)
            names[key] = each.name
            sums[key] = sums.get(key, 0.0) + each.weight
        return {(key[0], names[key], key[2]): total for key, total in sums.items()}

    def _owner(self, arcs: list[Arc], kind: str) -> str:
        """Return which of the two arcs a feature is about, unless it is about both."""
        if len(arcs) == 1:
            arc = arcs[0]
            return f"{self._describe(arc) if kind == 'relation' else self._head(arc.head)}: "
        relations = list(dict.fromkeys(arc.relation for arc in arcs))
        return f"{', not '.join(relations)}: " if len(relations) > 1 and kind == "relation" else ""

    def _touched(self, template: ArcTemplate, arc: Arc) -> set[int]:
        """Return the words that a template has looked at, counted from 1."""
        ends = {"h": arc.head, "m": self.word, "s": arc.sibling}
        there = [each for each in template.atoms if each.end != "s" or arc.sibling]
        places = {ends[each.end] + each.atom.offset for each in there}
        if template.source is not None:
            places |= set(range(min(arc.head, self.word) + 1, max(arc.head, self.word)))
        return places

    # --- the rest -------------------------------------------------------------------------------

    def _other_words(self) -> list[Contribution]:
        """Return one sum for each further word whose arc would change, too."""
        found = []
        for k, arc in enumerate(self.best, start=1):
            other = None if self.other is None else self.other[k - 1]
            if k == self.word or arc == other:
                continue
            lead, change = self._arc_score(k, arc), None
            if other is not None:
                lead -= self._arc_score(k, other)
                change = self._change(arc, other)
            found.append(self._also_changed(k - 1, lead, self._describe(arc), change))
        return found

    def _change(self, arc: Arc, other: Arc) -> str:
        if arc[:2] != other[:2]:
            return f"not {self._describe(other)}"
        names = [self._head(each.sibling) if each.sibling else "none" for each in (arc, other)]
        return f"beside {names[0]}, not {names[1]}"

    def _candidates(self) -> list[tuple[str, float]]:
        """Return the most probable heads; of order 2 nothing is known about them."""
        if self.model.order > 1:
            return []
        shares = self.model.marginals(self.sentences)[0][self.word - 1]
        order = np.argsort(-shares, kind="stable")[:_N_CANDIDATES]
        found = [(self._head(int(h)), min(float(shares[h]), 1.0)) for h in order]
        return [(name, share) for name, share in found if share >= _LEAST_SHARE]

    def _describe(self, arc: Arc) -> str:
        """Return an arc as ``nsubj of saw``."""
        if arc.head == 0:
            return _ROOT
        by = "on" if arc.relation == NO_RELATION else f"{arc.relation} of"
        return f"{by} {self._head(arc.head)}"

    def _head(self, head: int) -> str:
        """Return a head; one of several that are the same word has its number beside it."""
        if head == 0:
            return _ROOT
        word = self.words[head - 1]
        is_clear = self.words.count(word) == 1 and word != _ROOT
        return word if is_clear else f"{word}[{head}]"


def _least_sure(model: ParserModel, sentence: Sentences) -> int:
    """Return the word whose head is the least probable, or has the smallest lead; from 0."""
    if model.order == 1:
        of_heads, _ = model.confidences(sentence, model.parse(sentence))
        return int(np.argmin(of_heads))
    return smallest_lead(_explain_token, model, sentence)
