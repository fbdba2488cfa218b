"""What the reports of all families of trials share: the README of a run, and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from platform import python_version
from typing import Any

from benchmarks.rows import Row, group


def readme(
    rows: Sequence[Row],
    command: str,
    date: str,
    *,
    family: str,
    how: str,
    suites: Mapping[str, Any],
) -> str:
    """Say how a run was made; ``how`` tells what the clock covers, ``suites`` describe the jobs."""
    loads = [float(row["load"]) for row in rows]
    settings = dict.fromkeys(
        f"| {g.suite}/{g.case} | {g.rival} {g.version} | {g.setting} | {g.threads} | `{g.set_as}` |"
        for g in group(rows)
    )
    measured = {(row["suite"], row["case"].split("/")[1]) for row in rows}
    return "\n".join(
        [
            f"# Run of {date}: {family}",
            "",
            f"- command: `{command}`",
            f"- commit: {rows[0]['commit']}",
            f"- machine: {rows[0]['machine']}; Python {python_version()}",
            f"- load average before each trial: {min(loads):.1f} to {max(loads):.1f}",
            "- files: `raw.csv` (one row a trial), `summary.md`. A run is never edited.",
            "",
            "## How it was measured",
            "",
            how,
            "",
            "## How each was set",
            "",
            f"The reasons are at the head of each file in `benchmarks/rivals/{family}`.",
            "",
            "| case | rival | setting | threads | as |",
            "|---|---|---|---|---|",
            *settings,
            "",
            "## Jobs",
            "",
            *(
                f"- **{job.name}** ({suite.name}): {job.about}"
                for suite in suites.values()
                for job in suite.jobs
                if (suite.name, job.name) in measured
            ),
            "",
        ]
    )


def table(header: Sequence[str], lines: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table."""
    cells = (" | ".join(line) for line in lines)
    return [f"| {' | '.join(header)} |", "|" + "---|" * len(header), *(f"| {c} |" for c in cells)]
