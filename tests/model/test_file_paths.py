"""Saving is all or nothing, and whatever a path is, the message says what to do about it."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine.errors import DataError, ParameterError
from linguine.model.file import atomic_write
from linguine.model.file.atomic_write import _open_nameless, write_atomically
from linguine.model.file.container import load_model, model_bytes, save_model

from ..messages import assert_three_parts

OLD = {"weights": np.arange(4.0)}
NEW = {"weights": np.arange(50_000.0)}  # larger than a buffer and than the limits below


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that others may enter, unlike those of pytest."""
    path = Path(tempfile.mkdtemp())
    path.chmod(0o755)
    yield path
    path.chmod(0o755)
    shutil.rmtree(path)


@contextlib.contextmanager
def ordinary_user() -> Iterator[None]:
    """Act as nobody if the tests run as root, whom no permission stops."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def give_away(path: Path) -> None:
    if os.geteuid() == 0:
        os.chown(path, 65534, 65534)


def refuse_save(path: Any, rule: str, got: str, fix: str) -> None:
    with pytest.raises(DataError) as caught:
        save_model(path, NEW, {})
    assert_three_parts(caught.value, rule, got, fix)


def refuse_load(path: Any, rule: str, got: str, fix: str) -> None:
    with pytest.raises(DataError) as caught:
        load_model(path)
    assert_three_parts(caught.value, rule, got, fix)
    assert str(path) in str(caught.value)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# --- saving ---------------------------------------------------------------------------------


def test_saving_replaces_the_file_and_leaves_nothing_else(folder: Path) -> None:
    save_model(folder / "m.linguine", OLD, {})
    save_model(str(folder / "m.linguine"), NEW, {})
    assert len(load_model(folder / "m.linguine").tensors["weights"]) == 50_000
    assert names(folder) == ["m.linguine"]


def test_a_file_over_the_allowed_size_leaves_the_old_one(folder: Path) -> None:
    path = folder / "m.linguine"
    save_model(path, OLD, {})
    before = path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        refuse_save(path, "size that is allowed", "File too large", r"ulimit -f.*nothing was")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_bytes() == before
    assert names(folder) == ["m.linguine"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="Linux has /dev/full")
def test_a_full_disk_is_explained() -> None:
    refuse_save("/dev/full", "disk must have room", "No space left", "Free some space")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode), "a device must not be replaced by a file"


@pytest.mark.parametrize("fails", ["fsync", "replace", "fchmod"])
def test_an_error_at_any_step_leaves_the_old_file_and_no_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    path = folder / "m.linguine"
    save_model(path, OLD, {})
    before = path.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, fails, full)
    refuse_save(path, "disk must have room", "No space left", "Free some space")
    assert path.read_bytes() == before
    assert names(folder) == ["m.linguine"]


def test_an_interrupt_leaves_the_old_file_and_no_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "m.linguine"
    save_model(path, OLD, {})

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        save_model(path, NEW, {})
    assert len(load_model(path).tensors["weights"]) == 4
    assert names(folder) == ["m.linguine"]


def test_a_killed_save_leaves_the_old_file(folder: Path) -> None:
    path = folder / "m.linguine"
    save_model(path, OLD, {})
    script = f"""
import os, signal, numpy as np
from linguine.model.file.container import save_model
os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # all is written, nothing renamed
save_model({str(path)!r}, {{"weights": np.ones(50_000)}}, {{}})
"""
    done = subprocess.run([sys.executable, "-c", script], check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(load_model(path).tensors["weights"]) == 4
    save_model(path, NEW, {})  # the hidden file that is left is in nobody's way
    assert len(load_model(path).tensors["weights"]) == 50_000


@pytest.mark.parametrize("is_nameless", [True, False])
def test_a_process_that_is_killed_while_saving_leaves_no_other_file(
    folder: Path, is_nameless: bool
) -> None:
    """15 of 33 left one. Where a file cannot be without a name, SIGKILL still leaves it."""
    path = folder / "m.linguine"
    save_model(path, OLD, {})
    script = f"""
import os, signal, numpy as np
from linguine.model.file import atomic_write
if not {is_nameless}:
    atomic_write._open_nameless = lambda *_: None
