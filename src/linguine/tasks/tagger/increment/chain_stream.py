"""Chain stream: a chain that goes on learning; new features and new tags are welcome."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.data.targets.tag_scheme import TagScheme
from linguine.data.targets.weights import read_sentence_weights
from linguine.features import BagExtractor, SparseRows, TokenExtractor, TokenRows, TokenTemplates
from linguine.features.growing_vocabulary import GrowingVocabulary
from linguine.features.vocabulary import Vocabulary
from linguine.learning import ChainData, ChainProblem, ChainWeights, Online
from linguine.learning.chain_store import ChainPlaces, ChainStore, SeenState, scatter, spread
from linguine.learning.standing import Standing
from linguine.model.concurrency import Resources
from linguine.tasks.learner import Composed
from linguine.tasks.tagger.gold.tags import make_rules
from linguine.tasks.tagger.model import TaggerModel

__all__ = ["ChainPiece", "ChainStream", "no_weights"]


@dataclass(frozen=True, eq=False)
class ChainPiece:
    """More sentences: their rows by the features that they have themselves, and their tags."""

    extractor: TokenExtractor | BagExtractor
    rows: TokenRows
    tags: tuple[str, ...]  # all of the stream, those that are new last
    gold: NDArray[np.int32]
    sample_weight: ArrayLike | None = None
    scheme: TagScheme = TagScheme.PLAIN
    known_words: NDArray[np.uint32] | None = None  # hashes


class ChainStream:
    """Features, tags and the state of an online learner, to which sentences are added.

    A piece costs what its sentences cost; who asks for a model pays for one pass over all that is
    known. So does a new tag, which needs room in every row.

    Parameters
    ----------
    composed, learner
        What is minimised, and how.
    model
        What was fitted or loaded, to go on from; or one without tags, which only says what the
        tagger is.
    has_ends, all_cells
        As of the problem: whether the first and the last tag have weights, and all tags of all
        features, not only those that were seen.
    """

    def __init__(
        self,
        composed: Composed,
        learner: Online,
        model: TaggerModel,
        *,
        has_ends: bool = True,
        all_cells: bool = True,
    ) -> None:
        self._composed, self._learner = composed, learner
        self._has_ends, self._all_cells = has_ends, all_cells
        self._shell = model  # what the next model is made of
        self._model: TaggerModel | None = model
        tokens, edges = _vocabularies(model.extractor)
        self._tokens, self._edges = GrowingVocabulary(tokens), GrowingVocabulary(edges)
        self._store: ChainStore | None = None

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags so far, those that came last behind."""
        return self._shell.tags

    @property
    def scheme(self) -> TagScheme:
        """What they spell."""
        return self._shell.scheme

    @property
    def templates(self) -> TokenTemplates:
        """What a tagger looks at."""
        assert isinstance(self._shell.extractor, TokenExtractor)
        return self._shell.extractor.templates

    def advance(self, piece: ChainPiece, use: Resources) -> None:
        """Make one pass over more sentences. Whatever breaks off leaves what was there."""
        tokens, edges = _vocabularies(piece.extractor)
        numbers, n_tokens = self._tokens.find(tokens)
        edge_numbers, n_edges = self._edges.find(edges)
        rows, n_labels = piece.rows, len(piece.tags)
        l2 = self._composed.choose("chain", max(n_labels, 2)).l2
        if self._composed.penalty.l1 > 0 or (self._learner.rule == "adagrad" and l2 > 0):
            rows = _among_all(rows, numbers, n_tokens, edge_numbers, n_edges)
            numbers, edge_numbers = np.arange(n_tokens), np.arange(n_edges)
        weights = read_sentence_weights(piece.sample_weight, len(rows.offsets) - 1)
        data = ChainData.of(rows.tokens, rows.offsets, piece.gold, weights, rows.edges)
        assert data.ranks is not None
        by_rank = np.empty(len(numbers), np.int64)
        by_rank[data.ranks] = numbers
        places = ChainPlaces(by_rank, n_tokens, edge_numbers, n_edges)
        problem = ChainProblem(
            data=data,
            rules=self._rules(piece.tags, piece.scheme),
            loss=self._composed.loss,
            l2=l2,
            l1=self._composed.penalty.l1,
            n_threads=use.n_threads,
            seed=use.seed,
            report=use.report,
            all_states=self._all_cells,
            all_transitions=self._all_cells,
            has_ends=self._has_ends,
        )
        store = self._store_for(problem)
        done = self._learn(problem, store.take(places))
        # From here on nothing can fail.
        store.put(places, done)
        self._tokens.take_in(tokens)
        self._edges.take_in(edges)
        self._store, self._model = store, None
        self._shell = self._described(piece)

    def model(self) -> TaggerModel:
        """Return a model of what was learned so far."""
        if self._model is None:
            assert self._store is not None
            tokens, order = self._tokens.whole()
            edges, edge_order = self._edges.whole()
            state = self._store.take(ChainPlaces(order, len(order), edge_order, len(edge_order)))
            table, _ = self._learner.answer(state)
            weights = ChainWeights.of_table(table.astype(np.float32, copy=False), len(self.tags))
            self._model = replace(
                self._shell,
                extractor=_restored(self._shell.extractor, tokens, edges),
                weights=weights,
                memory=state.standing(),
            )
            n_features = len(tokens) + len(edges)
            self._model.info |= {"n_features": n_features, "n_weights": len(weights.values)}
        return self._model

    def _learn(self, problem: ChainProblem, state: SeenState) -> SeenState:
        """Return the state of a piece after a pass."""
        if self._has_ends and self._all_cells:
            self._learner.learn(state, problem)
            return state
        problem = replace(problem, seen=state.seen_cells(problem.n_labels))
        support = problem.support
        assert support is not None
        slots = scatter(state, support)
        self._learner.learn(slots, problem)
        return spread(slots, state, support)

    def _store_for(self, problem: ChainProblem) -> ChainStore:
        """Return the state to learn on, with room for all tags."""
        store, n_labels = self._store, problem.n_labels
        if store is None:
            model, start, standing = self._shell, None, None
            n_before = len(model.tags) or n_labels
            if model.tags:
                start, standing = _start(model)
            state = self._learner.begin(problem, start, standing)
            n_tokens = n_edges = 0
            if start is None:
                for name in state.row_tables():
                    setattr(state, name, getattr(state, name)[:0])
            else:
                n_tokens, n_edges = len(self._tokens), len(self._edges)
            only_seen = not (self._has_ends and self._all_cells)
            made = SeenState.of(state, only_seen=only_seen)
            store = ChainStore.of(made, n_tokens, n_edges, n_before, model.order)
        return store if store.n_labels == n_labels else store.widened(n_labels)

    def _rules(self, tags: tuple[str, ...], scheme: TagScheme) -> _core.ChainRules:
        extractor = self._shell.extractor
        learns = isinstance(extractor, BagExtractor) or extractor.templates.transitions
        return make_rules(tags, scheme, self._shell.order, learns_transitions=learns)

    def _described(self, piece: ChainPiece) -> TaggerModel:
        """Return what the next model is, without its weights."""
        info = {
            name: value
            for name, value in self._shell.info.items()
            if name not in ("objective", "duality_gap")
        }
        told = {"n_sentences": len(piece.rows.offsets) - 1, "n_tokens": len(piece.gold)}
        info |= {name: int(info.get(name, 0)) + n for name, n in told.items()}
        info |= {"learner": self._learner.name, "n_iterations": 1}
        words = self._shell.known_words
        if piece.known_words is not None:
            words = np.union1d(words, piece.known_words)
            info["n_words"] = len(words)
        return replace(
            self._shell, tags=piece.tags, scheme=piece.scheme, known_words=words, info=info
        )


