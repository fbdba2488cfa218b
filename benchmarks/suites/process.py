"""One process from start to end: its seconds, those of the processor, its peak of memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


class ProcessError(Exception):
    """A process that ended badly or not in time."""


@dataclass(frozen=True)
class Outcome:
    seconds: float
    peak_mb: float
    printed: str
    processor_seconds: float = 0.0  # user and system: what a busy machine changes least


def run_process(
    command: Sequence[str], *, folder: Path, environment: Mapping[str, str], timeout: float
) -> Outcome:
    """Run and wait; memory is the highest resident set, as wait4 reports it.

    On Linux that number is never below what this process holds when it starts another, so this
    one must stay small: data is prepared elsewhere.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=err, cwd=folder, env=environment)
        killer = threading.Timer(timeout, process.kill)
        killer.start()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        killer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)  # Popen must not wait again
        out.seek(0)
        err.seek(0)
        if process.returncode != 0:
            said = err.read().decode(errors="replace").strip().splitlines()
            reason = said[-1] if said else f"ended with code {process.returncode}"
            late = f" (limit: {timeout:g} s)" if seconds >= timeout else ""
            raise ProcessError(f"{reason}{late}")
        unit = 1 if sys.platform == "darwin" else 1024
        peak = usage.ru_maxrss * unit / 2**20
        return Outcome(seconds, peak, out.read().decode(), usage.ru_utime + usage.ru_stime)
