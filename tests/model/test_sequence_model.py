"""The predict path of taggers: tags, marginals, k best and spans are those of brute force."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linguine import _core
from linguine.learning import ChainWeights

from ..chains import random_chain, rules_of, structural_of
from ..reference import chain as judge

LENGTHS = (3, 1, 4)
KINDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "order-2": {"order": 2},
    "order-3": {"order": 3},
    "edges": {"edges": True},
    "forbidden": {"forbidden": True},
    "all": {"order": 2, "edges": True, "forbidden": True},
    "all-of-order-3": {"order": 3, "edges": True, "forbidden": True},
}
by_kind = pytest.mark.parametrize("kind", KINDS)
#: Score of a tag that is not in the dictionary.
UNSEEN = -20.0
by_dictionary = pytest.mark.parametrize("has_dictionary", [False, True], ids=["open", "dictionary"])
by_mask = pytest.mark.parametrize("is_masked", [False, True], ids=["free", "masked"])


class Case:
    """Sentences whose every token has a feature of its own, and the chains of their scores."""

    def __init__(
        self,
        kind: str,
        n_labels: int,
        *,
        is_masked: bool,
        has_dictionary: bool = False,
        seed: int = 0,
        size: float = 1.0,
    ) -> None:
        options = KINDS[kind]
        drawn = [random_chain(seed + i, T, n_labels, **options) for i, T in enumerate(LENGTHS)]
        drawn = [replace(each, nodes=each.nodes * size) for each in drawn]
        first = drawn[0]
        self.n_labels, n_tokens = n_labels, sum(LENGTHS)
        self.offsets = np.cumsum([0, *LENGTHS])
        random = np.random.default_rng(seed + 100)
        self.dictionary = np.ones((n_tokens, n_labels), np.bool_)
        if has_dictionary:
            self.dictionary = random.random((n_tokens, n_labels)) < 0.5
            if first.trigrams is not None:  # of which some were not seen
                rare = random.random(first.trigrams.shape) < 0.5
                first = replace(first, trigrams=np.where(rare, 0.0, first.trigrams))
            longer = [each * (random.random(each.shape) < 0.5) for each in first.longer]
            first = replace(first, longer=tuple(longer))
        rows = [np.concatenate([each.nodes for each in drawn]) * self.dictionary]
        if first.edges is not None:
            edges = [each.edges for each in drawn if each.edges is not None]
            rows.append(np.concatenate(edges).reshape(-1, n_labels))
        rows.append(structural_of(first))
        table = np.concatenate(rows).astype(np.float32)
        weights = ChainWeights.of_table(table, n_labels)
        n_edges = 0 if first.edges is None else n_tokens
        self.model = _core.SequenceModel(
            rules_of(first),
            n_tokens,
            n_edges,
            weights.offsets,
            weights.labels,
            weights.values,
            False,
            UNSEEN if has_dictionary else None,
        )
        one_each = np.arange(n_tokens + 1), np.arange(n_tokens, dtype=np.int32), None
        self.allowed = np.ones((n_tokens, n_labels), np.uint8)
        if is_masked:
            self.allowed[1:, 1:] = np.random.default_rng(seed).random((n_tokens - 1, 1)) < 0.6
        mask = self.allowed if is_masked else None
        self.asked = one_each, one_each if n_edges else None, self.offsets, mask
        self.chains = [self._chain(each, first, i) for i, each in enumerate(drawn)]

    def _chain(self, drawn: judge.Chain, first: judge.Chain, i: int) -> judge.Chain:
        """Return a chain with the weights that all share, in the precision of the model."""

        def single(table: NDArray[np.float64]) -> NDArray[np.float64]:
            return table.astype(np.float32).astype(np.float64)

        here = slice(self.offsets[i], self.offsets[i + 1])
        allowed, dictionary = self.allowed[here] > 0, self.dictionary[here]
        may = allowed & dictionary
        may |= allowed & ~may.any(axis=1, keepdims=True)
        chain = replace(
            drawn,
            nodes=np.where(dictionary, single(drawn.nodes), UNSEEN),
            edges=None if drawn.edges is None else single(drawn.edges),
            transitions=single(first.transitions),
            start=single(first.start),
            end=single(first.end),
            trigrams=None if first.trigrams is None else single(first.trigrams),
            longer=tuple(map(single, first.longer)),
            allowed_nodes=may,
            allowed_transitions=first.allowed_transitions,
            allowed_start=first.allowed_start,
            allowed_end=first.allowed_end,
        )
        return chain if judge.outputs(chain) else replace(chain, allowed_nodes=allowed)


@by_dictionary
@by_mask
@by_kind
def test_tags_marginals_and_k_best_are_those_of_brute_force(
    kind: str, is_masked: bool, has_dictionary: bool
) -> None:
    for seed in range(8):
        case = Case(kind, 3, is_masked=is_masked, has_dictionary=has_dictionary, seed=seed)
        tags = np.split(case.model.tag(*case.asked, 2), case.offsets[1:-1])
        marginals = np.split(case.model.marginals(*case.asked, 2), case.offsets[1:-1])
        outputs, shares = case.model.k_best(*case.asked, 4)
        for i, chain in enumerate(case.chains):
            assert tuple(tags[i]) == judge.argmax(chain)
            np.testing.assert_allclose(marginals[i], judge.node_marginals(chain), atol=1e-6)
            p = judge.distribution(chain)
            wanted = judge.k_best(chain, 4)
            assert [tuple(y) for y in outputs[i]] == wanted
            np.testing.assert_allclose(shares[i], [p[y] for y in wanted], rtol=1e-9)


@by_dictionary
@by_mask
@by_kind
@pytest.mark.parametrize("size", [1.0, 600.0], ids=["usual", "hundreds-apart"])
def test_spans_are_as_probable_as_by_brute_force(
    size: float, kind: str, is_masked: bool, has_dictionary: bool
) -> None:
    """Every stretch of every sentence with labels 1 2 2 .., ended by what is not 2, or by no one.

    -1 as what must not follow is nothing: the labels have only to be there.
    """
    case = Case(kind, 3, is_masked=is_masked, has_dictionary=has_dictionary, size=size)
    spans: list[tuple[int, int, list[int], int]] = [
        (i, begin, [1] + [2] * (end - begin - 1), stop)
        for i, T in enumerate(LENGTHS)
        for begin in range(T)
        for end in range(begin + 1, T + 1)
        for stop in (2, -1)
    ]
    spans += [(2, 1, [0, 1, 2], 1), (2, 0, [0, 0, 0, 0], 2), (2, 2, [], 0)]
    found = case.model.span_probabilities(
        *case.asked,
        np.array([i for i, *_ in spans]),
        np.array([begin for _, begin, *_ in spans]),
        np.cumsum([0, *(len(labels) for _, _, labels, _ in spans)]),
        np.array([y for _, _, labels, _ in spans for y in labels], np.int32),
        np.array([stop for *_, stop in spans], np.int32),
    )
    for p, (i, begin, labels, stop) in zip(found, spans, strict=True):
        wanted = judge.span_marginal(
            case.chains[i], begin, begin + len(labels), labels, continuing=[stop]
        )
        assert p == pytest.approx(wanted, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("kind", ["plain", "order-2", "order-3"])
def test_spans_of_one_token_are_its_marginals_in_a_long_sentence(kind: str) -> None:
    case = Case(kind, 3, is_masked=False)
    (_, _, values), n = case.asked[0], 1000
    ids = np.random.default_rng(0).integers(0, sum(LENGTHS), n).astype(np.int32)
    asked = (np.arange(n + 1), ids, values), None, np.array([0, n]), None
    tokens, labels = np.repeat(np.arange(n), 3), np.tile(np.arange(3, dtype=np.int32), n)
    found = case.model.span_probabilities(
        *asked,
        np.zeros(3 * n, np.int64),
        tokens,
        np.arange(3 * n + 1),
        labels,
        np.full(3 * n, -1, np.int32),
    )
    wanted = case.model.marginals(*asked, 1)
    np.testing.assert_allclose(found.reshape(n, 3), wanted, atol=1e-7)


def test_a_span_beyond_its_sentence_is_refused() -> None:
    case = Case("plain", 3, is_masked=False)

    def ask(sentence: int, begin: int) -> Any:
        where = np.array([sentence]), np.array([begin]), np.array([0, 2])
        labels = np.array([1, 2], np.int32), np.array([-1], np.int32)
        return case.model.span_probabilities(*case.asked, *where, *labels)

    assert 0 < ask(0, 1)[0] < 1
    for sentence, begin in ((0, 2), (0, -1), (3, 0), (-1, 0)):
        with pytest.raises(ValueError, match="span"):
            ask(sentence, begin)


def test_a_sentence_without_an_allowed_labelling_is_reported() -> None:
    case = Case("plain", 3, is_masked=True)
    tokens, edges, sentences, mask = case.asked
    assert mask is not None
    mask[3] = 0
    with pytest.raises(ValueError, match="sentence 1 has no allowed labelling"):
        case.model.tag(tokens, edges, sentences, mask, 1)
    with pytest.raises(ValueError, match="sentence 1 has no allowed labelling"):
        case.model.marginals(tokens, edges, sentences, mask, 1)
    span = np.array([1]), np.array([0]), np.array([0, 1])
    with pytest.raises(ValueError, match="sentence 1 has no allowed labelling"):
        case.model.span_probabilities(
            tokens, edges, sentences, mask, *span, np.zeros(1, np.int32), np.zeros(1, np.int32)
        )
