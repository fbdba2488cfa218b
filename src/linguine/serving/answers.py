"""Answers: the one path of all verbs from documents to labels and probabilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Bags, Documents, as_texts, iterate_documents
from linguine.errors import DataError
from linguine.model.prediction import choose_labels
from linguine.tasks.text.file import load_text_model

if TYPE_CHECKING:
    from linguine.tasks.text.model import TextModel

__all__ = [
    "Answers",
    "all_columns",
    "answer",
    "columns_of",
    "load",
    "read_blocks",
    "take",
    "texts_of",
    "wrap_texts",
]


#: How much of a file is held at a time.
BLOCK_BYTES = 8 << 20


@dataclass(frozen=True, eq=False)
class Answers:
    """What a model says about some documents.

    Parameters
    ----------
    codes
        Index of each label, -1 where none is likely enough : (n,).
    probabilities
        (n, n_labels), or None if they were not asked for.
    """

    codes: NDArray[np.intp]
    probabilities: NDArray[np.float64] | None


def load(path: str, n_threads: int | None = None) -> TextModel:
    """Load a model file."""
    model = load_text_model(path)
    model.n_threads = model.extractor.n_threads = n_threads
    return model


def read_blocks(path: str, reading: Mapping[str, Any], *, need_labels: bool) -> Iterator[Documents]:
    """Yield the documents of a file that may be larger than memory."""
    return iterate_documents(path, need_labels=need_labels, block_bytes=BLOCK_BYTES, **reading)


def answer(model: TextModel, documents: Documents, *, with_probabilities: bool) -> Answers:
    """Classify documents; probabilities and rejection come from the same scores."""
    scores = model.scores(texts_of(model, documents), columns_of(model, documents))
    codes = choose_labels(scores, model.n_labels)
    if not with_probabilities and model.reject_below is None:
        return Answers(codes, None)
    probabilities = model.probabilities(scores)
    if model.reject_below is not None:
        codes = np.where(probabilities.max(axis=1) < model.reject_below, -1, codes)
    return Answers(codes, probabilities if with_probabilities else None)


def texts_of(model: TextModel, documents: Documents) -> Any:
    """Return the texts as the model reads them: by themselves, or by column."""
    wanted, found = model.reads.names, documents.text_columns
    if not wanted and len(found) < 2:
        return documents.texts
    if len(wanted) == len(found):  # in their order, whatever they are called here
        return {name: documents.columns[each] for name, each in zip(wanted, found, strict=True)}
    if wanted and not found and model.reads.is_one_text:
        return documents.texts
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


def columns_of(model: TextModel, documents: Documents) -> dict[str, Any]:
    """Return the columns that the features may need; counted words only fit counted words."""
    takes_bags = any(each.kind == "given" for each in model.extractor.features.templates)
    bags = documents.bags
    if takes_bags is not (bags is not None):
        texts, counts = "texts", "words that are counted already"
        wants, got = (counts, texts) if takes_bags else (texts, counts)
        raise DataError(
            f"{documents.source}: the model has learned from {wants}; this file has {got}. "
            "Give a file of the same kind, or train a model on this kind."
        )
    columns = all_columns(documents)
    missing = [name for name in _further_columns(model) if name not in columns]
    if missing:
        there = ", ".join(documents.columns) or "none"
        raise DataError(
            f"{documents.source}: the model also reads the columns "
            f"{', '.join(_further_columns(model))}; missing: {', '.join(missing)}, and the columns "
            f"are {there}. Give a FILE with all of them."
        )
    return columns


def _further_columns(model: TextModel) -> list[str]:
    """Return the columns that features need besides the text."""
    found = [getattr(each, "column", None) for each in model.extractor.features.templates]
    return [
        each for each in dict.fromkeys(found) if each is not None and each not in model.reads.names
    ]


def all_columns(documents: Documents) -> dict[str, Any]:
    """Return all columns; counted words are one of them."""
    columns: dict[str, Any] = dict(documents.columns)
    if (bags := documents.bags) is not None:
        columns["bag"] = (bags.offsets, bags.names, bags.values)
    return columns


def wrap_texts(texts: Sequence[str]) -> Documents:
    """Return texts of the command line as documents."""
    # Bytes that are not UTF-8 arrive as lone surrogates.
    clean = [each.encode("utf-8", "surrogateescape").decode("utf-8", "replace") for each in texts]
    return Documents(as_texts(clean), source="--text")


def take(documents: Documents, rows: NDArray[np.int64]) -> Documents:
    """Return some of the documents, without their labels."""
    bags = documents.bags
    if bags is not None:
        lengths = np.diff(bags.offsets)[rows]
        offsets = np.concatenate([[0], np.cumsum(lengths)])
        # Entry j of the new row i is entry offsets[rows[i]] + j of the old ones.
        entries = np.arange(offsets[-1]) + np.repeat(bags.offsets[rows] - offsets[:-1], lengths)
        bags = Bags(offsets, bags.names.take(entries), bags.values[entries])
    return Documents(
        documents.texts.take(rows),
        columns={name: column.take(rows) for name, column in documents.columns.items()},
        lines=documents.lines[rows] if len(documents.lines) else documents.lines,
        source=documents.source,
        bags=bags,
        text_columns=documents.text_columns,
    )
