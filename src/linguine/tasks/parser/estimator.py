"""DependencyParser: sentences in, a tree for each out."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import Sentences, Trees
from linguine.data.reading.sentence_files import SentenceFiles
from linguine.errors import check_number, tell
from linguine.features.arc.templates import ArcTemplates
from linguine.progress import ProgressOption
from linguine.tasks.base import TaskEstimator
from linguine.tasks.going_on import GoingOn
from linguine.tasks.parser.allowed import Wishes, read_wishes
from linguine.tasks.parser.file import build_model, pack_model
from linguine.tasks.parser.input import read_parsed, read_unparsed
from linguine.tasks.parser.model import ParserModel
from linguine.tasks.parser.settings import ParserSettings
from linguine.tasks.parser.training import train_parser
from linguine.tasks.streaming.memory import PER_BYTE
from linguine.tasks.streaming.naming import as_sentence_files, check_alone, files_for_engine

if TYPE_CHECKING:
    from linguine.reports import Explanation
    from linguine.reports.trees.scores import TreeEvaluation

__all__ = ["DependencyParser"]

Self = TypeVar("Self", bound="DependencyParser")


class DependencyParser(GoingOn, TaskEstimator):
    """Finds the head of each word and its relation to it.

    Parameters
    ----------
    algorithm
        ``"mira"``, ``"perceptron"``, ``"svm"``, ``"crf"`` or ``"softmax-margin"``.
    templates
        What to look at: :class:`linguine.features.ArcTemplates`, or a ``pathlib.Path`` to a file
        of templates. None is what suits the columns.
    columns
        Which columns to look at, as a list or as ``"form,lemma,upos,feats"``. None is of a CoNLL-U
        file ``form`` and ``upos`` (or else ``xpos``), which one tagger gives to plain text; of
        other tokens every column that says something about the words.
    order
        1 looks at arcs, 2 also at neighbouring modifiers of a head: about a point better, and
        slower.
    projective
        True finds the best tree without crossing arcs, False the best of all trees.
    single_root
        True hangs exactly one word on the root, as Universal Dependencies want it.
    relation_cost
        What a right head with a wrong relation costs where a wrong head costs 1, to learners with
        a margin.
    shared_bits, relation_bits
        Logarithms of the number of weights of arcs, and of the rows of weights by relation: the
        size of the model.
    n_threads
        Threads; None is all processors. The result does not depend on it.
    seed, random_state
        Seed of every shuffle, under our name and scikit-learn's; None is 0.
    progress
        None, True for a bar or log lines, or a function of :class:`linguine.progress.Progress`.
    options
        What the algorithm has: C, k_best, epochs, averaged, patience, learner, learning_rate, l2.

    Examples
    --------
    >>> tokens = [[("Dogs", "NOUN"), ("bark", "VERB")], [("Bark", "VERB"), ("dogs", "NOUN")]] * 3
    >>> heads, relations = [[2, 0], [0, 1]] * 3, [["nsubj", "root"], ["root", "obj"]] * 3
    >>> parser = DependencyParser("mira", shared_bits=12, relation_bits=8)
    >>> _ = parser.fit(tokens, heads, relations)
    >>> parser.predict([[("Cats", "NOUN"), ("sleep", "VERB")]])
    [[(2, 'nsubj'), (0, 'root')]]
    """

    settings: ParserSettings
    model_: ParserModel | None
    _settings_type = ParserSettings
    _pack, _build = staticmethod(pack_model), staticmethod(build_model)
    _called, _how = "parser", "fit(sentences)"

    def __init__(
        self,
        algorithm: str = "mira",
        *,
        templates: ArcTemplates | PathLike[str] | None = None,
        columns: str | Sequence[str] | None = None,
        order: int = 1,
        projective: bool = True,
        single_root: bool = True,
        relation_cost: float = 0.5,
        shared_bits: int = 22,
        relation_bits: int = 17,
        n_threads: int | None = None,
        seed: int | None = None,
        progress: ProgressOption = None,
        random_state: int | None = None,
        **options: Any,
    ) -> None:
        self._keep(locals())

    # --- learning -------------------------------------------------------------------------------

    def fit(
        self: Self,
        sentences: Any,
        heads: Any = None,
        relations: Any = None,
        *,
        dev: Any = None,
        sample_weight: ArrayLike | None = None,
        engine: Any = None,
    ) -> Self:
        """Learn from sentences and their trees.

        Parameters
        ----------
        sentences
            The name of a CoNLL-U file, a pattern or a list of names; what
            :func:`linguine.data.read_sentences` gave; or lists of tokens, each a str, or a tuple
            (form, upos) or (form, lemma, upos, xpos, feats), or a dictionary of columns. Files that
            do not fit into memory, and :class:`linguine.data.Files`, are learned from part by part.
        heads, relations
            Of lists of tokens: the head of each, counted from 1 with 0 for the root, and its
            relation; without relations only heads are learned. As one y for scikit-learn: heads
            that are pairs (heads, relations), or what ``predict`` gives.
        dev
            More sentences with trees, in any of these forms or as a tuple. Learning stops when it
            gets no better on them.
        sample_weight
            Weight of each sentence.
        engine
            Who learns, each from a part of the files: a ``dask.distributed.Client``, the address of
            a Dask scheduler, or ``"local"``; None is this process. The model does not depend on how
            many workers there are.

        Returns
        -------
        self
            The fitted parser.
        """
        with self._learning() as use:
            if engine is not None:
                sentences = files_for_engine(sentences)
            given = as_sentence_files(sentences, PER_BYTE) if heads is None else sentences
            held_out = None
            if dev is not None:
                held_out = read_parsed(*dev) if isinstance(dev, tuple) else read_parsed(dev)
            if isinstance(given, SentenceFiles):
                from linguine.tasks.parser.streaming.fitting import ParserTraining

                check_alone(given, relations=relations, sample_weight=sample_weight)
                self.model_, notes = ParserTraining.learn(
                    self.settings, given, use, dev=held_out, engine=engine
                )
            else:
                given = read_parsed(given, heads, relations)
                self.model_, notes = train_parser(
                    self.settings, given, use, dev=held_out, sample_weight=sample_weight
                )
        tell(given.source, notes)
        return self

    def partial_fit(
        self: Self,
        sentences: Any,
        heads: Any = None,
        relations: Any = None,
        *,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Learn from more sentences, keeping what was learned; new words and relations may appear.

        One pass of an online learner, eight sentences a step. A parser that was fitted or loaded
        goes on from its weights, which count in the average as one pass over their sentences, at
        most a thousand steps.

        Parameters
        ----------
        sentences, heads, relations, sample_weight
            As for ``fit``.

        Returns
        -------
        self
            The parser.
        """
        from linguine.tasks.parser.increment import TreeStream

        stream = self._stream or TreeStream(self.settings, self._fitted)
        with self._learning() as use:
            given = read_parsed(sentences, heads, relations)
            notes = stream.advance(given, use, sample_weight)
        self._go_on_with(stream)
        tell(given.source, notes)
        return self

    # --- answering ------------------------------------------------------------------------------

    def predict(self, sentences: Any, allowed: Any = None) -> list[list[tuple[int, str]]]:
        """Return head and relation of each word, a list for each sentence.

        Heads count from 1; 0 is the root.

        Parameters
        ----------
        sentences
            Lists of tokens as for ``fit``, sentences that were read, or a ``pathlib.Path``.
        allowed
            What is known already: a list for each sentence (or None) with, for each token, its
            head (a number), its relation (a str), a pair of both, with None for what is not known
            and sets for several; or None.
        """
        return _pairs(self.predict_trees(sentences, allowed))

    def predict_trees(self, sentences: Any, allowed: Any = None) -> Trees:
        """Return the best tree of each sentence, as arrays."""
        model, read, wishes = self._asked(sentences, allowed)
        return model.parse(read, wishes)

    def predict_proba(self, sentences: Any, allowed: Any = None) -> list[NDArray[np.float64]]:
        """Return p(head | sentence) of each word, a table for each sentence : (n, n + 1).

        Column 0 is the root. Of algorithms other than ``"crf"`` and ``"softmax-margin"`` these are
        shares under a model that was not made for it: an order, not probabilities to believe.
        """
        model, read, wishes = self._asked(sentences, allowed)
        return model.marginals(read, wishes)

    def k_best(
        self, sentences: Any, k: int = 5, allowed: Any = None
    ) -> list[list[tuple[list[tuple[int, str]], float | None]]]:
        """Return the k best trees of each sentence, with their probabilities.

        They differ in their heads; each has its best relations. There are probabilities of
        ``"crf"`` and ``"softmax-margin"`` of order 1.
        """
        check_number("DependencyParser", "k", k, low=1, high=10_000, integer=True, fix="Try 5.")
        model, read, wishes = self._asked(sentences, allowed)
        return [
            list(zip(_pairs(trees), values, strict=True))
            for trees, values in model.k_best(read, k, wishes)
        ]

    def _asked(self, sentences: Any, allowed: Any) -> tuple[ParserModel, Sentences, Wishes | None]:
        model: ParserModel = self._model()
        read = read_unparsed(model, sentences)
        return model, read, read_wishes(model.relations, allowed, read)

    def confidences(self, sentences: Any, trees: Trees | None = None) -> list[NDArray[np.float64]]:
        """Return p(head | sentence) of each word of trees, by default the best ones.

        One array for each sentence : (n,).
        """
        model: ParserModel = self._model()
        read = read_unparsed(model, sentences)
        of_heads, _ = model.confidences(read, model.parse(read) if trees is None else trees)
        return np.split(of_heads, read.offsets[1:-1])[: read.n_sentences]

    def score(self, sentences: Any, heads: Any = None, relations: Any = None) -> float:
        """Return the share of words with the right head and relation; of heads if unlabelled."""
        scores = self.evaluate(sentences, heads, relations).scores
        return scores.uas if scores.las is None else scores.las

    def evaluate(self, sentences: Any, heads: Any = None, relations: Any = None) -> TreeEvaluation:
        """Return UAS, LAS, CLAS and more, as the CoNLL 2018 task measured them.

        Parameters
        ----------
        sentences, heads, relations
            As for ``fit``.
        """
        from linguine.tasks.parser.evaluation import judge_parser

        model: ParserModel = self._model()
        read = read_parsed(sentences, heads, relations, columns=model.columns)
        evaluation, notes = judge_parser(model, read, read)
        tell(read.source, notes)
        return evaluation

    def explain(self, sentence: Any, word: int) -> Explanation:
        """Return why a word has its head: what speaks for this arc, and what for the next best.

        Parameters
        ----------
        sentence
            One list of tokens.
        word
            Which of them, counted from 1.
        """
        from linguine.tasks.parser.explanation import explain_arc

        model: ParserModel = self._model()
        return explain_arc(model, read_unparsed(model, [sentence]), word)


def _pairs(trees: Trees) -> list[list[tuple[int, str]]]:
    """Return heads with their relations, a list for each tree."""
    return [list(zip(*each, strict=True)) for each in zip(*trees.to_lists(), strict=True)]
