"""What a classifier of several labels is given: files whose texts have lists of labels."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from linguine.data import Documents, LabelSets, as_texts, iterate_documents, read_documents
from linguine.data.documents import LabelLists
from linguine.data.formats.arrow_tables import holds_label_lists, table_format
from linguine.data.formats.lines import PREFIX
from linguine.data.formats.recognition import detect_format
from linguine.data.reading.columns import LABEL_NAMES, find_known
from linguine.data.targets.label_lists import SetTarget
from linguine.errors import DataError
from linguine.tasks.sentences.recognition import head_if_any
from linguine.tasks.task import BLOCK_BYTES
from linguine.tasks.text.options import reading_settings

if TYPE_CHECKING:
    from linguine.tasks.multilabel.model import MultilabelModel
    from linguine.tasks.task import Asked, Settings

__all__ = ["holds_lists", "read_blocks", "read_examples", "sets_of"]


def holds_lists(path: str, settings: Settings) -> bool:
    """Return True if the first lines of a file have lists of labels."""
    if settings.get("votes") is not None or os.path.isdir(path):
        return False  # a list is what several people say
    asked = next(iter(settings["label_column"] or ()), None)
    if (table := table_format(path, settings["format"])) is not None:
        return holds_label_lists(path, table, asked)
    if settings["format"] not in ("auto", "jsonl", "fasttext"):
        return False
    head = head_if_any(path)
    if not len(head):
        return False
    name = settings["format"]
    if name == "auto":
        name = detect_format(path, head, need_labels=True)
    text = head.tobytes().decode("utf-8", "replace")
    if name == "fasttext":
        return any(_n_labels(line) > 1 for line in text.split("\n"))
    return name == "jsonl" and _begins_with_list(text, asked)


def _n_labels(line: str) -> int:
    return sum(word.startswith(PREFIX) for word in line.split())


def _begins_with_list(text: str, wanted: str | None) -> bool:
    """Return whether the label of the first object is a list."""
    try:
        first, _ = json.JSONDecoder().raw_decode(text.lstrip().removeprefix("[").lstrip())
    except (ValueError, RecursionError):
        return False
    if not isinstance(first, dict):
        return False
    if wanted is None:
        place = find_known(list(first), LABEL_NAMES)
        wanted = None if place is None else list(first)[place]
    found = first
    for part in [] if wanted is None or wanted in first else wanted.split("."):
        found = found.get(part, {}) if isinstance(found, dict) else {}
    return isinstance(first.get(wanted, found), list)


def read_examples(path: str, settings: Settings) -> Documents:
    """Return all documents of a file, with their labels."""
    reading = reading_settings(settings)
    separator = settings.get("label_separator")
    return read_documents(path, several=True, label_separator=separator, **reading)


def read_blocks(
    model: MultilabelModel, asked: Asked, settings: Settings, *, need_labels: bool = False
) -> Iterator[Documents]:
    """Yield texts of the command line, or the documents of a file that may not fit into memory."""
    if asked.texts:
        return iter([Documents(as_texts(asked.clean_texts), source="--text")])
    return iterate_documents(
        asked.source,
        need_labels=need_labels,
        several=True if need_labels else None,
        label_separator=_separator(model, asked.source, settings) if need_labels else None,
        block_bytes=BLOCK_BYTES,
        **reading_settings(settings, model),
    )


def _separator(model: MultilabelModel, source: str, settings: Settings) -> str | None:
    """Return what is between labels: what is asked for, else what it was in training."""
    asked = settings.get("label_separator")
    learned = model.info.get("label_separator")
    if asked or learned is None:
        return asked
    labels = settings["label_column"] or model.info.get("label_columns")
    return None if holds_lists(source, {**settings, "label_column": labels}) else learned


def sets_of(documents: Documents) -> SetTarget:
    """Return the labels of each document; one label is a set of one."""
    lists = documents.label_lists
    if lists is None:
        labels = documents.label_set
        if labels is None:
            raise DataError(
                f"{documents.source}: expected labels with the texts; there are none. Say which "
                "column holds them: --label-column NAME."
            )
        n = len(labels.codes)
        lists = LabelLists(
            labels.names, LabelSets(np.arange(n + 1), labels.codes, len(labels.names))
        )
    return SetTarget(lists.sets, np.array(lists.names))
