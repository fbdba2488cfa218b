"""Intervals: those of drawing examples again, for every task, and of Wilson for shares of texts."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from linguine.data import Constituents, LabelSets, Trees
from linguine.reports import evaluate, evaluate_constituents, evaluate_scores, wilson_interval
from linguine.reports.judging.figures import f1, share
from linguine.reports.judging.ledger import Ledger
from linguine.reports.judging.resampling import Rows, draw_subsets, draw_sums
from linguine.reports.tags.span_metrics import evaluate_spans
from linguine.reports.text.label_sets import Tally
from linguine.reports.trees.metrics import evaluate_trees

from ..growth import measured
from ..reference.bootstrap import all_resamples, percentile_interval

RANDOM = np.random.default_rng(7)
LABELS = ["a", "b", "c"]


def texts(n: int = 60) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    gold = RANDOM.integers(0, 3, n)
    return gold, np.where(RANDOM.random(n) < 0.7, gold, RANDOM.integers(-1, 3, n))


def macro(pairs: Sequence[Any]) -> float:
    found = []
    for label in range(3):
        right = sum(g == p == label for g, p in pairs)
        both = sum(g == label for g, _ in pairs) + sum(p == label for _, p in pairs)
        if both:
            found.append(2 * right / both)
    return float(np.mean(found))


def near(ours: Any, judged: tuple[float, float]) -> None:
    """Two sets of draws: the ends agree to a tenth of the width."""
    assert ours == pytest.approx(judged, abs=0.1 * (judged[1] - judged[0]))


def test_macro_f1_has_the_interval_of_texts_drawn_one_by_one() -> None:
    gold, answers = texts()
    found = evaluate(gold, answers, LABELS)
    pairs = list(zip(gold.tolist(), answers.tolist(), strict=True))
    near(found.ledger.intervals["macro_f1"], percentile_interval(pairs, macro))
    for name in ("accuracy", "macro_f1", "micro_f1", "coverage"):
        assert found.ledger.values[name] == pytest.approx(getattr(found, name))
    shown = found.to_dict()["intervals"]
    assert list(shown["labels"]) == LABELS
    for label, score in zip(LABELS, found.f1, strict=True):
        assert shown["labels"][label][0] <= score <= shown["labels"][label][1]


def test_a_share_of_texts_has_the_interval_of_wilson() -> None:
    found = evaluate(np.zeros(20, int), np.zeros(20, int), ["a", "b"])
    assert found.accuracy_interval == wilson_interval(20, 20)
    assert found.to_dict()["intervals"]["accuracy"] == found.to_dict()["accuracy_interval"]


def test_what_never_varies_is_not_said_to_be_certain() -> None:
    table = np.tile([[3.0, 4.0, 2.0]], (5, 1))
    ledger = Ledger.of_table(table, [f1("f1", 0, 1, 2)])
    assert ledger.intervals["f1"] == (0.0, 1.0)
    perfect = Ledger.of_table(np.tile([[3.0, 3.0, 3.0]], (5, 1)), [f1("f1", 0, 1, 2)])
    assert perfect.intervals["f1"] == wilson_interval(5, 5)


def test_a_table_made_by_hand_has_intervals_too() -> None:
    gold, answers = texts(600)
    found = evaluate(gold, answers, LABELS)
    by_hand = type(found)(found.labels, found.confusion, found.rejected)
    assert by_hand.to_dict()["intervals"] == found.to_dict()["intervals"]


def test_several_labels_have_the_interval_of_texts_drawn_one_by_one() -> None:
    gold = RANDOM.random((50, 3)) < 0.4
    answers = gold ^ (RANDOM.random((50, 3)) < 0.15)
    tally = Tally(3)
    for some in (slice(0, 20), slice(20, 50)):
        right, given = (LabelSets.of_table(each[some]) for each in (gold, answers))
        tally.add(right, given, answers[some] * 1.0, None)
    found = tally.evaluation(("a", "b", "c"))

    def micro(rows: Sequence[Any]) -> float:
        right = sum((g & p).sum() for g, p in rows)
        return float(2 * right / sum(g.sum() + p.sum() for g, p in rows))

    rows = list(zip(gold, answers, strict=True))
    near(found.ledger.intervals["micro_f1"], percentile_interval(rows, micro))
    for name in ("example_f1", "micro_f1", "macro_f1", "subset_accuracy"):
        assert found.ledger.values[name] == pytest.approx(getattr(found, name))


def test_scores_have_the_interval_of_texts_drawn_one_by_one() -> None:
    gold = RANDOM.normal(3.0, 1.0, 40)
    answers = gold + RANDOM.normal(0.0, 0.5, 40)
    found = evaluate_scores(gold, answers)

    def r2(pairs: Sequence[Any]) -> float:
        t, said = np.array(pairs).T
        return float(1 - ((t - said) ** 2).sum() / ((t - t.mean()) ** 2).sum())

    near(
        found.ledger.intervals["r2"], percentile_interval(list(zip(gold, answers, strict=True)), r2)
    )
    for name in ("r2", "mae", "rmse"):
        assert found.ledger.values[name] == pytest.approx(getattr(found, name))
    assert "(0." in found.to_text()


def test_spans_have_the_interval_of_whole_sentences() -> None:
    tags, n = ["B-X", "B-Y", "O"], 40
    gold = RANDOM.integers(0, 3, (n, 5))
    answers = np.where(RANDOM.random((n, 5)) < 0.8, gold, 2)
    found = evaluate_spans(gold.ravel(), answers.ravel(), tags, np.arange(0, 5 * n + 1, 5))

    def score(rows: Sequence[Any]) -> float:
        right = sum(((g == p) & (g < 2)).sum() for g, p in rows)
        return float(2 * right / sum((g < 2).sum() + (p < 2).sum() for g, p in rows))

    assert found.spans is not None
    near(
        found.ledger.intervals["f1"],
        percentile_interval(list(zip(gold, answers, strict=True)), score),
    )
    assert found.ledger.values["f1"] == pytest.approx(found.spans.f1)
    assert found.ledger.values["token_accuracy"] == pytest.approx(found.token_accuracy)
    assert found.to_dict()["intervals"]["per_span_type"].keys() == {"X", "Y"}


def test_trees_have_the_interval_of_whole_sentences() -> None:
    n = 40
    heads = np.tile([2, 0, 2, 3], n)
    answers = np.where(RANDOM.random(4 * n) < 0.7, heads, np.tile([2, 0, 4, 2], n))
    relations = np.tile([0, 1, 2, 2], n)
    offsets = np.arange(0, 4 * n + 1, 4)
    names = ["nsubj", "root", "det"]
    found = evaluate_trees(
        Trees(offsets, heads, relations, names), Trees(offsets, answers, relations, names)
    )
    right = (heads == answers).reshape(n, 4)
    judged = percentile_interval(right.tolist(), lambda rows: float(np.mean(rows)))
    near(found.scores.uas_interval, judged)
    values = found.ledger.values
    assert values["las"] == pytest.approx(found.scores.las)
    assert values["clas"] == pytest.approx(found.scores.clas)
    assert values["complete_trees"] == pytest.approx(found.scores.complete_trees)
    assert found.to_dict()["intervals"]["per_relation"].keys() == set(names)


def test_brackets_have_the_interval_of_whole_sentences() -> None:
    gold = ["(S (NP (NN a)) (NN b))", "(S (NN a) (NP (NN b)))"] * 20
    answers = ["(S (NP (NN a)) (NN b))", "(S (NN a) (VP (NN b)))"] * 20
    found = evaluate_constituents(
        Constituents.from_brackets(gold), Constituents.from_brackets(answers)
    )
    near(
        found.ledger.intervals["f1"],
        percentile_interval([1.0, 0.5] * 20, lambda rows: float(np.mean(rows))),
    )
    assert found.ledger.values["tag_accuracy"] == found.scores.tag_accuracy
    assert found.to_dict()["by_length"]["<= 10"]["f1_interval"] == found.to_dict()["f1_interval"]


@pytest.mark.parametrize("n_kinds", [2, 40])
def test_draws_of_few_and_of_many_kinds_are_those_of_the_bootstrap(n_kinds: int) -> None:
    kinds = np.arange(40) % n_kinds
    rows = Rows.of_table(np.arange(2.0 * n_kinds).reshape(n_kinds, 2))
    sums = draw_sums(rows, kinds, n_draws=20_000, seed=1)
    each = np.arange(2.0 * n_kinds).reshape(n_kinds, 2)[kinds]
    assert sums.mean(axis=0) == pytest.approx(each.sum(axis=0), rel=0.01)
    assert sums.std(axis=0) == pytest.approx(np.sqrt(40) * each.std(axis=0), rel=0.03)


def test_intervals_agree_with_all_resamples_of_a_small_set() -> None:
    rows = [(1.0, 2.0), (3.0, 3.0), (0.0, 4.0), (2.0, 2.0), (1.0, 5.0)]
    every = all_resamples(rows, lambda each: sum(a for a, _ in each) / sum(b for _, b in each))
    ledger = Ledger.of_table(rows, [share("right", 0, 1)])
    (name, ours), *_ = ledger.intervals_of(ledger.figures, n_draws=20_000).items()
    assert name == "right"
    assert ours == pytest.approx(np.quantile(every, [0.025, 0.975]), abs=0.03)


def test_subsets_are_drawn_without_replacement() -> None:
    for n_kinds in (2, 60):
        kinds = np.arange(60) % n_kinds
        sums = draw_subsets(np.eye(n_kinds), kinds, 20, n_draws=3000, seed=2)
        assert sums.sum(axis=1) == pytest.approx(20)
        assert sums.max() <= np.bincount(kinds).max()
        assert sums.mean(axis=0) == pytest.approx(np.full(n_kinds, 20 / n_kinds), rel=0.1)


def _coverage(interval: Callable[[np.ndarray[Any, Any]], Any], truth: float, n: int) -> float:
    held = 0
    for _ in range(300):
        right = RANDOM.beta(truth * 3, (1 - truth) * 3, n)[:, None] > RANDOM.random((n, 10))
        low, high = interval(right.sum(axis=1))
        held += low <= truth <= high
    return held / 300


def test_sentences_are_drawn_because_their_tokens_are_alike() -> None:
    """Wilson's interval of tokens holds the truth far less often than it promises."""

    def ours(right: np.ndarray[Any, Any]) -> Any:
        table = np.column_stack([right, np.full(len(right), 10)])
        return Ledger.of_table(table, [share("accuracy", 0, 1)]).intervals["accuracy"]

    assert _coverage(ours, 0.85, 80) > 0.9
    assert _coverage(lambda right: wilson_interval(int(right.sum()), 800), 0.85, 80) < 0.85


def test_intervals_of_twenty_five_thousand_texts_take_a_moment() -> None:
    gold = RANDOM.integers(0, 20, 25_000)
    answers = np.where(RANDOM.random(25_000) < 0.9, gold, RANDOM.integers(0, 20, 25_000))
    found = evaluate(gold, answers, list(range(20)))
    with measured() as cost:
        first = json.dumps(found.ledger.to_dict())
    assert cost.seconds < 1.0  # 0.15 s measured
    assert json.dumps(evaluate(gold, answers, list(range(20))).ledger.to_dict()) == first
