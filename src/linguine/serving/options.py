"""Options: the same words in every verb. What they mean to the library is in settings.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, TypeAlias, TypeVar

import click

from linguine.errors import whole_number
from linguine.serving.verb import option

__all__ = [
    "CLASSIFY",
    "INPUT",
    "LEARNER_OPTIONS",
    "LEARNING",
    "OUTPUT",
    "PARSE",
    "TAG",
    "TASKS",
    "Table",
    "add_options",
    "feature_options",
    "learner_options",
    "library_name",
    "output_options",
    "reading_options",
    "running_options",
    "task_option",
]

Function = TypeVar("Function", bound=Callable[..., Any])
#: "--name VALUE" -> (type, help) or (type, help, default). bool is a flag, list may be repeated.
Table: TypeAlias = Mapping[str, tuple[Any, ...]]

#: What can be learned.
CLASSIFY, TAG, PARSE = TASKS = ("classify", "tag", "parse")

INPUT, LEARNING, FEATURES = "Input", "What to learn", "Features"
LEARNER, READING = "The learner, as far as it has them", "How to read the file"
RUNNING, OUTPUT = "Running", "Output"


def read_amount(value: str) -> float:
    """Return a number of texts such as 2, or a share of them such as 0.5, as it was written.

    Examples
    --------
    >>> read_amount("2"), read_amount("0.5")
    (2, 0.5)
    """
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    raise click.BadParameter(f"{value!r} is neither a number of texts nor a share such as 0.5.")


def read_threads(value: str) -> int:
    """Return a number of threads, at least 1."""
    number = whole_number(value)
    if not number:
        raise click.BadParameter(f"{value!r} is not 1 or more. Leave it out for all processors.")
    return number


def read_range(value: str) -> tuple[int, int]:
    """Return two lengths such as 3-5, or one such as 4 twice.

    Examples
    --------
    >>> read_range("3-5")
    (3, 5)
    """
    low, _, high = value.partition("-")
    ends = whole_number(low), whole_number(high or low)
    if ends[0] is None or ends[1] is None:
        raise click.BadParameter(f"{value!r} is not a range of lengths such as 3-5.")
    return ends[0], ends[1]


_LEARNING: Table = {
    "--algorithm NAME": (
        str,
        "auto, naive-bayes, perceptron, mira, svm, logistic, ridge, nb-svm or lexicon; auto "
        "chooses and tunes, lexicon takes words and their weights from FILE. For tokens: hmm, "
        "local-naive-bayes, local-perceptron, local-mira, local-svm, memm, perceptron, mira, svm, "
        "softmax-margin or crf; auto is softmax-margin for spans and crf for other tags. For "
        "trees: perceptron, mira, svm, crf or softmax-margin; auto is mira.",
        "auto",
    ),
    "--class-weight W": (
        list,
        "balanced gives rare labels a louder voice; LABEL=FACTOR, repeated, sets it.",
    ),
    "--calibration HOW": (
        str,
        "auto, none (no probabilities, fastest), or a number of folds.",
        "auto",
    ),
    "--reject-below P": (float, "Answer (none) where the best probability is below P."),
}

_TASK: Table = {
    "--task NAME": (
        click.Choice(TASKS),
        "classify (texts), tag (tokens) or parse (trees). Else by the file: CoNLL-U is parsed, "
        "other files of tokens are tagged, all others hold texts; and by the options.",
    ),
}

#: What an algorithm has or has not; the names are the library's, with dashes.
LEARNER_OPTIONS: Table = {
    "--C N": (float, "Trust in the data, 1 / l2; larger fits closer."),
    "--l2 N": (float, "Weight of the quadratic penalty; larger is smoother."),
    "--l1 N": (float, "Weight of the absolute penalty; larger drops more features."),
    "--alpha N": (float, "Pseudo-count of naive Bayes and of an HMM."),
    "--beta N": (float, "Trust in the weights of nb-svm: 0 is naive Bayes, 1 the SVM."),
    "--epochs N": (int, "Passes over the data of an online learner."),
    "--learning-rate N": (float, "Step size of stochastic gradient descent."),
    "--max-iterations N": (int, "The most rounds of a batch learner."),
    "--tolerance N": (float, "Stop when a round gains less."),
}

_FEATURES: Table = {
    "--ngrams N": (int, "Runs of 1 to N words; 0 leaves words out."),
    "--chars LOW-HIGH": (read_range, "Also runs of characters inside words: 3-5."),
    "--tokenizer NAME": (
        str,
        "words (any script, keeps C++ and emoticons), alphanumeric or whitespace.",
    ),
    "--punctuation": (bool, "Punctuation marks are words, too."),
    "--numeric COLUMN": (list, "Also a column of numbers; may be repeated."),
    "--numeric-scale HOW": (
        str,
        "robust (0 is the median, 1 the distance of the quartiles, at most 3), unit (0 to 1) or "
        "none (as they are); auto is robust, and unit for naive-bayes.",
        "auto",
    ),
    "--categorical COLUMN": (list, "Also a column of names; may be repeated."),
    "--values KIND": (str, "binary, count, log, tfidf, log-tfidf or binary-tfidf."),
    "--normalize HOW": (str, "l2 (rows of length 1), blocks (each kind of features) or none."),
    "--min-df N": (read_amount, "Keep what is in at least N texts, or in this share of them."),
    "--max-df N": (read_amount, "Keep what is in at most N texts, or in this share of them."),
    "--max-features N": (int, "Keep the N most frequent."),
    "--hash-bits B": (int, "Hash into at most 2^B buckets: memory is bounded. Try 22."),
}

_TEXT_COLUMN: Table = {
    "--text-column NAME": (
        list,
        "Name of the column, or its number from 1; repeated, each column has features of its own.",
    ),
}
_JOIN_COLUMNS: Table = {"--join-columns": (bool, "Join all text columns into one text instead.")}
_LABEL_COLUMN: Table = {"--label-column NAME": (str, "Name of the column, or its number from 1.")}
_READING: Table = {
    "--format NAME": (
        str,
        "tsv, csv, jsonl, fasttext, svmlight, bags or lines; conll or conllu for tokens; auto goes "
        "by name and content.",
        "auto",
    ),
    "--header/--no-header": (None, "The first line names the columns, or does not."),
    "--encoding-errors HOW": (
        str,
        "Bytes that are not UTF-8: strict (an error), replace or latin-1.",
        "strict",
    ),
}

_THREADS: Table = {
    "--threads N": (read_threads, "All processors if not given. Results do not depend on it."),
}
_SEED: Table = {"--seed N": (int, "Same data and seed, same model, byte for byte.", 0)}

_JSON: Table = {"--json": (bool, "For machines.")}
_QUIET: Table = {"--quiet": (bool, "Show no progress and no summary.")}


def add_options(function: Function, heading: str, *tables: Table) -> Function:
    """Add the options of some tables under a heading."""
    rows = [row for table in tables for row in table.items()]
    # The decorator next to the function is declared last, so begin with the last.
    return reduce(lambda made, row: _declare(heading, *row)(made), reversed(rows), function)


def _declare(heading: str, spelled: str, row: tuple[Any, ...]) -> Callable[[Function], Function]:
    name, _, metavar = spelled.partition(" ")
    kind, text, *default = row
    settings: dict[str, Any] = {"group": heading, "help": text}
    if kind is bool:
        settings["is_flag"] = True
    elif kind is list:
        settings |= {"multiple": True, "metavar": metavar}
    elif kind is None:
        settings["default"] = None
    else:
        settings |= {"type": kind, "metavar": metavar}
    if default:
        settings |= {"default": default[0], "show_default": True}
    return option(name, library_name(name), **settings)


def library_name(spelled: str) -> str:
    """Return the parameter that belongs to an option.

    Examples
    --------
    >>> library_name("--max-iterations N")
    'max_iterations'
    """
    return spelled.split(" ")[0].split("/")[0].removeprefix("--").replace("-", "_")


def learner_options(function: Function) -> Function:
    """Add --algorithm, the learner's options, and what makes probabilities."""
    return add_options(add_options(function, LEARNER, LEARNER_OPTIONS), LEARNING, _LEARNING)


def task_option(function: Function) -> Function:
    """Add --task."""
    return add_options(function, LEARNING, _TASK)


def feature_options(function: Function) -> Function:
    """Add what is measured on a text."""
    return add_options(function, FEATURES, _FEATURES)


def reading_options(
    *, with_labels: bool, with_join: bool = False
) -> Callable[[Function], Function]:
    """Add how a file is read."""
    columns = {**_TEXT_COLUMN, **(_JOIN_COLUMNS if with_join else {})}
    tables = (columns, *([_LABEL_COLUMN] if with_labels else []), _READING)
    return lambda function: add_options(function, READING, *tables)


def running_options(*, with_seed: bool) -> Callable[[Function], Function]:
    """Add threads, and the seed where something is drawn."""
    tables = (_THREADS, *([_SEED] if with_seed else []))
    return lambda function: add_options(function, RUNNING, *tables)


def output_options(*, with_quiet: bool = False) -> Callable[[Function], Function]:
    """Add how answers are written."""
    tables = (_JSON, *([_QUIET] if with_quiet else []))
    return lambda function: add_options(function, OUTPUT, *tables)
