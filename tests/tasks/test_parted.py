"""Learning in parts: the same bytes whoever works, however many, and whoever dies."""

from __future__ import annotations

import pickle
import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linguine
from linguine import DependencyParser, Tagger, TextClassifier
from linguine.data import read_documents
from linguine.data.keeping import sentence_cache
from linguine.data.reading import partitions
from linguine.errors import DataError, LinguineError, NotAvailableError, OptionError, ParameterError
from linguine.model.engines.dask_engine import DaskEngine
from linguine.model.engines.engine import LocalEngine
from linguine.progress import Progress
from linguine.serving.app import main
from tests.dask_cluster import DyingEngine, cluster_of

WORDS = {"spam": ["cash", "prize", "win"], "ham": ["lunch", "noon", "see"], "news": ["vote", "law"]}
SHARED = [f"word{i}" for i in range(40)]

#: One of each way to learn: counts, all gradients, mixed passes; exact and hashed features.
WAYS: dict[str, dict[str, Any]] = {
    "counts": {"algorithm": "naive-bayes"},
    "lbfgs": {"algorithm": "logistic", "max_iterations": 8},
    "owl-qn": {"algorithm": "logistic", "l1": 0.5, "max_iterations": 5},
    "mixing": {"algorithm": "perceptron", "epochs": 3},
    "hashed": {"algorithm": "logistic", "hash_bits": 12, "epochs": 2},
}


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with cluster_of(2) as client:
        yield client


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Partitions of some hundred bytes, so that little data has many."""
    monkeypatch.setattr(partitions, "_BYTES", 4_000)


def lines(n: int, seed: int = 0) -> list[str]:
    draw, names = random.Random(seed), list(WORDS)
    found = []
    for _ in range(n):
        label = draw.choice(names)
        words = draw.choices(WORDS[label], k=2) + draw.choices(SHARED, k=draw.randrange(1, 8))
        found.append(f"{label}\t{' '.join(words)}")
    return found


def write(path: Path, n: int = 600, seed: int = 0) -> Path:
    path.write_text("\n".join(["label\ttext", *lines(n, seed)]) + "\n")
    return path


def learned(source: Any, engine: Any, folder: Path, **settings: Any) -> bytes:
    """Return the model file of what was learned in parts."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", linguine.errors.ConvergenceWarning)
        classifier = TextClassifier(**settings).fit(source, engine=engine)
    path = folder / "model.linguine"
    classifier.save(path)
    return path.read_bytes()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("way", WAYS)
def test_workers_learn_the_same_bytes_as_one_process(way: str, client: Any, tmp_path: Path) -> None:
    path = write(tmp_path / "texts.tsv")
    alone = learned(path, LocalEngine(), tmp_path, **WAYS[way])
    assert learned(path, client, tmp_path, **WAYS[way]) == alone


class SendingEngine(LocalEngine):
    """Every value is sent: it arrives as a copy whose arrays cannot be written to."""

    def share(self, name: str, value: Any) -> Any:
        return sent(value)

    def map(self, *given: Any) -> Any:
        return [sent(each) for each in super().map(*given)]


def sent(value: Any) -> Any:
    buffers: list[pickle.PickleBuffer] = []
    told = pickle.dumps(value, protocol=5, buffer_callback=buffers.append)
    return pickle.loads(told, buffers=[bytes(each.raw()) for each in buffers])


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("way", WAYS)
def test_everything_that_workers_make_can_be_sent(way: str, tmp_path: Path) -> None:
    path = write(tmp_path / "texts.tsv")
    alone = learned(path, LocalEngine(), tmp_path, **WAYS[way])
    assert learned(path, SendingEngine(), tmp_path, **WAYS[way]) == alone


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("way", "phase"),
    [("counts", "count"), ("lbfgs", "gradient"), ("mixing", "pass"), ("hashed", "settle")],
)
def test_a_killed_worker_does_not_show_in_the_model(
    way: str, phase: str, client: Any, tmp_path: Path
) -> None:
    path = write(tmp_path / "texts.tsv")
    alone = learned(path, LocalEngine(), tmp_path, **WAYS[way])
    engine = DyingEngine(client, phase, tmp_path / "killed")
    assert learned(path, engine, tmp_path, **WAYS[way]) == alone
    assert (tmp_path / "killed").exists()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("settings", [{}, {"hash_bits": 12}, {"class_weight": "balanced"}])
