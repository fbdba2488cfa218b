"""Words and sentences are counted as the evaluation of CoNLL 2018 counts them."""

from __future__ import annotations

import numpy as np
import pytest

from linguine import DataError
from linguine.data import Segmentation
from linguine.reports.tokens.metrics import evaluate_segmentation

from ..messages import assert_three_parts


def cut(text: str, sentences: list[list[str]], splits: dict[int, tuple[str, ...]]) -> Segmentation:
    begins, ends, at = [], [], 0
    for token in (token for each in sentences for token in each):
        begins.append(text.index(token, at))
        at = begins[-1] + len(token)
        ends.append(at)
    offsets = np.cumsum([0, *map(len, sentences)])
    return Segmentation(text, np.array(begins), np.array(ends), offsets, splits)


TEXT = "Don't go. Now"
GOLD = cut(TEXT, [["Don't", "go", "."], ["Now"]], {0: ("Do", "n't")})


def test_what_is_right_is_right() -> None:
    found = evaluate_segmentation(GOLD, GOLD)
    assert found.to_dict()["words_f1"] == found.to_dict()["sentences_f1"] == 1
    assert found.words.support == 5
    assert found.tokens.support == 4
    assert found.outcomes.tolist() == [1] * 5


def test_words_of_a_multiword_token_count_where_the_other_has_tokens() -> None:
    found = evaluate_segmentation(GOLD, cut(TEXT, [["Do", "n't", "go", "."], ["Now"]], {}))
    assert found.words.f1 == 1
    assert found.tokens.support - found.tokens.recall * 4 == 1


def test_a_token_that_was_not_split_misses_its_words() -> None:
    found = evaluate_segmentation(GOLD, cut(TEXT, [["Don't", "go", "."], ["Now"]], {}))
    assert found.outcomes.tolist() == [0, 0, 1, 1, 1]
    assert found.tokens.f1 == 1


def test_a_missed_end_costs_both_sentences() -> None:
    found = evaluate_segmentation(
        GOLD, cut(TEXT, [["Don't", "go", ".", "Now"]], {0: ("Do", "n't")})
    )
    assert found.sentences.f1 == 0
    assert found.words.f1 == 1


def test_spaces_are_not_counted() -> None:
    other = cut("Don't  go .\nNow", [["Don't", "go", "."], ["Now"]], {0: ("Do", "n't")})
    assert evaluate_segmentation(GOLD, other).words.f1 == 1


@pytest.mark.parametrize("seed", range(20))
def test_without_multiword_tokens_words_are_spans(seed: int) -> None:
    """The judge: equal spans, counted as sets."""
    random, text = np.random.default_rng(seed), "abcdefghij" * 3

    def random_cut() -> Segmentation:
        ends = np.append(np.flatnonzero(random.random(len(text) - 1) < 0.5) + 1, len(text))
        begins = np.concatenate([[0], ends[:-1]])
        return Segmentation(text, begins, ends, np.array([0, len(ends)]))

    one, other = random_cut(), random_cut()
    spans = [set(zip(s.begins.tolist(), s.ends.tolist(), strict=True)) for s in (one, other)]
    found = evaluate_segmentation(one, other)
    assert found.outcomes.sum() == len(spans[0] & spans[1])
    assert found.words == found.tokens


def test_answers_about_another_text_are_refused() -> None:
    with pytest.raises(DataError) as caught:
        evaluate_segmentation(GOLD, cut("Go", [["Go"]], {}))
    assert_three_parts(caught.value, "must", "; ", "Segment")


def test_the_table_names_what_was_found() -> None:
    assert "sentences" in evaluate_segmentation(GOLD, GOLD).to_text()
