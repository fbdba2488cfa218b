"""Measure linguine beside its rivals: `python benchmarks/compare.py`, or `make bench`.

Makes one environment per rival, prepares the matrices once, runs every fit in a fresh process,
alternating the rivals, and writes raw.csv, summary.md and README.md to
benchmarks/runs/<date>-<kind of machine>/. `compare.py text` measures from text files instead,
`compare.py sequences` taggers, `compare.py parsing` parsers and `compare.py catalogue` phrases,
clusters and graphs, with the same options; their suites are in folders of these names in
benchmarks/suites.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if __package__ in (None, ""):
    sys.path[0] = str(
        ROOT
    )  # started as a script: `benchmarks` is imported from the root, as with -m

from benchmarks.datasets import CACHE, DATASETS, missing_data  # noqa: E402
from benchmarks.environments import python_of  # noqa: E402
from benchmarks.machine import commit, load_average, machine, machine_slug  # noqa: E402
from benchmarks.plan import Order, plan  # noqa: E402
from benchmarks.rivals import RIVALS  # noqa: E402
from benchmarks.rows import RawFile, Row  # noqa: E402
from benchmarks.run_readme import readme  # noqa: E402
from benchmarks.suites import trial_run  # noqa: E402
from benchmarks.suites.catalogue.family import CATALOGUE  # noqa: E402
from benchmarks.suites.parsing.family import PARSING  # noqa: E402
from benchmarks.suites.sequences.family import SEQUENCES  # noqa: E402
from benchmarks.suites.text.family import TEXT  # noqa: E402
from benchmarks.summary import summarize  # noqa: E402

RUNS = Path(__file__).resolve().parent / "runs"


def unprepared(orders: Sequence[Order]) -> list[str]:
    """The matrices that are not in the cache yet; stops if their text cannot be read."""
    names = dict.fromkeys(order.dataset for order in orders)
    wanted = [name for name in names if not DATASETS[name].is_prepared]
    for name in wanted:
        reason = missing_data(DATASETS[name])
        if reason:
            raise SystemExit(reason)
    return wanted


def prepare(names: Sequence[str], python: Path) -> None:
    if names:
        print("preparing", *names, flush=True)
        subprocess.run([str(python), "-m", "benchmarks.datasets", *names], cwd=ROOT, check=True)


def measure(
    order: Order, python: Path, *, repeat: int, timeout: float, extra_path: str
) -> Row | str:
    """Run one fit in a fresh process; a message instead of a row if it failed."""
    environment = dict(os.environ, PYTHONPATH=extra_path)
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        environment[variable] = str(order.threads)
    told = json.dumps({**asdict(order), "seed": repeat})
    command = [str(python), "-m", "benchmarks.measure", told]
    load = load_average()
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=timeout
        )
    except subprocess.TimeoutExpired:
        return f"{order}: no result within {timeout:g} seconds"
    if done.returncode != 0:
        said = done.stderr.strip().splitlines() or [f"ended with code {done.returncode}"]
        return f"{order}: {said[-1]}"
    row: Row = json.loads(done.stdout.splitlines()[-1])
    row |= {"suite": order.suite, "case": order.case, "rival": order.rival}
    row |= {"setting": order.setting, "threads": order.threads}
    return row | {"seed": repeat, "repeat": repeat, "load": round(load, 2)}


def run(orders: Sequence[Order], options: argparse.Namespace) -> None:
    wanted = unprepared(orders)  # before the long part, in case something is missing
    pythons = {
        name: python_of(RIVALS[name], options.linguine)
        for name in dict.fromkeys([*(order.rival for order in orders), "scikit-learn"])
    }
    prepare(wanted, pythons["scikit-learn"])
    out = _folder(options)
    raw = RawFile(out / "raw.csv")
    shared = {"commit": commit(), "machine": machine()}
    rows: list[Row] = []
    failures: dict[str, None] = {}
    total = len(orders) * options.repeats
    for number in range(total):
        repeat, order = number // len(orders), orders[number % len(orders)]
        path = str(options.linguine or "") if order.rival == "linguine" else ""
        result = measure(
            order, pythons[order.rival], repeat=repeat, timeout=options.timeout, extra_path=path
        )
        if isinstance(result, str):
            failures[result] = None
            print(f"[{number + 1}/{total}] FAILED {result}", flush=True)
            continue
        rows.append(result | shared)
        raw.append(rows[-1])
        seconds, accuracy = result["seconds"], result["accuracy"]
        print(f"[{number + 1}/{total}] {order}: {seconds:.3f} s, {accuracy:.4f}", flush=True)
    today = date.today().isoformat()
    (out / "summary.md").write_text(summarize(rows, list(failures), f"Summary of {today}"))
    if rows:
        command = "python benchmarks/compare.py " + shlex.join(options.told)
        (out / "README.md").write_text(readme(rows, command.strip(), today))
    print(f"written to {os.path.relpath(out)}")
    if failures:
        raise SystemExit(f"{len(failures)} kinds of fit failed; summary.md lists them.")


def _folder(options: argparse.Namespace) -> Path:
    """A new folder for the run: runs are never overwritten, only quick ones are."""
    name = f"{date.today().isoformat()}-{machine_slug()}"
    out: Path = options.out or (CACHE / "quick" if options.quick else RUNS / name)
    number = 2
    while not options.quick and (out / "raw.csv").exists():
        out = out.with_name(f"{(options.out or Path(name)).name}-{number}")
        number += 1
    out.mkdir(parents=True, exist_ok=True)
    return out


def _parser(datasets: Iterable[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="benchmarks/compare.py", description=__doc__)
    parser.add_argument("--list", action="store_true", help="show what would be measured, and stop")
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="PART", help="suites, jobs, rivals or patterns"
    )
    parser.add_argument("--without", nargs="+", default=[], metavar="PART", help="leave these out")
    parser.add_argument(
        "--dataset", nargs="+", default=[], choices=sorted(datasets), metavar="NAME"
    )
    parser.add_argument("--repeats", type=int, help="fits of each kind (5; with --quick 1)")
    parser.add_argument(
        "--quick", action="store_true", help="tiny synthetic matrices, to see that everything works"
    )
    parser.add_argument("--timeout", type=float, default=1800.0, help="seconds a process may take")
    parser.add_argument(
        "--out", type=Path, help="folder for the run, instead of benchmarks/runs/..."
    )
    parser.add_argument(
        "--linguine",
        type=lambda text: Path(text).resolve(),
        metavar="FOLDER",
        help="import linguine from here (e.g. src) instead of installing the repository",
    )
    return parser


def main(arguments: Sequence[str]) -> None:
    families = {family.name: family for family in (TEXT, SEQUENCES, PARSING, CATALOGUE)}
    if arguments and arguments[0] in families:
        family = families[arguments[0]]
        trial_run.main(family, arguments[1:], _parser(family.datasets))
        return
    options = _parser(DATASETS).parse_args(arguments)
    options.repeats = options.repeats or (1 if options.quick else 5)
    options.told = list(arguments)
    orders = plan(options.dataset, options.only, options.without, options.quick)
    if not orders:
        raise SystemExit(
            "Nothing matches --only and --dataset. `--list` alone shows what there is."
        )
    if options.list:
        print(*orders, sep="\n")
        return
    run(orders, options)


if __name__ == "__main__":
    main(sys.argv[1:])
