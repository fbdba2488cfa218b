"""Tokenizer: raw text in, sentences of words out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from linguine.data.segmentation import Segmentation
from linguine.progress import ProgressOption
from linguine.tasks.base import TaskEstimator
from linguine.tasks.tokenizer.file import build_model, pack_model
from linguine.tasks.tokenizer.input import as_texts, read_treebank
from linguine.tasks.tokenizer.model import TokenizerModel
from linguine.tasks.tokenizer.settings import TokenizerSettings
from linguine.tasks.tokenizer.training import train_tokenizer

if TYPE_CHECKING:
    from linguine.reports import Explanation
    from linguine.reports.tokens.metrics import TokenEvaluation

__all__ = ["Tokenizer"]

Self = TypeVar("Self", bound="Tokenizer")


class Tokenizer(TaskEstimator):
    """Cuts raw text into sentences and words, as a treebank does.

    Behind every run of letters or digits and every other character it decides whether the token
    goes on, ends, or ends a sentence. Tokens that stand for several words are looked up.

    Parameters
    ----------
    algorithm
        ``"mira"``, ``"perceptron"``, ``"crf"`` or ``"memm"``, as for :class:`linguine.Tagger`.
    units
        What is never cut: ``"runs"`` of letters or digits, or single ``"characters"``. ``"auto"``
        is runs unless words of the treebank end within them.
    min_count
        How often a feature must be there.
    n_threads
        Threads; None is all processors. The result does not depend on it.
    seed, random_state
        Seed of every shuffle, under our name and scikit-learn's; None is 0.
    progress
        None, True for a bar or log lines, or a function of :class:`linguine.progress.Progress`.
    options
        What the algorithm has: C, l2, epochs, max_iterations, ...

    Examples
    --------
    >>> from importlib.resources import files
    >>> corpus = files("linguine") / "data" / "corpora" / "everyday_small.conllu"
    >>> tokenizer = Tokenizer().fit(str(corpus))
    >>> tokenizer.predict(["I'd like some tea, please. Thanks!"])
    [[['I', "'d", 'like', 'some', 'tea', ',', 'please', '.'], ['Thanks', '!']]]
    """

    settings: TokenizerSettings
    model_: TokenizerModel | None
    _settings_type = TokenizerSettings
    _pack, _build = staticmethod(pack_model), staticmethod(build_model)
    _called, _how = "tokenizer", "fit(treebank)"

    def __init__(
        self,
        algorithm: str = "mira",
        *,
        units: str = "auto",
        min_count: int = 1,
        n_threads: int | None = None,
        seed: int | None = None,
        progress: ProgressOption = None,
        random_state: int | None = None,
        **options: Any,
    ) -> None:
        self._keep(locals())

    def fit(self: Self, treebank: Any, y: Any = None, *, dev: Any = None) -> Self:
        """Learn from a treebank.

        Parameters
        ----------
        treebank
            The name of a file in CoNLL-U that says where spaces were (``# text`` and
            ``SpaceAfter=No``), or a :class:`linguine.data.Segmentation`.
        y
            Not used; for scikit-learn.
        dev
            Another treebank. Online learners stop when they get no better on it.

        Returns
        -------
        self
            The fitted tokenizer.
        """
        with self._learning() as use:
            held_out = None if dev is None else read_treebank(dev)
            self.model_ = train_tokenizer(self.settings, read_treebank(treebank), use, dev=held_out)
        return self

    def predict(self, texts: Any) -> list[list[list[str]]]:
        """Return the words of each text: a list for each sentence.

        Parameters
        ----------
        texts
            A list of raw texts; empty lines in them are between paragraphs.
        """
        model: TokenizerModel = self._model()
        return [model.segment(each).words() for each in as_texts(texts)]

    def segment(self, text: str) -> Segmentation:
        """Return where the tokens and sentences of a text are, in characters."""
        model: TokenizerModel = self._model()
        return model.segment(as_texts([text])[0])

    def evaluate(self, treebank: Any) -> TokenEvaluation:
        """Return precision, recall and F1 of words, sentences and tokens.

        Parameters
        ----------
        treebank
            As for ``fit``; its text is put together again and segmented.
        """
        from linguine.reports.tokens.metrics import evaluate_segmentation

        gold = read_treebank(treebank)
        model: TokenizerModel = self._model()
        return evaluate_segmentation(gold, model.segment(gold.text))

    def score(self, treebank: Any, y: Any = None) -> float:
        """Return the F1 of words."""
        return self.evaluate(treebank).words.f1

    def explain(self, text: str, position: int) -> Explanation:
        """Return why a boundary is, or is not, behind a unit of a text.

        Parameters
        ----------
        text
            The raw text; its first paragraph is looked at.
        position
            Which unit (a run of letters or digits, or another character), counted from 0.
        """
        from linguine.tasks.tokenizer.explanation import explain_boundary

        return explain_boundary(self._model(), as_texts([text])[0], position)
