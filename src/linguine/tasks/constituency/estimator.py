"""ConstituencyParser: sentences in, the tree of their phrases out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import Constituents
from linguine.errors import tell
from linguine.features.span.templates import SpanTemplates
from linguine.progress import ProgressOption
from linguine.tasks.base import TaskEstimator
from linguine.tasks.constituency.file import build_model, pack_model
from linguine.tasks.constituency.input import read_trees, read_words
from linguine.tasks.constituency.model import ConstituencyModel
from linguine.tasks.constituency.settings import ConstituencySettings
from linguine.tasks.constituency.training import train_parser

if TYPE_CHECKING:
    from linguine.reports import Explanation
    from linguine.reports.constituents.scores import ConstituentEvaluation

__all__ = ["ConstituencyParser"]

Self = TypeVar("Self", bound="ConstituencyParser")


class ConstituencyParser(TaskEstimator):
    """Finds the phrases of sentences: which words belong together, and what they are.

    Trees are those of a grammar read off the training trees; words are tagged along the way.

    Parameters
    ----------
    algorithm
        ``"mira"``, ``"perceptron"``, ``"svm"``, ``"crf"`` or ``"softmax-margin"``: the span
        parser of [Hall2014], which looks at the words at the ends of a span, around it and where
        it is split; or ``"pcfg"``, a grammar whose rules are counted.
    vertical, horizontal
        What the symbols of the grammar remember: labels (1 is their own, 2 also their parent's)
        and siblings. None is 2 and 2 for ``"pcfg"``, 1 and 0 for the others, which look at words.
    templates
        What to look at: :class:`linguine.features.SpanTemplates`. None is the usual ones.
    bits
        Logarithm of the number of rows of weights: the size of the model.
    n_threads
        Threads; None is all processors. The result does not depend on it.
    seed, random_state
        Seed of every shuffle, under our name and scikit-learn's; None is 0.
    progress
        None, True for a bar or log lines, or a function of :class:`linguine.progress.Progress`.
    options
        What the algorithm has: C, k_best, epochs, averaged, patience, learner, learning_rate, l2,
        unlabelled_weight.

    Examples
    --------
    >>> first = "(S (NP (NNS Dogs)) (VP (VBP bark)))"
    >>> second = "(S (NP (DT The) (NN cat)) (VP (VBZ naps)))"
    >>> parser = ConstituencyParser("pcfg").fit([first, second] * 3)
    >>> parser.predict([["The", "fox", "naps"]])
    ['(S (NP (DT The) (NN fox)) (VP (VBZ naps)))']
    """

    settings: ConstituencySettings
    model_: ConstituencyModel | None
    _settings_type = ConstituencySettings
    _pack, _build = staticmethod(pack_model), staticmethod(build_model)
    _called, _how = "parser", "fit(trees)"

    def __init__(
        self,
        algorithm: str = "mira",
        *,
        vertical: int | None = None,
        horizontal: int | None = None,
        templates: SpanTemplates | None = None,
        bits: int = 17,
        n_threads: int | None = None,
        seed: int | None = None,
        progress: ProgressOption = None,
        random_state: int | None = None,
        **options: Any,
    ) -> None:
        self._keep(locals())

    def fit(
        self: Self,
        trees: Any,
        y: Any = None,
        *,
        dev: Any = None,
        unlabelled: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Learn from trees.

        Parameters
        ----------
        trees
            The name of a file of brackets, what :func:`linguine.data.read_constituents` gave, or a
            list of brackets.
        y
            For scikit-learn: the trees, and then the first argument is their words.
        dev
            More trees, in any of these forms. Learning stops when it gets no better on them.
        unlabelled
            For ``"pcfg"``: sentences without trees, as for ``predict``; rules count as often as
            they are expected there, times the option ``unlabelled_weight`` (1.0).
        sample_weight
            Weight of each tree.

        Returns
        -------
        self
            The fitted parser.
        """
        with self._learning() as use:
            given = read_trees(trees if y is None else y)
            held_out = None if dev is None else read_trees(dev)
            self.model_, notes = train_parser(
                self.settings,
                given,
                use,
                dev=held_out,
                unlabelled=None if unlabelled is None else read_words(unlabelled),
                sample_weight=sample_weight,
            )
        tell(given.sentences.source, notes)
        return self

    def predict(self, sentences: Any, *, tags: Any = None) -> list[str]:
        """Return the best tree of each sentence, as brackets.

        Parameters
        ----------
        sentences
            Lists of words, a ``pathlib.Path``, or what was read.
        tags
            The tags of the words, as lists of the same lengths, to be taken as they are; None for
            one that is to be found, as are those that the parser has never seen. None: it finds
            all of them.
        """
        return self.predict_trees(sentences, tags=tags).to_brackets()

    def predict_trees(self, sentences: Any, *, tags: Any = None) -> Constituents:
        """Return the best tree of each sentence, as arrays."""
        model: ConstituencyModel = self._model()
        return model.parse(read_words(sentences, tags))

    def confidences(self, sentences: Any, *, tags: Any = None) -> list[NDArray[np.float64]]:
        """Return the probability of each node of the best trees, from the top down.

        Of algorithms other than ``"crf"``, ``"softmax-margin"`` and ``"pcfg"`` these are shares
        under a model that was not made for it: an order, not probabilities to believe.
        """
        model: ConstituencyModel = self._model()
        trees = model.parse(read_words(sentences, tags))
        return np.split(model.node_shares(trees), trees.offsets[1:-1])[: len(trees)]

    def k_best(self, sentence: Any, k: int, *, tags: Any = None) -> list[str]:
        """Return the k best trees of one list of words, best first, as brackets."""
        from linguine.inference.structure import check_k

        check_k(k)
        model: ConstituencyModel = self._model()
        words = read_words([sentence], None if tags is None else [tags])
        return model.k_best(words, k).to_brackets()

    def score(self, trees: Any, y: Any = None) -> float:
        """Return the F1 of labelled brackets."""
        return self.evaluate(trees, y).scores.f1

    def evaluate(self, trees: Any, y: Any = None) -> ConstituentEvaluation:
        """Return precision, recall and F1 of brackets and more, as evalb measures them.

        Parameters
        ----------
        trees, y
            As for ``fit``.
        """
        from linguine.reports.constituents.metrics import evaluate_constituents

        model: ConstituencyModel = self._model()
        gold = read_trees(trees if y is None else y)
        return evaluate_constituents(gold, model.parse(gold.sentences))

    def explain(self, sentence: Any, first: int, last: int) -> Explanation:
        """Return why words first to last, counted from 1, are a node: what speaks for and against.

        Parameters
        ----------
        sentence
            One list of words.
        first, last
            The words of the node.
        """
        from linguine.tasks.constituency.explanation import explain_node

        model: ConstituencyModel = self._model()
        return explain_node(model, read_words([sentence]), first - 1, last)
