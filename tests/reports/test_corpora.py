"""The corpora that linguine carries keep the form that their README states."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

CORPORA = files("linguine") / "data" / "corpora"


def rows(name: str) -> list[list[str]]:
    text = (CORPORA / name).read_text(encoding="utf-8")
    assert text.endswith("\n")
    return [line.split("\t") for line in text[:-1].split("\n")]


def test_the_help_desk_has_ninety_messages_to_train_and_thirty_to_test_of_each_label() -> None:
    header, *messages = rows("helpdesk_small.tsv")
    assert header == ["split", "label", "text"]
    counts = Counter((split, label) for split, label, _ in messages)
    labels = ("billing", "bug", "delivery", "login", "praise")
    assert counts == {(s, y): n for s, n in (("train", 90), ("test", 30)) for y in labels}


def test_no_message_occurs_twice() -> None:
    texts = [text.casefold() for _, _, text in rows("helpdesk_small.tsv")[1:]]
    assert len(set(texts)) == len(texts)


def test_the_lexicon_is_sorted_and_its_weights_run_from_minus_three_to_three() -> None:
    header, *entries = rows("sentiment_lexicon.tsv")
    words = [word for word, _ in entries]
    assert header == ["word", "weight"]
    assert words == sorted(set(words))
    assert all(word.isalpha() and word.islower() for word in words)
    assert {int(weight) for _, weight in entries} == {-3, -2, -1, 1, 2, 3}
    assert len(entries) == 298


def test_the_lexicon_tells_praise_from_the_rest_of_the_help_desk() -> None:
    weights = {word: int(weight) for word, weight in rows("sentiment_lexicon.tsv")[1:]}
    hits = Counter[bool]()
    for _, label, text in rows("helpdesk_small.tsv")[1:]:
        mood = sum(weights.get(word.strip(".,!?:;\"'"), 0) for word in text.lower().split())
        hits[(mood > 0) == (label == "praise")] += 1
    assert hits[True] / hits.total() > 0.8