os.fsync = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
from linguine.model.file.container import save_model
save_model({str(path)!r}, {{"weights": np.ones(50_000)}}, {{}})
"""
    done = subprocess.run([sys.executable, "-c", script], check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(load_model(path).tensors["weights"]) == 4
    if is_nameless and _open_nameless(str(folder), 0o600) is not None:
        assert names(folder) == ["m.linguine"]


@pytest.mark.parametrize("is_nameless", [True, False])
def test_what_replaces_a_private_file_is_private_from_its_first_byte(
    folder: Path, monkeypatch: pytest.MonkeyPatch, is_nameless: bool
) -> None:
    path = folder / "m.linguine"
    save_model(path, OLD, {})
    path.chmod(0o600)
    modes: list[int] = []

    def chunks() -> Iterator[bytes]:
        for descriptor in map(int, os.listdir("/proc/self/fd")):
            with contextlib.suppress(OSError):
                place = os.readlink(f"/proc/self/fd/{descriptor}")
                if place.startswith(str(folder)):
                    modes.append(stat.S_IMODE(os.fstat(descriptor).st_mode))
        yield b"secret"

    if not is_nameless:
        monkeypatch.setattr(atomic_write, "_open_nameless", lambda *_: None)
    write_atomically(path, chunks())
    assert path.read_bytes() == b"secret"
    assert modes == [0o600]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert names(folder) == ["m.linguine"]


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o640])
def test_an_existing_file_keeps_its_mode(folder: Path, mode: int) -> None:
    path = folder / "m.linguine"
    save_model(path, OLD, {})
    path.chmod(mode)
    save_model(path, NEW, {})
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_a_new_file_gets_the_mode_of_the_umask(folder: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        save_model(folder / "m.linguine", OLD, {})
    finally:
        os.umask(before)
    assert stat.S_IMODE((folder / "m.linguine").stat().st_mode) == 0o666 & ~umask


@pytest.mark.skipif(os.geteuid() != 0, reason="only root writes files of others")
def test_root_does_not_take_a_file_from_its_owner(folder: Path) -> None:
    path = folder / "m.linguine"
    save_model(path, OLD, {})
    give_away(path)
    save_model(path, NEW, {})
    assert path.stat().st_uid == 65534


@pytest.mark.parametrize("exists", [True, False], ids=["target", "dangling"])
def test_a_symbolic_link_stays_and_its_target_is_written(folder: Path, exists: bool) -> None:
    (folder / "real").mkdir()
    target, link = folder / "real" / "m.linguine", folder / "link.linguine"
    if exists:
        save_model(target, OLD, {})
    link.symlink_to("real/m.linguine")
    save_model(link, NEW, {})
    assert link.is_symlink()
    assert not target.is_symlink()
    assert len(load_model(link).tensors["weights"]) == 50_000
    assert names(folder) == ["link.linguine", "real"]
    assert names(folder / "real") == ["m.linguine"]


def test_a_folder_without_permission_is_explained(folder: Path) -> None:
    folder.chmod(0o555)
    with ordinary_user():
        refuse_save(folder / "m.linguine", "must be writable", "Permission denied", "Change|else")
    assert names(folder) == []


def test_a_read_only_file_is_not_replaced_although_its_folder_would_allow_it(folder: Path) -> None:
    path = folder / "m.linguine"
    save_model(path, OLD, {})
    path.chmod(0o444)
    give_away(path)
    give_away(folder)
    with ordinary_user():
        refuse_save(path, "must be writable", "Permission denied", "Change|elsewhere")
    assert len(load_model(path).tensors["weights"]) == 4
    assert names(folder) == ["m.linguine"]


def test_paths_that_cannot_be_saved_to_are_explained(folder: Path) -> None:
    (folder / "file").write_text("x")
    refuse_save(folder, "must name a file", "Is a directory", "Add a file name")
    refuse_save(f"{folder}/new/", "must name a file", "Is a directory", "Add a file name")
    refuse_save(folder / "no" / "m", "folder must exist", "No such file", "Create the folder")
    refuse_save(folder / "file" / "m", "must be a folder", "Not a directory", "Correct the path")
    refuse_save(folder / ("m" * 300), "length that is allowed", "too long", "Shorten")
    refuse_save(f"{folder}/a\0b", "zero byte", "it does", "Correct")
    with pytest.raises(ParameterError, match=r"str or a Path; got int\. Give a file name"):
        save_model(3, OLD, {})  # type: ignore[arg-type]
    assert names(folder) == ["file"]


# --- loading --------------------------------------------------------------------------------


def test_paths_that_cannot_be_loaded_are_explained(folder: Path) -> None:
    (folder / "empty").touch()
    os.mkfifo(folder / "pipe")
    refuse_load(folder, "a model is one file", "this is a folder", "Add the file's name")
    refuse_load(folder / "no", "must be readable", "No such file", "Check the path")
    refuse_load(folder / "empty" / "x", "must be readable", "Not a directory", "Check the path")
    refuse_load(folder / "empty", "must be whole", "this one is empty", "Copy or download it again")
    refuse_load(folder / "pipe", "regular file", "a device or a pipe", "Read its bytes yourself")
    refuse_load("/dev/zero", "regular file", "a device or a pipe", "Read its bytes yourself")
    refuse_load(f"{folder}/a\0b", "must be readable", "null", "Check the path")
    with pytest.raises(ParameterError, match=r"path or from bytes; got int\. Give a file name"):
        load_model(3)  # type: ignore[arg-type]


def test_a_file_without_permission_is_explained(folder: Path) -> None:
    path = folder / "m.linguine"
    save_model(path, OLD, {})
    path.chmod(0o000)
    with ordinary_user():
        refuse_load(path, "must be readable", "Permission denied", "chmod")


def make_zip(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", "text")


def make_safetensors(path: Path) -> None:
    import safetensors.numpy

    safetensors.numpy.save_file({"a": np.ones(3)}, path)


def write(data: bytes) -> Any:
    return lambda path: path.write_bytes(data)


def make_pickle(path: Path) -> None:
    import pickle

    path.write_bytes(pickle.dumps({"weights": [1.0]}))


STRANGERS: dict[str, tuple[Any, str, str]] = {
    "zip": (make_zip, "a zip archive", "Unpack"),
    "gzip": (write(b"\x1f\x8b\x08\0\0"), "a gzip file", "Unpack"),
    "zstd": (write(b"\x28\xb5\x2f\xfd...."), "a zstd file", "Unpack"),
    "pickle": (make_pickle, "a Python pickle", "the tool that wrote it"),
    "npy": (write(b"\x93NUMPY\x01\0"), "a NumPy array", "the tool"),
    "fasttext": (
        write((793712314).to_bytes(4, "little") + bytes(60)),
        "a fastText",
        "linguine convert",
    ),
    "liblinear": (write(b"solver_type L2R_LR\nnr_class 2\n"), "a LIBLINEAR model", "the tool"),
    "crfsuite": (write(b"lCRF\0\0"), "a CRFsuite model", "linguine convert"),
    "lfs": (write(b"version https://git-lfs.github.com/spec/v1\n"), "Git LFS pointer", "lfs pull"),
    "html": (write(b"<!DOCTYPE html><html>"), "a web page", "the address of the file"),
    "tsv": (write("spam\tWin £1000 now 🎉\n".encode() * 40), "a text file", "linguine train"),
    "json": (write(b'{"a": 1}'), "a text file", "linguine train"),
    "zeros": (write(bytes(5000)), "a file of zeros", "again"),
    "garbage": (write(b"\xfe\xdc\0\1\2\3\4\5\6"), "fe dc 00 01 02 03 04 05", "Check the path"),
    "safetensors": (make_safetensors, "a safetensors file", "that linguine saved"),
}


@pytest.mark.parametrize("kind", STRANGERS)
def test_a_file_of_another_kind_is_recognised(kind: str, folder: Path) -> None:
    make, looks, advice = STRANGERS[kind]
    make(folder / "file")
    refuse_load(folder / "file", "begins with its checksum", f"looks like .*{looks}", advice)


def test_a_cut_beginning_is_called_cut_and_not_foreign() -> None:
    data = model_bytes(OLD, {})
    for n in (9, 30, 50, 67):
        with pytest.raises(DataError, match=f"must be whole; it ends after {n} bytes"):
            load_model(data[:n])
