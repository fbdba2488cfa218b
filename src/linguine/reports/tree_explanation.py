r"""Explanations of parsers: why this head and not that one.

The best tree is compared with the best one in which the word in question has another head. Both
are sums over arcs, and arcs are sums over features, so their difference is one:

.. math:: s(y) - s(y') = \sum_j \theta_j (f_j(h_m, m) - f_j(h'_m, m))
    + \sum_{k \ne m} (s(h_k, k) - s(h'_k, k))

The first sum is over the features of the two arcs of word m, the second over other words that must
move with it. Nothing is approximated, and both are trees.
"""

from __future__ import annotations

import numpy as np

from linguine.data import Sentences
from linguine.data.trees import NO_RELATION
from linguine.errors import DataError, ParameterError
from linguine.features.arc_language import ArcTemplate
from linguine.inference.dependency import DependencyTree
from linguine.model.parser_model import ParserModel
from linguine.model.tagger_model import word_column
from linguine.reports.explanation import Contribution, Explanation

__all__ = ["explain_arc"]

_ROOT = "root"
#: Heads that are named with their probability, and the least that is.
_N_CANDIDATES, _LEAST_SHARE = 5, 0.001

#: Head and relation of a word.
Arc = tuple[int, str]
#: Template, what it saw, and whether its weight is that of a relation.
Feature = tuple[str, str, bool]


def explain_arc(model: ParserModel, sentences: Sentences, word: int) -> Explanation:
    """Return what speaks for the head of a word against the next best.

    Parameters
    ----------
    model
        The parser.
    sentences
        One sentence.
    word
        The word, counted from 1.
    """
    n = sentences.n_tokens
    if len(sentences) != 1 or not 1 <= word <= n:
        raise DataError(
            f"A word of one sentence must be named by its number, 1 to {n}; got {word!r} in "
            f"{len(sentences)} sentences. Count words from 1."
        )
    return _Pair(model, sentences, word).explain()


