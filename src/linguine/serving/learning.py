"""Learning from a file: what train, compare and demo share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from linguine.data import read_documents
from linguine.errors import DataError
from linguine.serving.answers import all_columns
from linguine.serving.label_column import check_label_column
from linguine.serving.settings import classifier_settings, reading_settings
from linguine.tasks import TextClassifier

if TYPE_CHECKING:
    from linguine.data import Documents

__all__ = [
    "LEXICON",
    "check_columns",
    "fit",
    "fit_classifier",
    "fit_lexicon",
    "make_classifier",
    "read_labelled",
    "text_columns_of",
]

#: The algorithm that does not learn.
LEXICON = "lexicon"


def read_labelled(path: str, settings: Mapping[str, Any]) -> Documents:
    """Read all documents of a file, with their labels."""
    return read_documents(path, **reading_settings(settings))


def make_classifier(
    settings: Mapping[str, Any], *, is_bag: bool = False, progress: Any = None
) -> TextClassifier:
    """Return the classifier that the options describe, or complain about them."""
    return TextClassifier(**classifier_settings(settings, is_bag=is_bag), progress=progress)


def fit(documents: Documents, settings: Mapping[str, Any], *, progress: Any) -> TextClassifier:
    """Return a classifier that has learned from the documents."""
    made = classifier_settings(settings, is_bag=documents.bags is not None)
    made |= text_columns_of(documents, settings)
    check_columns(documents, settings)
    if made["algorithm"] == LEXICON:
        return fit_lexicon(documents, **made)
    check_label_column(documents, settings)
    return fit_classifier(TextClassifier(**made, progress=progress), documents)


def text_columns_of(documents: Documents, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return what TextClassifier takes about the columns of texts, where there are several."""
    names = documents.text_columns
    if settings["text_column"] and not names:
        raise DataError(
            f"{documents.source}: --text-column must name a column; these texts have none: they "
            "come from lines or files without columns. Leave it out."
        )
    if len(names) < 2:
        if settings["join_columns"]:
            raise click.UsageError(
                "--join-columns joins several text columns; got "
                f"{len(settings['text_column']) or 'no'} --text-column. Name the columns: "
                "--text-column title --text-column body."
            )
        return {}
    return {"text_columns": names, "join_columns": settings["join_columns"]}


def check_columns(documents: Documents, settings: Mapping[str, Any]) -> None:
    """Raise DataError if a column that should be a feature is not there."""
    for option in ("numeric", "categorical"):
        for name in settings[option]:
            if name not in documents.columns:
                there = ", ".join(documents.columns) or "none"
                raise DataError(
                    f"{documents.source}: --{option} must name a column; got {name!r}, and the "
                    f"columns are {there}. Name one of them; without a header they have numbers."
                )


def fit_classifier(classifier: TextClassifier, documents: Documents) -> TextClassifier:
    """Check the labels, which have lines in a file here, and learn."""
    labels = documents.label_set
    assert labels is not None
    _check_labels(documents)
    names = np.array(labels.names)[labels.codes]
    texts: Any = documents.texts
    if classifier.settings.text_columns:
        texts = {name: documents.columns[name] for name in documents.text_columns}
    return classifier.fit(texts, names, columns=all_columns(documents))


def fit_lexicon(documents: Documents, **made: Any) -> TextClassifier:
    """Return the classifier whose weights stand in the documents: label, word, perhaps weight."""
    entries: dict[str, dict[str, float]] = {}
    weights = documents.columns.get("weight")
    for i, label in enumerate(documents.labels or []):
        weight = 1.0
        if weights is not None:
            try:
                weight = float(weights[i])
            except ValueError:
                raise DataError(
                    f"{documents.source}:{documents.lines[i]}: the weight of a word must be a "
                    f"number; got {weights[i]!r}. Correct it, or leave the column out."
                ) from None
        entries.setdefault(label, {})[documents.texts[i]] = weight
    _check_labels(documents)
    return TextClassifier(**{**made, "algorithm": LEXICON, "lexicon": entries}).fit([])


def _check_labels(documents: Documents) -> None:
    labels = documents.label_set
    assert labels is not None
    if len(labels.names) < 2:
        raise DataError(
            f"{documents.source}: there must be at least two different labels; all "
            f"{len(documents):,} texts have {labels.names[0]!r}. Add texts with another label, or "
            "say which column holds the labels (--label-column)."
        )
