"""summary.md and README.md of a run of the parsing suites."""

from __future__ import annotations

from functools import partial

from benchmarks.suites import trial_report
from benchmarks.suites.parsing import PARSING_SUITES
from benchmarks.suites.trial_report import COLUMNS, number

#: Of raw.csv, beyond the usual.
FIELDS = (
    "dev_uas",
    "dev_las",
    "uas",
    "las",
    "n_trees",
    "n_invalid",
    "n_without_one_root",
    "weights",
    "model_bytes",
    "sentences_per_second",
    "mean_sentences_per_second",
)
_HOW = """\
Every trial ran in a fresh process of the rival's own environment, the competitors one after the
other within a repeat. Files are plain and in the page cache; tokens and sentences are gold. Peak
memory is the highest resident set of the whole process, from wait4: reading, learning, and parsing
the files that are judged.

- `accuracy`: the clock is inside the process and covers learning, from sentences that were read to
  weights. For spaCy it also covers reading; for spaCy and UDPipe also their own evaluations on dev,
  by which they keep the best of their models. linguine never sees dev. Sentences a second are
  measured as in `speed`.
- `speed`: the model is saved and loaded, and runs on one thread. The clock covers all that lies
  between read sentences and labelled trees: for linguine from columns of strings to arrays of heads
  and relations, for spaCy from Docs of words to parsed Docs, for UDPipe from its Sentences.
  Making Docs and Sentences is not counted. One pass before the clock starts.
- `pairs`, `unlabelled`: as `accuracy`.

UAS and LAS count punctuation, compare relations without subtypes, and are computed by one function
for all rivals: that of `linguine evaluate`, equal to the official scorer of CoNLL 2018 on gold
tokens. Trees are checked one by one by a program that shares no code with linguine: *invalid* ones
have a head out of range or a cycle; a UD tree has *one root*. Intervals are order statistics that
cover the median with at least 90 %, or the extremes where there are fewer than five repeats."""
_NOTES = """\
*Times linguine's*: seconds over those of linguine's first row of the same case in the same repeat;
median and interval. *Invalid* and *not one root*: among all trees that the row's parser gave,
in `accuracy` those of train, dev and test."""
_COLUMNS = COLUMNS | {
    "dev_uas": number("dev UAS", "dev_uas", ".4f"),
    "dev_las": number("dev LAS", "dev_las", ".4f"),
    "uas": number("test UAS", "uas", ".4f"),
    "las": number("test LAS", "las", ".4f"),
    "speed": number("sentences/s, best", "sentences_per_second", ",.0f"),
    "mean speed": number("sentences/s, mean", "mean_sentences_per_second", ",.0f"),
    "weights": number("weights not zero", "weights", ",.0f"),
    "bytes": number("model bytes", "model_bytes", ",.0f"),
    "invalid": number("invalid", "n_invalid", ".0f"),
    "roots": number("not one root", "n_without_one_root", ".0f"),
}

summarize = partial(trial_report.summarize, suites=PARSING_SUITES, columns=_COLUMNS, notes=_NOTES)
readme = partial(trial_report.readme, family="parsing", how=_HOW, suites=PARSING_SUITES)
