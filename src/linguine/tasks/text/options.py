"""Options of texts, and what they mean to a classifier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

from linguine.data.formats.table import COMBINING
from linguine.data.reading.trained_columns import TrainedColumns
from linguine.errors import OptionError
from linguine.tasks.options import (
    FEATURES,
    LEARNING,
    MIN_COUNT,
    OUTPUT,
    READING,
    TOKENIZER,
    UNLABELLED_WEIGHT,
    VECTORS,
    Table,
    number_or_word,
    read_amount,
    read_count,
    read_range,
    shared_settings,
)
from linguine.tasks.parted.options import PARTED
from linguine.tasks.streaming.options import STREAMING
from linguine.tasks.text.algorithms import TEXT_ALGORITHMS
from linguine.tasks.text.deciding.options import DECISIONS, PROMISES, REJECTION

if TYPE_CHECKING:
    from linguine.features import Features
    from linguine.features.text.templates import Template
    from linguine.tasks.text.model import TextModel

__all__ = [
    "ANSWERS",
    "CALIBRATION",
    "FEATURE_OPTIONS",
    "HEADER",
    "JOIN_COLUMNS",
    "LABEL_COLUMN",
    "OPTIONS",
    "PROBABILITIES",
    "TEXT_COLUMN",
    "choose_features",
    "estimator_settings",
    "reading_settings",
    "text_settings",
]

CALIBRATION: Table = {
    "--calibration HOW": (
        str,
        "How to find probabilities, or intervals of scores, on texts that are held out: auto, none "
        "(fastest), or a number of folds.",
        "auto",
    ),
}
_LEARNING: Table = {
    "--class-weight W": (
        list,
        "balanced gives rare labels more weight; LABEL=FACTOR sets one, and may be repeated.",
    ),
    **CALIBRATION,
    "--semi-supervised": (
        bool,
        "Texts whose label is empty have none; naive-bayes learns from their words, too.",
    ),
    **UNLABELLED_WEIGHT,
    "--keywords FILE": (
        str,
        "Words of each label, label<TAB>word, instead of labelled texts, for naive-bayes. Labels "
        "of the texts are not looked at without --semi-supervised.",
    ),
    **REJECTION,
}
_DISTILLING: Table = {
    spelled: row
    for spelled, row in _LEARNING.items()
    if spelled not in REJECTION or spelled in PROMISES
}
_LEXICON: Table = {
    "--lexicon FILE": (str, "Also a lexicon made by hand: a label, a word and perhaps a weight."),
}
FEATURE_OPTIONS: Table = {
    "--ngrams N": (int, "Use runs of 1 to N words; 0 leaves words out."),
    "--chars LOW-HIGH": (read_range, "Also use runs of characters inside words, such as 3-5."),
    **TOKENIZER,
    "--punctuation": (bool, "Treat punctuation marks as words, too."),
    "--numeric COLUMN": (list, "Also use a column of numbers; may be repeated."),
    "--numeric-scale HOW": (
        str,
        "robust (0 is the median, 1 the distance of the quartiles, at most 3), unit (0 to 1) or "
        "none (as they are); auto is robust, and unit for naive-bayes.",
        "auto",
    ),
    "--categorical COLUMN": (list, "Also use a column of categories; may be repeated."),
    "--vector-column NAME": (
        list,
        "Also use a column of vectors, such as embeddings: a list of numbers for each text. May "
        "be repeated. Not for naive Bayes, which counts; compare leaves it out there.",
    ),
    **VECTORS,
    "--values KIND": (
        str,
        "Counts as binary, count, log, square, absolute, tfidf, log-tfidf or binary-tfidf.",
    ),
    "--normalize HOW": (
        str,
        "Scale each text: l2 (to length 1), blocks (by kind) or none.",
    ),
    "--min-df N": (read_amount, "Keep features of at least N texts, or of this share of all."),
    "--max-df N": (read_amount, "Keep features of at most N texts, or of this share of all."),
    **MIN_COUNT,
    "--max-features N": (int, "Keep the N most frequent features."),
    "--hash-bits B": (int, "Hash features into 2^B buckets, which bounds the memory. Try 22."),
}
TEXT_COLUMN: Table = {
    "--text-column NAME": (
        list,
        "Column of the text, by name or number from 1; repeated, each has features of its own.",
    ),
}
JOIN_COLUMNS: Table = {"--join-columns": (bool, "Join all text columns into one text instead.")}
LABEL_COLUMN: Table = {
    "--label-column NAME": (
        list,
        "Column of the label, as --text-column; p: is shares of labels in columns p:NAME; repeated "
        "with --votes, it is the labels that several people gave.",
    ),
}
VOTES: Table = {
    "--votes HOW": (
        COMBINING,
        "Labels are votes of people, in a column each or lists of JSON: take the majority, each "
        "label by its share, or what is likely where people differ in how reliable they are.",
    ),
}
WEIGHT_COLUMN: Table = {
    "--weight-column NAME": (str, "Column of how much a text counts in learning."),
}
HEADER: Table = {
    "--header/--no-header": (None, "Whether the first line names the columns; else detected."),
    "--encoding NAME": (
        str,
        "utf-8, latin-1, windows-1251, ...; auto knows UTF-8 and UTF-16, and guesses Latin-1 "
        "with a warning.",
        "auto",
    ),
}
PROBABILITIES: Table = {
    "--proba": (bool, "Add the probability, after a tab."),
    "--all every": (bool, "Add label:probability of every label."),
}
ANSWERS: Table = {
    **PROBABILITIES,
    "--top K": (read_count, "Add label:probability of the K likeliest labels."),
    "--id-column NAME": (str, "Begin each answer with what this column says, as --text-column."),
}

RUNNING = "Running"
_LABELLED = [(READING, {**TEXT_COLUMN, **LABEL_COLUMN, **VOTES, **HEADER})]
_UNLABELLED = [(READING, {**TEXT_COLUMN, **HEADER})]
_TRAINING = [
    (
        READING,
        {**TEXT_COLUMN, **JOIN_COLUMNS, **LABEL_COLUMN, **VOTES, **WEIGHT_COLUMN, **HEADER},
    ),
]

OPTIONS: Mapping[str, Sequence[tuple[str, Table]]] = {
    "train": [
        (LEARNING, _LEARNING),
        (FEATURES, FEATURE_OPTIONS),
        *_TRAINING,
        (RUNNING, {**STREAMING, **PARTED}),
    ],
    "compare": [(LEARNING, _LEXICON), (FEATURES, FEATURE_OPTIONS), *_TRAINING],
    "predict": [(OUTPUT, {**ANSWERS, **DECISIONS}), *_UNLABELLED, (RUNNING, PARTED)],
    "distil": [(LEARNING, _DISTILLING), (FEATURES, FEATURE_OPTIONS), *_TRAINING],
    "evaluate": [(OUTPUT, DECISIONS), *_LABELLED, (RUNNING, PARTED)],
    "check": _LABELLED,
    "split": _LABELLED,
    "explain": _UNLABELLED,
}


def reading_settings(settings: Mapping[str, Any], model: TextModel | None = None) -> dict[str, Any]:
    """Return what the readers take.

    Unless the options say otherwise, the columns are those that a model reads, or was trained on.
    """
    texts = [number_or_word(each) for each in settings["text_column"]]
    trained_on = settings.get("trained_on")
    if model is not None:
        texts = texts or list(model.reads.names)
        trained_on = TrainedColumns.of(model.info, with_weight=False)
    labels = [number_or_word(each) for each in settings.get("label_column", ())]
    return {
        "format": settings["format"],
        "text": texts if len(texts) > 1 else next(iter(texts), None),
        "label": labels if len(labels) > 1 else next(iter(labels), None),
        "header": settings["header"],
        "encoding": settings["encoding"],
        "encoding_errors": settings["encoding_errors"],
        **({} if trained_on is None else {"trained_on": trained_on}),
    }


def estimator_settings(
    path: str, settings: Mapping[str, Any], algorithm: str | None
) -> dict[str, Any]:
    """Return what TextClassifier takes."""
    made = text_settings(settings, algorithm)
    if algorithm is None:
        made["class_weight"] = _class_weight(settings["class_weight"])
        for name in ("reject_below", "promise", "promise_confidence", "threshold", "precision"):
            made[name] = settings.get(name)
        if made["promise"] is not None and settings.get("quantize") is not None:
            raise OptionError(
                "--promise is about the weights that are judged, and smaller ones answer "
                f"otherwise; got --quantize {settings['quantize']}. Leave one of them out."
            )
        made |= _hidden_settings(settings)
    return made


def text_settings(settings: Mapping[str, Any], algorithm: str | None) -> dict[str, Any]:
    """Return what it takes however many labels a text has."""
    names = ("values", "min_df", "max_df", "min_count", "max_features", "hash_bits")
    made = shared_settings(settings, algorithm, names)
    if algorithm is None:
        made["calibration"] = number_or_word(settings["calibration"])
    if (normalize := settings["normalize"]) is not None:
        made["normalize"] = None if normalize == "none" else normalize
    if algorithm is not None and TEXT_ALGORITHMS.get(algorithm).learner == "counts":
        # compare has one set of options for all, and a vector is no count.
        settings = {**settings, "vector_column": (), "vectors": None, "vector_scale": "auto"}
    made["features"] = choose_features(settings, is_bag=False, algorithm=made["algorithm"])
    return made


def _hidden_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a classifier is told about texts without a label."""
    algorithm, made = settings["algorithm"], {}
    for name in ("semi_supervised", "unlabelled_weight", "keywords"):
        if settings[name] and algorithm != "naive-bayes":
            raise OptionError(
                f"--{name.replace('_', '-')} is for naive-bayes; got --algorithm {algorithm}. "
                "Say --algorithm naive-bayes, or leave it out."
            )
    if settings["unlabelled_weight"] is not None:
        made["unlabelled_weight"] = settings["unlabelled_weight"]
    if settings["keywords"] is not None:
        from linguine.tasks.text.reading import read_keywords

        made["keywords"] = read_keywords(settings["keywords"])
    return made