def test_counts_in_parts_are_the_model_in_memory(tmp_path: Path, settings: dict[str, Any]) -> None:
    """Folds are those in memory, too; only the names of buckets come from another sample."""
    path = write(tmp_path / "texts.tsv")
    told: dict[str, Any] = {"algorithm": "naive-bayes", **settings}
    memory = TextClassifier(**told).fit(path)
    parted = TextClassifier(**told).fit(path, engine=LocalEngine())
    np.testing.assert_array_equal(parted.model_.weights, memory.model_.weights)
    np.testing.assert_array_equal(parted.model_.bias, memory.model_.bias)
    assert parted.info_ == memory.info_


@pytest.mark.usefixtures("small")
def test_gradients_in_parts_find_the_minimum_in_memory(tmp_path: Path) -> None:
    """The weights are of single precision, and settle to about a thousandth."""
    path = write(tmp_path / "texts.tsv")
    told: dict[str, Any] = {"max_iterations": 500, "calibration": "none", "algorithm": "logistic"}
    memory = TextClassifier(**told, tolerance=1e-9).fit(path)
    parted = TextClassifier(**told, tolerance=1e-9).fit(path, engine=LocalEngine())
    np.testing.assert_allclose(parted.model_.weights, memory.model_.weights, atol=2e-3)


@pytest.mark.usefixtures("small")
def test_mixed_passes_classify_like_passes_one_after_the_other(tmp_path: Path) -> None:
    path, test = write(tmp_path / "texts.tsv"), write(tmp_path / "test.tsv", 300, seed=1)
    parted = TextClassifier("svm", epochs=10).fit(path, engine=LocalEngine())
    held = read_documents(test)
    assert parted.score(held.texts, held.labels) > 0.99


def test_many_small_files_are_few_parts_and_learned_from_as_one(tmp_path: Path) -> None:
    """Each by itself would be a task, and online learners would learn from two texts at a time."""
    rows = lines(600)
    for i in range(0, len(rows), 2):
        (tmp_path / f"{i:03}.tsv").write_text("\n".join(rows[i : i + 2]) + "\n")
    (tmp_path / "rare.tsv").write_text("rare\tthe only one of its kind\n")
    names = []

    class Watching(LocalEngine):
        def map(self, name: str, work: Any, columns: Any, *given: Any) -> Any:
            names.extend([name] * len(columns[0]))
            return super().map(name, work, columns, *given)

    with pytest.warns(linguine.errors.DataWarning, match="only one text: 'rare'"):
        parted = TextClassifier("perceptron", epochs=2).fit(tmp_path / "*.tsv", engine=Watching())
    assert names.count("count") == 1
    held = read_documents(write(tmp_path / "test.tsv", 300, seed=1))
    assert parted.score(held.texts, held.labels) > 0.97
    assert parted.predict(["only one of its kind"]).tolist() == ["rare"]


@pytest.mark.usefixtures("small")
def test_a_broken_line_of_a_later_partition_has_its_own_number(tmp_path: Path) -> None:
    path = write(tmp_path / "texts.tsv")
    rows = path.read_text().split("\n")
    rows[411] = "broken"
    path.write_text("\n".join(rows))
    with pytest.raises(DataError, match=r"texts\.tsv:412: expected 2 tab-separated fields, got 1"):
        learned(path, LocalEngine(), tmp_path, algorithm="naive-bayes")


def test_a_file_that_changes_between_two_passes_is_told(tmp_path: Path) -> None:
    path = write(tmp_path / "texts.tsv")

    class Changing(LocalEngine):
        def map(self, name: str, *given: Any) -> Any:
            if name == "count":
                path.write_text(path.read_text() + "spam\tlate\n")
            return super().map(name, *given)

    with pytest.raises(DataError, match="a file must stay as it is"):
        learned(path, Changing(), tmp_path, algorithm="naive-bayes")
    assert not (tmp_path / "model.linguine").exists()


