"""summary.md and README.md of a run of the text suites."""

from __future__ import annotations

from functools import partial

from benchmarks.rows import Group
from benchmarks.suites import trial_report
from benchmarks.suites.text import TEXT_SUITES
from benchmarks.suites.trial_report import COLUMNS

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

_NOTES = """\
*Times linguine's*: seconds over those of linguine's first setting in the same repeat;
median and interval. *Goal*: the accuracy asked for. *Counts*: whether the digest of the
counts equals that of linguine."""


def _goal(member: Group, ours: Group | None) -> str:
    goal = TEXT_SUITES[member.suite].goal(member.case.split("/")[0])
    return "-" if goal is None else f"{goal:.4f}"


def _counts(member: Group, ours: Group | None) -> str:
    digests = {row["digest"] for row in member.rows}
    if ours is None or digests == {None}:
        return "-"
    return "same" if digests == {row["digest"] for row in ours.rows} else "DIFFERENT"


_COLUMNS = {
    **{name: COLUMNS[name] for name in ("seconds", "ratio", "peak", "accuracy")},
    "goal": ("goal", _goal),
    "counts": ("counts", _counts),
}

summarize = partial(trial_report.summarize, suites=TEXT_SUITES, columns=_COLUMNS, notes=_NOTES)
readme = partial(trial_report.readme, family="text", how=_HOW, suites=TEXT_SUITES)
