"""What a classifier is given: documents of a file or texts of the command line, by column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.data import Documents, as_texts, iterate_documents, read_documents
from linguine.errors import DataError, OptionError
from linguine.tasks.options import number_or_word
from linguine.tasks.task import BLOCK_BYTES
from linguine.tasks.text.model import TextModel, take_apart
from linguine.tasks.text.options import reading_settings

if TYPE_CHECKING:
    from linguine.tasks.task import Asked, Settings

__all__ = [
    "ask_of",
    "check_columns",
    "find_documents",
    "read_blocks",
    "read_examples",
    "read_keywords",
    "read_lexicon",
    "text_column_settings",
]


def read_examples(path: str, settings: Settings) -> Documents:
    """Return all documents of a file, with their labels, if these are not hidden."""
    some = bool(settings.get("semi_supervised"))
    need_labels = some or settings.get("keywords") is None
    return read_documents(
        path,
        need_labels=need_labels,
        empty_labels=some,
        votes=settings.get("votes") if need_labels else None,
        weight=number_or_word(settings.get("weight_column")),
        **reading_settings(settings),
    )


def read_keywords(path: str) -> dict[str, list[str]]:
    """Return the words of each label in a file: label, word."""
    words = read_documents(path)
    found: dict[str, list[str]] = {}
    for label, word in zip(words.labels or [], words.texts.tolist(), strict=True):
        found.setdefault(label, []).append(word)
    return found


def read_blocks(
    model: TextModel, asked: Asked, settings: Settings, *, need_labels: bool = False
) -> Iterator[Documents]:
    """Yield texts of the command line, or the documents of a file that may not fit into memory."""
    if asked.texts:
        return iter([Documents(as_texts(asked.clean_texts), source="--text")])
    if asked.part is not None:
        return asked.part.documents()  # type: ignore[no-any-return]
    reading = reading_settings(settings, model)
    return iterate_documents(
        asked.source, need_labels=need_labels, block_bytes=BLOCK_BYTES, **reading
    )


def find_documents(model: TextModel, asked: Asked, settings: Settings) -> Iterator[Documents]:
    """Yield what is to be explained, one document at a time: all texts, or lines of a file."""
    wanted = sorted(set(asked.lines))
    for documents in read_blocks(model, asked, settings):
        if asked.texts:
            yield from (documents.take(np.array([i])) for i in range(len(documents)))
            return
        if not asked.lines:
            yield documents.take(np.array([0]))
            return
        places = documents.lines
        while wanted and wanted[0] <= places[-1]:
            # A text of several lines is meant by each of them.
            place = int(places.searchsorted(wanted[0], side="right")) - 1
            if place < 0:
                break
            yield documents.take(np.array([place]))
            wanted.pop(0)
    if wanted:
        raise DataError(
            f"{asked.file}: --line must be a line with a text; got {wanted[0]}, and the file has "
            "no text there. Count from 1, with the line of column names."
        )


# --- columns ------------------------------------------------------------------------------------


def ask_of(model: TextModel, documents: Documents) -> tuple[Any, Mapping[str, Any]]:
    """Return texts and columns as the model reads them; DataError if it cannot."""
    _check_texts(model, documents)
    texts, columns = take_apart(model.reads, documents, None)
    assert columns is not None
    found = [getattr(each, "column", None) for each in model.extractor.features.templates]
    further = [
        each for each in dict.fromkeys(found) if each is not None and each not in model.reads.names
    ]
    missing = [name for name in further if name not in columns]
    if missing:
        raise DataError(
            f"{documents.source}: the model also reads the columns {', '.join(further)}; missing: "
            f"{', '.join(missing)}, and the columns are {', '.join(documents.columns) or 'none'}. "
            "Give a FILE with all of them."
        )
    return texts, columns


def _check_texts(model: TextModel, documents: Documents) -> None:
    """Raise DataError for other columns of texts, or for words that are counted already."""
    takes_bags = any(each.kind == "given" for each in model.extractor.features.templates)
    if takes_bags is not (documents.bags is not None):
        texts, counts = "texts", "words that are counted already"
        wants, got = (counts, texts) if takes_bags else (texts, counts)
        raise DataError(
            f"{documents.source}: the model has learned from {wants}; this file has {got}. "
            "Give a file of the same kind, or train a model on this kind."
        )
    wanted, found = model.reads.names, documents.text_columns
    is_one_text = len(found) < 2 if not wanted else model.reads.is_one_text and not found
    if is_one_text or len(wanted) == len(found):  # in their order, whatever they are called here
        return
    reads = f"the text columns {', '.join(wanted)}" if wanted else "one text"
    got = f"the columns {', '.join(found)}" if found else "one text without columns"
    fix = f"Give a FILE with the columns {', '.join(wanted)}"
    if documents.source == "<stdin>" and not found:
        fix += ", or say what the pipe holds with --format csv, tsv or jsonl"
    if found:
        fix += ", or say --text-column NAME for each of them, in the same order"
    raise DataError(
        f"{documents.source}: the model reads {reads}; got {got}. "
        f"{fix if wanted else 'Give --text-column once'}."
    )


def text_column_settings(documents: Documents, settings: Settings) -> dict[str, Any]:
    """Return what TextClassifier takes about the columns of texts, where there are several."""
    names = documents.text_columns
    if settings["text_column"] and not names:
        raise DataError(
            f"{documents.source}: --text-column must name a column; these texts have none: they "
            "come from lines or files without columns. Leave it out."
        )
    if len(names) < 2:
        if settings["join_columns"]:
            raise OptionError(
                "--join-columns joins several text columns; got "
                f"{len(settings['text_column']) or 'no'} --text-column. Name the columns: "
                "--text-column title --text-column body."
            )
        return {}
    return {"text_columns": names, "join_columns": settings["join_columns"]}


def check_columns(documents: Documents, settings: Settings) -> None:
    """Raise DataError if a column that should be a feature is not there."""
    for option in ("numeric", "categorical", "vector_column"):
        for name in settings[option]:
            if name not in documents.cells:
                there = ", ".join(documents.columns) or "none"
                spelled = option.replace("_", "-")
                raise DataError(
                    f"{documents.source}: --{spelled} must name a column; got {name!r}, and the "
                    f"columns are {there}. Name one of them; without a header they have numbers."
                )


def read_lexicon(documents: Documents) -> Mapping[str, Mapping[str, float]]:
    """Return the words of each label with their weights: label, word, perhaps weight."""
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
    return entries