def test_partitions_of_other_formats_or_labels_are_told(tmp_path: Path) -> None:
    write(tmp_path / "a.tsv")
    (tmp_path / "b.jsonl").write_text('{"label": "spam", "text": "cash"}\n')
    with pytest.raises(DataError, match=r"all files of a training must be alike; the format"):
        learned([tmp_path / "a.tsv", tmp_path / "b.jsonl"], LocalEngine(), tmp_path,
                algorithm="naive-bayes")  # fmt: skip
    (tmp_path / "c.tsv").write_text("class\ttext\nspam\tcash\n")
    with pytest.raises(DataError, match="the label column is class here and label in"):
        learned([tmp_path / "a.tsv", tmp_path / "c.tsv"], LocalEngine(), tmp_path,
                algorithm="naive-bayes")  # fmt: skip


@pytest.mark.parametrize("content", ["", "\n\n\n", "label\ttext\n"])
def test_an_empty_part_is_told(tmp_path: Path, content: str) -> None:
    write(tmp_path / "a.tsv")
    (tmp_path / "b.tsv").write_text(content)
    with pytest.raises(DataError, match=r"b\.tsv: expected at least one document, got"):
        learned([tmp_path / "a.tsv", tmp_path / "b.tsv"], LocalEngine(), tmp_path,
                algorithm="naive-bayes")  # fmt: skip


def test_texts_in_memory_are_not_for_an_engine() -> None:
    with pytest.raises(DataError, match="must be the names of files"):
        TextClassifier("svm").fit(["a", "b"], ["x", "y"], engine=LocalEngine())


def test_what_needs_all_texts_is_refused_by_name(tmp_path: Path) -> None:
    path = write(tmp_path / "texts.tsv")
    with pytest.raises(NotAvailableError, match="ridge"):
        TextClassifier("ridge").fit(path, engine=LocalEngine())


def test_an_engine_must_be_one() -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    with pytest.raises(ParameterError, match=r"must be a dask\.distributed\.Client"):
        TextClassifier("svm").fit("texts.tsv", engine=3)


def test_a_scheduler_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    from linguine.model.engines import opening

    monkeypatch.setattr(opening, "PATIENCE", "100ms")
    with (
        pytest.raises(DataError, match="expected the address of a Dask scheduler"),
        opening.open_engine("tcp://127.0.0.1:1"),
    ):
        pass


def test_workers_of_another_version_are_told(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linguine, "__version__", "99.0")
    with pytest.raises(DataError, match=r"All workers must have linguine 99\.0"):
        DaskEngine(client)


def test_a_fault_of_a_worker_arrives_as_it_is(client: Any, tmp_path: Path) -> None:
    path = tmp_path / "texts.tsv"
    path.write_text("label\ttext\nspam\tcash\nham\n")
    with pytest.raises(DataError, match=r"texts\.tsv:3: expected 2 tab-separated fields"):
        learned(path, client, tmp_path, algorithm="naive-bayes")


def test_the_command_line_learns_by_workers(
    client: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, model = write(tmp_path / "texts.tsv"), tmp_path / "cli.linguine"
    address = client.scheduler.address
    told = ["train", str(path), "--dask", address, "--algorithm", "naive-bayes", "-o", str(model)]
    assert main(told) == 0
    assert model.read_bytes() == learned(path, LocalEngine(), tmp_path, algorithm="naive-bayes")
    capsys.readouterr()


@pytest.mark.parametrize(
    "given",
    [["--workers", "2"], ["--dask", "local", "--workers", "0"],
     ["--dask", "local", "--memory", "1GB"], ["--dask", "local", "--checkpoint", "here"]],
)  # fmt: skip
def test_options_that_do_not_go_together_are_refused(
    given: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / "texts.tsv")
    told = ["train", str(path), "--algorithm", "svm", "-o", str(tmp_path / "m"), *given]
    assert main(told) == 2
    assert given[-2] in capsys.readouterr().err
    assert not (tmp_path / "m").exists()


def test_errors_keep_what_they_are_about_on_their_way() -> None:
    error = ParameterError("must be 1.", owner="Tagger", parameter="order")
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.owner, copy.parameter) == (str(error), "Tagger", "order")
    assert isinstance(OptionError("x"), LinguineError)


