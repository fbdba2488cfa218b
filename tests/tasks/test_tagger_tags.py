"""Tags to learn from: the scheme is seen, IOB1 is rewritten, broken spans are mended and told."""

from __future__ import annotations

from pathlib import Path

import pytest

from linguine import DataError, DataWarning, Tagger
from linguine.data import Sentences, read_sentences
from linguine.data.targets.tag_scheme import TagScheme
from linguine.tasks.tagger.gold.tags import encode_tags, prepare_tags

from ..messages import assert_three_parts
from ..tasks.sentences import TEST, TRAIN, make

BROKEN = "In O\nNew I-LOC\nYork I-LOC\n\nAnna B-PER\nLee I-PER\n\nLima B-LOC\n"


def sentences(*tags: list[str | None]) -> Sentences:
    return Sentences.from_python([["w"] * len(each) for each in tags], list(tags))


def names_of(codes: object, names: object) -> list[str]:
    return [names[code] if code >= 0 else "?" for code in codes.tolist()]  # type: ignore[attr-defined, index]


@pytest.mark.parametrize(
    ("tags", "scheme"),
    [
        (["DET", "NOUN"], "plain"),
        (["B-X", "I-X", "O"], "iob2"),
        (["B-X", "E-X", "S-X"], "bioes"),
        (["B", "M", "E", "S"], "bioes"),
    ],
)
def test_the_scheme_is_recognised(tags: list[str | None], scheme: str) -> None:
    prepared = prepare_tags(sentences(tags))
    assert prepared.scheme is TagScheme(scheme)
    assert prepared.facts == {"scheme": scheme}
    assert prepared.notes == ()


def test_iob1_becomes_iob2_and_is_told() -> None:
    given = sentences(["I-X", "I-X", "B-X", "O", "I-Y"], ["I-X"])
    prepared = prepare_tags(given)
    assert names_of(prepared.codes, prepared.names) == ["B-X", "I-X", "B-X", "O", "B-Y", "B-X"]
    assert prepared.facts == {"scheme": "iob2", "converted_from": "iob1"}
    with pytest.warns(DataWarning, match="the tags were IOB1 and are now IOB2"):
        tagger = Tagger(templates=["w[0]"]).fit(given)
    assert tagger.info_["converted_from"] == "iob1"
    assert tagger.labels_ == ["B-X", "B-Y", "I-X", "O"]


def test_an_inside_tag_without_a_beginning_is_repaired_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "broken.conll"
    path.write_text(BROKEN)
    prepared = prepare_tags(read_sentences(path))
    assert names_of(prepared.codes, prepared.names)[:3] == ["O", "B-LOC", "I-LOC"]
    assert prepared.facts["n_repaired"] == 1
    assert "broken.conll:2: I-LOC became B-LOC" in prepared.notes[0]


def test_strict_refuses_what_would_be_repaired(tmp_path: Path) -> None:
    path = tmp_path / "broken.conll"
    path.write_text(BROKEN)
    with pytest.raises(DataError, match=r"broken.conll:2") as caught:
        Tagger(strict=True).fit(path)
    assert_three_parts(caught.value, "must spell whole spans", "'I-LOC' does not", "Write 'B-LOC'")


def test_a_scheme_can_be_named() -> None:
    given = sentences(["I-X", "I-X", "O"], ["B-X"])
    assert prepare_tags(given, scheme="plain").names == ("I-X", "B-X", "O")
    assert prepare_tags(given, scheme="iob2").facts["n_repaired"] == 1


@pytest.mark.parametrize(
    ("spelled", "wish", "learned"),
    [
        (["B-X", "I-X", "B-Y", "O"], "bioes", ["B-X", "E-X", "S-Y", "O"]),
        (["I-X", "I-X", "I-Y", "O"], "bioes", ["B-X", "E-X", "S-Y", "O"]),
        (["B-X", "E-X", "S-Y", "O"], "iob2", ["B-X", "I-X", "B-Y", "O"]),
        (["B-X", "E-X", "S-Y", "O"], "bioes", ["B-X", "E-X", "S-Y", "O"]),
        (["DET", "NOUN"], "plain", ["DET", "NOUN"]),
    ],
    ids=lambda each: "-".join(each) if isinstance(each, list) else each,
)
def test_spans_are_learned_in_the_scheme_that_is_asked_for(
    spelled: list[str | None], wish: str, learned: list[str]
) -> None:
    prepared = prepare_tags(sentences(spelled), scheme=wish)
    assert names_of(prepared.codes, prepared.names) == learned
    assert prepared.scheme is TagScheme(wish)
    assert ("converted_from" in prepared.facts) is (learned != spelled)
    assert bool(prepared.notes) is (learned != spelled)


def test_tags_come_in_the_order_of_their_frequency() -> None:
    assert prepare_tags(sentences(["A", "B", "B", "C", None])).names == ("B", "A", "C")


@pytest.mark.filterwarnings("ignore::linguine.DataWarning")
def test_a_tagger_of_another_scheme_is_measured_by_its_spans() -> None:
    tagger = make(scheme="bioes").fit(TRAIN.sentences, TRAIN.tags)
    assert "E-LOC" in tagger.labels_
    evaluation = tagger.evaluate(TEST.sentences, TEST.tags)
    assert evaluation.spans is not None
    assert evaluation.spans.f1 > 0.9
    (span,) = tagger.predict_spans([["in", "New", "York"]])[0]
    assert (span.type, span.begin, span.end) == ("LOC", 1, 3)