class _Pair:
    """The best tree, and the best one with another head of a word."""

    def __init__(self, model: ParserModel, sentences: Sentences, word: int) -> None:
        self.model, self.sentences, self.word = model, sentences, word
        self.words = sentences.column(word_column(tuple(sentences.columns))).tolist()
        (self.scores,) = model.arc_scores(sentences)
        (heads,), (relations,) = model.parse(sentences).to_lists()
        self.best: list[Arc] = list(zip(heads, relations, strict=True))
        self.other = self._next_best()
        ends = np.cumsum([len(each) + 1 for each in self.words]).tolist()
        self.places = [(e - len(w) - 1, e - 1) for e, w in zip(ends, self.words, strict=True)]

    def explain(self) -> Explanation:
        model, own = self.model, self.word - 1
        contributions = self._features() + self._other_words()
        probability = None
        if model.has_probabilities:
            _, both = model.confidences(self.sentences, model.parse(self.sentences))
            probability = min(float(both[own]), 1.0)
        return Explanation(
            " ".join(self.words),
            self._describe(self.best[own]),
            None if self.other is None else self._describe(self.other[own]),
            self._score(self.best),
            0.0 if self.other is None else self._score(self.other),
            0.0,
            [each for each in contributions if each.contribution],
            probability,
            subject=self.words[own],
            candidates=self._candidates(),
        )

    def _next_best(self) -> list[Arc] | None:
        scores = self.scores.copy()
        scores[self.word - 1, self.best[self.word - 1][0]] = -np.inf
        structure = DependencyTree(self.model.projective, self.model.single_root)
        try:
            heads, _ = structure.best(scores)
        except ParameterError:  # there is no other tree
            return None
        return [
            arc if arc[0] == head else (head, self._relation(head, k + 1))
            for k, (head, arc) in enumerate(zip(heads.tolist(), self.best, strict=True))
        ]

    def _relation(self, head: int, word: int) -> str:
        return self.model.best_relation(self.sentences, 0, head, word)

    def _score(self, arcs: list[Arc]) -> float:
        return float(sum(self.scores[k, head] for k, (head, _) in enumerate(arcs)))

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
        templates = self.model.extractor.templates
        parsed = {
            False: {each.text: each for each in templates.parsed_shared},
            True: {each.text: each for each in templates.parsed_relation},
        }
        found = []
        for (template, name, by_relation), arcs in seen.items():
            total = sum(weight for _, weight in arcs)
            shown = f"{self._owner([arc for arc, _ in arcs], by_relation)}{template}={name}"
            spans = {
                place
                for (head, _), _ in arcs
                for place in self._touched(parsed[by_relation][template], head)
            }
            found.append(Contribution(shown, 1.0, total, total, tuple(sorted(spans))))
        return found

    def _weights(self, arc: Arc) -> dict[Feature, float]:
        """Return the weights of an arc by feature.

        A shared template gives three weights, alone, with the direction and with direction and
        distance; they are one feature here, under the last of their names.
        """
        parsed = self.model.extractor.templates.parsed_shared
        plain = {each.text for each in parsed if not each.extra}
        names: dict[tuple[str, str, bool], str] = {}
        sums: dict[tuple[str, str, bool], float] = {}
        for each in self.model.arc_features(self.sentences, 0, arc[0], self.word, arc[1]):
            is_triple = not each.by_relation and each.template in plain
            key = (each.template, "" if is_triple else each.name, each.by_relation)
            names[key] = each.name
            sums[key] = sums.get(key, 0.0) + each.weight
        return {(key[0], names[key], key[2]): total for key, total in sums.items()}

    def _owner(self, arcs: list[Arc], by_relation: bool) -> str:
        """Return which of the two arcs a feature is about, unless it is about both."""
        if len(arcs) == 1:
            arc = arcs[0]
            return f"{self._describe(arc) if by_relation else self._head(arc[0])}: "
        relations = [relation for _, relation in arcs]
        return f"{', not '.join(relations)}: " if len(set(relations)) > 1 and by_relation else ""

    def _touched(self, template: ArcTemplate, head: int) -> list[tuple[int, int]]:
        """Return where in the text a template has looked."""
        ends = {"h": head, "m": self.word}
        places = {ends[each.end] + each.atom.offset for each in template.atoms}
        if template.source is not None:
            places |= set(range(min(head, self.word) + 1, max(head, self.word)))
        spans = [self.places[k - 1] for k in sorted(places) if 1 <= k <= len(self.words)]
        return [(begin, end) for begin, end in spans if begin < end]  # a word may be empty

    # --- the rest -------------------------------------------------------------------------------

    def _other_words(self) -> list[Contribution]:
        """Return one sum for each further word whose arc would change, too."""
        found = []
        for k, arc in enumerate(self.best):
            other = (0, "") if self.other is None else self.other[k]
            if k == self.word - 1 or arc[0] == other[0]:
                continue
            lead = float(self.scores[k, arc[0]])
            name = f"{self.words[k]!r} as {self._describe(arc)}"
            if self.other is not None:
                lead -= float(self.scores[k, other[0]])
                name += f", not {self._describe(other)}"
            begin, end = self.places[k]
            spans = ((begin, end),) if begin < end else ()
            found.append(Contribution(name, 1.0, lead, lead, spans))
        return found

    def _candidates(self) -> list[tuple[str, float]]:
        """Return the most probable heads."""
        shares = self.model.marginals(self.sentences)[0][self.word - 1]
        order = np.argsort(-shares, kind="stable")[:_N_CANDIDATES]
        found = [(self._head(int(h)), min(float(shares[h]), 1.0)) for h in order]
        return [(name, share) for name, share in found if share >= _LEAST_SHARE]

    def _describe(self, arc: Arc) -> str:
        """Return an arc as ``nsubj of saw``."""
        head, relation = arc
        if head == 0:
            return _ROOT
        return f"{'on' if relation == NO_RELATION else f'{relation} of'} {self._head(head)}"

    def _head(self, head: int) -> str:
        """Return a head; one of several that are the same word has its number beside it."""
        if head == 0:
            return _ROOT
        word = self.words[head - 1]
        is_clear = self.words.count(word) == 1 and word != _ROOT
        return word if is_clear else f"{word}[{head}]"