def no_weights() -> ChainWeights:
    """Return the weights of what has learned nothing."""
    nothing = np.zeros(0, np.float32)
    return ChainWeights(np.zeros(1, np.int64), np.zeros(0, np.int32), nothing)


def _vocabularies(extractor: TokenExtractor | BagExtractor) -> tuple[Vocabulary, Vocabulary]:
    found = extractor.vocabulary_, getattr(extractor, "edge_vocabulary_", None)
    none = Vocabulary(np.zeros(0, np.uint64), np.zeros(1, np.int64), np.zeros(0, np.uint8))
    return found[0] or none, found[1] or none


def _restored(
    like: TokenExtractor | BagExtractor, tokens: Vocabulary, edges: Vocabulary
) -> TokenExtractor | BagExtractor:
    if isinstance(like, BagExtractor):
        bag = BagExtractor()
        bag.restore(tokens)
        return bag
    made = TokenExtractor(like.templates, n_threads=like.n_threads)
    made.restore(tokens, edges if made.has_edges else None)
    return made


def _among_all(
    rows: TokenRows,
    numbers: NDArray[np.int64],
    n_tokens: int,
    edge_numbers: NDArray[np.int64],
    n_edges: int,
) -> TokenRows:
    """Return rows with features numbered as they are among all."""

    def renumbered(part: SparseRows, to: NDArray[np.int64], n: int) -> SparseRows:
        return replace(part, indices=to[part.indices].astype(np.int32), n_features=n)

    edges = None if rows.edges is None else renumbered(rows.edges, edge_numbers, n_edges)
    return TokenRows(renumbered(rows.tokens, numbers, n_tokens), edges, rows.offsets)


def _start(model: TaggerModel) -> tuple[tuple[NDArray[Any], NDArray[Any]], Standing]:
    """Return where an online learner goes on: the weights, and the steps that they stand for."""
    n, weights = len(model.tags), model.weights
    stride = _core.stride(n)
    table = np.zeros((weights.n_rows, stride), np.float32)
    rows = np.repeat(np.arange(weights.n_rows), np.diff(weights.offsets))
    table[rows, weights.labels] = weights.values
    standing = model.memory
    if not isinstance(standing, Standing):  # a minimum has no steps, an old file does not tell
        n_steps = int(model.info.get("n_sentences", 0))
        standing = Standing(n_steps, n_steps)
    return (table, np.zeros(stride, np.float32)), standing
