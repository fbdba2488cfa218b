r"""Explanations of constituency parsers: why these words are a node, and of this kind.

The best tree is compared with the best one in which the words are no such node. Both are sums over
parts, and the parts of spans are sums over features, so their difference is one:

.. math:: s(y) - s(y') = \sum_{p \in y \setminus y'} s_p - \sum_{p \in y' \setminus y} s_p

The features of the node itself stand one by one; spans, splits and rules that would change with it
as a sum each. Nothing is approximated, and both are trees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from linguine.data import Constituents, Sentences
from linguine.errors import DataError, OptionError, whole_number
from linguine.reports.explanation import Contribution, Explanation
from linguine.tasks.constituency.given_tags import GivenTags
from linguine.tasks.constituency.model import ConstituencyModel, as_words
from linguine.tasks.constituency.reading import iterate_asked
from linguine.tasks.sentences.reading import find_lines
from linguine.tasks.task import Asked, Settings

__all__ = ["explain_asked", "explain_node"]

_NO_NODE = "no node"
Codes = NDArray[np.int32]


def explain_asked(
    model: ConstituencyModel, asked: Asked, settings: Settings
) -> Iterator[Explanation]:
    """Yield the explanations of nodes of texts, or of sentences of a file."""
    place = None if settings["span"] is None else _read_span(settings["span"])
    given = GivenTags(model, settings)
    for one in _find_sentences(model, asked, settings):
        seen = given.add(one)
        first, last = _least_sure(model, seen) if place is None else place
        yield explain_node(model, seen, first, last)


def _find_sentences(
    model: ConstituencyModel, asked: Asked, settings: Settings
) -> Iterator[Sentences]:
    """Yield the sentences that are asked about: texts, those with lines, or the first of a file."""
    blocks = (sentences for _, sentences in iterate_asked(asked, settings, model.tokenizer))
    if asked.lines:
        yield from (block.take([i]) for block, i, _ in find_lines(blocks, asked))
        return
    for block in blocks:
        for i in np.flatnonzero(np.diff(block.offsets) > 0).tolist():
            yield block.take([i])
            if not asked.texts:
                return


def _read_span(text: str) -> tuple[int, int]:
    low, _, high = text.partition("-")
    first, last = whole_number(low), whole_number(high or low)
    if first is None or last is None or not 1 <= first <= last:
        raise OptionError(
            f"--span must be the first and the last word of a node, counted from 1; got {text!r}. "
            "Write --span 2-5."
        )
    return first - 1, last


def explain_node(
    model: ConstituencyModel, sentences: Sentences, first: int, last: int
) -> Explanation:
    """Return what speaks for the node over words first..last-1, counted from 0."""
    n = sentences.n_tokens
    if len(sentences) != 1 or not 0 <= first < last <= n:
        raise DataError(
            f"A node of one sentence must be named by its words, 1 to {n}; got {first + 1} to "
            f"{last} in {len(sentences)} sentences. Count words from 1."
        )
    return _Pair(model, as_words(sentences), first, last).explain()


class _Pair:
    """The best tree, and the best one without a node."""

    def __init__(self, model: ConstituencyModel, words: Sentences, first: int, last: int) -> None:
        self.model, self.sentences, self.first, self.last = model, words, first, last
        self.words = words.columns["form"].tolist()
        self.n, self.stride = len(self.words), model.grammar.stride
        self.spans = [(i, j) for i in range(self.n) for j in range(i + 1, self.n + 1)]
        self.span = self.spans.index((first, last))
        native = model.grammar.native
        self.scores = model.native.scores(*model.feed(words))
        self.best, score = native.best(self.scores, self.n)
        if score == -np.inf:
            raise DataError(
                "A node can be explained where the sentence has a tree; no rules of the grammar "
                "fit "
                f"{' '.join(self.words)[:80]!r}. Train on more trees, or with less markovisation."
            )
        if not self._nodes(self.best):
            raise DataError(
                f"The words to explain must be a node of the best tree; {first + 1} to {last} are "
                f"none. It has {self._places()}."
            )
        excluded = self.scores.copy()
        own = native.parts_of(self.best)
        excluded[own[own // self.stride == self.span]] = -np.inf
        found, other_score = native.best(excluded, self.n)
        self.other = None if other_score == -np.inf else found

    def explain(self) -> Explanation:
        """Return what speaks for the best tree against the other."""
        ends = np.cumsum([len(each) + 1 for each in self.words]).tolist()
        self.characters = [
            (end - len(word) - 1, end - 1) for end, word in zip(ends, self.words, strict=True)
        ]
        return Explanation(
            " ".join(self.words),
            self._called(self.best),
            None if self.other is None else self._called(self.other),
            self._score(self.best),
            0.0 if self.other is None else self._score(self.other),
            0.0,
            [each for each in self._contributions() if each.contribution],
            self._probability(),
            subject=" ".join(self.words[self.first : self.last]),
        )

    def _nodes(self, codes: Codes) -> list[str]:
        """Return the labels over the words in question, top first."""
        tree = self._tree(codes)
        is_here = (tree.first == self.first) & (tree.last == self.last)
        return [tree.names[label] for label in tree.labels[is_here]]

    def _tree(self, codes: Codes) -> Constituents:
        return self.model.grammar.decode(codes, self.sentences)

    def _places(self) -> str:
        tree = self._tree(self.best)
        spans = dict.fromkeys(zip(tree.first.tolist(), tree.last.tolist(), strict=True))
        shown = [f"{i + 1}-{j}" for i, j in spans][:12]
        return ", ".join(shown) + (", ..." if len(spans) > 12 else "")

    def _called(self, codes: Codes) -> str:
        return "+".join(self._nodes(codes)) or _NO_NODE

    def _score(self, codes: Codes) -> float:
        return float(self.scores[self.model.grammar.native.parts_of(codes)].sum())

    def _probability(self) -> float | None:
        if not self.model.has_probabilities:
            return None
        tree = self._tree(self.best)
        is_here = (tree.first == self.first) & (tree.last == self.last)
        return min(1.0, float(self.model.node_shares(tree)[is_here].min()))

    # --- the terms of the difference ------------------------------------------------------------

    def _contributions(self) -> list[Contribution]:
        counts: Counter[int] = Counter()
        counts.update(self.model.grammar.native.parts_of(self.best).tolist())
        if self.other is not None:
            counts.subtract(self.model.grammar.native.parts_of(self.other).tolist())
        found: list[Contribution] = []
        sums: dict[tuple[str, tuple[int, int]], float] = {}
        for part, count in sorted(counts.items()):
            if count == 0:
                continue
            if part // self.stride == self.span:
                found += self._features(part, count)
            else:
                key = self._name(part, count)
                sums[key] = sums.get(key, 0.0) + count * float(self.scores[part])
        for (name, (first, last)), total in sums.items():
            found.append(Contribution(name, 1.0, total, total, self._characters(first, last)))
        return found

    def _features(self, part: int, count: int) -> list[Contribution]:
        """Return the features of the node for one of its columns."""
        model, column = self.model, part % self.stride
        kind = "word" if self.last == self.first + 1 else "span"
        label = self._column(column, kind == "word")
        found = []
        for name, row in model.extractor.features_of(
            kind, self.sentences, 0, self.first + 1, self.last
        ):
            weight = count * float(model.weights[row * self.stride + column])
            place = self._characters(self.first, self.last)
            found.append(Contribution(f"{label}: {name}", 1.0, weight, weight, place))
        if kind == "word" and model.lexicon.entries:
            weight = count * float(self.scores[part])
            place = self._characters(self.first, self.last)
            found.append(Contribution(f"{label}: the word", 1.0, weight, weight, place))
        return found

    def _name(self, part: int, count: int) -> tuple[str, tuple[int, int]]:
        """Return what a part other than those of the node is, and where; minus: of the other."""
        n_spans = len(self.spans)
        sign = "" if count > 0 else "not "
        row, column = divmod(part, self.stride)
        if row < n_spans:
            i, j = self.spans[row]
            label = self._column(column, j == i + 1)
            return f"{sign}{label} over {self._shown(i, j)}", (i, j)
        k = row - n_spans + 1
        if k < self.n:
            return f"{sign}split before {self.words[k]!r}", (k, k + 1)
        return f"{sign}{self._rule(part - (n_spans + self.n - 1) * self.stride)}", (0, 0)

    def _rule(self, number: int) -> str:
        grammar = self.model.grammar
        _, binary, unary, _, _ = grammar.native.arrays()
        if number < len(binary):
            parent, left, right = (grammar.symbols[s] for s in binary[number])
            return f"rule {parent} -> {left} {right}"
        number -= len(binary)
        if number < len(unary):
            parent, child = (grammar.symbols[s] for s in unary[number])
            return f"rule {parent} -> {child}"
        return f"root {grammar.symbols[number - len(unary)]}"

    def _column(self, column: int, is_word: bool) -> str:
        grammar = self.model.grammar
        n_tags, n_inner = len(grammar.tags), len(grammar.symbols) - len(grammar.tags)
        if column < max(n_tags, n_inner):
            return grammar.symbols[column if is_word else n_tags + column]
        unary = grammar.native.arrays()[2]
        parents: list[int] = list(dict.fromkeys(unary[:, 0].tolist()))
        return grammar.symbols[parents[column - max(n_tags, n_inner)]]

    def _shown(self, i: int, j: int) -> str:
        words = self.words[i:j]
        return repr(" ".join(words if len(words) <= 4 else [*words[:2], "...", words[-1]]))

    def _characters(self, first: int, last: int) -> tuple[tuple[int, int], ...]:
        places = self.characters[first:last]
        return ((places[0][0], places[-1][1]),) if places else ()


def _least_sure(model: ConstituencyModel, sentence: Sentences) -> tuple[int, int]:
    """Return the words of the node that is the least probable."""
    tree = model.parse(sentence)
    if tree.n_nodes == 0:
        return 0, sentence.n_tokens
    least = int(model.node_shares(tree).argmin())
    return int(tree.first[least]), int(tree.last[least])
