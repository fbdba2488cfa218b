"""All that `compare.py text` measures."""

from __future__ import annotations

from pathlib import Path

from benchmarks.rivals import text
from benchmarks.rivals.text import TEXT_RIVALS
from benchmarks.suites.text import TEXT_SUITES
from benchmarks.suites.text.files import TEXTS
from benchmarks.suites.text.report import readme, summarize
from benchmarks.suites.trial_run import Family

TEXT = Family(
    name="text",
    suites=TEXT_SUITES,
    rivals=TEXT_RIVALS,
    files=TEXTS,
    programs=Path(text.__file__).parent / "programs",
    summarize=summarize,
    readme=readme,
)
