"""CRF: conditional random fields over your own features, with the words of sklearn-crfsuite."""

from __future__ import annotations

import os
import time
import warnings
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from linguine.compat.crfsuite.parameters import (
    CRFSUITE_ALGORITHMS,
    CRFSUITE_SPEECH,
    compose_crfsuite,
)
from linguine.compat.crfsuite.stream import bare, make_stream, read_min_count, truth
from linguine.compat.crfsuite.tagger import CrfsuiteLooks, as_sequences, show_token
from linguine.compat.crfsuite.training_log import TrainingLog
from linguine.data import Sentences, Tags
from linguine.data.targets.tag_scheme import TagScheme
from linguine.data.token_lists import read_tag_lists
from linguine.errors import (
    ConvergenceWarning,
    DataError,
    check_number,
)
from linguine.features import BagExtractor, TokenRows
from linguine.features.threads import count_threads
from linguine.model.concurrency import Resources
from linguine.model.estimator import Estimator
from linguine.model.file.container import load_model
from linguine.progress import resolve
from linguine.reports import Explanation
from linguine.speech import speaking
from linguine.tasks.going_on import GoingOn
from linguine.tasks.tagger.explanation import explain_tag
from linguine.tasks.tagger.file import build_model, pack_model
from linguine.tasks.tagger.fitting import TaggerData, fit_sequences
from linguine.tasks.tagger.gold.tags import make_rules
from linguine.tasks.tagger.increment.chain_stream import ChainPiece
from linguine.tasks.tagger.input import read_allowed
from linguine.tasks.tagger.model import TaggerModel, name_k_best
from linguine.tasks.tagger.training import as_data

__all__ = ["CRF"]

Self = TypeVar("Self", bound="CRF")


