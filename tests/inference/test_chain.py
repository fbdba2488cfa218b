"""Chains answer as brute force does: best, k best, log-partition and marginals of every part."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linguine import _core

from ..chains import asked, random_chain
from ..reference import chain as judge
from ..reference import forward_backward

KINDS = [
    pytest.param({"order": order, "edges": edges, **masks}, id=f"order{order}{edges * '-edges'}{n}")
    for order in (1, 2, 3)
    for edges in (False, True)
    for n, masks in (
        ("", {}),
        ("-forbidden", {"forbidden": True}),
        ("-forced", {"forced": True}),
        ("-both", {"forbidden": True, "forced": True}),
    )
]
SHAPES = [(1, 3), (2, 2), (3, 4), (5, 3), (6, 2)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("n_sites", "n_labels"), SHAPES)
def test_best_output_is_that_of_brute_force(
    kind: dict[str, Any], n_sites: int, n_labels: int
) -> None:
    for seed in range(10):
        chain = random_chain(seed, n_sites, n_labels, **kind)
        value, output = _core.chain_argmax(*asked(chain))
        best = judge.argmax(chain)
        assert tuple(output) == best
        assert value == pytest.approx(judge.score(chain, best), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("n_sites", "n_labels"), SHAPES)
def test_k_best_outputs_are_those_of_brute_force(
    kind: dict[str, Any], n_sites: int, n_labels: int
) -> None:
    for seed in range(5):
        chain = random_chain(seed, n_sites, n_labels, **kind)
        for k in (1, 3, 10_000):
            values, outputs = _core.chain_k_best(*asked(chain), k)
            wanted = judge.k_best(chain, k)
            assert [tuple(y) for y in outputs] == wanted
            np.testing.assert_allclose(values, [judge.score(chain, y) for y in wanted], rtol=1e-10)


def shares(chain: judge.Chain) -> tuple[float, dict[str, Any]]:
    """Return log Z and all marginals of the core in the judge's names."""
    log_z, nodes, edges, structural = _core.chain_marginals(*asked(chain))
    L = chain.n_labels
    found = {
        "nodes": nodes,
        "transitions": structural[:L],
        "start": structural[L],
        "end": structural[L + 1],
    }
    if chain.edges is not None:
        found["edges"] = edges.reshape(chain.length, L, L)
    if chain.trigrams is not None:
        longer = structural[L + 2 :]
        found["trigrams"] = longer[: (L + 1) * L].reshape(L + 1, L, L)
        first = (L + 1) * L
        for k, table in enumerate(chain.longer, 3):
            last = first + (L + 1) * L ** (k - 1)
            found[f"order {k}"] = longer[first:last].reshape(table.shape)
            first = last
        assert first == len(longer)
    return log_z, found


@pytest.mark.parametrize("size", [1.0, 30.0, 2000.0])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("n_sites", "n_labels"), SHAPES)
def test_marginals_are_those_of_brute_force(
    kind: dict[str, Any], n_sites: int, n_labels: int, size: float
) -> None:
    """Also where scores lie thousands apart and shares vanish: then logarithms take over."""
    for seed in range(4):
        chain = random_chain(seed, n_sites, n_labels, size=size, **kind)
        log_z, found = shares(chain)
        assert log_z == pytest.approx(judge.log_partition(chain), rel=1e-12)
        wanted = judge.marginals(chain)
        for name, table in found.items():
            np.testing.assert_allclose(table, wanted[name], atol=1e-11, err_msg=name)


@given(st.integers(0, 10_000), st.integers(1, 9), st.integers(1, 3), st.sampled_from([1, 2, 3]))
@settings(max_examples=60, deadline=None)
def test_any_number_of_labels(seed: int, n_labels: int, n_sites: int, order: int) -> None:
    chain = random_chain(seed, n_sites, n_labels, order=order)
    assert tuple(_core.chain_argmax(*asked(chain))[1]) == judge.argmax(chain)
    log_z, found = shares(chain)
    assert log_z == pytest.approx(judge.log_partition(chain), rel=1e-12, abs=1e-12)
    np.testing.assert_allclose(found["nodes"], judge.node_marginals(chain), atol=1e-12)


def test_ties_go_to_the_lower_label_from_the_end() -> None:
    for seed in range(50):
        random = np.random.default_rng(seed)
        chain = random_chain(seed, 4, 3, order=1 + seed % 4)
        whole: dict[str, Any] = {
            field.name: random.integers(0, 2, np.shape(value)).astype(float)
            for field in dataclasses.fields(chain)
            if isinstance(value := getattr(chain, field.name), np.ndarray)
        }
        whole["longer"] = tuple(
            random.integers(0, 2, each.shape).astype(float) for each in chain.longer
        )
        chain = dataclasses.replace(chain, **whole)
        assert tuple(_core.chain_argmax(*asked(chain))[1]) == judge.argmax(chain)
        outputs = _core.chain_k_best(*asked(chain), 12)[1]
        assert [tuple(y) for y in outputs] == judge.k_best(chain, 12)


def test_long_sequence_keeps_its_digits() -> None:
    chain = random_chain(0, 20_000, 5, size=3.0)
    log_z, found = shares(chain)
    assert log_z == pytest.approx(forward_backward.log_partition(chain), rel=1e-12)
    wanted = forward_backward.marginals(chain)
    np.testing.assert_allclose(found["nodes"], wanted["nodes"], atol=1e-9)
    np.testing.assert_allclose(found["transitions"], wanted["transitions"], rtol=1e-8)
    assert tuple(_core.chain_argmax(*asked(chain))[1]) == forward_backward.viterbi(chain)


def test_no_site_has_one_output() -> None:
    chain = random_chain(0, 0, 3)
    assert _core.chain_argmax(*asked(chain)) == (0.0, [])
    assert _core.chain_k_best(*asked(chain), 3) == ([0.0], [[]])
    assert _core.chain_marginals(*asked(chain))[0] == 0.0


def test_nothing_allowed_is_minus_infinity() -> None:
    chain = random_chain(0, 3, 2)
    rules, nodes, _, structural = asked(chain)
    nodes[1] = -np.inf
    assert _core.chain_argmax(rules, nodes, None, structural)[0] == -np.inf
    assert _core.chain_marginals(rules, nodes, None, structural)[0] == -np.inf
    assert _core.chain_k_best(rules, nodes, None, structural, 3) == ([], [])
