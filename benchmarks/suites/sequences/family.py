"""All that `compare.py sequences` measures."""

from __future__ import annotations

from pathlib import Path

from benchmarks.rivals import sequences
from benchmarks.rivals.sequences import SEQUENCE_RIVALS
from benchmarks.suites.sequences import SEQUENCE_SUITES
from benchmarks.suites.sequences.files import SENTENCES
from benchmarks.suites.sequences.report import FIELDS, readme, summarize
from benchmarks.suites.trial_run import Family

SEQUENCES = Family(
    name="sequences",
    suites=SEQUENCE_SUITES,
    rivals=SEQUENCE_RIVALS,
    files=SENTENCES,
    programs=Path(sequences.__file__).parent / "programs",
    summarize=summarize,
    readme=readme,
    fields=FIELDS,
)
