"""summary.md and README.md of a run of the catalogue suites."""

from __future__ import annotations

from functools import partial

from benchmarks.suites import trial_report
from benchmarks.suites.catalogue import CATALOGUE_SUITES
from benchmarks.suites.trial_report import COLUMNS, number

#: Of raw.csv, beyond the usual.
FIELDS = (
    "f1",
    "complete",
    "sentences_per_second",
    "train_seconds",
    "nmi",
    "purity",
    "log_likelihood",
    "log_z",
    "first_mean",
)
_HOW = """\
Every trial ran in a fresh process of the rival's own environment, the competitors one after the
other within a repeat. Files are plain and in the page cache. Peak memory is the highest resident
set of the whole process, from wait4.

Seconds are those of the processor, all threads of the process together, so that another load on
the machine counts little.

- `constituents`: the clock is inside the process and covers parsing on one thread, from lists of
  words (and tags, in `short`) to trees: one pass, or of linguine in `short` (milliseconds of wall
  time) the best of seven. Training is timed beside it. NLTK's grammar is read off the same trees:
  unary chains collapsed, made binary with two siblings remembered, tags as terminals (its parser
  refuses words that it has not seen). Trees are judged by `linguine evaluate` for all. `scoring`
  counts the brackets of one file of answers twice; there the clock covers reading and counting.
- `clusters`, `mixtures`: the clock covers all from texts or an array in memory to the cluster of
  each. NMI and purity are computed by one function for all.
- `graphs`: the clock covers all from tables in memory to log Z (where the library gives it) and
  the marginals of all variables, the graph included: wall time, the best of seven passes (pgmpy:
  one).

Intervals are order statistics that cover the median with at least 90 %, or the extremes where
there are fewer than five repeats."""
_NOTES = """\
*Times linguine's*: seconds over those of linguine's first row of the same case in the same repeat;
median and interval. *P(first)*: the probability that the first variable has its second value, to
see that all have answered the same question."""
_COLUMNS = COLUMNS | {
    "f1": number("F1", "f1", ".4f"),
    "complete": number("whole trees right", "complete", ".4f"),
    "speed": number("sentences/s", "sentences_per_second", ",.4g"),
    "train": number("training seconds", "train_seconds", ".3g"),
    "nmi": number("NMI", "nmi", ".4f"),
    "purity": number("purity", "purity", ".4f"),
    "likelihood": number("log-likelihood a point", "log_likelihood", ".5f"),
    "log_z": number("log Z", "log_z", ".6f"),
    "mean": number("P(first)", "first_mean", ".6f"),
}

summarize = partial(trial_report.summarize, suites=CATALOGUE_SUITES, columns=_COLUMNS, notes=_NOTES)
readme = partial(trial_report.readme, family="catalogue", how=_HOW, suites=CATALOGUE_SUITES)
