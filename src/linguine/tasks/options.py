"""Options as data: what the command line declares, and what each row adds to its verbs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from linguine.errors import OptionError, whole_number

__all__ = [
    "FEATURES",
    "INPUT",
    "LEARNER",
    "LEARNER_OPTIONS",
    "LEARNING",
    "MIN_COUNT",
    "OUTPUT",
    "READING",
    "RESTARTS",
    "TOKENIZER",
    "UNLABELLED_WEIGHT",
    "VECTORS",
    "Table",
    "library_name",
    "number_or_word",
    "read_amount",
    "read_count",
    "read_range",
    "read_scale",
    "read_share",
    "read_threads",
    "shared_settings",
    "usual_settings",
]

#: "--name VALUE" -> (type, help) or (type, help, default). bool is a flag, list may be repeated,
#: None is a pair of flags, a tuple is a choice; a function reads the value or raises ValueError.
#: "--name VALUE other" is called otherwise in Python; "--name,-n" has a short form, too.
Table: TypeAlias = Mapping[str, tuple[Any, ...]]

#: Headings of the help.
INPUT, LEARNING, FEATURES = "Input", "What to learn", "Features of texts"
LEARNER, READING, OUTPUT = "Settings of the learner", "How to read the file", "Output"

#: What an algorithm has or has not; the names are the library's, with dashes.
LEARNER_OPTIONS: Table = {
    "--C N": (float, "The inverse of --l2: larger fits the data more closely."),
    "--l2 N": (float, "Weight of the quadratic penalty; larger is smoother."),
    "--l1 N": (float, "Weight of the absolute penalty; larger drops more features."),
    "--alpha N": (float, "Pseudo-count that naive Bayes and an HMM add."),
    "--beta N": (float, "For nb-svm, from 0 (naive Bayes) to 1 (the SVM)."),
    "--epochs N": (int, "Passes of an online learner over the data."),
    "--learning-rate N": (float, "Step size of stochastic gradient descent."),
    "--averaged/--no-averaged": (None, "Whether online learners average their weights."),
    "--patience N": (int, "With --dev: stop after N epochs without a better result."),
    "--stop-when-right": (bool, "For perceptron and mira: stop after an epoch without a mistake."),
    "--with-replacement": (bool, "Let online learners draw examples: some twice, some never."),
    "--k-best N": (int, "For mira: how many wrong answers the right one is kept apart from."),
    "--update KIND": (
        ("max-loss", "prediction"),
        "For mira: keep apart from what costs most, or only from what is predicted.",
    ),
    "--branches N": (int, "For label-tree: children of a node, at most."),
    "--beam N": (int, "For label-tree: how many nodes of each level are followed."),
    "--prune SHARE": (
        float,
        "For label-tree: drop weights below this share of the largest of their label.",
    ),
    "--max-iterations N": (int, "Stop a batch learner after N rounds."),
    "--tolerance N": (float, "Stop when a round gains less than this."),
}


#: How text becomes words, whoever asks.
TOKENIZER: Table = {
    "--tokenizer NAME": (
        str,
        "For labels of texts: words (any script, keeps C++ and emoticons), alphanumeric or "
        "whitespace. For taggers and parsers: the model of a tokenizer, which cuts plain text into "
        "sentences and words; train keeps it in the model, and without one rules do it.",
    ),
}
#: What texts and tags have in common.
MIN_COUNT: Table = {"--min-count N": (int, "Keep features that are there at least N times in all.")}


#: What the tasks have in common whose labels may be hidden.
RESTARTS: Table = {"--restarts N": (int, "Starts of EM; the one that ends at the likeliest wins.")}
UNLABELLED_WEIGHT: Table = {
    "--unlabelled-weight W": (
        float,
        "How much a text without a label, or a sentence without tags or tree, counts; 1 or less.",
    ),
}


def usual_settings(options: Mapping[str, Sequence[tuple[str, Table]]], verb: str) -> dict[str, Any]:
    """Return what the options of a verb are if nobody gives them."""
    found: dict[str, Any] = {}
    for _, table in options.get(verb, ()):
        for spelled, (kind, _, *default) in table.items():
            nothing: Any = False if kind is bool else () if kind is list else None
            found[library_name(spelled)] = default[0] if default else nothing
    return found


def library_name(spelled: str) -> str:
    """Return the parameter that belongs to an option.

    Examples
    --------
    >>> library_name("--max-iterations N"), library_name("--all every")
    ('max_iterations', 'every')
    """
    name, *words = spelled.split(" ")
    if words and words[-1].islower():
        return words[-1]
    return name.split("/")[0].split(",")[0].lstrip("-").replace("-", "_")


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
    raise ValueError(f"{value!r} is neither a number of texts nor a share such as 0.5.")


def read_count(value: str) -> int:
    """Return how many of something are wanted, at least 1."""
    number = whole_number(value)
    if not number:
        raise ValueError(f"{value!r} is not a number of 1 or more. Try 3.")
    return number


def read_scale(value: str) -> str | float:
    """Return how long vectors are beside words: ``"auto"``, or a number.

    Examples
    --------
    >>> read_scale("auto"), read_scale("0.5")
    ('auto', 0.5)
    """
    if value == "auto":
        return value
    try:
        return float(value)
    except ValueError:
        raise ValueError(f"{value!r} is neither auto nor a number such as 0.5.") from None


#: Vectors of words, of which both can have some.
VECTORS: Table = {
    "--vectors FILE": (
        str,
        "Also use vectors of words, of a text their mean: a file of word2vec or GloVe as text, or "
        "vectors.npy beside vectors.words. They go into the model, a byte a number.",
    ),
    "--vector-scale S": (
        read_scale,
        "How long vectors are beside words of length 1; auto is chosen on held-out texts, and is 1 "
        "for taggers.",
        "auto",
    ),
}


def read_share(value: str) -> float:
    """Return a share, from 0 to 1.

    Examples
    --------
    >>> read_share("0.5")
    0.5
    """
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise ValueError(f"{value!r} is not a share from 0 to 1. Try 0.5.")
    return number


def read_threads(value: str) -> int:
    """Return a number of threads, at least 1."""
    number = whole_number(value)
    if not number:
        raise ValueError(f"{value!r} is not 1 or more. Leave it out for all processors.")
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
        raise ValueError(f"{value!r} is not a range of lengths such as 3-5.")
    return ends[0], ends[1]


def number_or_word(name: str | None) -> str | int | None:
    """Return the number that a column was named by, or its name."""
    number = None if name is None else whole_number(name)
    return name if number is None else number


def shared_settings(
    settings: Mapping[str, Any], algorithm: str | None, names: Iterable[str], *learners: Table
) -> dict[str, Any]:
    """Return what the estimators of all tasks take; what was not given is left to them.

    ``names`` are further options of the estimator, ``learners`` those of its learners. Another
    algorithm than that of the options has its own learner's settings.
    """
    if settings.get("patience") is not None and settings["dev"] is None:
        raise OptionError("--patience waits for a better result on --dev FILE; give one.")
    made = {name: settings[name] for name in names if settings[name] is not None}
    made |= {"seed": settings["seed"], "n_threads": settings["threads"]}
    if algorithm is not None:
        return {"algorithm": algorithm, **made}
    for name in (library_name(each) for table in (LEARNER_OPTIONS, *learners) for each in table):
        value = settings[name]
        if value is not None and (value is not False or name == "averaged"):
            made[name] = value
    return {"algorithm": settings["algorithm"], **made}
