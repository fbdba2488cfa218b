"""A campaign: many cases in worker processes; one that dies is a finding, and another goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .case import Case, read_case, write_case
from .targets import make_case
from .verbs import write_seeds

__all__ = ["Campaign", "Finding", "prepare"]

ROOT = Path(__file__).resolve().parents[2]
BATCH = 1000


@dataclass(frozen=True)
class Finding:
    """A case, and what is wrong with it."""

    number: int
    case: Case
    why: str


@dataclass
class Campaign:
    """Runs cases and gathers what they find.

    Parameters
    ----------
    seeds
        Folder of trained models, made by ``prepare``.
    seed
        Cases are the same for the same seed.
    target
        Only this one; None: all.
    seconds
        No case begins after so many seconds.
    replay
        Files of cases to run instead of new ones.
    limit
        Seconds of the processor that a case may take.
    """

    seeds: Path
    seed: int = 0
    target: str | None = None
    seconds: float = float("inf")
    replay: Sequence[Path] = ()
    limit: float = 10.0
    findings: list[Finding] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def run(self, n_cases: int, n_workers: int = 1) -> None:
        """Run cases 0 to n_cases - 1, or all that are to be replayed."""
        self._until = time.time() + self.seconds
        self._lock = threading.Lock()
        n_cases = len(self.replay) or n_cases
        self._batches = iter([(i, min(i + BATCH, n_cases)) for i in range(0, n_cases, BATCH)])
        with ThreadPoolExecutor(n_workers) as pool:
            for done in [pool.submit(self._work) for _ in range(n_workers)]:
                done.result()  # what went wrong there is raised here
        self.findings.sort(key=lambda each: each.number)

    def _work(self) -> None:
        with tempfile.TemporaryDirectory(prefix="linguine-fuzz-") as folder:
            (Path(folder) / "at").write_bytes(bytes(8))
            (Path(folder) / "errors").write_bytes(b"")
            while True:
                with self._lock:
                    batch = next(self._batches, None)
                if batch is None or time.time() > self._until:
                    return
                first, last = batch
                while first < last:
                    first = self._run_worker(first, last, Path(folder))

    def _run_worker(self, first: int, last: int, folder: Path) -> int:
        """Run a batch in a process; return where the next has to go on."""
        told = {
            "seed": self.seed, "target": self.target, "first": first, "last": last,
            "seeds": str(self.seeds), "folder": str(folder), "until": min(self._until, 1e12),
            "limit": self.limit, "replay": [str(path.resolve()) for path in self.replay],
        }  # fmt: skip
        # The sanitizers cannot work under a limit of addresses; they have limits of their own.
        asan = f"{os.environ.get('ASAN_OPTIONS', '')}:max_allocation_size_mb=2048"
        # malloc sets addresses aside for each thread, 64 MB at a time: they count as if they were
        # memory, and where none is left for a thread's own variables the C library gives up.
        spared = {"OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2", "ASAN_OPTIONS": asan}
        environment = {**os.environ, **spared}
        command = [sys.executable, "-m", "tests.fuzz.worker", json.dumps(told)]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=False, text=True
        )
        is_complete = False
        for report in map(json.loads, done.stdout.splitlines()):
            is_complete |= self._note(report)
        if is_complete and done.returncode == 0:
            return last
        number = int.from_bytes((folder / "at").read_bytes()[:8], "little")
        errors = (folder / "errors").read_text("utf-8", "replace")
        self._add(number, f"{_end_of(done.returncode)} {_important(errors)}")
        with self._lock:
            self.counts["ended the process"] += number + 1 - first
        return number + 1

    def _note(self, report: dict[str, Any]) -> bool:
        if "done" in report:
            with self._lock:
                self.counts.update(report["counts"])
            return True
        self._add(report["case"], report["why"])
        return False

    def _add(self, number: int, why: str) -> None:
        if self.replay:
            case = read_case(self.replay[number])
        else:
            case = make_case(self.seed, number, self.seeds, self.target)
        with self._lock:
            self.findings.append(Finding(number, case, why))

    def write_findings(self, folder: Path) -> list[Path]:
        """Write each finding into a file of its own, which can be replayed."""
        folder.mkdir(parents=True, exist_ok=True)
        paths = []
        for each in self.findings:
            path = folder / f"{each.case.target}-{self.seed}-{each.number}.case"
            write_case(path, each.case, why=each.why, seed=self.seed, number=each.number)
            paths.append(path)
        return paths


def prepare(folder: Path) -> Path:
    """Train the models that cases start from, once for all workers."""
    folder.mkdir(parents=True, exist_ok=True)
    write_seeds(folder)
    return folder


def _end_of(code: int) -> str:
    if -code in (signal.SIGPROF, signal.SIGALRM):
        return "took longer than the limit"
    return f"ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"


def _important(errors: str) -> str:
    """Return what a sanitizer said first, or the last words of the process."""
    for mark in ("runtime error:", "ERROR: AddressSanitizer"):
        if mark in errors:
            return errors[max(0, errors.index(mark) - 100) :][:1500]
    return errors[-500:]
