"""Target: checkpoints of trainings that were killed, damaged, in the hands of who goes on."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import numpy as np

from linguine import DependencyParser, Tagger, TextClassifier, _core
from linguine.data import Files
from linguine.data.keeping import sentence_cache
from linguine.data.reading import files
from linguine.features.text import row_cache
from linguine.tasks.streaming import groups

from .array_mutations import change_tensor
from .case import Case
from .json_mutations import mutate_json
from .mutations import damage_bytes, mutate_bytes

__all__ = ["CheckpointTarget", "write_checkpoints"]

#: A parser's tables are large by themselves.
_FEW_BITS = {"shared_bits": 8, "relation_bits": 6}
#: Name -> what learns, the algorithm, its options, and the phase in which it was killed.
_KILLED: dict[str, tuple[Any, dict[str, Any], str]] = {
    "reading": (TextClassifier, {"algorithm": "mira", "epochs": 2}, "reading"),
    "online": (TextClassifier, {"algorithm": "svm", "epochs": 2}, "sgd"),
    "hashed": (TextClassifier, {"algorithm": "mira", "hash_bits": 6, "epochs": 2}, "mira"),
    "batch": (TextClassifier, {"algorithm": "logistic", "max_iterations": 4}, "lbfgs"),
    "tagger": (Tagger, {"algorithm": "perceptron", "epochs": 2}, "perceptron"),
    "chains": (Tagger, {"algorithm": "crf", "max_iterations": 3}, "lbfgs"),
    "parser": (DependencyParser, {"algorithm": "mira", "epochs": 2, **_FEW_BITS}, "mira"),
}
#: Files of blocks, whose checksums are in an index.
_BLOCKS = ("rows", "sentences")
_ARRAYS = ("state", "sample")
#: What differs from campaign to campaign; a case holds these names in their place.
_OURS = ("fingerprint", "marks")


class _KilledError(Exception):
    pass


@contextmanager
def _small_blocks() -> Iterator[None]:
    """Let a few texts have many groups of blocks."""
    with (
        mock.patch.object(row_cache, "N_ENTRIES", 40),
        mock.patch.object(sentence_cache, "N_TOKENS", 40),
        mock.patch.object(groups, "GROUP", 2),
        mock.patch.object(files, "_BLOCK_BYTES", 500),
    ):
        yield


def _texts(folder: Path) -> Path:
    path = folder / "stream.tsv"
    if not path.exists():
        draw = Random(4)
        rows = [
            f"{label}\t{own} w{draw.randrange(20)} w{draw.randrange(20)} \u00e9\t{1 + i % 3}\n"
            for i in range(30)
            for label, own in (("spam", "cash"), ("ham", "lunch"))
        ]
        path.write_text("label\ttext\tweight\n" + "".join(rows), "utf-8")
    return path


def _trees(folder: Path) -> Path:
    path = folder / "stream.conllu"
    if not path.exists():
        draw = Random(5)
        rows = "1\tthe\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\t{}\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
        path.write_text("".join(rows.format(f"w{draw.randrange(30)}\u00e9") for _ in range(90)))
    return path


def _files(kind: str, seeds: Path, checkpoint: Path, every: float) -> Files:
    told: dict[str, Any] = {"checkpoint": checkpoint, "every": every}
    if _KILLED[kind][0] is TextClassifier:
        return Files.of(_texts(seeds), **told, weight="weight")
    return Files.of(_trees(seeds), **told)


def write_checkpoints(folder: Path) -> None:
    """Kill a training of each kind, and keep what it leaves."""
    for name, (make, told, phase) in _KILLED.items():
        n_seen = 0

        def stop(step: Any, phase: str = phase) -> None:
            nonlocal n_seen
            n_seen += step.phase.startswith(phase)
            if n_seen > 2:
                raise _KilledError

        given = _files(name, folder, folder / f"checkpoint-{name}", every=0)
        with _small_blocks(), suppress(_KilledError):
            make(**told, progress=stop).fit(given)
            raise AssertionError(f"nobody killed {name}")


@dataclass(frozen=True)
class CheckpointTarget:
    """A checkpoint one of whose files has been changed, with a right checksum or a wrong one."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        kind = random.choice(sorted(_KILLED))
        folder = seeds / f"checkpoint-{kind}"
        names = sorted(path.name for path in folder.iterdir() if path.stat().st_size)
        name = random.choice([*names, "manifest.json"])
        data = (folder / name).read_bytes()
        if name == "manifest.json":
            changed = mutate_json({**json.loads(data), **{each: each for each in _OURS}}, random)
            data = json.dumps(changed).encode("utf-8", "replace")
        elif name in _ARRAYS and random.random() < 0.8:
            data = _change_arrays(data[8:], random)
        else:
            data = damage_bytes(data, random, head=len(data))
        return data, {"kind": kind, "name": name, "is_sealed": random.random() < 0.8}

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        kind, name = case.settings["kind"], case.settings["name"]
        checkpoint = folder / "checkpoint"
        shutil.copytree(seeds / f"checkpoint-{kind}", checkpoint)
        (checkpoint / name).write_bytes(case.data)
        if name == "manifest.json":
            _make_ours(checkpoint / name, seeds / f"checkpoint-{kind}" / name)
        elif case.settings["is_sealed"]:
            _seal(checkpoint, name)
        make, told, _ = _KILLED[kind]
        with _small_blocks():
            learned = make(**told).fit(_files(kind, seeds, checkpoint, every=1e9))
        asked: Any = ["cash w1", ""] if make is TextClassifier else [["the", "w1"]]
        make.load(learned.to_bytes()).predict(asked)


def _change_arrays(data: bytes, random: Random) -> bytes:
    with np.load(io.BytesIO(data)) as found:
        arrays = {each: found[each].copy() for each in found.files}
    for _ in range(random.choice([1, 1, 2])):
        change_tensor(arrays, random)
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return bytes(8) + (mutate_bytes(buffer.getvalue(), random) if random.random() < 0.1
                       else buffer.getvalue())  # fmt: skip


def _make_ours(path: Path, right: Path) -> None:
    """Put in what tells this campaign's trainings from others, where the case says so."""
    changed, own = json.loads(path.read_bytes()), json.loads(right.read_bytes())
    for each in _OURS:
        if isinstance(changed, dict) and changed.get(each) == each:
            changed[each] = own[each]
    path.write_text(json.dumps(changed))


def _digest(data: bytes) -> int:
    return _core.checksum(np.frombuffer(data, np.uint8))


def _seal(folder: Path, name: str) -> None:
    """Give what was changed the checksums that it needs: what a clever forger would do."""
    path = folder / name
    data = path.read_bytes()
    if name in _ARRAYS:
        path.write_bytes(_digest(data[8:]).to_bytes(8, "little") + data[8:])
    if name in _BLOCKS:
        blocks = np.fromfile(folder / "index", np.uint64).reshape(-1, 5)
        for block in blocks:
            offset, size = int(block[0]), int(block[1])
            block[4] = _digest(data[offset : offset + size])
        blocks.tofile(folder / "index")
    if name in (*_BLOCKS, "index"):
        manifest = json.loads((folder / "manifest.json").read_bytes())
        manifest["index"] = _digest((folder / "index").read_bytes()[: 40 * manifest["n_blocks"]])
        (folder / "manifest.json").write_text(json.dumps(manifest))
