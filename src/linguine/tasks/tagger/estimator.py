"""Tagger: sentences in, a tag for each token out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import Files, Sentences
from linguine.data.reading.options import ColumnName
from linguine.data.reading.sentence_files import SentenceFiles
from linguine.errors import DataError, check_number, tell
from linguine.features import BagExtractor, TokenRows, WordVectors
from linguine.model.estimator import Functions
from linguine.progress import ProgressOption
from linguine.tasks.base import TaskEstimator
from linguine.tasks.going_on import GoingOn
from linguine.tasks.sentences.plain_text import make_cutter
from linguine.tasks.streaming.naming import as_sentence_files, check_alone, files_for_engine
from linguine.tasks.tagger.algorithms import STREAMED
from linguine.tasks.tagger.file import build_model, pack_model
from linguine.tasks.tagger.gold.limits import PER_BYTE
from linguine.tasks.tagger.input import read_allowed, read_questions, read_tagged, read_untagged
from linguine.tasks.tagger.model import TaggerModel, name_k_best
from linguine.tasks.tagger.settings import TaggerSettings, Templates
from linguine.tasks.tagger.spans.spanned_text import Redaction, SpannedText, find_in_texts
from linguine.tasks.tagger.spans.tagged_span import TaggedSpan, find_spans
from linguine.tasks.tagger.training import train_tagger

if TYPE_CHECKING:
    from linguine.model.file.loaded_model import LoadedModel
    from linguine.reports import Explanation
    from linguine.reports.tags.span_metrics import TagEvaluation

__all__ = ["Tagger"]

Self = TypeVar("Self", bound="Tagger")


class Tagger(GoingOn, TaskEstimator):
    """Tags the tokens of sentences: parts of speech, chunks, named entities.

    Parameters
    ----------
    algorithm
        ``"auto"`` is ``"softmax-margin"`` for tags that spell spans, and ``"crf"`` for others.
        ``"crf"``, ``"softmax-margin"``, ``"perceptron"``, ``"mira"`` and ``"svm"`` learn whole
        sequences; ``"memm"``, ``"local-svm"``, ``"local-mira"``, ``"local-perceptron"`` and
        ``"local-naive-bayes"`` one tag after the other; ``"hmm"`` counts. ``"textbook-hmm"`` also
        learns from sentences without tags; ``"baum-welch"`` needs none, and finds ``states`` (12).
    templates
        What to look at: a list such as ``["w[-1..1]", "w[0].suffix1-3"]``, a
        :class:`linguine.features.TokenTemplates`, or a ``pathlib.Path`` to a file of templates (our
        own, CRF++'s or Wapiti's). None is what suits columns and tags.
    order
        How many tags before it a tag depends on; None is 1, and 2 for ``"hmm"``. Time and memory go
        with the number of tags to this power: 34 tags at most of order 3, 14 of order 4.
    min_count
        At how many tokens a feature must be; or such numbers by template.
    scheme
        How spans are learned: ``"auto"`` as the tags spell them, ``"iob2"`` or ``"bioes"`` whatever
        they spell, ``"plain"`` as tags without meaning. ``"iob1"`` says what they are and learns
        IOB2. Sequences that spell no spans are never predicted.
    strict
        True refuses tags that do not spell whole spans instead of repairing them.
    vectors
        Vectors of words beside the templates: a file of them, or a
        :class:`linguine.features.WordVectors`. A word is looked up as it is written, then in lower
        case; the table goes into the model file.
    unknown_tags
        Texts that stand for an unknown tag; None always does. Such tokens are learned from by
        summing over what they may be.
    n_threads
        Threads; None is all processors. The result does not depend on it.
    seed, random_state
        Seed of every shuffle, under our name and scikit-learn's; None is 0.
    progress
        None, True for a bar or log lines, or a function of :class:`linguine.progress.Progress`.
    options
        What the algorithm has: C, l2, l1, epochs, max_iterations, learner, k_best, ...

    Examples
    --------
    >>> sentences = [["Anna", "sees", "Rome"], ["Rome", "sleeps"], ["Anna", "sleeps"]] * 3
    >>> tags = [["B-PER", "O", "B-LOC"], ["B-LOC", "O"], ["B-PER", "O"]] * 3
    >>> tagger = Tagger("crf").fit(sentences, tags)
    >>> tagger.predict([["Anna", "sees", "Anna"]])
    [['B-PER', 'O', 'B-PER']]
    >>> [(span.type, span.text) for span in tagger.predict_spans([["Rome", "sees", "Anna"]])[0]]
    [('LOC', 'Rome'), ('PER', 'Anna')]
    """

    settings: TaggerSettings
    model_: TaggerModel | None
    _settings_type = TaggerSettings
    _pack = staticmethod(pack_model)
    _called, _how = "tagger", "fit(sentences, tags)"

    def __init__(
        self,
        algorithm: str = "auto",
        *,
        templates: Templates | None = None,
        order: int | None = None,
        min_count: int | Mapping[str, int] = 1,
        scheme: str = "auto",
        strict: bool = False,
        unknown_tags: Sequence[str] = (),
        vectors: WordVectors | str | PathLike[str] | None = None,
        n_threads: int | None = None,
        seed: int | None = None,
        progress: ProgressOption = None,
        random_state: int | None = None,
        **options: Any,
    ) -> None:
        self._keep(locals())

    @staticmethod
    def _build(loaded: LoadedModel, functions: Functions | None = None) -> TaggerModel:
        model = build_model(loaded, functions)
        if isinstance(model.extractor, BagExtractor):
            raise DataError(
                "Tagger needs a model with templates; this one takes features that Python makes. "
                "Load it with linguine.CRF.load."
            )
        return model

    # --- learning -------------------------------------------------------------------------------

    def fit(
        self: Self,
        sentences: Any,
        tags: Any = None,
        *,
        columns: str | Sequence[str] | None = None,
        tag_column: ColumnName = None,
        dev: Any = None,
        sample_weight: ArrayLike | None = None,
        engine: Any = None,
    ) -> Self:
        """Learn from sentences and their tags.

        Parameters
        ----------
        sentences
            Lists of tokens, each a str, or a tuple or dictionary with more columns; or the name of
            a file with one token per line, a pattern or a list of names; or what
            :func:`linguine.data.read_sentences` gave. Files that do not fit into memory, and
            :class:`linguine.data.Files`, are learned from part by part.
        tags
            Lists of tags, one for each token; None in them where it is unknown. Without them,
            tokens are tuples with the tag behind; ``"baum-welch"`` does not look at them.
        columns, tag_column
            Names of the columns, and which of them holds the tags.
        dev
            More sentences, in any of these forms or as a pair (sentences, tags). Online learners
            stop when they no longer get better on them.
        sample_weight
            Weight of each sentence.
        engine
            Who learns, each from a part of the files: a ``dask.distributed.Client``, the address of
            a Dask scheduler, or ``"local"``; None is this process. The model does not depend on how
            many workers there are.

        Returns
        -------
        self
            The fitted tagger.
        """
        with self._learning() as use:
            reading: dict[str, Any] = {"columns": columns, "tag_column": tag_column}
            if engine is not None:
                sentences = files_for_engine(sentences, **reading)
            given = self._training_data(sentences, tags, reading)
            held_out = None
            if dev is not None and not self.settings.row.finds_tags:
                pair = dev if isinstance(dev, tuple) and len(dev) == 2 else (dev, None)
                held_out = read_tagged(*pair, **reading)
            if isinstance(given, SentenceFiles):
                from linguine.tasks.tagger.streaming.fitting import TaggerTraining

                check_alone(given, tags=tags, sample_weight=sample_weight)
                self.model_, notes = TaggerTraining.learn(
                    self.settings, given, use, dev=held_out, engine=engine
                )
            else:
                self.model_, notes = train_tagger(
                    self.settings, given, use, dev=held_out, sample_weight=sample_weight
                )
        tell(given.source, notes)
        return self

    def _training_data(
        self, sentences: Any, tags: Any, reading: dict[str, Any]
    ) -> Sentences | SentenceFiles:
        if self.settings.row.finds_tags and not isinstance(sentences, Files):
            return read_untagged(sentences, **reading)
        found = as_sentence_files(sentences, PER_BYTE, **reading) if tags is None else sentences
        needs_all = self.settings.algorithm not in STREAMED and not isinstance(sentences, Files)
        if needs_all and isinstance(found, SentenceFiles):
            found = found.whole()  # which nobody has limited
        return found if isinstance(found, SentenceFiles) else read_tagged(found, tags, **reading)

    def partial_fit(
        self: Self,
        sentences: Any,
        tags: Any = None,
        *,
        columns: str | Sequence[str] | None = None,
        tag_column: ColumnName = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Learn from more sentences, keeping what was learned; new words and tags may appear.

        One pass of an online learner: perceptron and mira make their own steps, the others
        stochastic ones. A tagger that was fitted or loaded goes on from its weights, which count in
        the average as one step for each of their sentences, at most a thousand.

        Parameters
        ----------
        sentences, tags, columns, tag_column, sample_weight
            As for ``fit``; all may have the same tag.

        Returns
        -------
        self
            The tagger.
        """
        from linguine.tasks.tagger.increment.stream import TaggerStream

        stream = self._stream or TaggerStream(self.settings, self._fitted)
        with self._learning() as use:
            given = read_tagged(sentences, tags, columns=columns, tag_column=tag_column)
            notes = stream.advance(given, use, sample_weight)
        self._go_on_with(stream)
        tell(given.source, notes)
        return self

    # --- answering ------------------------------------------------------------------------------

    def predict(self, sentences: Any, allowed: Any = None) -> list[list[str]]:
        """Return the best tags, a list for each sentence.

        Parameters
        ----------
        sentences
            Lists of tokens as for ``fit``, sentences that were read, or a ``pathlib.Path``.
        allowed
            What is known already: a list for each sentence (or None) with, for each token, the
            tag that it certainly has, a set of tags that it may have, or None.
        """
        model, rows, mask = self._asked(sentences, allowed)
        return model.names(model.tag(rows, mask), rows.offsets)

    def predict_proba(self, sentences: Any, allowed: Any = None) -> list[NDArray[np.float32]]:
        """Return p(tag | sentence) of each token, in the order of ``labels_``.

        One table for each sentence : (n_tokens, n_labels).
        """
        model, rows, mask = self._asked(sentences, allowed)
        table = model.marginals(rows, mask)
        return np.split(table, rows.offsets[1:-1])[: len(rows.offsets) - 1]

    def predict_spans(self, sentences: Any, allowed: Any = None) -> list[list[TaggedSpan]]:
        """Return the spans of each sentence: type, first token, end, text, probability.

        The probability is that of exactly this span with this type.
        """
        model: TaggerModel = self._model()
        read = read_questions(model, sentences)
        return find_spans(model, read, read_allowed(model, allowed, read.offsets))

    def predict_spans_of_text(self, text: str) -> SpannedText:
        """Return the spans of a text, which may have many lines, with their places in it.

        It is cut into sentences and words by the tokenizer of the model, or by rules. In a notebook
        the spans are coloured.
        """
        model: TaggerModel = self._model()
        return find_in_texts(model, make_cutter({}, model.tokenizer), [text])[0]

    def redact(
        self,
        text: str,
        types: Collection[str] | None = None,
        *,
        min_confidence: float = 0.0,
        replace: str | Callable[[TaggedSpan], str] = "[{type}]",
    ) -> str:
        """Return a text without its names; everything else stays as it is.

        Parameters
        ----------
        text
            The text.
        types
            Which spans to take out, such as ``["PER", "LOC"]``; None is all.
        min_confidence
            Spans that are less probable stay.
        replace
            What stands there instead, with ``{type}`` for the type; or a function of the span.
        """
        redaction = Redaction(types, min_confidence, replace)
        redaction.check(self._model())
        return redaction.apply(self.predict_spans_of_text(text))

    def k_best(
        self, sentences: Any, k: int = 5, allowed: Any = None
    ) -> list[list[tuple[list[str], float | None]]]:
        """Return the k best sequences of tags of each sentence, with their probabilities."""
        check_number("Tagger", "k", k, low=1, high=10_000, integer=True, fix="Try 5.")
        model, rows, mask = self._asked(sentences, allowed)
        return name_k_best(model, rows, k, mask)

    def _asked(
        self, sentences: Any, allowed: Any
    ) -> tuple[TaggerModel, TokenRows, NDArray[np.uint8] | None]:
        model: TaggerModel = self._model()
        rows = model.rows(read_questions(model, sentences))
        return model, rows, read_allowed(model, allowed, rows.offsets)

    def score(self, sentences: Any, tags: Any = None) -> float:
        """Return the share of tokens whose tag is right."""
        return self.evaluate(sentences, tags).token_accuracy

    def evaluate(self, sentences: Any, tags: Any = None) -> TagEvaluation:
        """Return token accuracy, scores of each tag and, where tags spell spans, of spans.

        States stand for the tag that they have most often: many-to-one accuracy.

        Parameters
        ----------
        sentences, tags
            As for ``fit``; a file may be in any scheme that spells the same spans.
        """
        from linguine.tasks.tagger.evaluation import evaluate_tagger

        model: TaggerModel = self._model()
        read = self._read_gold(sentences, tags)
        return evaluate_tagger(model, read, unknown=self.settings.unknown_tags)

    def explain(self, sentence: Any, position: int) -> Explanation:
        """Return why a token has its tag: what features and transitions speak for it.

        Parameters
        ----------
        sentence
            One list of tokens.
        position
            Which of them, counted from 0; negative from the end.
        """
        from linguine.tasks.tagger.explanation import explain_tag

        model: TaggerModel = self._model()
        return explain_tag(model, read_questions(model, [sentence]), position)

    def top_features(self, k: int = 20) -> dict[str, list[tuple[str, float]]]:
        """Return the k features with the largest weights of each tag."""
        from linguine.tasks.tagger.explanation import top_tag_features

        return top_tag_features(self._model(), k)

    @property
    def transitions_(self) -> dict[tuple[str, str], float]:
        """Weights of one tag after another; what is not allowed is left out."""
        from linguine.tasks.tagger.explanation import transition_weights

        return transition_weights(self._model())

    def _read_gold(self, sentences: Any, tags: Any) -> Sentences:
        model: TaggerModel = self._model()
        if tags is None and isinstance(sentences, (str, PathLike)):
            from pathlib import Path

            return read_questions(model, Path(sentences))
        if tags is None or isinstance(sentences, (Sentences, str, PathLike)):
            return read_tagged(sentences, tags)
        read = read_questions(model, sentences)
        return Sentences.from_python(
            sentences, tags, columns=list(read.columns), tag_column=model.tag_column
        )
