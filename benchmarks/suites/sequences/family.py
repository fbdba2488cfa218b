"""All that `compare.py sequences` measures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.plan import Order
from benchmarks.rivals import sequences
from benchmarks.rivals.sequences import SEQUENCE_RIVALS
from benchmarks.suites.sequences import SEQUENCE_SUITES
from benchmarks.suites.sequences.files import SENTENCES
from benchmarks.suites.sequences.report import FIELDS, readme, summarize
from benchmarks.suites.sequences.suite import plan
from benchmarks.suites.trial_run import Family


def _plan(
    datasets: Sequence[str], only: Sequence[str], without: Sequence[str], quick: bool
) -> list[Order]:
    return plan(list(SEQUENCE_SUITES.values()), datasets, only, without, quick)


SEQUENCES = Family(
    name="sequences",
    rivals=SEQUENCE_RIVALS,
    plan=_plan,
    files=SENTENCES.root,
    files_module="benchmarks.suites.sequences.files",
    is_prepared=SENTENCES.is_prepared,
    missing=SENTENCES.missing,
    programs=Path(sequences.__file__).parent / "programs",
    summarize=summarize,
    readme=readme,
    fields=FIELDS,
)
