"""All that `compare.py parsing` measures."""

from __future__ import annotations

from pathlib import Path

from benchmarks.rivals import parsing
from benchmarks.rivals.parsing import PARSING_RIVALS
from benchmarks.suites.parsing import PARSING_SUITES
from benchmarks.suites.parsing.files import TREEBANKS
from benchmarks.suites.parsing.report import FIELDS, readme, summarize
from benchmarks.suites.trial_run import Family

PARSING = Family(
    name="parsing",
    suites=PARSING_SUITES,
    rivals=PARSING_RIVALS,
    files=TREEBANKS,
    programs=Path(parsing.__file__).parent / "programs",
    summarize=summarize,
    readme=readme,
    fields=FIELDS,
)
