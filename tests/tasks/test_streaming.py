"""A stream of texts is learned as texts in memory are, whatever happens to it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import TextClassifier
from linguine.data import Files, read_documents
from linguine.data.keeping.scratch import Scratch
from linguine.data.reading.files import read_files
from linguine.errors import DataError, LinguineError, NotAvailableError
from linguine.features.text import row_cache
from linguine.tasks.streaming import groups

WORDS = [f"word{i}" for i in range(120)]
OWN = {"spam": "cash win prize", "ham": "lunch noon see", "жук": "привет мир дом"}


def line(draw: random.Random, label: str) -> str:
    own = OWN.get(label, f"own{label}").split()
    words = [draw.choice(WORDS) for _ in range(draw.randrange(0, 12))]
    words += [draw.choice(own) for _ in range(draw.randrange(0, 3))]
    draw.shuffle(words)
    return f"{label}\t{' '.join(words)}\n"


def write(folder: Path, labels: list[str], n_files: int = 3) -> Files:
    """Labels of texts in their order, over some files; some texts are empty."""
    draw = random.Random(3)
    for i in range(n_files):
        part = labels[len(labels) * i // n_files : len(labels) * (i + 1) // n_files]
        lines = "".join(line(draw, each) for each in part)
        (folder / f"{i}.tsv").write_text(f"label\ttext\n{lines}", "utf-8")
    return Files.of(str(folder / "*.tsv"))


def unequal(n: int, names: tuple[str, ...] = ("spam", "ham")) -> list[str]:
    draw = random.Random(1)
    weights = [1, *(9 for _ in names[1:])]
    return draw.choices(names, weights, k=n)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small data have many groups of blocks."""
    monkeypatch.setattr(row_cache, "N_ENTRIES", 400)
    monkeypatch.setattr(groups, "GROUP", 3)


def weights_of(estimator: TextClassifier) -> Any:
    return estimator._model().weights


def saved(estimator: TextClassifier, path: Path) -> bytes:
    estimator.save(path)
    return path.read_bytes()


# --- the same as in memory ------------------------------------------------------------------------

LABELS = {
    "unequal": unequal(600),
    "sorted": sorted(unequal(300)),
    "three": unequal(400, ("spam", "ham", "жук")),
    "a label with one text": [*unequal(200), "once"],
    "many labels": [f"l{i % 300}" for i in range(600)],
}


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.filterwarnings("ignore::linguine.errors.DataWarning")
@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
@pytest.mark.parametrize(
    "told",
    [
        {"algorithm": "naive-bayes"},
        {"algorithm": "naive-bayes", "hash_bits": 9, "class_weight": "balanced"},
        {"algorithm": "bernoulli-naive-bayes", "min_df": 3, "calibration": 3},
        {"algorithm": "naive-bayes", "max_features": 60, "max_df": 0.5, "calibration": "none"},
    ],
    ids=["exact", "hashed", "bernoulli", "limits"],
)
def test_naive_bayes_of_a_stream_is_the_same_file_byte_for_byte(
    tmp_path: Path, labels: list[str], told: dict[str, Any]
) -> None:
    files = write(tmp_path, labels)
    streamed = TextClassifier(**told).fit(files)
    whole = TextClassifier(**told).fit(read_files(files.paths))
    if told.get("class_weight") is None:
        assert saved(streamed, tmp_path / "a") == saved(whole, tmp_path / "b")
    else:  # sums of weights that are no whole numbers depend on their order
        np.testing.assert_allclose(weights_of(streamed), weights_of(whole), atol=1e-5)


