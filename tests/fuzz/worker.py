"""A worker: a process that runs cases one after the other, within limits.

It says on its standard output what it finds, and leaves the number of the case at hand in a file:
the number of the case that ended it, if one does.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

from linguine.errors import LinguineError

from .case import Case, read_case
from .targets import TARGETS, make_case

__all__ = ["run_case"]

MEMORY = 2 << 30  # bytes more than at the start
#: How those speak of it who catch what went wrong with memory.
_NO_MEMORY = re.compile(r"Unable to allocate|bad_alloc|there is not enough|array is too big")


def limit_memory() -> None:
    """Let allocations fail that go beyond the limit; the sanitizers map all there is."""
    if os.environ.get("LINGUINE_SANITIZED"):
        return
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def set_timer(seconds: float) -> None:
    """End the process by a signal when the time is up, wherever it is; 0 takes it back.

    It is the processor's time; of the clock a case has six times as much, as others work, too.
    """
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, 6 * seconds)


def run_case(case: Case, seeds: Path, errors: Path) -> str | None:
    """Run a case; return what is wrong, or None if it was answered or refused in words."""
    folder = Path(tempfile.mkdtemp(prefix="case-", dir=errors.parent))
    os.chdir(folder)
    os.truncate(errors, 0)
    try:
        TARGETS[case.target][1].run(case, folder, seeds)
    except LinguineError as error:
        return f"too much memory: {error}" if _NO_MEMORY.search(str(error)) else None
    except BaseException as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        said = errors.read_text("utf-8", "replace")[-600:]
        return f"{type(error).__name__}: {error!s:.300} at {where.filename}:{where.lineno} {said}"
    finally:
        os.chdir(errors.parent)
        shutil.rmtree(folder, ignore_errors=True)
    said = errors.read_text("utf-8", "replace")
    return f"too much memory: {said[-300:]}" if _NO_MEMORY.search(said) else None


def _cases(told: dict[str, Any]) -> Iterable[tuple[int, Case]]:
    seeds = Path(told["seeds"])
    if told["replay"]:
        for number, path in enumerate(told["replay"]):
            if number >= told["first"]:
                yield number, read_case(Path(path))
        return
    for number in range(told["first"], told["last"]):
        if time.time() > told["until"]:
            return
        yield number, make_case(told["seed"], number, seeds, told["target"])


def _take_streams(folder: Path) -> tuple[TextIO, Path]:
    """Keep standard output for reports; what cases print goes into a file, or nowhere."""
    reports = os.fdopen(os.dup(1), "w", encoding="utf-8")
    errors = folder / "errors"
    with open(os.devnull, "rb+") as void, open(errors, "ab") as file:
        os.dup2(void.fileno(), 0)
        os.dup2(void.fileno(), 1)
        os.dup2(file.fileno(), 2)
    return reports, errors


def work(told: dict[str, Any]) -> None:
    """Run the cases that the main process asks for."""
    folder = Path(told["folder"])
    at = open(folder / "at", "r+b", buffering=0)  # to the end of the process
    reports, errors = _take_streams(folder)
    warnings.simplefilter("ignore")
    limit_memory()
    n_done = 0
    counts: dict[str, int] = {}
    for number, case in _cases(told):
        at.seek(0)
        at.write(number.to_bytes(8, "little"))
        begin = time.process_time()
        set_timer(told["limit"])
        why = run_case(case, Path(told["seeds"]), errors)
        set_timer(0)
        n_done += 1
        counts[case.target] = counts.get(case.target, 0) + 1
        taken = time.process_time() - begin
        if why is not None:
            reports.write(json.dumps({"case": number, "why": why, "seconds": taken}) + "\n")
            reports.flush()
    reports.write(json.dumps({"done": n_done, "counts": counts}) + "\n")
    reports.flush()


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        work(json.loads(sys.argv[1]))
