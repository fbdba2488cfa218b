"""Tree stream: a parser that goes on learning; new words and new relations are welcome."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.data import Sentences, Trees
from linguine.data.targets.weights import read_sentence_weights
from linguine.data.trees import NO_RELATION
from linguine.errors import DataError
from linguine.features.arc.extractor import ArcExtractor
from linguine.learning.learners.online_state import OnlineState
from linguine.learning.standing import Standing
from linguine.learning.tree_problem import TreeProblem, TreeWeights
from linguine.model.concurrency import Resources
from linguine.tasks.going_on import compose_stream
from linguine.tasks.parser.model import ParserModel
from linguine.tasks.parser.settings import ParserSettings
from linguine.tasks.parser.training import check_weights, learnable, make_problem, tree_data

__all__ = ["TreeStream"]

#: Sentences that the core takes in one step.
_CREW = 8


class TreeStream:
    """A parser that goes on: hashed weights, and relations that come behind those that are there.

    Parameters
    ----------
    settings
        The algorithm and its options.
    model
        What was fitted or loaded, to go on from; None begins with nothing.
    """

    def __init__(self, settings: ParserSettings, model: ParserModel | None = None) -> None:
        self.settings = settings
        self._composed, self._learner = compose_stream(settings)
        self._shell = self._model = model
        self._state: OnlineState | None = None

    def advance(
        self, sentences: Sentences, use: Resources, sample_weight: ArrayLike | None = None
    ) -> tuple[str, ...]:
        """Make one pass over more sentences; return what was done to the trees, a sentence each.

        Whatever breaks off leaves what was there.
        """
        shell, settings = self._shell, self._settings()
        gold, notes = learnable(settings, sentences, self._knows_relations())
        names = self._names(gold, sentences)
        if shell is None:
            extractor = settings.extractor(sentences)
            extractor.fit(sentences, gold.heads)
        else:
            extractor = shell.extractor.going_on(sentences, gold.heads)
        place = np.array([names.index(each) for each in gold.names], np.int32)
        weights = read_sentence_weights(sample_weight, sentences.n_sentences)
        data = tree_data(extractor, sentences, gold, place[gold.relations], weights)
        l2 = self._composed.choose("tree", max(3, len(names))).l2
        problem = make_problem(settings, use, extractor, len(names), data, self._composed.loss, l2)
        state = self._state_for(problem)
        self._learner.learn(state, problem)
        found = self._weights(state, problem)
        check_weights(found, self._learner.name)
        model = self._described(extractor, names, sentences, found, state)
        self._state, self._shell, self._model = state, model, model
        return tuple(notes)

    def model(self) -> ParserModel:
        """Return a model of what was learned so far."""
        assert self._model is not None  # an estimator keeps a stream that has advanced
        return self._model

    def _settings(self) -> ParserSettings:
        """Return the settings; which trees there are is what the model says."""
        shell = self._shell
        if shell is None:
            return self.settings
        return replace(self.settings, projective=shell.projective, single_root=shell.single_root)

    def _knows_relations(self) -> bool:
        return self._shell is not None and self._shell.relations != (NO_RELATION,)

    def _names(self, gold: Trees, sentences: Sentences) -> tuple[str, ...]:
        known = () if self._shell is None else self._shell.relations
        new = tuple(each for each in gold.names if each not in known)
        if new and known == (NO_RELATION,):
            raise DataError(
                f"{sentences.source}: a parser that has learned heads alone goes on with heads "
                f"alone; these have relations, such as {new[0]!r}. Leave them out, or use fit."
            )
        return (*known, *new)

    def _state_for(self, problem: TreeProblem) -> OnlineState:
        """Return a copy of the state, with room for all relations."""
        state = self._state
        if state is None:
            start, standing, n_known = None, None, problem.n_relations
            if self._shell is not None:
                start, standing = _start(self._shell)
                n_known = len(self._shell.relations)
            whole = replace(problem, n_relations=n_known)
            state = self._learner.begin(whole, start, standing)
        else:
            assert self._shell is not None
            n_known = len(self._shell.relations)
            state = copy.deepcopy(state)
        if n_known < problem.n_relations:
            for name, fill in state.row_tables().items():
                wide = _widened(getattr(state, name), problem, n_known, fill)
                setattr(state, name, wide)
        return state

    def _weights(self, state: OnlineState, problem: TreeProblem) -> TreeWeights:
        table, _ = self._learner.answer(state)
        return problem.unpack(table.copy() if table is state.weights else table)

    def _described(
        self,
        extractor: ArcExtractor,
        names: tuple[str, ...],
        sentences: Sentences,
        weights: TreeWeights,
        state: OnlineState,
    ) -> ParserModel:
        settings, shell = self.settings, self._shell
        told: dict[str, Any] = {
            "algorithm": settings.algorithm,
            "options": settings.plain_options,
            "relation_cost": settings.relation_cost,
            "seed": settings.seed,
        }
        info = dict(told if shell is None else shell.info)
        for name, n in (("n_sentences", sentences.n_sentences), ("n_tokens", sentences.n_tokens)):
            info[name] = int(info.get(name, 0)) + n
        n_weights = np.count_nonzero(weights.shared) + np.count_nonzero(weights.relation)
        info |= {"learner": self._learner.name, "n_iterations": 1, "n_weights": int(n_weights)}
        if shell is None:
            shell = ParserModel(
                extractor,
                weights,
                names,
                settings.projective,
                settings.single_root,
                settings.row.has_probabilities,
                n_threads=settings.n_threads,
            )
        return replace(
            shell,
            extractor=extractor,
            weights=weights,
            relations=names,
            info=info,
            memory=state.standing(),
        )


def _start(model: ParserModel) -> tuple[tuple[NDArray[Any], NDArray[Any]], Standing]:
    """Return where an online learner goes on: the weights, and the steps that they stand for."""
    cells = np.concatenate([model.weights.shared, model.weights.relation.ravel()])[:, None]
    standing = model.memory
    if standing is None:  # a minimum has no steps, an old file does not tell
        n = int(model.info.get("n_sentences", 0))
        standing = Standing(-(-n // _CREW), n)
    return (cells, np.zeros(_core.stride(1), np.float32)), standing


def _widened(cells: NDArray[Any], problem: TreeProblem, n_known: int, fill: float) -> NDArray[Any]:
    """Return a table of cells with room for more relations."""
    n_shared = 1 << problem.extractor.shared_bits
    n_rows = 1 << problem.extractor.relation_bits
    stride = _core.stride(problem.n_relations)
    wide = np.full((n_rows, stride), fill, cells.dtype)
    if n_known > 1:
        old = cells[n_shared:].reshape(n_rows, _core.stride(n_known))
        wide[:, :n_known] = old[:, :n_known]
    return np.concatenate([cells[:n_shared], wide.reshape(-1, 1)])
