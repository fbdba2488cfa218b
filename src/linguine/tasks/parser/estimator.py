"""DependencyParser: sentences in, a tree for each out."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import Trees
from linguine.errors import DataError, DataWarning
from linguine.features.arc.templates import ArcTemplates
from linguine.features.threads import count_threads
from linguine.model.concurrency import Resources
from linguine.progress import ProgressOption, resolve
from linguine.tasks.parser.file import load_parser, save_parser
from linguine.tasks.parser.input import read_parsed, read_unparsed
from linguine.tasks.parser.model import ParserModel
from linguine.tasks.parser.settings import ParserSettings, settings_of_parser
from linguine.tasks.parser.training import train_parser

if TYPE_CHECKING:
    from linguine.reports import Explanation
    from linguine.reports.trees.scores import TreeEvaluation

__all__ = ["DependencyParser"]

Self = TypeVar("Self", bound="DependencyParser")


class DependencyParser:
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
    seed
        Seed of every shuffle.
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
        seed: int = 0,
        progress: ProgressOption = None,
        **options: Any,
    ) -> None:
        self.settings = ParserSettings(
            algorithm=algorithm,
            templates=templates,
            columns=columns,
            order=order,
            projective=projective,
            single_root=single_root,
            relation_cost=relation_cost,
            shared_bits=shared_bits,
            relation_bits=relation_bits,
            n_threads=n_threads,
            seed=seed,
            options=options,
        )
        self.progress = progress
        self.model_: ParserModel | None = None
        self.seconds_: float | None = None  # not in the model file: its bytes are repeatable

    # --- learning -------------------------------------------------------------------------------

    def fit(
        self: Self,
        sentences: Any,
        heads: Any = None,
        relations: Any = None,
        *,
        dev: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Learn from sentences and their trees.

        Parameters
        ----------
        sentences
            The name of a CoNLL-U file, what :func:`linguine.data.read_sentences` gave, or lists of
            tokens, each a str, or a tuple (form, upos) or (form, lemma, upos, xpos, feats), or a
            dictionary of columns.
        heads, relations
            Of lists of tokens: the head of each, counted from 1 with 0 for the root, and its
            relation; without relations only heads are learned.
        dev
            More sentences with trees, in any of these forms or as a tuple. Learning stops when it
            gets no better on them.
        sample_weight
            Weight of each sentence.

        Returns
        -------
        self
            The fitted parser.
        """
        start = time.perf_counter()
        given = read_parsed(sentences, heads, relations)
        held_out = None
        if dev is not None:
            held_out = read_parsed(*dev) if isinstance(dev, tuple) else read_parsed(dev)
        with resolve(self.progress) as report:
            use = Resources(count_threads(self.settings.n_threads), self.settings.seed, report)
            self.model_, notes = train_parser(
                self.settings, given, use, dev=held_out, sample_weight=sample_weight
            )
        for note in notes:
            warnings.warn(f"{given.source}: {note}.", DataWarning, stacklevel=2)
        self.seconds_ = round(time.perf_counter() - start, 3)
        return self

    # --- answering ------------------------------------------------------------------------------

    def predict(self, sentences: Any) -> list[list[tuple[int, str]]]:
        """Return head and relation of each word, a list for each sentence.

        Heads count from 1; 0 is the root.
        """
        heads, relations = self.predict_trees(sentences).to_lists()
        return [
            list(zip(own, named, strict=True)) for own, named in zip(heads, relations, strict=True)
        ]

    def predict_trees(self, sentences: Any) -> Trees:
        """Return the best tree of each sentence, as arrays."""
        model = self._model()
        return model.parse(read_unparsed(model, sentences))

    def predict_proba(self, sentences: Any) -> list[NDArray[np.float64]]:
        """Return p(head | sentence) of each word, a table for each sentence : (n, n + 1).

        Column 0 is the root. Of algorithms other than ``"crf"`` and ``"softmax-margin"`` these are
        shares under a model that was not made for it: an order, not probabilities to believe.
        """
        model = self._model()
        return model.marginals(read_unparsed(model, sentences))

    def confidences(self, sentences: Any, trees: Trees | None = None) -> list[NDArray[np.float64]]:
        """Return p(head | sentence) of each word of trees, by default the best ones.

        One array for each sentence : (n,).
        """
        model = self._model()
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
        from linguine.tasks.parser.evaluation import evaluate_parses

        model = self._model()
        read = read_parsed(sentences, heads, relations, columns=model.columns)
        evaluation, notes = evaluate_parses(
            read,
            model.parse(read),
            relations=model.relations,
            allows_roots=not model.single_root,
        )
        for note in notes:
            warnings.warn(f"{read.source}: {note}.", DataWarning, stacklevel=2)
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

        model = self._model()
        return explain_arc(model, read_unparsed(model, [sentence]), word)

    @property
    def labels_(self) -> list[str]:
        """The relations."""
        return list(self._model().relations)

    @property
    def info_(self) -> dict[str, Any]:
        """How the model was made: plain data, the same that the model file holds."""
        return self._model().info

    # --- keeping --------------------------------------------------------------------------------

    def save(self, path: str | PathLike[str], *, quantize: str | None = None) -> None:
        """Write the model to a ``.linguine`` file, all or nothing.

        Parameters
        ----------
        path
            Where to.
        quantize
            ``"float16"`` or ``"int8"`` for a smaller file; None is exact.
        """
        save_parser(path, self._model(), quantize=quantize)

    @classmethod
    def load(
        cls: type[Self], path: str | os.PathLike[str] | bytes, *, n_threads: int | None = None
    ) -> Self:
        """Read a model from a file, or from its bytes.

        Parameters
        ----------
        path
            The file.
        n_threads
            Threads for prediction; None is all processors.
        """
        model = load_parser(path)
        model.n_threads = n_threads
        parser = cls.__new__(cls)
        parser.settings = settings_of_parser(model)
        parser.progress, parser.seconds_ = None, None
        parser.model_ = model
        return parser

    def _model(self) -> ParserModel:
        if self.model_ is None:
            raise DataError(
                "The parser must be fitted first; it has no model yet. "
                "Call fit(sentences) or DependencyParser.load(path)."
            )
        return self.model_
