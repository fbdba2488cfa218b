r"""Trees that nobody has drawn: the probabilities of rules from sentences, by inside-outside.

.. math:: F(p) = \sum_{s \in L} \log p(x_s, y_s) + w \sum_{s \in U} \log \sum_y p(x_s, y), \quad
          p(A \to \beta \mid A) \leftarrow
              \frac{count(A \to \beta) + w\, E[count(A \to \beta)]}{count(A) + w\, E[count(A)]}

[Baker1979]. The E-step is the grammar's own sum over all trees of a sentence, the M-step is
:func:`linguine.learning.generative.pcfg.rule_weights`. What words tell about their tags stays as
it is, so EM finds the best rules for these words.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.sentences import Sentences
from linguine.errors import DataError
from linguine.inference.grammar import Grammar
from linguine.learning.generative.em import Climb, climb
from linguine.learning.generative.pcfg import Lexicon, rule_weights
from linguine.progress import Report

__all__ = ["HiddenTrees", "inside_outside"]

Table = NDArray[np.float64]


class HiddenTrees:
    """Sentences whose trees are hidden: the two steps of EM.

    Parameters
    ----------
    grammar
        The rules.
    sentences
        The words, in the column ``form``.
    lexicon
        Which tags they have.
    gold
        How often rules and roots were counted in trees : (n_structural,); None if nowhere.
    weight
        How much a sentence without a tree counts.
    n_threads
        Threads; the result does not depend on it.
    """

    def __init__(
        self,
        grammar: Grammar,
        sentences: Sentences,
        lexicon: Lexicon,
        *,
        gold: Table | None = None,
        weight: float = 1.0,
        n_threads: int = 1,
    ) -> None:
        self.grammar, self.weight, self.n_threads = grammar, weight, n_threads
        self.gold = np.zeros(grammar.native.n_structural) if gold is None else gold
        self._words = np.ascontiguousarray(lexicon.weights, np.float64)
        offsets = np.ascontiguousarray(sentences.offsets, np.int64)
        self._native = _core.SoftTrees(
            grammar.native, offsets, lexicon.look_up(sentences), len(self._words)
        )

    def maximise(self, q: Table) -> Table:
        """Return the logarithms of the probabilities of rules and roots."""
        return rule_weights(self.grammar, self.gold + self.weight * q)

    def expect(self, parameters: Table, sharpness: float) -> tuple[Table, float]:
        """Return how often each rule and root is expected, and the objective.

        Sentences that have no tree count nothing.
        """
        q, log_p = self._native.expect(
            sharpness * self._words, sharpness * parameters, self.n_threads
        )
        of_sentences = float(np.where(np.isfinite(log_p), log_p, 0.0).sum())
        return q, self.weight * of_sentences + float(self.gold @ parameters)

    def has_tree(self, parameters: Table) -> NDArray[np.bool_]:
        """Return which sentences with words have a tree at all : (n_with_words,)."""
        return np.isfinite(self._native.expect(self._words, parameters, self.n_threads)[1])

    def settle(self, q: Table) -> None:
        """Leave it: grammars are not warmed up."""


def inside_outside(
    grammar: Grammar,
    sentences: Sentences,
    lexicon: Lexicon,
    *,
    start: Table | None = None,
    gold: Table | None = None,
    weight: float = 1.0,
    tolerance: float = 1e-6,
    max_iterations: int = 100,
    n_threads: int = 1,
    report: Report | None = None,
) -> Climb[Table, Table]:
    """Find the probabilities of a grammar's rules under which sentences are most likely.

    Parameters
    ----------
    grammar, sentences, lexicon, gold, weight, n_threads
        As in :class:`HiddenTrees`.
    start
        Logarithms of probabilities to begin with : (n_structural,); None are those of ``gold``, or
        rules of one parent that are all as likely.
    tolerance, max_iterations, report
        As in :func:`linguine.learning.generative.em.climb`.

    Examples
    --------
    >>> from linguine.data.constituents import Constituents
    >>> trees = Constituents.from_brackets(["(S (NP (NNS Dogs)) (VP (VBP bark)))"])
    >>> grammar, lexicon = Grammar.of(trees), Lexicon.of(trees.sentences, 2)
    >>> found = inside_outside(grammar, trees.sentences, lexicon)
    >>> found.q.tolist()  # one binary rule, two unary ones, and the root of S
    [1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0]
    """
    steps = HiddenTrees(grammar, sentences, lexicon, gold=gold, weight=weight, n_threads=n_threads)
    if start is None:
        even = np.ones(grammar.native.n_structural)
        start = rule_weights(grammar, even if gold is None else gold)
    q, _ = steps.expect(start, 1.0)
    if not q.any():
        raise DataError(
            "Some sentence must have a tree of the grammar; of "
            f"{sentences.n_sentences:,} sentences none has. Give sentences that its rules and "
            "words can build, or more rules."
        )
    return climb(steps, q, tolerance=tolerance, max_iterations=max_iterations, report=report)
