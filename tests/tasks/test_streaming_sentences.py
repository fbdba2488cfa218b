"""A stream of sentences is learned as sentences in memory are."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import DependencyParser, Tagger
from linguine.data import Files, read_sentences
from linguine.data.reading.sentence_files import SentenceFiles
from linguine.errors import DataError

from .streamed import (
    PARSERS,
    SIZES,
    TAGGERS,
    saved,
    small_blocks,
    tagged,
    tags,
    trees,
    whole,
    write,
)

pytestmark = pytest.mark.filterwarnings("ignore::linguine.errors.ConvergenceWarning")
__all__ = ["small_blocks", "tags", "trees"]  # which tests name


# --- the same as in memory ------------------------------------------------------------------------


@pytest.mark.parametrize("told", TAGGERS.values(), ids=TAGGERS)
def test_a_tagger_of_one_group_is_that_in_memory(
    tmp_path: Path, tags: Files, told: dict[str, Any]
) -> None:
    streamed, memory = Tagger(**told).fit(tags), Tagger(**told).fit(whole(tags))
    assert saved(streamed, tmp_path / "a") == saved(memory, tmp_path / "b")


@pytest.mark.filterwarnings("ignore::linguine.errors.DataWarning")
@pytest.mark.parametrize("told", PARSERS.values(), ids=PARSERS)
def test_a_parser_of_one_group_is_that_in_memory(
    tmp_path: Path, trees: Files, told: dict[str, Any]
) -> None:
    told = {**told, **SIZES}
    streamed = DependencyParser(**told).fit(trees)
    memory = DependencyParser(**told).fit(whole(trees))
    assert saved(streamed, tmp_path / "a") == saved(memory, tmp_path / "b")


@pytest.mark.usefixtures("small_blocks")
def test_a_hidden_markov_model_of_many_groups_is_that_in_memory(
    tmp_path: Path, tags: Files
) -> None:
    streamed, memory = Tagger("hmm").fit(tags), Tagger("hmm").fit(whole(tags))
    assert saved(streamed, tmp_path / "a") == saved(memory, tmp_path / "b")


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize(
    "more", [{}, {"l1": 0.5}, {"all_states": True, "all_transitions": True}], ids=str
)
def test_a_minimum_over_many_groups_is_that_in_memory(tmp_path: Path, more: dict[str, Any]) -> None:
    tags = write(tmp_path, tagged, 90, "conll")  # a minimum of many sentences takes many passes
    told: dict[str, Any] = {"tolerance": 1e-8, "max_iterations": 500, **more}
    streamed, memory = Tagger("crf", **told).fit(tags), Tagger("crf", **told).fit(whole(tags))
    assert streamed.info_["learner"] == memory.info_["learner"]
    # Sums of single numbers in another order.
    assert streamed.info_["objective"] == pytest.approx(memory.info_["objective"], rel=1e-5)
    ours, theirs = (each._model().weights.table(0, 20, 5) for each in (streamed, memory))
    np.testing.assert_allclose(ours, theirs, atol=5e-3)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("told", TAGGERS.values(), ids=TAGGERS)
def test_many_groups_are_learned_as_well_as_in_memory(tags: Files, told: dict[str, Any]) -> None:
    streamed, memory = Tagger(**told).fit(tags), Tagger(**told).fit(whole(tags))
    assert streamed.labels_ == memory.labels_
    same = ("n_features", "n_words", "n_sentences", "n_tokens", "scheme")
    assert [streamed.info_.get(x) for x in same] == [memory.info_.get(x) for x in same]
    ours, theirs = (each.score(whole(tags)) for each in (streamed, memory))
    assert ours >= theirs - 0.02


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.filterwarnings("ignore::linguine.errors.DataWarning")
@pytest.mark.parametrize("told", PARSERS.values(), ids=PARSERS)
def test_many_groups_of_trees_are_learned_as_well_as_in_memory(
    trees: Files, told: dict[str, Any]
) -> None:
    told = {**told, **SIZES}
    streamed = DependencyParser(**told).fit(trees)
    memory = DependencyParser(**told).fit(whole(trees))
    assert streamed.labels_ == memory.labels_
    ours, theirs = (each._model().extractor for each in (streamed, memory))
    assert ours.frequent == theirs.frequent
    assert np.array_equal(ours.farthest, theirs.farthest)
    uas = [each.evaluate(whole(trees)).scores.uas for each in (streamed, memory)]
    assert uas[0] >= uas[1] - 0.05


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("told", [TAGGERS["crf by steps"], {"max_iterations": 4}], ids=str)
def test_threads_do_not_change_the_bytes_of_a_tagger(
    tmp_path: Path, tags: Files, told: dict[str, Any]
) -> None:
    models = [saved(Tagger(n_threads=n, **told).fit(tags), tmp_path / "m") for n in (1, 2)]
    assert models[0] == models[1]


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.filterwarnings("ignore::linguine.errors.DataWarning")
def test_threads_do_not_change_the_bytes_of_a_parser(tmp_path: Path, trees: Files) -> None:
    told: dict[str, Any] = {**PARSERS["mira"], **SIZES}
    models = [
        saved(DependencyParser(n_threads=n, **told).fit(trees), tmp_path / "m") for n in (1, 2)
    ]
    assert models[0] == models[1]


@pytest.mark.usefixtures("small_blocks")
def test_the_limits_of_files_do_not_change_the_bytes(tmp_path: Path, tags: Files) -> None:
    joined = tmp_path / "joined.conll.gz"
    joined.write_bytes(gzip.compress(b"".join(Path(path).read_bytes() for path in tags.paths)))
    told = TAGGERS["perceptron"]
    models = [Tagger(**told).fit(each) for each in (tags, Files.of(joined))]
    assert saved(models[0], tmp_path / "a") == saved(models[1], tmp_path / "b")


@pytest.mark.usefixtures("small_blocks")
def test_tags_are_repaired_and_told_of_as_in_memory(tmp_path: Path) -> None:
    text = "Anna\tI-PER\nruns\tO\n\nRome\tB-LOC\nsees\tO\nOslo\tI-LOC\n\n" * 40
    path = tmp_path / "a.conll"
    path.write_text(text + "Bert\tB-PER\nAnna\tI-LOC\n\n")
    told: dict[str, Any] = {"algorithm": "perceptron", "epochs": 2, "scheme": "iob2"}
    said, infos = [], []
    for given in (Files.of(path), read_sentences(path)):
        with pytest.warns(match="did not spell whole spans") as warned:
            infos.append(Tagger(**told).fit(given).info_)
        said.append([str(each.message) for each in warned])
    assert said[0] == said[1]
    assert infos[0]["n_repaired"] == infos[1]["n_repaired"] == 81


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.filterwarnings("ignore::linguine.errors.DataWarning")
def test_old_tags_are_converted_as_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text("Anna\tI-PER\nruns\tO\n\nRome\tI-LOC\nOslo\tB-LOC\nsees\tO\n\n" * 40)
    told: dict[str, Any] = {"algorithm": "perceptron", "epochs": 2, "scheme": "bioes"}
    ours, theirs = (Tagger(**told).fit(each) for each in (Files.of(path), read_sentences(path)))
    assert ours.labels_ == theirs.labels_
    assert ours.info_["converted_from"] == theirs.info_["converted_from"]


@pytest.mark.usefixtures("small_blocks")
def test_held_out_sentences_say_when_to_stop(tags: Files, trees: Files) -> None:
    dev = read_sentences(tags.paths[0])
    tagger = Tagger("perceptron", epochs=30, patience=2).fit(tags, dev=dev)
    assert tagger.info_["n_iterations"] < 30
    held = read_sentences(trees.paths[0])
    parser = DependencyParser("mira", epochs=30, patience=2, projective=False, **SIZES)
    assert parser.fit(trees, dev=held).info_["n_iterations"] < 30


# --- how it is asked for --------------------------------------------------------------------------


def test_names_and_patterns_are_files(tmp_path: Path, tags: Files) -> None:
    told = TAGGERS["perceptron"]
    expected = saved(Tagger(**told).fit(whole(tags)), tmp_path / "m")
    for given in (str(tmp_path / "*.conll"), list(tags.paths), [Path(each) for each in tags.paths]):
        assert saved(Tagger(**told).fit(given), tmp_path / "m") == expected


@pytest.mark.usefixtures("small_blocks")
def test_files_are_streamed_where_memory_does_not_hold_them(
    tags: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("linguine.tasks.streaming.memory._SHARE", 0.0)
    with pytest.raises(DataError, match="--memory must be enough for the model; got 0 MB"):
        Tagger("perceptron").fit(tags.paths[0])
    assert Tagger("memm").fit(tags.paths[0]).info_["n_sentences"] == 60  # tries it all the same


@pytest.mark.usefixtures("small_blocks")
def test_a_plan_is_near_what_comes(tags: Files, trees: Files) -> None:
    from linguine.tasks.parser.settings import ParserSettings
    from linguine.tasks.parser.streaming import plan as of_parsers
    from linguine.tasks.tagger.settings import TaggerSettings
    from linguine.tasks.tagger.streaming import plan as of_taggers

    found = of_taggers.foresee(TaggerSettings(algorithm="perceptron"), SentenceFiles.like(tags, {}))
    tagger = Tagger("perceptron").fit(tags)
    assert found.n_examples == 180
    assert found.n_features == pytest.approx(tagger.info_["n_features"], rel=0.1)
    told: dict[str, Any] = {"projective": False, **SIZES}
    seen = of_parsers.foresee(
        ParserSettings(algorithm="mira", **told), SentenceFiles.like(trees, {})
    )
    assert (seen.n_examples, seen.learner, seen.n_labels) == (90, "mira", 5)
