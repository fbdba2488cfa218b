"""Votes of several people, combined and judged against plain loops."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linguine.data import combine_votes
from linguine.data.targets.dawid_skene import estimate_reliability
from linguine.data.targets.votes import Votes
from linguine.errors import DataError, DataWarning, ParameterError

from ..reference.votes import alpha, dawid_skene

LABELS = ["ham", "other", "spam"]


def crowd(n: int, seed: int, *, missing: float = 0.2) -> dict[str, list[str | None]]:
    """Four annotators: good, fair, one who never says other, and one who rolls dice."""
    generator = np.random.default_rng(seed)
    right = generator.choice(LABELS, size=n, p=[0.5, 0.2, 0.3])
    columns: dict[str, list[str | None]] = {}
    for who, skill in {"ann": 0.95, "bob": 0.7, "cem": 0.9, "dan": 1 / 3}.items():
        guess = generator.choice(LABELS, size=n)
        votes = np.where(generator.random(n) < skill, right, guess)
        if who == "cem":
            votes = np.where(votes == "other", "ham", votes)
        gone = generator.random(n) < (0.0 if who == "ann" else missing)
        columns[who] = [None if g else str(v) for v, g in zip(votes, gone, strict=True)]
    return columns


def rows_of(columns: dict[str, list[str | None]]) -> list[list[tuple[str, str]]]:
    n = len(next(iter(columns.values())))
    return [[(who, v) for who, c in columns.items() if (v := c[i]) is not None] for i in range(n)]


@pytest.mark.parametrize("seed", range(3))
def test_dawid_and_skene_is_what_plain_loops_find(seed: int) -> None:
    columns = crowd(60, seed)
    found = estimate_reliability(Votes.of(columns))
    q = dawid_skene(rows_of(columns), LABELS, found.n_steps)
    table = np.array([[each[y] for y in LABELS] for each in q])
    # the same sums in another order, up to a thousand steps of them
    np.testing.assert_allclose(found.shares, table, atol=1e-9)


def test_em_ends_where_it_stands_still() -> None:
    columns = crowd(60, 0)
    found = estimate_reliability(Votes.of(columns))
    after = dawid_skene(rows_of(columns), LABELS, found.n_steps + 50)
    assert np.argmax(found.shares, axis=1).tolist() == [
        LABELS.index(max(each, key=each.__getitem__)) for each in after
    ]


@pytest.mark.parametrize("seed", range(3))
def test_agreement_is_krippendorffs_alpha(seed: int) -> None:
    columns = crowd(40, seed, missing=0.5)
    documents = [[v for _, v in row] for row in rows_of(columns)]
    assert Votes.of(columns).agreement() == pytest.approx(alpha(documents), rel=1e-12)


def test_agreement_is_one_where_all_agree_and_none_without_pairs() -> None:
    assert Votes.of([["a", "a"], ["b", "b", "b"]]).agreement() == 1.0
    assert Votes.of([["a"], ["b"]]).agreement() is None
    assert Votes.of([["a", "a"], ["a", "a"]]).agreement() is None


def test_the_reliable_count_more() -> None:
    columns = crowd(400, 1, missing=0.0)
    right = crowd(400, 1, missing=0.0)["ann"]  # nearly
    accuracy = combine_votes(columns, how="dawid-skene").accuracy
    assert sorted(accuracy, key=accuracy.__getitem__)[0] == "dan"
    assert accuracy["ann"] > 0.9
    labels = combine_votes(columns, how="dawid-skene").labels
    assert np.mean(labels == np.array(right)) > np.mean(majority(columns) == np.array(right))


def majority(columns: Any) -> Any:
    with pytest.warns(DataWarning, match="two labels have as many votes"):
        return combine_votes(columns).labels


def test_the_order_of_documents_does_not_matter() -> None:
    columns = crowd(50, 2)
    order = np.random.default_rng(0).permutation(50)
    mixed = {who: [votes[i] for i in order] for who, votes in columns.items()}
    plain = combine_votes(columns, how="dawid-skene")
    other = combine_votes(mixed, how="dawid-skene")
    # sums in another order
    np.testing.assert_allclose(other.soft.matrix(), plain.soft.matrix()[order], atol=1e-6)
    assert other.agreement == pytest.approx(plain.agreement)


def test_lists_dicts_columns_and_frames_are_the_same_votes() -> None:
    pd: Any = pytest.importorskip("pandas")
    columns = {"ann": ["a", "b", None], "bob": ["a", "", "b"]}
    rows = [{"ann": "a", "bob": "a"}, {"ann": "b"}, {"bob": "b"}]
    frame = pd.DataFrame(columns)
    frame.loc[2, "ann"] = float("nan")
    tables = [Votes.of(each).counts().tolist() for each in (columns, rows, frame)]
    tables.append(Votes.of([["a", "a"], ["b"], ("b",)]).counts().tolist())
    assert tables == [[[2, 0], [0, 1], [0, 1]]] * 4


def test_a_tie_goes_to_the_first_label_and_is_told() -> None:
    with pytest.warns(DataWarning, match=r"document 1: .*1 of 2 documents.*first.*shares"):
        combined = combine_votes([["b", "b"], ["b", "a"]])
    assert combined.labels.tolist() == ["b", "a"]
    assert combined.n_tied == 1


def test_labels_may_be_numbers() -> None:
    assert combine_votes([[1, 1, 2], [2]]).labels.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("votes", "how", "words"),
    [
        ([["a"], []], "majority", ["document 1", "needs a vote", "ask somebody"]),
        ([["a"], ["b"]], "dawid-skene", ["who votes", "lists of votes", "column for each"]),
        ({"x": ["a"], "y": ["a", "b"]}, "shares", ["one length", "[1, 2]", "Put None"]),
        (["a", "b"], "shares", ["list of labels", "document 0 has str", "Give a dict"]),
        ("ab", "shares", ["lists or columns", "got str", "Give a dict"]),
        ([["a", 1]], "shares", ["one type", "mixes", "Convert"]),
        ([], "shares", ["needs a vote"]),
    ],
)
def test_votes_that_cannot_be_combined_are_refused(votes: Any, how: str, words: list[str]) -> None:
    with pytest.raises(DataError) as error:
        combine_votes(votes, how=how)
    for word in words:
        assert word in str(error.value)


def test_an_unknown_way_to_combine_is_refused() -> None:
    with pytest.raises(ParameterError, match=r"majority, shares, dawid-skene; got 'mean'"):
        combine_votes([["a"]], how="mean")
