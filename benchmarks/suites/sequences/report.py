"""summary.md and README.md of a run of the sequence suites."""

from __future__ import annotations

from functools import partial

from benchmarks.suites import trial_report
from benchmarks.suites.sequences import SEQUENCE_SUITES
from benchmarks.suites.trial_report import COLUMNS, number

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

_NOTES = """\
*Times linguine's*: seconds over those of linguine's first row of the same case in the
same repeat; median and interval."""
_COLUMNS = COLUMNS | {
    "with set-up": number("with set-up", "seconds_with_setup", ".4f"),
    "objective": number("objective", "objective", ".2f"),
    "iterations": number("iterations", "iterations", ".0f"),
    "f1": number("F1", "f1", ".4f"),
    "speed": number("tokens/s, best", "tokens_per_second", ",.0f"),
    "mean speed": number("tokens/s, mean", "mean_tokens_per_second", ",.0f"),
    "weights": number("weights not zero", "weights", ",.0f"),
    "bytes": number("model bytes", "model_bytes", ",.0f"),
}

summarize = partial(trial_report.summarize, suites=SEQUENCE_SUITES, columns=_COLUMNS, notes=_NOTES)
readme = partial(trial_report.readme, family="sequences", how=_HOW, suites=SEQUENCE_SUITES)
