"""summary.md and README.md of a run of the text suites."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.rows import Group, Row, group
from benchmarks.suites import trial_report
from benchmarks.suites.text import TEXT_SUITES
from benchmarks.suites.trial_report import table

OURS = "linguine"
_HEADER = (
    "case",
    "rival",
    "setting",
    "seconds",
    "times linguine's",
    "peak MB",
    "accuracy",
    "goal",
    "counts",
)
_HOW = """\
Every trial ran in fresh processes of the rival's own environment, the competitors one after the
other within a repeat. In `file_to_accuracy`, `memory`, `auto` and `latency/cold` the clock covers
whole processes, from start to exit: training and testing added up where they are two; peak memory
is the highest resident set of any of them, from wait4. In `vectorise`, `latency/single` and
`latency/batch` the texts (and the model) are in memory and the clock is inside the process.

Files are plain and in the page cache. Conversion to a rival's own format is not counted. fastText
and Vowpal Wabbit get shuffled files, linguine and scikit-learn the files as they lie. Intervals
are order statistics that cover the median with at least 90 %, or the extremes where there are
fewer than five repeats."""


def summarize(rows: Sequence[Row], failures: Sequence[str], title: str) -> str:
    groups = group(rows)
    parts = [f"# {title}", ""]
    if failures:
        parts += ["## Failed", "", *[f"- {failure}" for failure in failures], ""]
    for name, suite in TEXT_SUITES.items():
        members = [member for member in groups if member.suite == name]
        if members:
            lines = (_line(member, members) for member in members)
            parts += [
                f"## {name}",
                "",
                f"{suite.about}.",
                "",
                *table(_HEADER, lines),
                "",
            ]
    notes = (
        "*Times linguine's*: seconds over those of linguine's first setting in the same repeat;",
        "median and interval. *Goal*: the accuracy asked for. *Counts*: whether the digest of the",
        "counts equals that of linguine.",
    )
    return "\n".join([*parts, *notes]).rstrip() + "\n"


def _line(member: Group, members: Sequence[Group]) -> list[str]:
    ours = next((g for g in members if g.case == member.case and g.rival == OURS), None)
    accuracy = member.typical("accuracy")
    goal = TEXT_SUITES[member.suite].goal(member.case.split("/")[0])
    return [
        member.case,
        f"{member.rival} {member.version}",
        member.setting,
        member.time.show(),
        "-" if ours is None else member.times_slower_than(ours).show(),
        f"{member.typical('peak_memory_mb'):.0f}",
        "-" if accuracy is None else f"{accuracy:.4f}",
        "-" if goal is None else f"{goal:.4f}",
        _counts(member, ours),
    ]


def _counts(member: Group, ours: Group | None) -> str:
    digests = {row["digest"] for row in member.rows}
    if ours is None or digests == {None}:
        return "-"
    return "same" if digests == {row["digest"] for row in ours.rows} else "DIFFERENT"


def readme(rows: Sequence[Row], command: str, date: str) -> str:
    return trial_report.readme(rows, command, date, family="text", how=_HOW, suites=TEXT_SUITES)
