"""The order of labels that trees are grown from: balanced, deterministic, as the judge finds it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from linguine import _core
from linguine.features.matrix import read_matrix
from tests.reference.label_tree import balanced_halves, unit

RANDOM = np.random.default_rng(5)


def order_of(
    x: NDArray[np.float64], gold: NDArray[np.int32], n_labels: int, depth: int,
    seed: int = 0, n_threads: int = 1,
) -> list[int]:  # fmt: skip
    rows, weights = np.arange(len(x)), np.ones(len(x))
    sites = read_matrix(x)
    found = _core.order_of_labels(
        sites.native, rows, gold, weights, n_labels, None, depth, seed, n_threads
    )
    order: list[int] = found.tolist()
    return order


def starts(n: int, seed: int) -> tuple[int, int]:
    """Return the two labels that halving begins with: SplitMix64, as the core draws."""
    mask = (1 << 64) - 1

    def draws(state: int) -> list[int]:
        found = []
        for _ in range(2):
            state = (state + 0x9E3779B97F4A7C15) & mask
            z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
            found.append(z ^ (z >> 31))
        return found

    one, other = draws(draws(seed ^ (1 << 20))[0])
    return one % n, (one % n + 1 + other % (n - 1)) % n


@pytest.mark.parametrize("n", [2, 3, 9, 16])
@pytest.mark.parametrize("seed", range(4))
def test_a_halving_is_that_of_the_judge(n: int, seed: int) -> None:
    x = RANDOM.random((4 * n, 12)) * (RANDOM.random((4 * n, 12)) < 0.4)
    gold = (np.arange(4 * n) % n).astype(np.int32)
    centroids = np.array([unit(x[gold == y].sum(axis=0)) for y in range(n)])
    left, right = balanced_halves(centroids, *starts(n, seed), rounds=20)
    assert order_of(x, gold, n, 1, seed) == [*left, *right]


def test_every_label_is_there_once_whatever_the_depth() -> None:
    x, gold = RANDOM.random((90, 8)), np.arange(90, dtype=np.int32) % 45
    for depth in range(6):
        assert sorted(order_of(x, gold, 45, depth)) == list(range(45))


def test_threads_change_nothing() -> None:
    x, gold = RANDOM.random((300, 30)), RANDOM.integers(0, 100, 300).astype(np.int32)
    assert order_of(x, gold, 100, 5, n_threads=1) == order_of(x, gold, 100, 5, n_threads=3)


def test_labels_with_one_centroid_are_split_by_their_numbers() -> None:
    x, gold = np.ones((8, 2)), np.arange(8, dtype=np.int32)
    assert order_of(x, gold, 8, 3) == list(range(8))


def test_labels_without_texts_find_a_place() -> None:
    x, gold = RANDOM.random((4, 3)), np.arange(4, dtype=np.int32)
    assert sorted(order_of(x, gold, 11, 3)) == list(range(11))


def test_labels_of_similar_texts_stand_together() -> None:
    x = np.repeat(np.eye(4), 8, axis=0) + 0.01 * RANDOM.random((32, 4))
    gold = RANDOM.permutation(32).astype(np.int32)
    order = order_of(x, gold, 32, 2)
    kind = {int(y): i // 8 for i, y in enumerate(gold)}
    assert [len({kind[y] for y in order[i : i + 8]}) for i in range(0, 32, 8)] == [1, 1, 1, 1]
