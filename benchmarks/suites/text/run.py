"""Measure the text suites: `python benchmarks/compare.py text`, or `make bench BENCH_ARGS=text`."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from benchmarks.datasets import CACHE
from benchmarks.environments import python_of
from benchmarks.machine import ROOT, commit, load_average, machine, machine_slug
from benchmarks.plan import Order
from benchmarks.rivals import Rival
from benchmarks.rivals.text import TEXT_RIVALS
from benchmarks.rivals.text.trial import Place
from benchmarks.rows import RawFile, Row
from benchmarks.suites.text import TEXT_SUITES
from benchmarks.suites.text.files import FILES, is_prepared, missing_text
from benchmarks.suites.text.process import ProcessError, run_process
from benchmarks.suites.text.report import readme, summarize
from benchmarks.suites.text.suite import plan

RUNS = ROOT / "benchmarks" / "runs"


def measure(order: Order, place: Place, *, timeout: float, extra_path: str) -> Row | str:
    """Run the processes of one trial; a message instead of a row if one failed."""
    trial = TEXT_RIVALS[order.rival].trials[order.job, order.setting](place)
    environment = dict(os.environ, PYTHONPATH=extra_path)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        environment[variable] = str(order.threads)
    told = {"folder": place.scratch, "environment": environment, "timeout": timeout}
    load = load_average()
    try:
        if trial.once and not trial.once[0].exists():
            run_process(trial.once[1], **told)
        done = [run_process(step, **told) for step in trial.steps]
        row: Row = {"seconds": sum(outcome.seconds for outcome in done)}
        row |= {"peak_memory_mb": round(max(outcome.peak_mb for outcome in done), 1)}
        row |= trial.read(done[-1].printed)
    except (ProcessError, OSError, ValueError, KeyError, IndexError) as error:
        return f"{order}: {error}"
    row |= {"suite": order.suite, "case": order.case, "rival": order.rival}
    row |= {"setting": order.setting, "threads": order.threads, "set_as": trial.set_as}
    row |= {"accuracy": row.get("accuracy"), "digest": row.get("digest")}
    return row | {"seed": place.seed, "repeat": place.seed, "load": round(load, 2)}


def run(orders: Sequence[Order], options: argparse.Namespace) -> None:
    _prepare(orders)
    rivals = {name: TEXT_RIVALS[name].rival for name in dict.fromkeys(o.rival for o in orders)}
    pythons = {name: python_of(rival, options.linguine) for name, rival in rivals.items()}
    for python in pythons.values():
        _compile_modules(python)
    versions = {name: _version(pythons[name], rivals[name], options) for name in rivals}
    out = _folder(options)
    raw = RawFile(out / "raw.csv")
    shared = {"commit": commit(), "machine": machine()}
    rows: list[Row] = []
    failures: dict[str, None] = {}
    total = len(orders) * options.repeats
    with tempfile.TemporaryDirectory(prefix="linguine-bench-") as kept:
        for number in range(total):
            repeat, order = number // len(orders), orders[number % len(orders)]
            scratch = Path(kept) / "scratch"
            scratch.mkdir()
            data, python = FILES / order.dataset, pythons[order.rival]
            place = Place(python, data, scratch, Path(kept), order.threads, repeat)
            path = str(options.linguine or "") if order.rival == "linguine" else ""
            result = measure(order, place, timeout=options.timeout, extra_path=path)
            shutil.rmtree(scratch)
            if isinstance(result, str):
                failures[result] = None
                print(f"[{number + 1}/{total}] FAILED {result}", flush=True)
                continue
            rows.append(result | shared | {"version": versions[order.rival]})
            raw.append(rows[-1])
            print(f"[{number + 1}/{total}] {order}: {_show(result)}", flush=True)
    today = date.today().isoformat()
    (out / "summary.md").write_text(summarize(rows, list(failures), f"Summary of {today}: text"))
    if rows:
        command = "python benchmarks/compare.py text " + shlex.join(options.told)
        (out / "README.md").write_text(readme(rows, command.strip(), today))
    print(f"written to {os.path.relpath(out)}")
    if failures:
        raise SystemExit(f"{len(failures)} kinds of trial failed; summary.md lists them.")


def _prepare(orders: Sequence[Order]) -> None:
    """In a process of its own, so that this one stays small."""
    names = list(dict.fromkeys(o.dataset for o in orders if not is_prepared(o.dataset)))
    for name in names:
        reason = missing_text(name)
        if reason:
            raise SystemExit(reason)
    if names:
        print("preparing", *names, flush=True)
        command = [sys.executable, "-m", "benchmarks.suites.text.files", *names]
        subprocess.run(command, cwd=ROOT, check=True)


def _compile_modules(python: Path) -> None:
    """Write bytecode for all that is installed.

    pip writes none where PYTHONDONTWRITEBYTECODE is set, and then a cold start of scikit-learn
    takes several times what its users see.
    """
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    folder = subprocess.run([python, "-c", where], capture_output=True, text=True, check=True)
    compile_all = [python, "-m", "compileall", "-q", folder.stdout.strip()]
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


def _folder(options: argparse.Namespace) -> Path:
    """A new folder for the run: runs are never overwritten, only quick ones are."""
    if options.quick and not options.out:
        out = CACHE / "quick-text"
    else:
        first = options.out or RUNS / f"{date.today().isoformat()}-{machine_slug()}-text"
        out, number = first, 2
        while (out / "raw.csv").exists():
            out = first.with_name(f"{first.name}-{number}")
            number += 1
    out.mkdir(parents=True, exist_ok=True)
    return Path(out)


def main(arguments: Sequence[str], parser: argparse.ArgumentParser) -> None:
    """``parser`` is that of compare.py: the options mean the same here."""
    options = parser.parse_args(arguments)
    options.repeats = options.repeats or (1 if options.quick else 5)
    options.told = list(arguments)
    suites = list(TEXT_SUITES.values())
    orders = plan(suites, options.dataset, options.only, options.without, options.quick)
    if not orders:
        raise SystemExit("Nothing matches --only and --dataset. `text --list` shows what there is.")
    if options.list:
        print(*orders, sep="\n")
        return
    run(orders, options)
