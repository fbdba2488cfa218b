"""summary.md and README.md of a run of the sequence suites."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks.rows import Group, Row, group
from benchmarks.suites import trial_report
from benchmarks.suites.sequences import SEQUENCE_SUITES
from benchmarks.suites.trial_report import table

OURS = "linguine"
#: Of raw.csv, beyond the usual.
FIELDS = (
    "f1",
    "weights",
    "model_bytes",
    "tokens_per_second",
    "mean_tokens_per_second",
    "seconds_with_setup",
)
_HOW = """\
Every trial ran in a fresh process of the rival's own environment, the competitors one after the
other within a repeat. Files are plain and in the page cache. Peak memory is the highest resident
set of the whole process, from wait4: reading, features, learning and tagging the test file.

- `crf`: the clock is inside the process and starts when the features of every token are there:
  for linguine as sparse rows, for CRFsuite as attributes that were appended to its trainer. It ends
  with the weights; CRFsuite's `train()` also finds the features (pairs of attribute and label) and
  writes the model, and cannot be timed without. linguine finds its parameters within the clock too.
- `perceptron`: CRFsuite's seconds are those it reports for each epoch; linguine's those between
  its own reports. `with set-up` is a tenth of linguine's whole fit, from the features to weights.
- `tagging`: sentences and model are in memory. python-crfsuite's attributes are made in Python, as
  its users make them; linguine's by its templates. One pass before the clock starts.
- `pairs`, `l1`: the clock covers Tagger.fit on sentences in memory, features included.

F1 is over exact spans and is computed by one function for all rivals. Intervals are order
statistics that cover the median with at least 90 %, or the extremes where there are fewer than five
repeats."""


def _number(field: str, form: str) -> Callable[[Group, Group | None], str]:
    def show(member: Group, ours: Group | None) -> str:
        value = member.typical(field)
        return "-" if value is None else format(value, form)

    return show


def _ratio(member: Group, ours: Group | None) -> str:
    return "-" if ours is None else member.times_slower_than(ours).show()


_COLUMNS: dict[str, tuple[str, Callable[[Group, Group | None], str]]] = {
    "seconds": ("seconds", lambda member, ours: member.time.show()),
    "ratio": ("times linguine's", _ratio),
    "with set-up": ("with set-up", _number("seconds_with_setup", ".4f")),
    "objective": ("objective", _number("objective", ".2f")),
    "iterations": ("iterations", _number("iterations", ".0f")),
    "f1": ("F1", _number("f1", ".4f")),
    "accuracy": ("accuracy", _number("accuracy", ".4f")),
    "speed": ("tokens/s, best", _number("tokens_per_second", ",.0f")),
    "mean speed": ("tokens/s, mean", _number("mean_tokens_per_second", ",.0f")),
    "weights": ("weights not zero", _number("weights", ",.0f")),
    "bytes": ("model bytes", _number("model_bytes", ",.0f")),
    "peak": ("peak MB", _number("peak_memory_mb", ".0f")),
}


def summarize(rows: Sequence[Row], failures: Sequence[str], title: str) -> str:
    groups = group(rows)
    parts = [f"# {title}", ""]
    if failures:
        parts += ["## Failed", "", *[f"- {failure}" for failure in failures], ""]
    for name, suite in SEQUENCE_SUITES.items():
        members = [member for member in groups if member.suite == name]
        if members:
            columns = [_COLUMNS[column] for column in suite.columns]
            header = ("case", "rival", "setting", "threads", *(title for title, _ in columns))
            lines = [
                [
                    *_name(member),
                    *(show(member, _first_of_ours(member, members)) for _, show in columns),
                ]
                for member in members
            ]
            parts += [
                f"## {name}",
                "",
                f"{suite.about}.",
                "",
                *table(header, lines),
                "",
            ]
    notes = (
        "*Times linguine's*: seconds over those of linguine's first row of the same case in the",
        "same repeat; median and interval.",
    )
    return "\n".join([*parts, *notes]).rstrip() + "\n"


def _name(member: Group) -> list[str]:
    rival = f"{member.rival} {member.version}"
    return [member.case, rival, member.setting, str(member.threads)]


def _first_of_ours(member: Group, members: Sequence[Group]) -> Group | None:
    return next((g for g in members if g.case == member.case and g.rival == OURS), None)


def readme(rows: Sequence[Row], command: str, date: str) -> str:
    return trial_report.readme(
        rows, command, date, family="sequences", how=_HOW, suites=SEQUENCE_SUITES
    )