@dataclass(eq=False, repr=False)
class CRF(CrfsuiteLooks, GoingOn, Estimator):
    """Linear-chain CRF over features that you make, as ``sklearn_crfsuite.CRF`` takes them.

    X is a list of sentences; a sentence is a list of tokens; a token is a dictionary (values are
    str, numbers, True or False, or nested) or a list of names. y is a list of lists of tags.

    The words mean what they mean there, with these differences. ``min_freq`` counts how many
    tokens have an attribute, whatever their tag. ``delta`` is how far from its minimum the
    objective may stay, as a share of it; ``epsilon``, ``period``, ``linesearch``,
    ``max_linesearch`` and most ``calibration_*`` are accepted and change nothing: they steer
    searches that ours does without. ``"pa"`` and ``"arow"`` have a margin that grows with the
    number of wrong tags, and look for the tags that violate it most; PA-II is not there. Models of
    CRFsuite are opened by ``linguine.compat.crfsuite.load``. Tags that are None are unknown and
    summed over.

    Parameters
    ----------
    algorithm
        ``"lbfgs"`` (the default), ``"l2sgd"``, ``"ap"``, ``"pa"`` or ``"arow"``.
    min_freq
        At how many tokens an attribute must be.
    all_possible_states, all_possible_transitions
        Weights also for pairs that the data do not show. Else every algorithm learns those of the
        pairs that it has seen, and no others, as CRFsuite does.
    c1, c2
        Coefficients of the absolute and the quadratic penalty.
    max_iterations, num_memories, epsilon, period, delta, linesearch, max_linesearch
        For ``"lbfgs"``. All algorithms have ``max_iterations``: None is no limit for ``"lbfgs"``
        and 100 passes for the others.
    calibration_eta
        For ``"l2sgd"``: the learning rate, 0.05 unless given.
    calibration_rate, calibration_samples, calibration_candidates, calibration_max_trials
        For ``"l2sgd"``, without effect.
    pa_type, c, error_sensitive, averaging
        For ``"pa"``.
    variance, gamma
        For ``"arow"``: the variance of each weight before the first sentence, and how little a
        sentence weighs against what is known already.
    verbose
        True shows progress.
    model_filename
        Where ``fit`` saves the model. If the file is there, it is the model until then.
    keep_tempfiles, trainer_cls
        Without effect: there are no temporary files and no other trainers.
    n_threads
        Threads; None is all processors. The result does not depend on it.
    random_state
        Seed of the order in which online learners see the sentences.

    Examples
    --------
    >>> X = [[{"w": "Anna"}, {"w": "sleeps"}], [{"w": "Rome"}]] * 3
    >>> crf = CRF(c2=0.1).fit(X, [["PER", "O"], ["LOC"]] * 3)
    >>> crf.predict([[{"w": "Rome"}, {"w": "sleeps"}]]).tolist()
    [['LOC', 'O']]
    """

    algorithm: str | None = None
    min_freq: float | None = None
    all_possible_states: bool | None = None
    all_possible_transitions: bool | None = None
    c1: float | None = None
    c2: float | None = None
    max_iterations: int | None = None
    num_memories: int | None = None
    epsilon: float | None = None
    period: int | None = None
    delta: float | None = None
    linesearch: str | None = None
    max_linesearch: int | None = None
    calibration_eta: float | None = None
    calibration_rate: float | None = None
    calibration_samples: int | None = None
    calibration_candidates: int | None = None
    calibration_max_trials: int | None = None
    pa_type: int | None = None
    c: float | None = None
    error_sensitive: bool | None = None
    averaging: bool | None = None
    variance: float | None = None
    gamma: float | None = None
    verbose: bool = False
    model_filename: str | None = None
    keep_tempfiles: bool | None = False
    trainer_cls: Any = None
    n_threads: int | None = None
    random_state: int = 0

    training_log_ = None
    _called, _how = "CRF", "fit(X, y)"
    _of_model = (*GoingOn._of_model, "_tagger")
    _pack, _build = staticmethod(pack_model), staticmethod(build_model)

    def __sklearn_is_fitted__(self) -> bool:
        return self._known_model() is not None

    # --- learning -------------------------------------------------------------------------------

    def fit(self: Self, X: Any, y: Any, X_dev: Any = None, y_dev: Any = None) -> Self:
        """Learn from sentences and their tags.

        Parameters
        ----------
        X, y
            The features of each token, and its tag.
        X_dev, y_dev
            More of them, to be measured: ``dev_score_``.

        Returns
        -------
        self
            The fitted tagger.
        """
        if (X_dev is None) != (y_dev is None):
            raise DataError(
                "X_dev and y_dev belong together; got only one of them. Give both, or neither."
            )
        start = time.perf_counter()
        algorithm = "lbfgs" if self.algorithm is None else self.algorithm
        composed = compose_crfsuite(algorithm, self._given())
        flags = {
            "all_states": truth("all_possible_states", self.all_possible_states),
            "all_transitions": truth("all_possible_transitions", self.all_possible_transitions),
        }
        extractor = BagExtractor(min_count=read_min_count(self.min_freq))
        rows = extractor.fit_rows(as_sequences(X))
        column = read_tag_lists(y, rows.offsets)
        if not len(column):
            raise DataError("y must have tags to learn from; got none. Give lists of str.")
        tags = tuple(value for value in column.values.tolist() if value)  # as they first appear
        gold = Tags.of(column, unknown=[""]).encode(tags)
        shown = True if truth("verbose", self.verbose) else None
        with resolve(shown) as report, speaking(CRFSUITE_SPEECH):
            log = TrainingLog()
            use = Resources(count_threads(self.n_threads), self.random_state, log.listen(report))
            rules = make_rules(tags, TagScheme.PLAIN, 1)
            data = TaggerData(rules, use, as_data(rows, gold, None))
            learned = fit_sequences(
                composed, data, is_exact=algorithm == "lbfgs", has_ends=False, **flags
            )
        if not learned.converged:
            advice = (
                f"lbfgs did not come within delta of its minimum in {learned.n_iterations} "
                "iterations. Raise max_iterations or delta, bring the features to one scale, or "
                "regularize more (larger c2)."
            )
            warnings.warn(ConvergenceWarning(advice, owner="CRF"), stacklevel=2)
        self.model_ = TaggerModel(
            extractor,
            learned.weights,
            tags,
            columns=("features", "tag"),
            has_probabilities=algorithm in ("lbfgs", "l2sgd"),
            info={
                "algorithm": algorithm,
                "options": {name: bare(value) for name, value in self._given().items()},
                "n_sentences": len(rows.offsets) - 1,
                "n_tokens": int(rows.offsets[-1]),
                "n_features": rows.tokens.n_features,
                "n_weights": len(learned.weights.values),
                "n_iterations": learned.n_iterations,
                **learned.facts,
            },
            n_threads=self.n_threads,
            memory=learned.memory,
        )
        if X_dev is not None:
            self.dev_score_ = self.score(X_dev, y_dev)
        if self.model_filename is not None:
            self.save(self.model_filename)
        self.seconds_ = round(time.perf_counter() - start, 3)
        log.featgen_num_features = len(learned.weights.values)
        log.training_seconds = self.seconds_
        self.training_log_ = log
        return self

    def partial_fit(self: Self, X: Any, y: Any) -> Self:
        """Learn from more sentences, keeping what was learned; new attributes and tags may appear.

        One pass of ``"l2sgd"``, ``"ap"``, ``"pa"`` or ``"arow"``. A model that was fitted or loaded
        goes on from its weights, which count in an average as one step for each of their sentences,
        at most a thousand; so does one of ``"lbfgs"`` after ``set_params(algorithm="l2sgd")``.

        Parameters
        ----------
        X, y
            As for ``fit``.

        Returns
        -------
        self
            The tagger.
        """
        start = time.perf_counter()
        stream = self._stream or make_stream(self, self._known_model(), self._given())
        extractor = BagExtractor()
        rows = extractor.fit_rows(as_sequences(X))
        column = read_tag_lists(y, rows.offsets)
        if not len(column):
            raise DataError("y must have tags to learn from; got none. Give lists of str.")
        new = [each for each in column.values.tolist() if each and each not in stream.tags]
        tags = (*stream.tags, *new)
        gold = Tags.of(column, unknown=[""]).encode(tags)
        shown = True if truth("verbose", self.verbose) else None
        with resolve(shown) as report, speaking(CRFSUITE_SPEECH):
            use = Resources(count_threads(self.n_threads), self.random_state, report)
            stream.advance(ChainPiece(extractor, rows, tags, gold), use)
        self._go_on_with(stream)
        if self.model_filename is not None:
            self.save(self.model_filename)
        self.seconds_ = round(time.perf_counter() - start, 3)
        return self

    def _given(self) -> dict[str, Any]:
        """Return what was said to some of the algorithms; the rest is said to all."""
        params = self.get_params()
        return {n: v for n, v in params.items() if v is not None and CRFSUITE_ALGORITHMS.having(n)}

    # --- answering ------------------------------------------------------------------------------

    def predict(self, X: Any, allowed: Any = None) -> NDArray[np.object_]:
        """Return the best tags of each sentence, as an array of objects.

        Lists of str, or, as NumPy and so sklearn-crfsuite have it, a table of str if all
        sentences are equally long; ``tolist()`` makes lists of lists of either.

        Parameters
        ----------
        X
            The features of each token.
        allowed
            What is known already, as ``Tagger.predict`` takes it: a list for each sentence (or
            None) with a tag, a set of tags or None for each token.
        """
        return np.array(self._tags(X, allowed), dtype=object)

    def _tags(self, X: Any, allowed: Any = None) -> list[list[str]]:
        model, rows = self._rows(X)
        return model.names(
            model.tag(rows, read_allowed(model, allowed, rows.offsets)), rows.offsets
        )

    def k_best(
        self, X: Any, k: int = 5, allowed: Any = None
    ) -> list[list[tuple[list[str], float | None]]]:
        """Return the k best sequences of tags of each sentence, with their probabilities.

        Those of ``"ap"``, ``"pa"`` and ``"arow"`` have none. ``allowed`` is as in ``predict``.
        """
        check_number("CRF", "k", k, low=1, high=10_000, integer=True, fix="Try 5.")
        model, rows = self._rows(X)
        return name_k_best(model, rows, k, read_allowed(model, allowed, rows.offsets))

    def explain(self, xseq: Any, position: int) -> Explanation:
        """Return why a token has its tag: what attributes and transitions speak for it.

        Parameters
        ----------
        xseq
            The features of one sentence.
        position
            Which of its tokens, counted from 0; negative from the end.
        """
        model, rows = self._rows([xseq])
        words = [[show_token(each) for each in as_sequences([xseq])[0]]]
        shown = Sentences.from_python(words, columns="w")
        return explain_tag(model, shown, position, rows)

    def predict_single(self, xseq: Any) -> list[str]:
        """Return the best tags of one sentence."""
        return self._tags([xseq])[0]

    def predict_marginals(self, X: Any, allowed: Any = None) -> NDArray[np.object_]:
        """Return the probability of each tag at each token, as dictionaries.

        Those of ``"ap"``, ``"pa"`` and ``"arow"`` add up to 1 and tell which tags are surer than
        which; nothing has taught them to be frequencies. ``allowed`` is as in ``predict``.
        """
        return np.array(self._marginals(X, allowed), dtype=object)

    def _marginals(self, X: Any, allowed: Any = None) -> list[list[dict[str, float]]]:
        model, rows = self._rows(X)
        table = (
            model.shares(rows, read_allowed(model, allowed, rows.offsets))
            .astype(np.float64)
            .tolist()
        )
        flat = [dict(zip(model.tags, row, strict=True)) for row in table]
        return [flat[i:j] for i, j in pairwise(rows.offsets.tolist())]

    def predict_marginals_single(self, xseq: Any) -> list[dict[str, float]]:
        """Return the probability of each tag at each token of one sentence."""
        return self._marginals([xseq])[0]

    def score(self, X: Any, y: Any) -> float:
        """Return the share of tokens whose tag is right."""
        model, rows = self._rows(X)
        column = read_tag_lists(y, rows.offsets)
        gold = Tags.of(column).encode(model.tags)
        return float(np.mean(model.tag(rows) == gold)) if len(gold) else 0.0

    # --- keeping --------------------------------------------------------------------------------

    @classmethod
    def load(cls: type[Self], path: str | os.PathLike[str] | bytes) -> Self:
        """Read a model from a file, or from its bytes."""
        model = build_model(load_model(path))
        if not isinstance(model.extractor, BagExtractor):
            raise DataError(
                "CRF needs a model over features that Python makes; this one has templates. "
                "Load it with linguine.Tagger.load."
            )
        options = model.info.get("options", {})
        known = {name: value for name, value in options.items() if name in cls.parameter_names()}
        crf = cls(model.info.get("algorithm"), **known)
        crf.model_ = model
        return crf

    def _known_model(self) -> TaggerModel | None:
        """Return the model of ``fit`` or ``load``, or that of an existing ``model_filename``."""
        if self.model_ is None and self.model_filename and os.path.exists(self.model_filename):
            self.model_ = type(self).load(self.model_filename).model_
        model: TaggerModel | None = self.model_
        return model

    # --- checking -------------------------------------------------------------------------------

    def _rows(self, X: Any) -> tuple[TaggerModel, TokenRows]:
        model = self._model()
        model.n_threads = self.n_threads
        return model, model.rows(as_sequences(X))

    def _model(self) -> Any:
        self._known_model()
        return super()._model()