def choose_features(
    settings: Mapping[str, Any], *, is_bag: bool, algorithm: str
) -> Template | Features | None:
    """Return the templates that were asked for; None leaves them to the algorithm.

    Columns alone leave those of the text to ``auto``; other algorithms have words beside them.
    """
    from linguine.features import CharNgrams, Given, WordNgrams

    given = [name for name in ("ngrams", "chars", "tokenizer", "punctuation") if settings[name]]
    if is_bag and given:
        raise OptionError(
            f"--{given[0]} needs texts; this file has words that are counted already. Leave it out."
        )
    if settings["numeric_scale"] != "auto" and not settings["numeric"]:
        raise OptionError(
            f"--numeric-scale {settings['numeric_scale']} scales columns of numbers; there are "
            "none. Name them with --numeric COLUMN, or leave it out."
        )
    asked = settings["ngrams"] is not None or given
    beside = _columns_beside(settings)
    if not (is_bag or asked or beside):
        return None
    templates: list[Template] = []
    if is_bag:
        templates.append(Given())
    elif settings["ngrams"] != 0 and (asked or algorithm != "auto"):
        tokens: dict[str, Any] = {"punctuation": settings["punctuation"]}
        if settings["tokenizer"] is not None:
            tokens["tokenizer"] = settings["tokenizer"]
        templates.append(WordNgrams(1, settings["ngrams"] or 2, **tokens))
    if settings["chars"] is not None:
        templates.append(CharNgrams(*settings["chars"]))
    templates += beside
    if not templates:
        raise OptionError("--ngrams 0 leaves no features. Add --chars 3-5, or leave --ngrams out.")
    first, *others = templates
    return reduce(lambda joined, each: joined + each, others, first)  # type: ignore[arg-type, return-value]


