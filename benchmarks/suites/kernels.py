"""Kernels beside scikit-learn: Gram matrices and SMO, in one process, alternating.

``python -m benchmarks.suites.kernels`` needs linguine and scikit-learn in one environment and no
data: points are drawn. It writes raw.csv and README.md to benchmarks/runs/<date>-<machine>-kernels.
What is compared is the time of the processor, so that a busy machine changes little.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.intervals import interval
from benchmarks.machine import commit, load_average, machine, machine_slug

RUNS = Path(__file__).resolve().parents[1] / "runs"


@dataclass(frozen=True)
class Case:
    """One piece of work that both do; ``judge`` gives a number that should agree."""

    name: str
    ours: Callable[[], Any]
    theirs: Callable[[], Any]
    judge: Callable[[Any], float]


def points(n: int, d: int, noise: float) -> tuple[Any, Any]:
    from sklearn.datasets import make_classification
    from sklearn.preprocessing import StandardScaler

    X, y = make_classification(
        n, d, n_informative=max(2, d // 2), n_redundant=0, flip_y=noise, random_state=0
    )
    return StandardScaler().fit_transform(X), y


def gram_cases(scale: int) -> Iterator[Case]:
    from scipy.sparse import random_array
    from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel

    from linguine.kernels import RBF, Polynomial

    random = np.random.default_rng(0)
    sparse = random_array((3000 // scale, 20_000), density=0.005, rng=random, format="csr")
    for n, d in ((5000 // scale, 20), (5000 // scale, 100), (3000 // scale, 500)):
        X = random.normal(size=(n, d))
        yield Case(
            f"gram rbf {n}x{d}",
            lambda X=X: RBF.from_gamma(0.1)(X),
            lambda X=X: rbf_kernel(X, gamma=0.1),
            lambda K: float(K.sum()),
        )
        yield Case(
            f"gram polynomial {n}x{d}",
            lambda X=X: Polynomial(3)(X),
            lambda X=X: polynomial_kernel(X, degree=3, gamma=1.0, coef0=1.0),
            lambda K: float(K.sum()),
        )
    yield Case(
        f"gram rbf sparse {sparse.shape[0]}x20000",
        lambda: RBF.from_gamma(0.1)(sparse),
        lambda: rbf_kernel(sparse, gamma=0.1),
        lambda K: float(K.sum()),
    )


def smo_cases(scale: int) -> Iterator[Case]:
    from sklearn.svm import SVC

    from linguine import KernelSVM
    from linguine.kernels import RBF

    for d, C, gamma, noise in (
        (20, 1.0, 0.05, 0.1),
        (20, 100.0, 0.01, 0.2),
        (2, 100.0, 1.0, 0.1),
        (100, 1.0, 0.01, 0.1),
    ):
        X, y = points(5000 // scale, d, noise)
        K = RBF.from_gamma(gamma)(X)
        yield Case(
            f"smo rbf {len(X)}x{d} C={C:g}",
            lambda X=X, y=y, C=C, g=gamma: KernelSVM(RBF.from_gamma(g), C=C, n_threads=1).fit(X, y),
            lambda X=X, y=y, C=C, g=gamma: SVC(C=C, gamma=g).fit(X, y),
            lambda model, K=K: dual_objective(model, K),
        )


def dual_objective(model: Any, K: Any) -> float:
    beta = model.dual_coef_[0]
    return float(np.abs(beta).sum() - 0.5 * beta @ K[np.ix_(model.support_, model.support_)] @ beta)


def measure(case: Case, repeats: int) -> Iterator[dict[str, Any]]:
    for repeat in range(repeats):
        for rival, work in (("linguine", case.ours), ("scikit-learn", case.theirs)):
            load, start, wall = load_average(), time.process_time(), time.perf_counter()
            result = work()
            yield {
                "case": case.name,
                "rival": rival,
                "repeat": repeat,
                "cpu_seconds": round(time.process_time() - start, 5),
                "seconds": round(time.perf_counter() - wall, 5),
                "value": case.judge(result),
                "load": round(load, 2),
            }


def readme(rows: list[dict[str, Any]], command: str) -> str:
    import sklearn

    lines = [
        f"# Run of {date.today()}: kernels",
        "",
        f"- command: `{command}`",
        f"- commit: {commit()}",
        f"- machine: {machine()}; scikit-learn {sklearn.__version__}",
        "- seconds of the processor, medians with an interval of 90 %, both in one process, "
        "alternating; `SVC` and `KernelSVM` on one thread, each with its default tolerance (1e-3)",
        "- value: the sum of a Gram matrix, the dual objective of an SVM",
        "",
        "| case | linguine | scikit-learn | ratio | values differ by |",
        "|---|---|---|---|---|",
    ]
    for name in dict.fromkeys(row["case"] for row in rows):
        of = {
            rival: [row for row in rows if (row["case"], row["rival"]) == (name, rival)]
            for rival in ("linguine", "scikit-learn")
        }
        ours, theirs = (interval([r["cpu_seconds"] for r in each]) for each in of.values())
        a, b = (each[-1]["value"] for each in of.values())
        lines.append(
            f"| {name} | {ours.show()} | {theirs.show()} | {ours.median / theirs.median:.2f} "
            f"| {abs(a - b) / abs(b):.1e} |"
        )
    return "\n".join([*lines, ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="a tenth of the points; no files")
    parser.add_argument("--out", type=Path, help="another folder for the run")
    options = parser.parse_args()
    scale = 10 if options.quick else 1
    rows: list[dict[str, Any]] = []
    for case in [*gram_cases(scale), *smo_cases(scale)]:
        rows += measure(case, options.repeats)
        print(case.name, flush=True)
    told = readme(rows, f"python -m benchmarks.suites.kernels --repeats {options.repeats}")
    print(told)
    if options.quick:
        return
    out = options.out or RUNS / f"{date.today()}-{machine_slug()}-kernels"
    out.mkdir(parents=True, exist_ok=True)
    (out / "README.md").write_text(told, encoding="utf-8")
    with (out / "raw.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
