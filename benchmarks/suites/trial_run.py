"""Measure suites of trials: `python benchmarks/compare.py text`, `sequences` or `parsing`.

A trial is one or more fresh processes of a rival's own environment; the rivals of a case follow
each other within a repeat.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.datasets import CACHE
from benchmarks.environments import python_of
from benchmarks.machine import ROOT, commit, load_average, machine, machine_slug
from benchmarks.plan import Order
from benchmarks.rivals import RIVALS, Rival
from benchmarks.rivals.trial import Place, TrialRival, read_json
from benchmarks.rows import RawFile, Row
from benchmarks.suites.plain_files import PlainFiles
from benchmarks.suites.process import ProcessError, run_process
from benchmarks.suites.trial_suite import TrialSuite, orders_of

RUNS = ROOT / "benchmarks" / "runs"
SHARED_PROGRAMS = ROOT / "benchmarks" / "rivals" / "programs"
OURS = "linguine"


@dataclass(frozen=True)
class Family:
    """Suites that are measured and reported together.

    The module ``files`` beside the suites prepares data sets when it is run with their names.
    ``fields`` are those of raw.csv beyond the usual.
    """

    name: str
    suites: Mapping[str, TrialSuite]
    rivals: Mapping[str, TrialRival]
    files: PlainFiles
    programs: Path
    summarize: Callable[[Sequence[Row], Sequence[str], str], str]
    readme: Callable[[Sequence[Row], str, str], str]
    fields: tuple[str, ...] = ()

    @property
    def datasets(self) -> set[str]:
        return {dataset for suite in self.suites.values() for dataset in suite.datasets}

    def plan(
        self, datasets: Sequence[str], only: Sequence[str], without: Sequence[str], quick: bool
    ) -> list[Order]:
        instead = self.files.quick if quick else None
        orders = orders_of(self.suites.values(), self.rivals, datasets, instead)
        kept = [order for order in orders if not only or order.matches(only)]
        return [order for order in kept if not order.matches(without)]


class LeftOutError(Exception):
    """A trial of something that this version of a library does not have."""


def measure(
    family: Family, order: Order, place: Place, *, timeout: float, linguine: str
) -> Row | str:
    """Run the processes of one trial; a message instead of a row if one failed."""
    trial = family.rivals[order.rival].trials[order.job, order.setting](place)
    environment = dict(os.environ, PYTHONPATH=_path(linguine if order.rival == OURS else ""))
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        environment[variable] = str(order.threads)
    told: dict[str, Any] = {"folder": place.scratch, "environment": environment, "timeout": timeout}
    load = load_average()
    try:
        if trial.once and not trial.once[0].exists():
            run_process(trial.once[1], **told)
        done = [run_process(step, **told) for step in trial.steps]
        row: Row = dict.fromkeys(("accuracy", "digest", *family.fields))
        row |= {"seconds": sum(outcome.seconds for outcome in done)}
        row |= {"peak_memory_mb": round(max(outcome.peak_mb for outcome in done), 1)}
        row |= trial.read(done[-1].printed)
        if "left_out" in row:
            raise LeftOutError(row["left_out"])
        if trial.judge:
            told["environment"] = environment | {"PYTHONPATH": _path(linguine)}
            row |= read_json(run_process(trial.judge, **told).printed)
    except (ProcessError, OSError, ValueError, KeyError, IndexError) as error:
        return f"{order}: {error}"
    row |= {"suite": order.suite, "case": order.case, "rival": order.rival}
    row |= {"setting": order.setting, "threads": order.threads, "set_as": trial.set_as}
    return row | {"seed": place.seed, "repeat": place.seed, "load": round(load, 2)}


def _path(linguine: str) -> str:
    """What a program may import beyond its environment and its own folder."""
    return os.pathsep.join(filter(None, (linguine, str(SHARED_PROGRAMS))))


def run(family: Family, orders: Sequence[Order], options: argparse.Namespace) -> None:
    _prepare(family, orders)
    rivals = {name: family.rivals[name].rival for name in dict.fromkeys(o.rival for o in orders)}
    pythons = {name: python_of(rival, options.linguine) for name, rival in rivals.items()}
    judge = pythons.get(OURS) or python_of(RIVALS[OURS], options.linguine)
    for python in pythons.values():
        _compile_modules(python)
    versions = {name: _version(pythons[name], rivals[name], options) for name in rivals}
    out = _folder(family, options)
    raw = RawFile(out / "raw.csv", family.fields)
    shared = {"commit": commit(), "machine": machine()}
    rows: list[Row] = []
    failures: dict[str, None] = {}
    total = len(orders) * options.repeats
    with tempfile.TemporaryDirectory(prefix="linguine-bench-") as kept:
        for number in range(total):
            repeat, order = number // len(orders), orders[number % len(orders)]
            data, scratch = family.files.root / order.dataset, Path(kept) / "scratch"
            place = Place(
                pythons[order.rival],
                data,
                scratch,
                Path(kept),
                order.threads,
                repeat,
                family.programs,
                judge,
            )
            scratch.mkdir()
            path = str(options.linguine or "")
            try:
                result = measure(family, order, place, timeout=options.timeout, linguine=path)
            except LeftOutError as reason:
                print(f"[{number + 1}/{total}] left out: {order}: {reason}", flush=True)
                continue
            finally:
                shutil.rmtree(scratch)
            if isinstance(result, str):
                failures[result] = None
                print(f"[{number + 1}/{total}] FAILED {result}", flush=True)
                continue
            rows.append(result | shared | {"version": versions[order.rival]})
            raw.append(rows[-1])
            print(f"[{number + 1}/{total}] {order}: {_show(result)}", flush=True)
    _report(family, rows, list(failures), out, options)
    if failures:
        raise SystemExit(f"{len(failures)} kinds of trial failed; summary.md lists them.")


def _report(
    family: Family, rows: list[Row], failures: list[str], out: Path, options: argparse.Namespace
) -> None:
    today = date.today().isoformat()
    title = f"Summary of {today}: {family.name}"
    (out / "summary.md").write_text(family.summarize(rows, failures, title))
    if rows:
        command = f"python benchmarks/compare.py {family.name} " + shlex.join(options.told)
        (out / "README.md").write_text(family.readme(rows, command.strip(), today))
    print(f"written to {os.path.relpath(out)}")


def _prepare(family: Family, orders: Sequence[Order]) -> None:
    """In a process of its own, so that this one stays small."""
    wanted = dict.fromkeys(order.dataset for order in orders)
    names = [name for name in wanted if not family.files.is_prepared(name)]
    for name in names:
        reason = family.files.missing(name)
        if reason:
            raise SystemExit(reason)
    if names:
        print("preparing", *names, flush=True)
        command = [sys.executable, "-m", f"benchmarks.suites.{family.name}.files", *names]
        subprocess.run(command, cwd=ROOT, check=True)


def _compile_modules(python: Path) -> None:
    """Write bytecode for all that is installed.

    pip writes none where PYTHONDONTWRITEBYTECODE is set, and then a cold start of scikit-learn
    takes several times what its users see.
    """
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    folder = subprocess.run([python, "-c", where], capture_output=True, text=True, check=True)
    compile_all = [str(python), "-m", "compileall", "-q", folder.stdout.strip()]
    subprocess.run(compile_all, stdout=subprocess.DEVNULL)  # test files with errors on purpose


def _version(python: Path, rival: Rival, options: argparse.Namespace) -> str:
    ask = f"from importlib.metadata import version; print(version({rival.package!r}))"
    environment = dict(os.environ)
    if rival.name == "linguine" and options.linguine:
        ask = "import linguine; print(linguine.__version__)"
        environment["PYTHONPATH"] = str(options.linguine)
    done = subprocess.run([python, "-c", ask], env=environment, capture_output=True, text=True)
    return done.stdout.strip() or "?"


def _show(row: Row) -> str:
    accuracy = row["accuracy"]
    judged = f", {accuracy:.4f}" if accuracy is not None else ""
    return f"{row['seconds']:.6g} s, {row['peak_memory_mb']:.0f} MB{judged}"


def _folder(family: Family, options: argparse.Namespace) -> Path:
    """A new folder for the run: runs are never overwritten, only quick ones are."""
    if options.quick and not options.out:
        out = CACHE / f"quick-{family.name}"
    else:
        name = f"{date.today().isoformat()}-{machine_slug()}-{family.name}"
        first = options.out or RUNS / name
        out, number = first, 2
        while (out / "raw.csv").exists():
            out = first.with_name(f"{first.name}-{number}")
            number += 1
    out.mkdir(parents=True, exist_ok=True)
    return Path(out)


def main(family: Family, arguments: Sequence[str], parser: argparse.ArgumentParser) -> None:
    """``parser`` is that of compare.py: the options mean the same here."""
    options = parser.parse_args(arguments)
    options.repeats = options.repeats or (1 if options.quick else 5)
    options.told = list(arguments)
    orders = family.plan(options.dataset, options.only, options.without, options.quick)
    if not orders:
        raise SystemExit(
            f"Nothing matches --only and --dataset. `{family.name} --list` shows what there is."
        )
    if options.list:
        print(*orders, sep="\n")
        return
    run(family, orders, options)
