"""Settings: what the options of the command line mean to the library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

import click

from linguine.errors import whole_number
from linguine.serving.options import LEARNER_OPTIONS, library_name

if TYPE_CHECKING:
    from linguine.features import Features
    from linguine.features.text.templates import Template

__all__ = ["classifier_settings", "feature_settings", "reading_settings"]


def reading_settings(settings: Mapping[str, Any], wanted: Sequence[str] = ()) -> dict[str, Any]:
    """Return what the readers take.

    Parameters
    ----------
    settings
        The options.
    wanted
        Text columns that a model reads, unless the options say what they are called here.
    """
    given = [_number_or_word(each) for each in settings["text_column"]]
    texts = given or list(wanted)
    return {
        "format": settings["format"],
        "text": texts if len(texts) > 1 else next(iter(texts), None),
        "label": _number_or_word(settings.get("label_column")),
        "header": settings["header"],
        "encoding_errors": settings["encoding_errors"],
    }


def _number_or_word(name: str | None) -> str | int | None:
    number = None if name is None else whole_number(name)
    return name if number is None else number


def classifier_settings(settings: Mapping[str, Any], *, is_bag: bool) -> dict[str, Any]:
    """Return what TextClassifier takes; what was not given is left to it."""
    algorithm = settings["algorithm"]
    names = [library_name(spelled) for spelled in LEARNER_OPTIONS]
    options = {name: settings[name] for name in names if settings[name] is not None}
    _check_options(algorithm, options)
    calibration = settings["calibration"]
    made = {
        "algorithm": algorithm,
        "class_weight": _class_weight(settings["class_weight"]),
        "calibration": _number_or_word(calibration),
        "reject_below": settings["reject_below"],
        "seed": settings["seed"],
        **feature_settings(settings, is_bag=is_bag, algorithm=algorithm),
        **options,
    }
    return made


def feature_settings(
    settings: Mapping[str, Any], *, is_bag: bool, algorithm: str
) -> dict[str, Any]:
    """Return what TextClassifier takes about features and threads."""
    names = ("values", "min_df", "max_df", "max_features", "hash_bits")
    made = {
        "features": choose_features(settings, is_bag=is_bag, algorithm=algorithm),
        "n_threads": settings["threads"],
        **{name: settings[name] for name in names if settings[name] is not None},
    }
    if (normalize := settings["normalize"]) is not None:
        made["normalize"] = None if normalize == "none" else normalize
    return made


def choose_features(
    settings: Mapping[str, Any], *, is_bag: bool, algorithm: str
) -> Template | Features | None:
    """Return the templates that were asked for; None leaves them to the algorithm.

    Columns alone leave those of the text to ``auto``; other algorithms have words beside them.
    """
    from linguine.features import Categorical, CharNgrams, Given, Numeric, WordNgrams

    given = [name for name in ("ngrams", "chars", "tokenizer", "punctuation") if settings[name]]
    if is_bag and given:
        raise click.UsageError(
            f"--{given[0]} needs texts; this file has words that are counted already. Leave it out."
        )
    if settings["numeric_scale"] != "auto" and not settings["numeric"]:
        raise click.UsageError(
            f"--numeric-scale {settings['numeric_scale']} scales columns of numbers; there are "
            "none. Name them with --numeric COLUMN, or leave it out."
        )
    asked = settings["ngrams"] is not None or given
    if not (is_bag or asked or settings["numeric"] or settings["categorical"]):
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
    templates += [Numeric(name, scale=settings["numeric_scale"]) for name in settings["numeric"]]
    templates += [Categorical(name) for name in settings["categorical"]]
    if not templates:
        raise click.UsageError(
            "--ngrams 0 leaves no features. Add --chars 3-5, or leave --ngrams out."
        )
    first, *others = templates
    return reduce(lambda joined, each: joined + each, others, first)  # type: ignore[arg-type, return-value]


def _check_options(algorithm: str, options: Mapping[str, Any]) -> None:
    """Refuse what the algorithm does not have, in the words of the command line."""
    from linguine.tasks import TEXT_ALGORITHMS

    names = [library_name(spelled) for spelled in LEARNER_OPTIONS]
    known = [name for name in TEXT_ALGORITHMS.get(algorithm).options if name in names]
    for name in options:
        if name in known:
            continue
        others = TEXT_ALGORITHMS.having(name)
        has = ", ".join(map(_spell, known)) or "no options of its own"
        raise click.UsageError(
            f"{algorithm} has no {_spell(name)}; it has {has}. Leave it out, or use --algorithm "
            f"{' or '.join(others)}."
        )


def _spell(name: str) -> str:
    return f"--{name.replace('_', '-')}"


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
            raise click.UsageError(
                f"--class-weight must be 'balanced' or LABEL=FACTOR; got {each!r}. "
                "Try --class-weight balanced."
            )
    return weights
