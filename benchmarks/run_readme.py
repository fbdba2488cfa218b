"""README.md of a run: what was measured, on what, and how each rival was set."""

from __future__ import annotations

from collections.abc import Sequence
from platform import python_version

from benchmarks.rows import Row, group
from benchmarks.suites import SUITES

_HOW = """\
Every fit ran in a fresh process of the rival's own environment, with the matrix already in memory;
the clock covers `fit` only. Within a repeat the competitors ran one after the other on the same
case; the seed is the number of the repeat. Peak memory is the highest resident set of the process
after the fit; what was resident before it is in `memory_before_mb`. Accuracy is on the test matrix.
The objective F of all rivals comes from one NumPy function in float64 (`benchmarks/objective.py`)
applied to the weights they returned. Matrices: uni+bigram tf-idf of scikit-learn's
`TfidfVectorizer` (min_df=2 for 20newsgroups, 1 for imdb); `-float32` is the same matrix in single
precision.

Intervals are order statistics that cover the median with at least 90 %, or the extremes where
there are fewer than five repeats."""


def readme(rows: Sequence[Row], command: str, date: str) -> str:
    first = rows[0]
    loads = [float(row["load"]) for row in rows]
    lines = [
        f"# Run of {date}",
        "",
        f"- command: `{command}`",
        f"- commit: {first['commit']}",
        f"- machine: {first['machine']}; Python {python_version()}",
        f"- load average before each fit: {min(loads):.1f} to {max(loads):.1f} (alone: 1 to 2)",
        "- files: `raw.csv` (one row a fit), `summary.md`. A run is never edited.",
        "",
        "## How it was measured",
        "",
        _HOW,
        "",
        "## How each was set",
        "",
        "| job | rival | setting | threads | as |",
        "|---|---|---|---|---|",
        *_settings(rows),
        "",
        "## Jobs",
        "",
        *_jobs(rows),
        "",
    ]
    return "\n".join(lines)


def _settings(rows: Sequence[Row]) -> list[str]:
    lines: dict[str, None] = {}
    for member in group(rows):
        job = member.case.split("/")[1]
        told = (
            str(member.set_as)
            .replace("|", "\\|")
            .replace(f"random_state={member.seed}", "random_state=repeat")
        )
        rival = f"{member.rival} {member.version}"
        lines[f"| {job} | {rival} | {member.setting} | {member.threads} | `{told}` |"] = None
    return list(lines)


def _jobs(rows: Sequence[Row]) -> list[str]:
    measured = {(row["suite"], row["case"].split("/")[1]) for row in rows}
    return [
        f"- **{job.name}** ({suite.name}): {job.about}"
        for suite in SUITES.values()
        for job in suite.jobs
        if (suite.name, job.name) in measured
    ]