def _columns_beside(settings: Mapping[str, Any]) -> list[Template]:
    """Return the templates of numbers, categories and vectors that were asked for."""
    from linguine.features import Categorical, Numeric, Vectors, WordVectors

    made: list[Template] = [
        Numeric(name, scale=settings["numeric_scale"]) for name in settings["numeric"]
    ]
    made += [Categorical(name) for name in settings["categorical"]]
    scale = settings["vector_scale"]
    made += [Vectors(name, scale=scale) for name in settings["vector_column"]]
    if settings["vectors"] is not None:
        made.append(WordVectors(settings["vectors"], scale=scale))
    elif scale != "auto" and not settings["vector_column"]:
        raise OptionError(
            f"--vector-scale {scale:g} scales vectors; there are none. Name a column of them with "
            "--vector-column NAME or a file with --vectors FILE, or leave it out."
        )
    return made


def _class_weight(given: tuple[str, ...]) -> Any:
    if not given:
        return None
    if given == ("balanced",):
        return "balanced"
    weights = {}
    for each in given:
        label, _, factor = each.rpartition("=")
        try:
            weights[label] = float(factor)
        except ValueError:
            label = ""
        if not label:
            raise OptionError(
                f"--class-weight must be 'balanced' or LABEL=FACTOR; got {each!r}. "
                "Try --class-weight balanced."
            )
    return weights