def test_unknown_tags_are_minus_one_and_counted() -> None:
    prepared = prepare_tags(sentences(["B-X", None, "I-X"], ["O", "O"]))
    assert names_of(prepared.codes, prepared.names) == ["B-X", "?", "I-X", "O", "O"]
    assert prepared.facts == {"scheme": "iob2", "n_unknown_tags": 1}


@pytest.mark.parametrize("tags", [["O", "I-X", None], ["I-X", None], [None, "B-X", "I-Y"]], ids=str)
def test_neighbours_that_cannot_be_are_refused_beside_unknown_tags(tags: list[str | None]) -> None:
    with pytest.raises(DataError) as caught:
        prepare_tags(sentences(tags, ["B-X", "I-X", "B-Y", "I-Y", "O"]))
    assert_three_parts(caught.value, "must spell whole spans", "cannot stand here", "Mend it")


def test_iob1_with_unknown_tags_is_refused() -> None:
    with pytest.raises(DataError) as caught:
        prepare_tags(sentences(["I-X", None], ["O", "I-X"], ["I-X", "I-Y"]))
    assert_three_parts(caught.value, "must all be known", "this one is not", "Write the tags")


@pytest.mark.parametrize("theirs", ["iob1", "iob2", "bioes"])
def test_tags_of_another_file_are_read_in_the_scheme_of_the_model(theirs: str) -> None:
    spelled = {
        "iob1": ["I-X", "I-X", "B-X", "O"],
        "iob2": ["B-X", "I-X", "B-X", "O"],
        "bioes": ["B-X", "E-X", "S-X", "O"],
    }
    for ours in ("iob2", "bioes"):
        model = sorted(set(spelled[ours]))
        codes, names = encode_tags(sentences(spelled[theirs]), model, TagScheme(ours))  # type: ignore[arg-type]
        assert names_of(codes, names) == spelled[ours]
        assert names == model


def test_tags_that_were_never_seen_come_last() -> None:
    codes, names = encode_tags(sentences(["Z", "A", "B"]), ["A", "C"], TagScheme.PLAIN)
    assert names == ["A", "C", "B", "Z"]
    assert codes.tolist() == [3, 0, 2]


@pytest.mark.parametrize(
    ("tags", "rule"),
    [([["X", "X"]], "at least two different tags"), ([[]], "sentences to learn from")],
)
def test_too_few_tags_are_refused(tags: list[list[str]], rule: str) -> None:
    with pytest.raises(DataError) as caught:
        Tagger().fit([["w"] * len(each) for each in tags], tags)
    assert_three_parts(caught.value, rule, "; all", r"Add|Give")


def test_tokens_without_tags_are_refused() -> None:
    with pytest.raises(DataError) as caught:
        Tagger().fit([["a", "b"]])
    assert_three_parts(caught.value, "must be tags", "'a'", "Give fit")


def test_a_file_without_tags_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "words.conll"
    path.write_text("a\nb\n")
    with pytest.raises(DataError, match=r"words.conll: expected a column of tags"):
        Tagger().fit(path)
    with pytest.raises(DataError, match="tags must be given once"):
        Tagger().fit(path, [["X", "Y"]])


NAME_TAGS = ["B-PER", "I-PER", *["O"] * 10]
CHUNK_TAGS = ["B-NP", "I-NP", "B-VP", "B-NP", "I-NP", "O"]


@pytest.mark.parametrize(
    ("tags", "kind", "algorithm"),
    [
        (["DET", "NOUN"], "plain", "crf"),
        (NAME_TAGS, "names", "softmax-margin"),
        (CHUNK_TAGS, "chunks", "softmax-margin"),
        ([*CHUNK_TAGS, *[None] * 20, "O"], "chunks", "softmax-margin"),  # unknown is not outside
        (["B-X", "E-X", "S-X"], "chunks", "softmax-margin"),
    ],
    ids=str,
)
def test_tags_tell_what_they_are_about(tags: list[str | None], kind: str, algorithm: str) -> None:
    assert prepare_tags(sentences(tags)).kind == kind
    tagger = Tagger(templates=["w[0]"]).fit([["w"] * len(tags)], [tags])
    assert tagger.info_["algorithm"] == algorithm


@pytest.mark.parametrize("columns", ["w,pos", "w,pos,lemma"])
def test_names_are_not_taken_for_chunks_whatever_the_columns(columns: str) -> None:
    """Spans over one further column had the templates of chunks, two points worse on names."""
    n_columns = columns.count(",") + 1
    for tags, is_name in ((NAME_TAGS, True), (CHUNK_TAGS, False)):
        tokens = [tuple(f"X{i}" for _ in range(n_columns)) for i in range(len(tags))]
        tagger = Tagger().fit([tokens], [tags], columns=columns)
        assert tagger.model_ is not None
        templates = tagger.model_.extractor.templates.names  # type: ignore[union-attr]
        assert ("w[1].shape" in templates) is is_name
        assert ("w[-1]|pos[0]" in templates) is not is_name
        assert set(tagger.model_.needed) == set(columns.split(","))
