"""A folder for what does not fit into memory goes, however the work ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import pytest

from linguine.data.keeping.scratch import open_scratch
from linguine.errors import DataError


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("error", [None, ValueError, KeyboardInterrupt])
def test_a_folder_of_its_own_always_goes(
    error: type[BaseException] | None, temporary: Path
) -> None:
    def work() -> None:
        with open_scratch(None) as scratch:
            scratch.append("rows", np.arange(3))
            if error is not None:
                raise error

    if error is None:
        work()
    else:
        with pytest.raises(error):
            work()
    assert not list(temporary.iterdir())


def test_what_a_killed_process_has_left_goes_at_the_next_start(temporary: Path) -> None:
    program = (
        "import os, signal, numpy as np\n"
        "from linguine.data.keeping.scratch import open_scratch\n"
        "with open_scratch(None) as scratch:\n"
        "    scratch.append('rows', np.arange(3)); scratch.commit({})\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "TMPDIR": str(temporary)}, check=False
    )
    assert done.returncode == -signal.SIGKILL
    assert len(list(temporary.iterdir())) == 1
    with open_scratch(None):
        assert len(list(temporary.iterdir())) == 1  # the new one
    assert not list(temporary.iterdir())


def test_a_folder_in_which_somebody_works_stays(temporary: Path) -> None:
    with open_scratch(None) as first, open_scratch(None) as second:
        assert first.path != second.path
        assert os.path.isdir(first.path)


def test_a_checkpoint_stays_until_its_work_is_done(temporary: Path) -> None:
    folder = str(temporary / "here")

    def break_off() -> None:
        with open_scratch(folder) as scratch:
            scratch.append("rows", np.arange(5))
            scratch.commit({"n": 3})
            scratch.append("rows", np.arange(5))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    with open_scratch(folder) as scratch:
        assert scratch.manifest == {"n": 3}
        scratch.cut("rows", 24)
        assert scratch.read("rows", np.int64).tolist() == [0, 1, 2]
    assert not os.path.exists(folder)


def test_files_without_a_manifest_do_not_count(temporary: Path) -> None:
    folder = temporary / "here"

    def break_off() -> None:
        with open_scratch(str(folder)) as scratch:
            scratch.append("rows", np.arange(5))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    with open_scratch(str(folder)) as scratch:
        assert scratch.size("rows") == 0


def test_one_training_at_a_time_works_in_a_folder(temporary: Path) -> None:
    with (
        open_scratch(str(temporary / "here")),
        pytest.raises(DataError, match="another process is working there"),
        open_scratch(str(temporary / "here")),
    ):
        pass


def test_a_folder_with_other_files_is_left_alone(temporary: Path) -> None:
    (temporary / "mine.txt").write_text("mine")
    with pytest.raises(DataError, match="holds other files"), open_scratch(str(temporary)):
        pass
    assert (temporary / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize("what", ["link", "folder"])
def test_a_folder_with_what_no_checkpoint_has_is_left_alone(temporary: Path, what: str) -> None:
    folder, mine = temporary / "here", temporary / "mine.txt"
    mine.write_text("mine")
    folder.mkdir()
    (folder / "linguine.lock").touch()
    (folder / "manifest.json").write_text("{}")
    if what == "link":
        (folder / "rows").symlink_to(mine)
    else:
        (folder / "rows").mkdir()
    with pytest.raises(DataError, match="holds other files"), open_scratch(str(folder)):
        pass
    assert mine.read_text() == "mine"
    assert len(list(folder.iterdir())) == 3


def test_a_link_among_temporary_files_leads_nowhere(temporary: Path) -> None:
    folder = temporary / "mine"
    folder.mkdir()
    (folder / "linguine.lock").touch()
    (folder / "manifest.json").write_text('{"n": 1}')
    (temporary / "linguine-stream-1-x").symlink_to(folder)
    with open_scratch(None):
        pass
    assert len(list(folder.iterdir())) == 2


def test_what_does_not_fit_together_is_told_in_words(temporary: Path) -> None:
    with open_scratch(None) as scratch:
        for error in (KeyError("x"), ValueError("y"), zipfile.BadZipFile("z"), MemoryError()):
            with pytest.raises(DataError, match="do not fit together"), scratch.restoring():
                raise error
        scratch.append("rows", np.arange(2, dtype=np.uint8))
        assert scratch.read_at("rows", 1, 1 << 62).tolist() == [1]
        with pytest.raises(DataError, match="cut short"):
            scratch.cut("rows", -1)


def test_arrays_that_somebody_has_changed_are_refused(temporary: Path) -> None:
    with open_scratch(None) as scratch:
        assert scratch.load("state") is None
        scratch.save("state", {"a": np.arange(4)})
        found = scratch.load("state")
        assert found is not None
        assert found["a"].tolist() == [0, 1, 2, 3]
        path = Path(scratch.path) / "state"
        content = bytearray(path.read_bytes())
        content[60] ^= 1
        path.write_bytes(content)
        with pytest.raises(DataError, match="has been changed"):
            scratch.load("state")


@pytest.mark.skipif(sys.platform == "win32", reason="limits of processes are Unix's")
def test_a_full_disk_is_told_in_words_and_leaves_nothing(temporary: Path) -> None:
    program = (
        "import resource, numpy as np\n"
        "from linguine.data.keeping.scratch import open_scratch\n"
        "from linguine.errors import DataError\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
        "try:\n"
        "    with open_scratch(None) as scratch:\n"
        "        for _ in range(100): scratch.append('rows', np.arange(1000))\n"
        "except DataError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "there must be room for the rows" in done.stdout
    assert not list(temporary.iterdir())
