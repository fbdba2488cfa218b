"""A stream of sentences goes on after a kill to the same bytes, and says what is wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from linguine import DependencyParser, Tagger
from linguine.data import Files
from linguine.data.reading.sentence_files import SentenceFiles
from linguine.errors import DataError, LinguineError

from .streamed import PARSERS, SIZES, TAGGERS, saved, small_blocks, tags, trees

pytestmark = pytest.mark.filterwarnings("ignore::linguine.errors.ConvergenceWarning")
__all__ = ["small_blocks", "tags", "trees"]  # which tests name


# --- going on -------------------------------------------------------------------------------------


class StopError(Exception):
    """Stands for a kill."""


def check_going_on(make: Callable[..., Any], files: Files, folder: Path) -> None:
    """Break a training off at five moments or six, and let it go on."""
    undisturbed = saved(make().fit(files), folder / "m")
    kept = Files.of(list(files.paths), checkpoint=folder / "checkpoint", every=0)
    steps: list[object] = []
    make(progress=steps.append).fit(files)
    for stop_at in range(0, len(steps), max(1, len(steps) // 5)):
        n_seen = 0

        def stop(step: object, at: int = stop_at) -> None:
            nonlocal n_seen
            n_seen += 1
            if n_seen > at:
                raise StopError

        with pytest.raises(StopError):
            make(progress=stop).fit(kept)
        assert (folder / "checkpoint").exists()
        assert saved(make().fit(kept), folder / "m") == undisturbed
        assert not (folder / "checkpoint").exists()


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("name", ["mira", "gradients", "hmm"])
def test_a_tagger_that_was_broken_off_anywhere_ends_in_the_same_bytes(
    tmp_path: Path, tags: Files, name: str
) -> None:
    check_going_on(lambda **more: Tagger(**{**TAGGERS[name], **more}), tags, tmp_path)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.filterwarnings("ignore::linguine.errors.DataWarning")
def test_a_parser_that_was_broken_off_anywhere_ends_in_the_same_bytes(
    tmp_path: Path, trees: Files
) -> None:
    told: dict[str, Any] = {**PARSERS["mira"], **SIZES}
    check_going_on(lambda **more: DependencyParser(**{**told, **more}), trees, tmp_path)


def test_a_killed_process_goes_on_to_the_same_bytes_and_leaves_no_folder(
    tmp_path: Path, tags: Files
) -> None:
    source = (
        "import sys; from linguine.data.keeping import sentence_cache as c; c.N_TOKENS = 40\n"
        "from linguine.tasks.streaming import groups; groups.GROUP = 3\n"
        "from linguine import Tagger; from linguine.data import Files\n"
        "files = Files.of(sys.argv[1], checkpoint=sys.argv[2] or None, every=0)\n"
        "Tagger('perceptron', epochs=int(sys.argv[4])).fit(files).save(sys.argv[3])\n"
    )

    def run(checkpoint: str, model: str) -> subprocess.Popen[bytes]:
        told = [str(tmp_path / "*.conll"), checkpoint, str(tmp_path / model), "40"]
        return subprocess.Popen([sys.executable, "-W", "ignore", "-c", source, *told])

    assert run("", "undisturbed").wait() == 0
    folder = tmp_path / "checkpoint"
    process = run(str(folder), "model")
    deadline = time.monotonic() + 60
    while not (folder / "state").exists() and time.monotonic() < deadline:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    assert (folder / "state").exists()
    assert run(str(folder), "model").wait() == 0
    assert (tmp_path / "model").read_bytes() == (tmp_path / "undisturbed").read_bytes()
    assert not folder.exists()


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("change", ["options", "file", "columns"])
def test_a_checkpoint_of_another_training_is_refused(
    tmp_path: Path, tags: Files, change: str
) -> None:
    kept = Files.of(list(tags.paths), checkpoint=tmp_path / "checkpoint", every=0)

    def stop(step: Any) -> None:
        if step.phase.startswith("mira"):
            raise StopError

    with pytest.raises(StopError):
        Tagger("mira", progress=stop).fit(kept)
    if change == "file":
        with Path(tags.paths[0]).open("a") as file:
            file.write("late\tO\n")
        with pytest.raises(DataError, match="must be as they were when the training began"):
            Tagger("mira").fit(kept)
        return
    more: dict[str, Any] = {"C": 0.5} if change == "options" else {}
    reading: dict[str, Any] = {} if change == "options" else {"columns": "w,tag"}
    with pytest.raises(DataError, match="made with other options"):
        Tagger("mira", **more).fit(kept, **reading)


@pytest.mark.usefixtures("small_blocks")
def test_ctrl_c_leaves_no_folder(
    tmp_path: Path, tags: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(room))

    def press(step: Any) -> None:
        if step.phase.startswith("perceptron"):
            assert os.listdir(room)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Tagger("perceptron", progress=press).fit(tags)
    assert not os.listdir(room)


# --- what is wrong, in words ----------------------------------------------------------------------


def test_a_broken_line_is_told_with_its_file_and_place(tmp_path: Path, tags: Files) -> None:
    place = Path(tags.paths[1])
    place.write_text("Anna\tB-PER\n\nRome\n")
    with pytest.raises(DataError, match=r"1\.conll:3: "):
        Tagger("perceptron").fit(tags)


@pytest.mark.usefixtures("small_blocks")
def test_a_tag_that_cannot_be_is_told_with_its_file_and_place(tmp_path: Path, tags: Files) -> None:
    with Path(tags.paths[2]).open("a") as file:
        file.write("Anna\tO\nRome\tI-LOC\n")
    n = len(Path(tags.paths[2]).read_text().splitlines())
    with pytest.raises(DataError, match=rf"2\.conll:{n}: .* must spell whole spans"):
        Tagger("perceptron", strict=True).fit(tags)


@pytest.mark.usefixtures("small_blocks")
def test_a_tree_that_is_none_is_told_with_its_file_and_place(trees: Files) -> None:
    with Path(trees.paths[2]).open("a") as file:
        file.write("1\tDogs\t_\tNOUN\t_\t_\t1\tnsubj\t_\t_\n\n")
    n = len(Path(trees.paths[2]).read_text().splitlines())
    with pytest.raises(DataError, match=rf"2\.conllu:{n - 1}: "):
        DependencyParser(**SIZES).fit(trees)


@pytest.mark.usefixtures("small_blocks")
def test_relations_in_some_of_the_trees_only_are_refused(trees: Files) -> None:
    with Path(trees.paths[2]).open("a") as file:
        file.write("1\tDogs\t_\tNOUN\t_\t_\t0\t_\t_\t_\n\n" * 60)
    with pytest.raises(DataError, match="or none has one"):
        DependencyParser(projective=False, **SIZES).fit(trees)


def test_an_empty_part_is_refused_by_name(tmp_path: Path, tags: Files) -> None:
    Path(tags.paths[1]).write_text("")
    with pytest.raises(DataError, match=r"1\.conll"):
        Tagger("perceptron").fit(tags)


def test_parts_of_other_columns_are_refused(tmp_path: Path, tags: Files) -> None:
    Path(tags.paths[1]).write_text("Anna\tNN\tB-PER\n")
    for given in (tags, str(tmp_path / "*.conll")):
        with pytest.raises(DataError, match="must be alike; the list of columns is w, c1, tag"):
            Tagger("perceptron").fit(given)


def test_a_file_that_changes_while_it_is_read_is_an_error(tags: Files) -> None:
    blocks = SentenceFiles.like(tags, {}).blocks()
    next(blocks)
    with Path(tags.paths[0]).open("a") as file:
        file.write("late\tO\n")
    with pytest.raises(DataError, match="must stay as it is while it is learned from"):
        next(blocks)


@pytest.mark.parametrize(
    ("told", "match"),
    [
        ({"algorithm": "memm"}, "memm.* needs all sentences at once"),
        ({"algorithm": "local-svm"}, "needs all sentences at once"),
        ({"algorithm": "baum-welch"}, "needs all sentences at once"),
        ({"algorithm": "svm", "learner": "frank-wolfe"}, "asks for all sentences at once"),
        ({"algorithm": "mira", "stop_when_right": True}, "asks for all sentences at once"),
        ({"algorithm": "crf", "epochs": 3, "all_states": False}, "asks for all sentences at once"),
        ({"algorithm": "crf", "vectors": "words.vec"}, "asks for all sentences at once"),
    ],
)
def test_what_needs_all_sentences_is_refused(tags: Files, told: dict[str, Any], match: str) -> None:
    with pytest.raises(LinguineError, match=match):
        Tagger(**told).fit(tags)


def test_weights_of_sentences_are_refused(tags: Files, trees: Files) -> None:
    with pytest.raises(DataError, match="got sample_weight beside them"):
        Tagger("crf").fit(tags, sample_weight=[1.0])
    with pytest.raises(DataError, match="got sample_weight beside them"):
        DependencyParser(**SIZES).fit(trees, sample_weight=[1.0])


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.filterwarnings("ignore::linguine.errors.DataWarning")
def test_memory_that_does_not_suffice_says_how_much_would(tags: Files, trees: Files) -> None:
    little: dict[str, Any] = {"memory": "150MB"}
    with pytest.raises(DataError, match=r"--memory must be enough .* got 150 MB, and .* Say "):
        Tagger("crf").fit(Files.of(list(tags.paths), **little))
    with pytest.raises(DataError, match=r"--memory must be enough .*--shared-bits"):
        DependencyParser().fit(Files.of(list(trees.paths), **little))


@pytest.mark.usefixtures("small_blocks")
def test_blocks_that_somebody_has_changed_are_never_looked_at(tmp_path: Path, tags: Files) -> None:
    folder = tmp_path / "checkpoint"
    kept = Files.of(list(tags.paths), checkpoint=folder, every=0)

    def change(step: Any) -> None:
        if step.phase.startswith("perceptron"):
            content = bytearray((folder / "sentences").read_bytes())
            content[len(content) // 2] ^= 1
            (folder / "sentences").write_bytes(content)

    with pytest.raises(DataError, match="must be read as they were written"):
        Tagger("perceptron", progress=change).fit(kept)
