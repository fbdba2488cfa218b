"""All that `compare.py catalogue` measures."""

from __future__ import annotations

from pathlib import Path

from benchmarks.rivals import catalogue
from benchmarks.rivals.catalogue import CATALOGUE_RIVALS
from benchmarks.suites.catalogue import CATALOGUE_SUITES
from benchmarks.suites.catalogue.files import FILES
from benchmarks.suites.catalogue.report import FIELDS, readme, summarize
from benchmarks.suites.trial_run import Family

CATALOGUE = Family(
    name="catalogue",
    suites=CATALOGUE_SUITES,
    rivals=CATALOGUE_RIVALS,
    files=FILES,
    programs=Path(catalogue.__file__).parent / "programs",
    summarize=summarize,
    readme=readme,
    fields=FIELDS,
)