@pytest.mark.parametrize("algorithm", ["logistic", "svm", "perceptron", "mira"])
@pytest.mark.parametrize("hash_bits", [None, 10])
def test_steps_over_one_group_are_those_in_memory(
    tmp_path: Path, algorithm: str, hash_bits: int | None
) -> None:
    files = write(tmp_path, unequal(300))
    told: dict[str, Any] = {"epochs": 4, "hash_bits": hash_bits}
    streamed = TextClassifier(algorithm, **told).fit(files)
    whole = TextClassifier(algorithm, **told).fit(read_files(files.paths))
    assert saved(streamed, tmp_path / "a") == saved(whole, tmp_path / "b")


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("l1", [None, 0.3])
def test_a_minimum_over_a_stream_is_that_in_memory(tmp_path: Path, l1: float | None) -> None:
    files = write(tmp_path, unequal(400, ("spam", "ham", "жук")))
    told: dict[str, Any] = {
        "tolerance": 1e-9,
        "max_iterations": 500,
        "calibration": "none",
        "l1": l1,
    }
    streamed = TextClassifier("logistic", **told).fit(files)
    whole = TextClassifier("logistic", **told).fit(read_files(files.paths))
    # Gradients of single numbers settle weights to about a thousandth.
    np.testing.assert_allclose(weights_of(streamed), weights_of(whole), atol=5e-3)
    np.testing.assert_allclose(streamed._model().bias, whole._model().bias, atol=5e-3)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("algorithm", ["logistic", "svm", "perceptron", "mira"])
def test_many_groups_of_a_sorted_file_are_learned_as_well_as_in_memory(
    tmp_path: Path, algorithm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(groups, "GROUP", 8)  # enough blocks that both labels are in most groups
    files = write(tmp_path, sorted(unequal(2000)))
    whole = read_files(files.paths)
    told: dict[str, Any] = {"epochs": 5, "calibration": "none"}
    streamed = TextClassifier(algorithm, **told).fit(files)
    memory = TextClassifier(algorithm, **told).fit(whole)
    ours, theirs = (each.score(whole.texts, whole.labels) for each in (streamed, memory))
    assert ours >= theirs - 0.02


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize(
    "told",
    [
        {"algorithm": "logistic", "epochs": 3},
        {"algorithm": "logistic", "max_iterations": 8},
        {"algorithm": "naive-bayes", "hash_bits": 8},
    ],
    ids=["steps", "gradients", "counts"],
)
@pytest.mark.filterwarnings("ignore::linguine.errors.ConvergenceWarning")
def test_threads_do_not_change_the_bytes(tmp_path: Path, told: dict[str, Any]) -> None:
    files = write(tmp_path, unequal(900))
    models = [saved(TextClassifier(n_threads=n, **told).fit(files), tmp_path / "m") for n in (1, 2)]
    assert models[0] == models[1]


# --- going on -------------------------------------------------------------------------------------


class StopError(Exception):
    """Stands for a kill."""


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.filterwarnings("ignore::linguine.errors.ConvergenceWarning")
@pytest.mark.parametrize(
    "told",
    [
        {"algorithm": "mira", "epochs": 2, "min_df": 2},
        {"algorithm": "logistic", "hash_bits": 8, "max_iterations": 6},
        {"algorithm": "naive-bayes"},
    ],
    ids=["steps", "gradients", "counts"],
)
def test_a_training_that_was_broken_off_anywhere_ends_in_the_same_bytes(
    tmp_path: Path, told: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("linguine.data.reading.files._BLOCK_BYTES", 5_000)
    files = write(tmp_path, unequal(500))
    undisturbed = saved(TextClassifier(**told).fit(files), tmp_path / "m")
    folder = tmp_path / "checkpoint"
    kept = Files.of(str(tmp_path / "*.tsv"), checkpoint=folder, every=0)
    steps: list[object] = []
    TextClassifier(**told, progress=steps.append).fit(files)
    for stop_at in range(0, len(steps), max(1, len(steps) // 6)):
        n_seen = 0

        def stop(step: object, at: int = stop_at) -> None:
            nonlocal n_seen
            n_seen += 1
            if n_seen > at:
                raise StopError

        with pytest.raises(StopError):
            TextClassifier(**told, progress=stop).fit(kept)
        assert folder.exists()
        assert saved(TextClassifier(**told).fit(kept), tmp_path / "m") == undisturbed
        assert not folder.exists()


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("change", ["options", "file"])
def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path, change: str) -> None:
    write(tmp_path, unequal(300))
    kept = Files.of(str(tmp_path / "*.tsv"), checkpoint=tmp_path / "checkpoint", every=0)

    def stop(step: Any) -> None:
        if step.phase.startswith("mira"):
            raise StopError

    with pytest.raises(StopError):
        TextClassifier("mira", progress=stop).fit(kept)
    if change == "options":
        with pytest.raises(DataError, match="made with other options"):
            TextClassifier("mira", C=0.5).fit(kept)
        return
    with (tmp_path / "0.tsv").open("a") as file:
        file.write("spam\tlate\n")
    with pytest.raises(DataError, match="must be as they were when the training began"):
        TextClassifier("mira").fit(kept)


def save_changed(folder: Path, name: str, **changed: Any) -> None:
    """Write arrays again, some of them changed, with a right checksum."""
    scratch = Scratch(str(folder))
    found = scratch.load(name)
    assert found is not None
    scratch.save(name, {**found, **changed})


def manifest_with(folder: Path, **changed: Any) -> None:
    path = folder / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changed}))


