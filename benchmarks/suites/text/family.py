"""All that `compare.py text` measures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.plan import Order
from benchmarks.rivals import text
from benchmarks.rivals.text import TEXT_RIVALS
from benchmarks.suites.text import TEXT_SUITES
from benchmarks.suites.text.files import TEXTS
from benchmarks.suites.text.report import readme, summarize
from benchmarks.suites.text.suite import plan
from benchmarks.suites.trial_run import Family


def _plan(
    datasets: Sequence[str], only: Sequence[str], without: Sequence[str], quick: bool
) -> list[Order]:
    return plan(list(TEXT_SUITES.values()), datasets, only, without, quick)


TEXT = Family(
    name="text",
    rivals=TEXT_RIVALS,
    plan=_plan,
    files=TEXTS.root,
    files_module="benchmarks.suites.text.files",
    is_prepared=TEXTS.is_prepared,
    missing=TEXTS.missing,
    programs=Path(text.__file__).parent / "programs",
    summarize=summarize,
    readme=readme,
)
