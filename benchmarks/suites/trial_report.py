"""What the reports of all families of trials share: the README of a run, and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from platform import python_version

from benchmarks.rows import Group, Row, group
from benchmarks.suites.trial_suite import TrialSuite

OURS = "linguine"
#: A title, and what it shows of a group beside the first of ours of the same case.
Column = tuple[str, Callable[[Group, Group | None], str]]


def summarize(
    rows: Sequence[Row],
    failures: Sequence[str],
    title: str,
    *,
    suites: Mapping[str, TrialSuite],
    columns: Mapping[str, Column],
    notes: str,
) -> str:
    """Return a table for each suite that was measured, with the columns that it has."""
    groups = group(rows)
    parts = [f"# {title}", ""]
    if failures:
        parts += ["## Failed", "", *[f"- {failure}" for failure in failures], ""]
    for name, suite in suites.items():
        members = [member for member in groups if member.suite == name]
        if members:
            shown = [columns[column] for column in suite.columns or columns]
            lines = (_line(member, members, shown) for member in members)
            header = ("case", "rival", "setting", "threads", *(title for title, _ in shown))
            parts += [f"## {name}", "", f"{suite.about}.", "", *table(header, lines), ""]
    return "\n".join([*parts, notes]).rstrip() + "\n"


def _line(member: Group, members: Sequence[Group], columns: Sequence[Column]) -> list[str]:
    ours = next((g for g in members if g.case == member.case and g.rival == OURS), None)
    rival = f"{member.rival} {member.version}"
    shown = (show(member, ours) for _, show in columns)
    return [member.case, rival, member.setting, str(member.threads), *shown]


def number(title: str, field: str, form: str) -> Column:
    """A column with the median of a field."""

    def show(member: Group, ours: Group | None) -> str:
        value = member.typical(field)
        return "-" if value is None else format(value, form)

    return title, show


def _ratio(member: Group, ours: Group | None) -> str:
    return "-" if ours is None else member.times_slower_than(ours).show()


#: What every family has.
COLUMNS: dict[str, Column] = {
    "seconds": ("seconds", lambda member, ours: member.time.show()),
    "ratio": ("times linguine's", _ratio),
    "accuracy": number("accuracy", "accuracy", ".4f"),
    "peak": number("peak MB", "peak_memory_mb", ".0f"),
}


def readme(
    rows: Sequence[Row],
    command: str,
    date: str,
    *,
    family: str,
    how: str,
    suites: Mapping[str, TrialSuite],
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