FORGED: dict[str, Any] = {
    "a manifest of one field": lambda at: (at / "manifest.json").write_text('{"fingerprint": "x"}'),
    "sizes below 0": lambda at: manifest_with(at, sizes={"keys": -8}),
    "no sizes": lambda at: manifest_with(at, sizes={}),
    "more blocks than there are": lambda at: manifest_with(at, n_blocks=10**15),
    "an index of another file": lambda at: manifest_with(at, index=1),
    "a label without a name": lambda at: manifest_with(at, names=["ham"]),
    "a name twice": lambda at: manifest_with(at, names=["ham", "ham"]),
    "labels below 0": lambda at: (at / "gold").write_bytes(b"\xff" * 2000),
    "keys twice": lambda at: (at / "keys").write_bytes(b"k" * 5000),
    "names of no length": lambda at: (at / "lengths").write_bytes(b"\xff" * 5000),
    "no sample": lambda at: (at / "sample").unlink(),
    "weights of another shape": lambda at: save_changed(at, "state", weights=np.zeros((2, 2))),
    "a rate that is a table": lambda at: save_changed(at, "state", learning_rate=np.ones(2)),
    "steps below 0": lambda at: save_changed(at, "state", steps_done=-5),
    "a group that is none": lambda at: save_changed(at, "state", group=10**6),
    "no best weights": lambda at: save_changed(at, "state", best=np.zeros(0)),
}


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_a_checkpoint_that_somebody_has_forged_is_refused(tmp_path: Path, forge: Any) -> None:
    write(tmp_path, unequal(500))
    folder = tmp_path / "checkpoint"
    kept = Files.of(str(tmp_path / "*.tsv"), checkpoint=folder, every=0)
    n_seen = 0

    def stop(step: Any) -> None:
        nonlocal n_seen
        n_seen += step.phase.startswith("mira")
        if n_seen > 2:
            raise StopError

    with pytest.raises(StopError):
        TextClassifier("mira", progress=stop).fit(kept)
    forge(folder)
    with pytest.raises(DataError, match=r"as (it was|they were) written") as caught:
        TextClassifier("mira").fit(kept)
    assert "begin again" in str(caught.value)


# --- what it cannot do, in words ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "match"),
    [
        ({"algorithm": "auto"}, "needs all texts at once"),
        ({"algorithm": "ridge"}, "needs all texts at once"),
        ({"algorithm": "svm", "tolerance": 0.1}, "asks for all texts at once"),
        ({"algorithm": "mira", "stop_when_right": True}, "asks for all texts at once"),
        ({"algorithm": "svm", "min_count": 2}, "counted by how many have a feature"),
        ({"algorithm": "svm", "threshold": 0.5}, "a list of labels for each text"),
    ],
)
def test_what_needs_all_texts_is_refused(tmp_path: Path, told: dict[str, Any], match: str) -> None:
    files = write(tmp_path, unequal(50))
    with pytest.raises(LinguineError, match=match):
        TextClassifier(**told).fit(files)


def test_features_of_columns_are_refused(tmp_path: Path) -> None:
    from linguine.features import Numeric, WordNgrams

    files = write(tmp_path, unequal(50))
    with pytest.raises(NotAvailableError, match="further columns"):
        TextClassifier("svm", features=WordNgrams(1, 1) + Numeric("n")).fit(files)


