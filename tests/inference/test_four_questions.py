"""Label, chain, tree and candidates answer the four questions as a list of all outputs says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from linguine.errors import ParameterError
from linguine.inference import Candidates, Chain, DependencyTree, Label

from ..messages import assert_three_parts
from ..structures import CASES, Case, chain_cells

by_case = pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
by_seed = pytest.mark.parametrize("seed", range(5))


def plain(output: Any) -> Any:
    return tuple(output.tolist()) if isinstance(output, np.ndarray) else output


@by_case
@by_seed
def test_argmax_is_the_output_of_highest_score(case: Case, seed: int) -> None:
    tables = case.tables(seed)
    best = case.outputs[int(case.scores(tables).argmax())]
    assert plain(case.structure.argmax(*tables)) == plain(best)


@by_case
@by_seed
def test_marginals_are_the_shares_of_all_outputs(case: Case, seed: int) -> None:
    tables = case.tables(seed)
    scores = case.scores(tables)
    log_z, *shares = case.structure.marginals(*tables)
    assert log_z == pytest.approx(np.logaddexp.reduce(scores), rel=1e-12)
    p = np.exp(scores - np.logaddexp.reduce(scores))
    for i, found in enumerate(shares):
        wanted = sum(share * case.cells(y)[i] for share, y in zip(p, case.outputs, strict=True))
        np.testing.assert_allclose(found, wanted, atol=1e-12)


@by_case
@by_seed
def test_the_k_best_are_the_first_of_the_sorted_outputs(case: Case, seed: int) -> None:
    tables = case.tables(seed)
    order = np.argsort(-case.scores(tables), kind="stable")
    for k in (1, 3, len(order) + 5):
        found = case.structure.k_best(*tables, k)
        assert [plain(y) for y in found] == [plain(case.outputs[i]) for i in order[:k]]


@by_case
def test_less_than_one_output_cannot_be_asked_for(case: Case) -> None:
    with pytest.raises(ParameterError) as caught:
        case.structure.k_best(*case.tables(0), 0)
    assert_three_parts(caught.value, "at least 1", "k=0", "Ask for one")


@by_case
def test_a_right_output_costs_nothing_and_others_what_is_wrong(case: Case) -> None:
    gold = case.outputs[2]
    costs = case.structure.cost(gold, case.shapes[0][-1])
    assert costs.shape == case.shapes[0]
    for y in case.outputs:
        wrong = int(np.sum(np.asarray(y) != np.asarray(gold)))
        assert (costs * case.cells(y)[0]).sum() == wrong


@by_case
def test_outputs_become_labels_of_sites_and_back(case: Case) -> None:
    if not hasattr(case.structure, "encode"):
        assert isinstance(case.structure, Chain)
        return
    n_sites = case.n_sites
    for y in case.outputs:
        labels = case.structure.encode(y, n_sites)
        assert labels.shape == (n_sites,)
        assert plain(case.structure.decode(labels)) == plain(y)


@pytest.mark.parametrize("order", [1, 2, 3, 5])
def test_a_chain_counts_its_moves(order: int) -> None:
    for y in CASES["chain"].outputs:
        np.testing.assert_array_equal(
            Chain(order).parts(np.array(y), 3), chain_cells(3, order)(y)[1]
        )


@pytest.mark.parametrize("name", ["label", "candidates"])
def test_scores_too_large_for_exp_are_no_obstacle(name: str) -> None:
    log_z, shares = CASES[name].structure.marginals([1e300, 0.0, -np.inf])
    assert log_z == 1e300
    assert shares.tolist() == [1.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("ask", "rule", "got", "fix"),
    [
        (lambda: Label().argmax([]), "one score per label", r"shape \(0,\)", "Give a number"),
        (lambda: Label().argmax([[1, 2], [3, 4]]), "one score per label", r"\(2, 2\)", "Give"),
        (lambda: Candidates().argmax([-np.inf]), "candidate to choose", r"\(1,\)", "not -inf"),
        (lambda: Candidates().argmax([0, np.nan]), "must be numbers", r"\[1\] is nan", "Check"),
        (lambda: Candidates().encode(3, 3), "one of 3", "got 3", "Give its place"),
        (lambda: Label().argmax(["a"]), "table of numbers", "could not", "Give one number"),
        (lambda: Label().encode(1, 2), "one row", "2 rows", "Give one row"),
        (lambda: Chain(0), "an integer >= 1 and <= 15", "got 0", "Use 2"),
        (
            lambda: Chain(3).argmax(np.zeros((2, 35))),
            "at most 40,000", "42,875 of order 3", "Use a lower order",
        ),
        (lambda: Chain().argmax([1.0, 2.0]), "must be a table", r"\(2,\)", "Give one row"),
        (lambda: Chain().argmax([[np.inf]]), "sites must be", "is inf", "Check the weights"),
        (
            lambda: Chain().argmax([[1.0, 2.0]], [[0.0, 0.0]]),
            r"shape \(4, 2\)", r"got \(1, 2\)", "Leave them out",
        ),
        (
            lambda: Chain(allowed=np.ones((3, 3))).argmax([[1.0, 2.0]]),
            "each of 2 labels", r"\(3, 3\)", "Give one for each",
        ),
        (lambda: DependencyTree().encode([0, 3], 6), "a head in 0..n", r"\[0, 3\]", "Give a row"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_refused(
    ask: Callable[[], Any], rule: str, got: str, fix: str
) -> None:
    with pytest.raises(ParameterError) as caught:
        ask()
    assert_three_parts(caught.value, rule, got, fix)
