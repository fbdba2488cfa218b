r"""Tree metrics: what predicted trees are worth, arc by arc and tree by tree.

.. math:: \mathrm{UAS} = \frac{|\{m : \hat h_m = h_m\}|}{n}, \quad
    \mathrm{LAS} = \frac{|\{m : \hat h_m = h_m, \hat r_m = r_m\}|}{n}, \quad
    \mathrm{CLAS} = F_1 \text{ of the arcs of content words}

as the scorer of [Zeman2018] has them on gold tokens: punctuation counts, a relation is compared
without its subtype (``nsubj:pass`` is ``nsubj``), and the words of CLAS are those whose relation
is one of Universal Dependencies that is neither functional nor punctuation, in gold for recall and
in the answer for precision.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from linguine.data.checks.trees import ids_of
from linguine.data.trees import Trees
from linguine.errors import DataError
from linguine.reports.evaluation import Score, check_mask, tally
from linguine.reports.judging.figures import f1, f1_of_each, share
from linguine.reports.judging.ledger import Ledger
from linguine.reports.trees.scores import LengthScores, TreeEvaluation, TreeScores

__all__ = ["CONTENT_RELATIONS", "evaluate_trees", "without_subtype"]

Mask = NDArray[np.bool_]
Codes = NDArray[np.int64]

# All relations of Universal Dependencies but aux, case, cc, clf, cop, det, mark and punct.
CONTENT_RELATIONS = frozenset(
    """acl advcl advmod amod appos ccomp compound conj csubj dep discourse dislocated expl fixed
    flat goeswith iobj list nmod nsubj nummod obj obl orphan parataxis reparandum root vocative
    xcomp""".split()
)
# The last length or distance of each row of a table.
_LENGTHS = (10, 20, 30, 40, 50)
_DISTANCES = (1, 2, 5, 10, 20)


def without_subtype(relation: str) -> str:
    """Return a relation as scores compare it.

    Examples
    --------
    >>> without_subtype("nsubj:pass")
    'nsubj'
    """
    return relation.split(":")[0]


def evaluate_trees(
    gold: Trees, predicted: Trees, is_punctuation: Mask | None = None
) -> TreeEvaluation:
    """Judge predicted trees.

    Parameters
    ----------
    gold, predicted
        The right trees, and the answers, of the same sentences.
    is_punctuation
        Which tokens the scores without punctuation leave out : (n_tokens,). None: no token.

    Examples
    --------
    >>> gold = Trees.from_lists([[2, 0, 2]], [["nsubj", "root", "punct"]])
    >>> answer = Trees.from_lists([[2, 0, 1]], [["obj", "root", "punct"]])
    >>> evaluation = evaluate_trees(gold, answer, np.arange(3) == 2)
    >>> round(evaluation.scores.uas, 3), evaluation.without_punctuation.uas
    (0.667, 1.0)
    >>> evaluation.per_relation["nsubj"].recall, evaluation.per_distance["1"].recall
    (0.0, 0.5)
    >>> gold, answer = Trees.from_lists([[2, 0, 2], [0]]), Trees.from_lists([[2, 0, 1], [0]])
    >>> print(evaluate_trees(gold, answer, np.arange(4) == 2).to_text())
    4 tokens in 2 sentences, punctuation counted: UAS 75.00 % (95 %: 66.7 % to 100.0 %)
    <BLANKLINE>
                              UAS  all heads right  right root  tokens
    ------------------------------------------------------------------
    all tokens            75.00 %           50.0 %     100.0 %       4
    without punctuation  100.00 %          100.0 %     100.0 %       3
    <BLANKLINE>
    words in sentence      UAS  all heads right  sentences  tokens
    --------------------------------------------------------------
    1-10               75.00 %           50.0 %          2       4
    <BLANKLINE>
    distance to head  precision  recall     f1  support
    ---------------------------------------------------
    root                  1.000   1.000  1.000        2
    1                     1.000   0.500  0.667        2
    2                     0.000   0.000  0.000        0
    """
    _check(gold, predicted, is_punctuation)
    everything = np.ones(gold.n_tokens, dtype=np.bool_)
    rest = everything if is_punctuation is None else ~is_punctuation
    answers = _Answers(gold, predicted)
    return TreeEvaluation(
        answers.count(everything),
        answers.count(rest) if rest.any() else None,
        answers.per_relation(),
        answers.per_length(),
        answers.per_distance(),
        answers.n_right_of_each(),
    )


def _check(gold: Trees, predicted: Trees, is_punctuation: Mask | None) -> None:
    if not np.array_equal(gold.offsets, predicted.offsets):
        raise DataError(
            f"gold and predicted trees must be of the same sentences; got {len(gold)} with "
            f"{gold.n_tokens} tokens and {len(predicted)} with {predicted.n_tokens}. "
            "Parse the sentences that have gold trees, with their tokens."
        )
    if not gold.n_tokens:
        raise DataError(
            "there must be tokens to compare; got none. Give a treebank with sentences."
        )
    if is_punctuation is not None:
        check_mask("is_punctuation", is_punctuation, gold.n_tokens, "Look at each word or tag.")


class _Answers:
    """Gold and answers token by token, the relations as codes of one list without subtypes."""

    def __init__(self, gold: Trees, predicted: Trees) -> None:
        self.gold, self.predicted = gold.heads, predicted.heads
        lengths = np.diff(gold.offsets)
        self.sentence_of = np.repeat(np.arange(len(lengths)), lengths)
        self.length_of = np.repeat(lengths, lengths)
        self.ids = ids_of(gold.offsets)
        self.has_right_head = self.gold == self.predicted
        self.is_labelled = gold.has_relations and predicted.has_relations
        self.names = sorted({without_subtype(name) for name in gold.names + predicted.names})
        place = {name: i for i, name in enumerate(self.names)}
        self.relations, self.answered = (
            np.array([place[without_subtype(name)] for name in trees.names])[trees.relations]
            for trees in (gold, predicted)
        )
        self.has_right_relation = self.relations == self.answered
        self.is_right = self.has_right_head & self.has_right_relation

    def count(self, counted: Mask) -> TreeScores:
        """Return the scores of some tokens."""
        in_sentence = self._per_sentence(counted) > 0
        n_tokens, n_sentences = int(counted.sum()), int(in_sentence.sum())

        def count(mask: Mask) -> int:
            return int((counted & mask).sum())

        def complete(is_right: Mask) -> float:
            is_whole = self._per_sentence(counted & ~is_right) == 0
            return int((in_sentence & is_whole).sum()) / n_sentences

        n_heads = count(self.has_right_head)
        scores = TreeScores(
            n_tokens=n_tokens,
            n_sentences=n_sentences,
            uas=n_heads / n_tokens,
            count=partial(self.ledger, counted),
            complete_heads=complete(self.has_right_head),
            root_accuracy=complete((self.gold == 0) == (self.predicted == 0)),
        )
        if not self.is_labelled:
            return scores
        in_gold, in_answer = self._content()
        content = [count(mask) for mask in (in_gold, in_answer, in_gold & self.is_right)]
        n_arcs = count(self.is_right)
        return replace(
            scores,
            las=n_arcs / n_tokens,
            clas=Score.of(*content).f1 if content[0] else None,
            relation_accuracy=count(self.has_right_relation) / n_tokens,
            complete_trees=complete(self.is_right),
        )

    def ledger(self, counted: Mask) -> Ledger:
        """Return what each sentence adds to the scores of some tokens."""
        n_tokens = self._per_sentence(counted)
        wrong = [
            self._per_sentence(counted & ~mask) for mask in (self.has_right_head, self.is_right)
        ]
        has_tokens = n_tokens > 0
        columns = [n_tokens, n_tokens - wrong[0], has_tokens, has_tokens & (wrong[0] == 0)]
        figures = [share("uas", 1, 0), share("complete_heads", 3, 2, counts_examples=True)]
        if not self.is_labelled:
            return Ledger.of_table(np.column_stack(columns), figures)
        in_gold, in_answer = self._content()
        columns += [n_tokens - wrong[1], has_tokens & (wrong[1] == 0)]
        columns += [
            self._per_sentence(counted & mask)
            for mask in (in_gold, in_answer, in_gold & self.is_right)
        ]
        figures = [
            share("las", 4, 0),
            figures[0],
            f1("clas", 6, 7, 8),
            figures[1],
            share("complete_trees", 5, 2, counts_examples=True),
            f1_of_each("per_relation", self.names, len(columns)),
        ]
        right = counted & self.is_right
        marks = [
            (self.sentence_of[mask], codes[mask])
            for mask, codes in (
                (counted, self.relations), (counted, self.answered), (right, self.relations)
            )
        ]  # fmt: skip
        return Ledger.of_marks(columns, marks, len(self.names), figures)

    def _content(self) -> tuple[Mask, Mask]:
        """Return which tokens are content words in gold, and in the answer."""
        is_content = np.array([name in CONTENT_RELATIONS for name in self.names])
        return is_content[self.relations], is_content[self.answered]

    def n_right_of_each(self) -> NDArray[np.int64]:
        """Return the number of right arcs in each sentence, labelled if there are labels."""
        return self._per_sentence(self.is_right if self.is_labelled else self.has_right_head)

    def per_relation(self) -> dict[str, Score]:
        """Return the scores of labelled arcs by relation."""
        if not self.is_labelled:
            return {}
        return _tally(self.names, self.relations, self.answered, self.is_right)

    def per_distance(self) -> dict[str, Score]:
        """Return the scores of unlabelled arcs by the distance from the token to its head."""
        names = ["root", *_bucket_names(_DISTANCES)]
        gold, answered = (
            np.where(heads == 0, 0, 1 + np.searchsorted(_DISTANCES, np.abs(self.ids - heads)))
            for heads in (self.gold, self.predicted)
        )
        return _tally(names, gold, answered, self.has_right_head)

    def per_length(self) -> dict[str, LengthScores]:
        """Return the scores of sentences by their number of tokens."""
        rows = {}
        bucket_of = np.searchsorted(_LENGTHS, self.length_of)
        for i, name in enumerate(_bucket_names(_LENGTHS)):
            if (bucket_of == i).any():
                scores = self.count(bucket_of == i)
                rows[name] = LengthScores(*(getattr(scores, each) for each in LengthScores._fields))
        return rows

    def _per_sentence(self, mask: Mask) -> Codes:
        n_sentences = int(self.sentence_of[-1]) + 1
        return np.bincount(self.sentence_of[mask], minlength=n_sentences)


def _tally(names: list[str], gold: Codes, answered: Codes, is_right: Mask) -> dict[str, Score]:
    columns = (gold, answered, gold[is_right])
    return tally(names, *(np.bincount(each, minlength=len(names)) for each in columns))


def _bucket_names(lasts: tuple[int, ...]) -> list[str]:
    firsts = [1, *(last + 1 for last in lasts)]
    spans = zip(firsts, lasts, strict=False)
    names = [str(last) if first == last else f"{first}-{last}" for first, last in spans]
    return [*names, f"{firsts[-1]}+"]