def test_one_label_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    files = write(tmp_path, ["spam"] * 20)
    with pytest.raises(DataError, match="at least two labels"):
        TextClassifier("svm").fit(files)


@pytest.mark.parametrize("hash_bits", [None, 24])
def test_memory_that_does_not_suffice_says_how_much_would(
    tmp_path: Path, hash_bits: int | None
) -> None:
    write(tmp_path, unequal(50))
    files = Files.of(str(tmp_path / "*.tsv"), memory="150MB")
    with pytest.raises(DataError, match=r"--memory must be enough .* got 150 MB, and .* Say "):
        TextClassifier("svm", hash_bits=hash_bits).fit(files)


# --- how it is asked for --------------------------------------------------------------------------


def test_names_of_files_are_files(tmp_path: Path) -> None:
    files = write(tmp_path, unequal(90))
    told: dict[str, Any] = {"algorithm": "naive-bayes"}
    expected = weights_of(TextClassifier(**told).fit(read_files(files.paths)))
    for given in (str(tmp_path / "*.tsv"), list(files.paths), [Path(p) for p in files.paths]):
        assert np.array_equal(weights_of(TextClassifier(**told).fit(given)), expected)


def test_a_name_among_files_that_is_not_there_is_told(tmp_path: Path) -> None:
    files = write(tmp_path, unequal(90))
    with pytest.raises(DataError, match=r"missing\.tsv: expected a file"):
        TextClassifier("svm").fit([*files.paths, str(tmp_path / "missing.tsv")])


def test_files_are_streamed_where_memory_does_not_hold_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = write(tmp_path, unequal(90))
    clf = TextClassifier("svm", C=2).fit(list(files.paths))
    assert "learner" not in clf.info_  # the dual, in memory
    monkeypatch.setattr("linguine.tasks.streaming.memory._SHARE", 0.0)
    monkeypatch.setattr("linguine.tasks.streaming.memory.Memory.of", lambda files: _plenty())
    clf = TextClassifier("svm", C=2).fit(list(files.paths))
    assert clf.info_["learner"] == "sgd"


def _plenty() -> Any:
    from linguine.tasks.streaming.memory import Memory

    return Memory(1 << 40)


@pytest.mark.usefixtures("small_blocks")
def test_held_out_texts_say_when_to_stop(tmp_path: Path) -> None:
    files = write(tmp_path, unequal(600))
    dev = read_documents(files.paths[0])
    clf = TextClassifier("perceptron", patience=2, epochs=30).fit(files, dev=dev)
    assert clf.info_["n_iterations"] < 30


@pytest.mark.usefixtures("small_blocks")
def test_several_text_columns_and_weights_are_streamed(tmp_path: Path) -> None:
    draw = random.Random(0)
    rows = [
        f"{'ab'[i % 2]}\t{draw.choice(WORDS)}\t{['bad', 'good'][i % 2]} word{i % 50}\t{i % 3}\n"
        for i in range(400)
    ]
    path = tmp_path / "a.tsv"
    path.write_text("label\ttitle\tbody\tw\n" + "".join(rows))
    told: dict[str, Any] = {"text": ["title", "body"], "weight": "w"}
    settings: dict[str, Any] = {"text_columns": ["title", "body"], "calibration": "none"}
    streamed = TextClassifier("naive-bayes", **settings).fit(Files.of(path, **told))
    whole = TextClassifier("naive-bayes", **settings).fit(read_documents(path, **told))
    assert saved(streamed, tmp_path / "a") == saved(whole, tmp_path / "b")


@pytest.mark.usefixtures("small_blocks")
def test_a_plan_is_near_what_comes(tmp_path: Path) -> None:
    from linguine.tasks.text.settings import TextSettings
    from linguine.tasks.text.streaming.plan import foresee

    files = write(tmp_path, unequal(600))
    found = foresee(TextSettings(algorithm="logistic"), files)
    clf = TextClassifier("logistic").fit(files)
    size = len(saved(clf, tmp_path / "m"))
    assert abs(found.n_examples - 600) <= 6
    assert found.n_features == pytest.approx(len(weights_of(clf)), rel=0.1)
    assert found.model_bytes == pytest.approx(size, rel=0.2)
