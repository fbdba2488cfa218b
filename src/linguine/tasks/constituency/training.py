"""Training of constituency parsers: read off the grammar, count or learn its weights."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.data import Sentences
from linguine.data.constituents import Constituents
from linguine.data.targets.weights import read_sentence_weights
from linguine.errors import ConvergenceWarning, DataError, ParameterError, named, said
from linguine.features.span.extractor import SpanExtractor
from linguine.features.span.words import WordClasses
from linguine.inference.grammar import Grammar
from linguine.learning.constituent_problem import ConstituentData, ConstituentProblem
from linguine.learning.generative.hidden_trees import inside_outside
from linguine.learning.generative.pcfg import Lexicon, rule_weights
from linguine.model.concurrency import Resources
from linguine.tasks.constituency.algorithms import PCFG
from linguine.tasks.constituency.model import LONGEST_SENTENCE, ConstituencyModel, as_words
from linguine.tasks.constituency.settings import ConstituencySettings
from linguine.tasks.learner import give_passes

__all__ = ["MOST_WEIGHT", "train_parser"]

MOST_WEIGHT = 1e9
#: Epochs where the user gives none but held-out sentences say when to stop.
_EPOCHS_WITH_DEV = 20
_FEWEST_BITS = 4
#: Steps of EM, and the gain that ends it: on the Penn sample more steps parse no better.
_MOST_STEPS, _TOLERANCE = 3, 1e-4


def train_parser(
    settings: ConstituencySettings,
    trees: Constituents,
    use: Resources,
    *,
    dev: Constituents | None = None,
    unlabelled: Sentences | None = None,
    sample_weight: ArrayLike | None = None,
) -> tuple[ConstituencyModel, tuple[str, ...]]:
    """Learn a parser, and return what was done to the trees, a sentence each."""
    _check_unlabelled(settings, unlabelled)
    weights = read_sentence_weights(sample_weight, len(trees))
    kept, notes = _usable(trees)
    trees, weights = trees.take(kept), weights[kept]
    if not trees.n_tokens:
        raise DataError(
            f"{trees.sentences.source}: there must be trees to learn from; none has words below "
            "a node. Give brackets such as (S (NP (NNS Dogs)) (VP (VBP bark)))."
        )
    vertical, horizontal = settings.memory
    grammar = Grammar.of(trees, vertical=vertical, horizontal=horizontal)
    if settings.is_pcfg:
        model, how, more = _count(grammar, trees, weights, settings, unlabelled, use)
        notes += more
    else:
        model, how = _learn(grammar, trees, weights, settings, use, dev)
    model.info = {
        "algorithm": settings.algorithm,
        "learner": how[0],
        "options": settings.plain_options,
        "markovisation": list(settings.memory),
        "n_sentences": len(trees),
        "n_tokens": trees.n_tokens,
        "n_rules": grammar.n_binary + grammar.n_unary,
        "n_weights": int(np.count_nonzero(model.weights)),
        "n_iterations": how[1],
        "seed": settings.seed,
    }
    return model, notes


def _usable(trees: Constituents) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """Return which trees can be learned from, and what is said of the others."""
    lengths = np.diff(trees.sentences.offsets)
    has_top = trees.has_root() | (lengths == 1)
    is_short = lengths <= LONGEST_SENTENCE
    notes = []
    if n := int(((lengths > 0) & ~has_top).sum()):
        notes.append(f"{n:,} of {len(trees):,} trees have no node above all words: left out")
    if n := int((~is_short).sum()):
        notes.append(
            f"{n:,} of {len(trees):,} sentences have more than {LONGEST_SENTENCE:,} words: left out"
        )
    return np.flatnonzero((lengths > 0) & has_top & is_short), tuple(notes)


def _check_unlabelled(settings: ConstituencySettings, unlabelled: Sentences | None) -> None:
    if unlabelled is not None and not settings.is_pcfg:
        raise ParameterError(
            f"{settings.algorithm!r} learns from trees alone; got {named('unlabelled')}. Leave it "
            f"out, or use {said('algorithm', PCFG)}, which learns from sentences without a tree, "
            "too."
        )
    if unlabelled is None and "unlabelled_weight" in settings.options:
        raise DataError(
            f"{named('unlabelled_weight')} is for sentences without a tree; there are none. Leave "
            f"it out, or give {named('unlabelled')} sentences."
        )


def _count(
    grammar: Grammar,
    trees: Constituents,
    weights: NDArray[np.float64],
    settings: ConstituencySettings,
    unlabelled: Sentences | None,
    use: Resources,
) -> tuple[ConstituencyModel, tuple[str, int], tuple[str, ...]]:
    """Return the grammar with its rules counted; how, in how many rounds, and what to tell."""
    sentences = trees.sentences
    counts = grammar.native.count_rules(grammar.encode(trees), np.diff(sentences.offsets), weights)
    per_token = np.repeat(weights, np.diff(sentences.offsets))
    lexicon = Lexicon.of(sentences, len(grammar.tags), per_token)
    rules, how = rule_weights(grammar, counts), ("counts", 1)
    notes: tuple[str, ...] = ()
    if unlabelled is not None:
        rules, how, notes = _follow(grammar, lexicon, counts, as_words(unlabelled), settings, use)
    extractor = SpanExtractor(settings.chosen_templates, WordClasses((), (), ()), bits=_FEWEST_BITS)
    stride = _core.stride(grammar.native.n_columns)
    rows = np.zeros(((1 << _FEWEST_BITS) + len(lexicon.entries), stride), np.float32)
    rows[1 << _FEWEST_BITS :, : len(grammar.tags)] = lexicon.weights
    cells = np.concatenate([rows.ravel(), rules.astype(np.float32)])
    model = ConstituencyModel(
        grammar, extractor, lexicon, cells, has_probabilities=True, n_threads=settings.n_threads
    )
    return model, how, notes


def _follow(
    grammar: Grammar,
    lexicon: Lexicon,
    counts: NDArray[np.float64],
    words: Sentences,
    settings: ConstituencySettings,
    use: Resources,
) -> tuple[NDArray[np.float64], tuple[str, int], tuple[str, ...]]:
    """Count on in sentences without trees, by what is expected there."""
    lengths = np.diff(words.offsets)
    kept = words.take(np.flatnonzero((lengths > 0) & (lengths <= LONGEST_SENTENCE)))
    if not kept.n_tokens:
        raise DataError(
            f"{words.source}: sentences without a tree must have words, and at most "
            f"{LONGEST_SENTENCE:,} of them; none has. Give others, or leave {named('unlabelled')} "
            "out."
        )
    found = inside_outside(
        grammar,
        kept,
        lexicon,
        gold=counts,
        weight=float(settings.options.get("unlabelled_weight", 1.0)),
        max_iterations=_MOST_STEPS,
        tolerance=_TOLERANCE,
        n_threads=use.n_threads,
        report=use.report,
    )
    notes = []
    n_roots = float(found.q[-len(grammar.symbols) :].sum())
    if n := len(words) - round(n_roots):
        notes.append(
            f"{n:,} of {len(words):,} sentences without a tree have none in the grammar, or more "
            f"than {LONGEST_SENTENCE:,} words, or no words: not learned from"
        )
    return found.parameters, ("em", len(found.history)), tuple(notes)


def _learn(
    grammar: Grammar,
    trees: Constituents,
    weights: NDArray[np.float64],
    settings: ConstituencySettings,
    use: Resources,
    dev: Constituents | None,
) -> tuple[ConstituencyModel, tuple[str, int]]:
    """Return the grammar with learned weights; the learner's name and the rounds it took."""
    extractor = SpanExtractor(
        settings.chosen_templates, WordClasses.of(trees.sentences), bits=settings.bits
    )
    composed = settings.composed
    choice = composed.choose("tree")
    learner, held_out = choice.learner, None
    if dev is not None:
        kept, _ = _usable(dev)
        held_out = _data(extractor, grammar, dev.take(kept), np.ones(len(kept)))
        learner = give_passes(learner, settings.options, _EPOCHS_WITH_DEV)
    problem = ConstituentProblem(
        data=_data(extractor, grammar, trees, weights),
        held_out=held_out,
        loss=composed.loss,
        l2=choice.l2,
        features=extractor.native,
        bits=settings.bits,
        grammar=grammar.native,
        n_threads=use.n_threads,
        seed=use.seed,
        report=use.report,
    )
    fitted = learner.fit(problem)
    if not fitted.converged:
        warnings.warn(ConvergenceWarning(fitted.advice, owner=settings.owner), stacklevel=4)
    cells = fitted.weights
    if not (np.isfinite(cells).all() and np.abs(cells).max(initial=0.0) < MOST_WEIGHT):
        raise ParameterError(
            f"Weights must stay below {MOST_WEIGHT:g}; the learner {learner.name!r} diverged. "
            f"Lower {named('learning_rate')} or {named('C')}, or give sentences smaller weights."
        )
    nothing = Lexicon((), np.zeros((0, len(grammar.tags))))
    model = ConstituencyModel(
        grammar,
        extractor,
        nothing,
        cells,
        settings.row.has_probabilities,
        n_threads=settings.n_threads,
    )
    return model, (learner.name, fitted.n_iterations)


def _data(
    extractor: SpanExtractor, grammar: Grammar, trees: Constituents, weights: Any
) -> ConstituentData:
    return ConstituentData(
        extractor.feed(trees.sentences),
        np.ascontiguousarray(trees.sentences.offsets, np.int64),
        np.full(trees.n_tokens, -1, np.int32),
        grammar.encode(trees),
        np.ascontiguousarray(weights, np.float64),
    )
