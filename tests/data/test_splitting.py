"""Splitting: shares, labels, groups; examples with the same words; the bytes of each piece."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linguine.data import Documents, Sentences, read_conllu, read_constituents, read_documents
from linguine.data.documents import Labels
from linguine.data.reading.transcoding import Encoding
from linguine.data.splitting import (
    assign_parts,
    join_groups,
    join_pairs,
    read_pieces,
    same_words,
    words_together,
)
from linguine.data.texts import as_texts
from linguine.errors import DataError
from linguine.features.near_duplicates import alike, near_words, word_sets

from .test_corpora_everyday import CORPORA


def test_every_part_has_its_share_of_every_label() -> None:
    strata = np.repeat([0, 1, 2], [700, 200, 100])
    part = assign_parts(1_000, [0.1, 0.2], strata=strata, seed=3)
    for label, n in enumerate((700, 200, 100)):
        counts = np.bincount(part[strata == label], minlength=3)
        assert abs(counts[1] - 0.1 * n) <= 1
        assert abs(counts[2] - 0.2 * n) <= 1


def test_the_same_seed_gives_the_same_parts_and_another_seed_others() -> None:
    first = assign_parts(100, [0.2], seed=1)
    assert np.array_equal(first, assign_parts(100, [0.2], seed=1))
    assert not np.array_equal(first, assign_parts(100, [0.2], seed=2))


def test_a_label_with_one_example_stays_to_be_learned_from() -> None:
    strata = np.arange(50)
    assert not assign_parts(50, [0.4], strata=strata).any()


@given(
    st.lists(st.integers(0, 30), min_size=20, max_size=200),
    st.floats(0.05, 0.5),
    st.integers(0, 5),
)
@settings(max_examples=50, deadline=None)
def test_groups_stay_together_and_shares_are_kept(
    groups: list[int], share: float, seed: int
) -> None:
    part = assign_parts(len(groups), [share], groups=groups, seed=seed)
    of_group: dict[int, set[int]] = {}
    for group, number in zip(groups, part.tolist(), strict=True):
        of_group.setdefault(group, set()).add(number)
    assert all(len(parts) == 1 for parts in of_group.values())
    largest = int(np.bincount(groups).max())
    assert abs(part.mean() - share) * len(groups) <= largest + 1


@pytest.mark.parametrize("shares", [[], [0.0], [1.0], [0.5, 0.5], [float("nan")]])
def test_shares_that_leave_nothing_are_refused(shares: list[float]) -> None:
    with pytest.raises(DataError, match="shares between 0 and 1"):
        assign_parts(10, shares)


# --- the same words -----------------------------------------------------------------------------


@given(st.lists(st.lists(st.sampled_from("abc"), max_size=4), min_size=1, max_size=30))
@settings(max_examples=60, deadline=None)
def test_sentences_have_one_number_if_and_only_if_their_words_are_the_same(
    sentences: list[list[str]],
) -> None:
    numbers = same_words(Sentences.from_python(sentences)).tolist()
    seen: dict[tuple[str, ...], int] = {}
    expected = [seen.setdefault(tuple(each), len(seen)) for each in sentences]
    assert numbers == expected


def test_texts_are_the_same_whatever_blanks_surround_them() -> None:
    texts = as_texts(["win cash", " win cash\t", "win  cash"])
    assert same_words(Documents(texts)).tolist() == [0, 0, 1]


def test_groups_of_any_grouping_are_joined() -> None:
    assert join_groups([0, 0, 1, 2, 3], [0, 1, 1, 2, 3]).tolist() == [0, 0, 0, 1, 2]
    assert join_pairs(np.array([[4, 3], [3, 2], [2, 1]]), 6).tolist() == [0, 1, 1, 1, 1, 2]


def test_words_of_two_files_have_one_numbering() -> None:
    first = Sentences.from_python([["Dogs", "bark"], ["Sit"]])
    second = Sentences.from_python([["Sit"], ["bark", "Dogs"], ["Dogs", "bark"]])
    assert same_words(words_together(first, second)).tolist() == [0, 1, 1, 2, 0]
    texts = words_together(Documents(as_texts(["a", "b"])), Documents(as_texts(["b"])))
    assert same_words(texts).tolist() == [0, 1, 1]


# --- nearly the same ----------------------------------------------------------------------------


def test_near_duplicates_are_those_that_a_comparison_of_all_pairs_finds() -> None:
    generator = np.random.default_rng(0)
    texts = [" ".join(generator.choice(3_000, 30).astype(str)) for _ in range(60)]
    for i in range(0, 60, 3):  # copies with one or two words changed
        words = texts[i].split()
        words[int(generator.integers(30))] = "new"
        texts.append(" ".join(words))
    sets = [set(text.split()) for text in texts]
    expected = {
        (i, j)
        for i in range(len(sets))
        for j in range(i)
        if len(sets[i] & sets[j]) / len(sets[i] | sets[j]) >= 0.8
    }
    assert len(expected) == 20
    found = {(max(a, b), min(a, b)) for a, b in alike(word_sets(Documents(as_texts(texts))))}
    assert found <= expected
    assert len(found) >= 19  # a pair is missed in less than 2 of 100 cases


def test_short_texts_are_never_nearly_the_same() -> None:
    assert near_words(Documents(as_texts(["a b c d", "a b c d", ""]))).tolist() == [0, 1, 2]


# --- pieces of files ----------------------------------------------------------------------------


def halves(path: Path, data: Documents | Sentences) -> tuple[str, str, np.ndarray]:
    pieces = read_pieces(str(path), data, Encoding())
    odd = np.arange(len(data)) % 2 == 1
    return "".join(pieces.write(~odd)), "".join(pieces.write(odd)), odd


def test_a_table_is_cut_with_its_head_and_texts_of_several_lines(tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text('label,text\nham,"one\ntwo"\nspam,three\nham,"four, five"\n')
    even, odd, _ = halves(path, read_documents(path))
    assert even == 'label,text\nham,"one\ntwo"\nham,"four, five"\n'
    assert odd == "label,text\nspam,three\n"


def test_the_last_line_gets_its_end(tmp_path: Path) -> None:
    path = tmp_path / "m.tsv"
    path.write_text("ham\tone\nspam\ttwo\nham\tthree")
    assert halves(path, read_documents(path))[:2] == ("ham\tone\nham\tthree\n", "spam\ttwo\n")


def test_all_sentences_of_a_treebank_come_back_with_their_comments() -> None:
    path = Path(str(CORPORA / "everyday_small.conllu"))
    data = read_conllu(path)
    even, odd, is_odd = halves(path, data)
    assert even.count("# text") == int((~is_odd).sum())
    assert sorted((even + odd).split("\n\n")) == sorted(path.read_text().split("\n\n"))


def test_trees_of_several_lines_are_cut_between_trees(tmp_path: Path) -> None:
    path = tmp_path / "t.mrg"
    path.write_text("(S (NP (N a))\n  (VP (V b)))\n(S (V c))\n\n(S (V d))\n")
    trees = read_constituents(path)
    pieces = read_pieces(str(path), trees, Encoding())
    assert "".join(pieces.write(np.array([True, False, True]))) == (
        "(S (NP (N a))\n  (VP (V b)))\n\n(S (V d))\n"
    )


def test_a_json_array_cannot_be_cut_by_lines(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text('[{"text": "a", "label": "x"}, {"text": "b", "label": "y"}]')
    with pytest.raises(DataError, match="JSON array"):
        read_pieces(str(path), read_documents(path), Encoding())


def test_labels_are_not_needed_to_cut(tmp_path: Path) -> None:
    path = tmp_path / "m.txt"
    path.write_text("one\ntwo\n")
    documents = read_documents(path, need_labels=False)
    assert documents.label_set is None or isinstance(documents.label_set, Labels)
    assert halves(path, documents)[:2] == ("one\n", "two\n")
