"""EM over sequences and trees on real text: what states find, and what raw sentences are worth."""

from __future__ import annotations

import numpy as np
import pytest

from linguine import ConstituencyParser, Tagger
from linguine.data import Sentences, read_constituents, read_sentences

from .corpora import folder

# Tags that few sentences do not show, and sentences that the grammar has no tree for.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::linguine.errors.DataWarning")]


def words_and_tags(part: str) -> tuple[list[list[str]], list[list[str]]]:
    read: Sentences = read_sentences(folder("ud_english_ewt") / f"{part}.conllu.gz")
    return read.texts_of("form"), read.texts_of("upos")


def test_states_follow_the_parts_of_speech() -> None:
    """17 states of the likelier of two starts; the most frequent tag has 17 % of the tokens."""
    words, tags = words_and_tags("train")
    tagger = Tagger("baum-welch", states=17, restarts=2, tolerance=1e-4).fit(words)
    judged = tagger.evaluate(words, tags)
    assert judged.states is not None
    print(f"many-to-one {judged.token_accuracy:.4f}, NMI {judged.states.nmi:.4f}")
    assert judged.token_accuracy >= 0.48
    assert judged.states.nmi >= 0.35


@pytest.mark.parametrize(("n_tagged", "gain"), [(50, 0.01), (200, 0.01), (1000, -0.01)])
def test_sentences_without_tags_are_worth_little(n_tagged: int, gain: float) -> None:
    """A point or two beside 200 tagged sentences, nothing beside a thousand; more EM is worse."""
    words, tags = words_and_tags("train")
    test, gold = words_and_tags("test")
    alone = Tagger("textbook-hmm").fit(words[:n_tagged], tags[:n_tagged]).score(test, gold)
    shown = [*tags[:n_tagged], *([None] * len(each) for each in words[n_tagged:])]
    light = Tagger("textbook-hmm").fit(words, shown).score(test, gold)
    heavy = (
        Tagger("textbook-hmm", unlabelled_weight=1.0, max_iterations=20)
        .fit(words, shown)
        .score(test, gold)
    )
    print(f"{n_tagged}: alone {alone:.4f}, with the others {light:.4f}, heavy {heavy:.4f}")
    assert light >= alone + gain
    assert heavy < light


def test_sentences_without_trees_hardly_move_the_f1() -> None:
    trees = read_constituents(folder("ptb_sample") / "train.mrg.gz")
    test = read_constituents(folder("ptb_sample") / "test.mrg")
    few, raw = trees.take(np.arange(500)), trees.take(np.arange(1000, 2000)).sentences
    short = raw.take(np.flatnonzero(np.diff(raw.offsets) <= 25))
    alone = ConstituencyParser("pcfg").fit(few).evaluate(test).scores.f1
    joint = ConstituencyParser("pcfg").fit(few, unlabelled=short).evaluate(test).scores.f1
    print(f"500 trees: F1 {alone:.4f}; with {len(short)} sentences more: {joint:.4f}")
    assert joint >= alone - 0.005
