"""The tagged corpus that linguine carries is valid CoNLL-U, and is as varied as its README says."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

CORPORA = files("linguine") / "data" / "corpora"
TEXT = (CORPORA / "everyday_small.conllu").read_bytes().decode("utf-8")

UPOS = set("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split())
RELATIONS = set(
    "acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse "
    "dislocated expl fixed flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis "
    "punct reparandum root vocative xcomp".split()
)
ID, FORM, LEMMA, TAG, XPOS, FEATS, HEAD, RELATION, DEPS, MISC = range(10)


@dataclass(frozen=True)
class Sentence:
    name: str
    text: str
    rows: list[list[str]]

    @property
    def words(self) -> list[list[str]]:
        return [row for row in self.rows if row[ID].isdigit()]

    @property
    def spans(self) -> list[tuple[int, int, list[str]]]:
        pairs = [(row[ID].split("-"), row) for row in self.rows if "-" in row[ID]]
        return [(int(first), int(last), row) for (first, last), row in pairs]

    @property
    def heads(self) -> list[int]:
        return [0] + [int(row[HEAD]) for row in self.words]

    def has_ancestor(self, word: int, ancestor: int) -> bool:
        for _ in self.rows:
            if word in (0, ancestor):
                break
            word = self.heads[word]
        return word == ancestor

    def is_projective(self) -> bool:
        return all(
            self.has_ancestor(between, head)
            for word, head in enumerate(self.heads)
            for between in range(min(word, head) + 1, max(word, head))
        )


def parse(block: str) -> Sentence:
    name, text, *rows = block.split("\n")
    assert name.startswith("# sent_id = "), name
    assert text.startswith("# text = "), text
    return Sentence(
        name.removeprefix("# sent_id = "),
        text.removeprefix("# text = "),
        [row.split("\t") for row in rows],
    )


SENTENCES = [parse(block) for block in TEXT.removesuffix("\n\n").split("\n\n")]
WORDS = [(sentence, word) for sentence in SENTENCES for word in sentence.words]


def wrong(column: int, is_right: re.Pattern[str]) -> list[tuple[str, str]]:
    return [(s.name, word[column]) for s, word in WORDS if not is_right.fullmatch(word[column])]


def surface(sentence: Sentence) -> str:
    """Return the text as its tokens and `SpaceAfter=No` spell it."""
    starts = {first: (last, row) for first, last, row in sentence.spans}
    text, position = "", 1
    while position <= len(sentence.words):
        last, row = starts.get(position, (position, sentence.words[position - 1]))
        text += row[FORM] + ("" if "SpaceAfter=No" in row[MISC].split("|") else " ")
        position = last + 1
    return text.rstrip(" ")


def test_every_row_has_ten_columns_and_none_is_empty_or_padded() -> None:
    rows = [(s.name, row) for s in SENTENCES for row in s.rows]
    assert [(name, row) for name, row in rows if len(row) != 10] == []
    assert [(name, row) for name, row in rows for cell in row if not cell.strip()] == []
    assert [(name, row) for name, row in rows for cell in row if re.search(r"\s", cell)] == []


def test_the_file_has_unix_lines_no_stray_spaces_and_ends_in_one_blank_line() -> None:
    assert TEXT.endswith("\n\n")
    assert "\n\n\n" not in TEXT
    assert "\r" not in TEXT
    assert not TEXT.startswith("\ufeff")
    assert [line for line in TEXT.split("\n") if line != line.strip()] == []


def test_sentences_are_numbered_without_gaps_and_none_occurs_twice() -> None:
    names = [f"everyday-{n:03d}" for n in range(1, len(SENTENCES) + 1)]
    assert [s.name for s in SENTENCES] == names
    assert len({s.text.casefold() for s in SENTENCES}) == len(SENTENCES)


def test_words_count_up_with_spans_before_and_empty_nodes_after_their_words() -> None:
    for sentence in SENTENCES:
        n_words = 0
        for row in sentence.rows:
            kind = re.fullmatch(r"(\d+)(?:-(\d+)|\.(\d+))?", row[ID])
            assert kind, (sentence.name, row[ID])
            first, last, empty = kind.groups()
            n_words += not (last or empty)
            assert int(first) == n_words + bool(last), (sentence.name, row[ID])
            assert last is None or int(last) > int(first), (sentence.name, row[ID])


def test_every_sentence_is_a_tree_with_one_root() -> None:
    for sentence in SENTENCES:
        heads = sentence.heads
        roots = [word for word in sentence.words if word[HEAD] == "0"]
        assert [word[RELATION] for word in roots] == ["root"], sentence.name
        assert [word[RELATION] for word in sentence.words].count("root") == 1, sentence.name
        assert all(0 <= head < len(heads) for head in heads), sentence.name
        assert all(sentence.has_ancestor(word, 0) for word in range(len(heads))), sentence.name


def test_all_seventeen_tags_occur_and_no_other() -> None:
    assert {word[TAG] for _, word in WORDS} == UPOS


def test_relations_are_those_of_universal_dependencies() -> None:
    assert {word[RELATION].split(":")[0] for _, word in WORDS} <= RELATIONS
    assert wrong(RELATION, re.compile(r"[a-z]+(:[a-z]+)?")) == []


def test_features_are_pairs_in_alphabetical_order_without_repetition() -> None:
    assert wrong(FEATS, re.compile(r"_|[A-Z]\w*=[A-Z0-9]\w*(\|[A-Z]\w*=[A-Z0-9]\w*)*")) == []
    for sentence, word in WORDS:
        names = [pair.split("=")[0].lower() for pair in word[FEATS].split("|")]
        assert names == sorted(set(names)), (sentence.name, word[FEATS])


def test_nouns_verbs_adjectives_and_determiners_carry_features() -> None:
    inflected = {"NOUN", "PROPN", "VERB", "AUX", "ADJ", "DET", "NUM"}
    assert [w[FORM] for _, w in WORDS if w[TAG] in inflected and w[FEATS] == "_"] == []


def test_the_text_is_what_the_tokens_spell() -> None:
    assert [(s.text, surface(s)) for s in SENTENCES if surface(s) != s.text] == []


def test_a_multiword_token_is_spelled_by_its_words() -> None:
    for sentence in SENTENCES:
        for first, last, row in sentence.spans:
            parts = sentence.words[first - 1 : last]
            assert row[FORM] == "".join(part[FORM] for part in parts), sentence.name
            assert row[LEMMA:MISC] == ["_"] * 7, sentence.name
            assert all(part[MISC] == "_" for part in parts), sentence.name


def test_punctuation_is_tagged_and_attached_as_such_and_leads_nothing() -> None:
    assert [s.name for s, w in WORDS if (w[TAG] == "PUNCT") != (w[RELATION] == "punct")] == []
    led = [(s.name, s.words[int(w[HEAD]) - 1]) for s, w in WORDS if w[HEAD] != "0"]
    assert [name for name, head in led if head[TAG] == "PUNCT"] == []


def test_only_the_sentence_with_an_empty_node_has_enhanced_dependencies() -> None:
    empty = [(s, row) for s in SENTENCES for row in s.rows if "." in row[ID]]
    assert [row[ID] for _, row in empty] == ["8.1"]
    enhanced = {s.name for s, word in WORDS if word[DEPS] != "_"}
    assert enhanced == {sentence.name for sentence, _ in empty}
    assert all(word[DEPS] != "_" for word in empty[0][0].words)


def test_the_counts_are_those_of_the_readme() -> None:
    readme = (CORPORA / "README.md").read_text(encoding="utf-8")
    counts = {
        "sentences": len(SENTENCES),
        "words": len(WORDS),
        "multiword tokens": sum(len(s.spans) for s in SENTENCES),
        "non-projective sentences": sum(not s.is_projective() for s in SENTENCES),
    }
    assert 150 <= counts["sentences"] <= 170
    assert 1800 <= counts["words"] <= 2200
    assert counts["multiword tokens"] >= 5
    assert 4 <= counts["non-projective sentences"] <= 6
    assert [f"{n:,} {name}" for name, n in counts.items() if f"{n:,} {name}" not in readme] == []


def test_words_of_more_than_one_class_occur_in_several_of_them() -> None:
    tags = Counter({(word[FORM].lower(), word[TAG]) for _, word in WORDS})
    n_tags = Counter(form for form, _ in tags)
    ambiguous = ("that", "like", "well", "light", "before", "back", "right", "book", "to")
    assert [n_tags[form] for form in ambiguous] == [4, 4, 4, 3, 3, 3, 3, 2, 2]
    assert sum(n > 1 for n in n_tags.values()) >= 60


def test_a_third_of_the_corpus_is_mostly_made_of_words_of_the_rest() -> None:
    known = {w[FORM].lower() for n, s in enumerate(SENTENCES) if n % 3 != 2 for w in s.words}
    held_out = [w[FORM].lower() for s in SENTENCES[2::3] for w in s.words]
    assert sum(form in known for form in held_out) / len(held_out) > 0.75


def test_the_corpus_lies_in_the_folder_that_a_wheel_takes_whole() -> None:
    pyproject = Path(__file__).parents[2] / "pyproject.toml"
    settings = pyproject.read_text(encoding="utf-8")
    assert 'wheel.packages = ["src/linguine"]' in settings
    assert "wheel.exclude" not in settings
    assert (pyproject.parent / "src/linguine/data/corpora/everyday_small.conllu").is_file()