@pytest.mark.usefixtures("small")
def test_workers_answer_and_judge_a_file_as_one_process_does(
    client: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, model = write(tmp_path / "texts.tsv"), tmp_path / "model.linguine"
    TextClassifier("naive-bayes").fit(path).save(model)
    test = write(tmp_path / "test.tsv", 500, seed=2)
    test.write_text(test.read_text() + "unheard\tword1 word2\n")
    asked = ["--dask", client.scheduler.address]

    def told(*given: Any) -> str:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", linguine.errors.DataWarning)
            assert main([str(each) for each in given]) == 0
        return capsys.readouterr().out

    for verb, options in (("predict", ["--proba"]), ("evaluate", []), ("evaluate", ["--json"])):
        alone = told(verb, model, test, *options)
        assert alone.count("\n") > 0
        assert told(verb, model, test, *options, *asked) == alone


PARSER_CRF = {"algorithm": "crf", "learner": "lbfgs", "max_iterations": 3, "shared_bits": 12}
TOKENS = {"DET": ["the", "a"], "NOUN": ["dog", "cat", "bird", "tree"], "VERB": ["sees", "hears"]}


def write_tokens(path: Path, n: int) -> Path:
    """Write sentences of the form "the dog sees a tree", with tags and trees."""
    draw, rows = random.Random(0), []
    for _ in range(n):
        tags = ["DET", "NOUN", "VERB", "DET", "NOUN"][draw.randrange(0, 4, 3) :]
        verb = tags.index("VERB") + 1 if "VERB" in tags else 0
        for i, tag in enumerate(tags, 1):
            head = i + 1 if tag == "DET" else (0 if i == verb or not verb else verb)
            word = draw.choice(TOKENS[tag])
            rows.append(f"{i}\t{word}\t_\t{tag}\t_\t_\t{head}\t{tag.lower()}\t_\t_")
        rows.append("")
    path.write_text("\n".join(rows) + "\n")
    return path


@pytest.fixture
def blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of some tokens, so that a few sentences are many groups."""
    monkeypatch.setattr(sentence_cache, "N_TOKENS", 20)


@pytest.mark.usefixtures("blocks")
@pytest.mark.parametrize(
    ("kind", "settings", "phase"),
    [
        (Tagger, {"algorithm": "crf", "max_iterations": 4}, "gradient"),
        (Tagger, {"algorithm": "perceptron", "epochs": 2}, "pass"),
        (DependencyParser, {"algorithm": "mira", "epochs": 2, "shared_bits": 12}, "pass"),
        (DependencyParser, PARSER_CRF, "gradient"),
    ],
    ids=["crf", "tagger-mixing", "parser-mixing", "parser-crf"],
)
def test_taggers_and_parsers_are_the_same_bytes_whoever_dies(
    kind: Any, settings: dict[str, Any], phase: str, client: Any, tmp_path: Path
) -> None:
    path = write_tokens(tmp_path / "trees.conllu", 300)

    def model(engine: Any) -> bytes:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", linguine.errors.ConvergenceWarning)
            told = {"tag_column": "upos"} if kind is Tagger else {}
            kind(**settings).fit(path, engine=engine, **told).save(tmp_path / "model")
        return (tmp_path / "model").read_bytes()

    alone = model(LocalEngine())
    assert model(SendingEngine()) == alone
    assert model(DyingEngine(client, phase, tmp_path / "killed")) == alone


@pytest.mark.usefixtures("blocks")
def test_a_crf_in_parts_has_the_objective_of_the_one_in_memory(tmp_path: Path) -> None:
    path = write_tokens(tmp_path / "trees.conllu", 300)
    told: dict[str, Any] = {"max_iterations": 1000, "tolerance": 1e-10, "l2": 1.0}
    found: list[float] = []
    for engine in (None, LocalEngine()):
        seen: list[Progress] = []
        tagger = Tagger("crf", progress=seen.append, **told)
        tagger.fit(path, tag_column="upos", engine=engine)
        found.append(seen[-1].value)
    assert found[1] == pytest.approx(found[0], rel=1e-9)


def test_sentences_in_memory_are_not_for_an_engine() -> None:
    with pytest.raises(DataError, match="must be the names of files"):
        Tagger("crf").fit([["a"]], [["X"]], engine=LocalEngine())
