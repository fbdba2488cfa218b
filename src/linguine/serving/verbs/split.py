"""split: cut a file into one to learn from and others to choose and to judge by."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from linguine.errors import DataError
from linguine.model.file.output import check_output, write_file
from linguine.serving.options.command import FILE, make_verb, option
from linguine.serving.options.ownership import choose_task
from linguine.serving.options.shared import shared_options
from linguine.serving.terminal.console import note, write
from linguine.tasks.options import OUTPUT

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["command"]

_SPLITTING = "How to split"
_COMPRESSED = (".gz", ".zst")

_EXAMPLES = (
    ("linguine split reviews.tsv", "four fifths to reviews.train.tsv, a fifth to reviews.test.tsv"),
    (
        "linguine split reviews.tsv --test-share 0.1 --dev-share 0.1 --folder parts",
        "and a file to tune on",
    ),
    ("linguine split mail.csv --group-column thread", "no thread is on both sides"),
    (
        "linguine split trees.conllu --test-share 0.2",
        "treebanks and tagged files, sentence by sentence",
    ),
)


@make_verb("split", usage="FILE [OPTIONS]", examples=_EXAMPLES)
@click.argument("file", type=FILE)
@option(
    "--test-share",
    group=_SPLITTING,
    type=float,
    default=0.2,
    show_default=True,
    metavar="SHARE",
    help="Share of the examples that a model is judged by.",
)
@option(
    "--dev-share",
    group=_SPLITTING,
    type=float,
    default=0.0,
    metavar="SHARE",
    help="Share of a third file, that settings are chosen on.",
)
@option(
    "--stratify/--no-stratify",
    group=_SPLITTING,
    default=True,
    help="Give each file the same share of each label (the default), or draw by lot.",
)
@option(
    "--group-column",
    group=_SPLITTING,
    metavar="NAME",
    help="Keep examples together that have the same in this column: a thread, an author.",
)
@option(
    "--duplicates/--no-duplicates",
    group=_SPLITTING,
    default=True,
    help="Keep examples with the same words on one side (the default), or look at none.",
)
@option(
    "--near-duplicates",
    group=_SPLITTING,
    is_flag=True,
    help="Keep examples together that share most of their words, too.",
)
@option(
    "--folder",
    group=OUTPUT,
    metavar="OUT",
    help="Where to write the files; the default is the folder of FILE.",
)
@shared_options("split", "task", "json", "format", "tasks", "seed")
def command(file: str, folder: str | None, **settings: Any) -> None:
    """Cut a file of labelled texts, tags or trees into train, dev and test files.

    Lines are copied as they are; the names of columns stand in every file. The same seed gives the
    same files. A label with a single text stays in the file to learn from.
    """  # fmt: skip
    task = choose_task(file, settings)
    shares = _shares(settings)
    paths = {name: _path_of(file, folder, name) for name in ("train", *shares)}
    for path in paths.values():
        check_output(path, inputs=(file,))
    from linguine.data.reading.transcoding import Encoding
    from linguine.data.splitting import assign_parts, join_groups, read_pieces

    data = task.read(file, settings)
    pieces = read_pieces(
        file, data, Encoding(settings.get("encoding") or "utf-8", settings["encoding_errors"])
    )
    groups = [pieces.begins, *_groups(data, settings)]
    labels = getattr(data, "label_set", None)
    strata = labels.codes if labels is not None and settings["stratify"] else None
    part = assign_parts(
        len(data), list(shares.values()), seed=settings["seed"],
        strata=strata, groups=join_groups(*groups),
    )  # fmt: skip
    counts: dict[str, int] = {}
    for number, name in enumerate(paths):
        counts[name] = int((part == number).sum())
        if not counts[name]:
            raise DataError(
                f"{file}: every file must get something; {name} gets none of {len(data)} "
                f"{task.examples}. Ask for larger shares, or for fewer files."
            )
    for number, path in enumerate(paths.values()):
        write_file(path, pieces.write(part == number))
    _report(task.examples, paths, counts, as_json=settings["json"])


def _shares(settings: dict[str, Any]) -> dict[str, float]:
    asked = {name: share for name in ("dev", "test") if (share := settings[f"{name}_share"])}
    if not asked or any(not 0 < share < 1 for share in asked.values()) or sum(asked.values()) >= 1:
        raise click.UsageError(
            "--test-share and --dev-share are shares between 0 and 1 that leave something to learn "
            f"from; got --test-share {settings['test_share']:g} --dev-share "
            f"{settings['dev_share']:g}. Try --test-share 0.2."
        )
    return asked


def _groups(data: Any, settings: dict[str, Any]) -> list[NDArray[Any]]:
    from linguine.data.splitting import same_cells, same_words
    from linguine.features.near_duplicates import near_words

    groups: list[NDArray[Any]] = []
    if settings["duplicates"]:
        groups.append(same_words(data))
    if settings["near_duplicates"]:
        groups.append(near_words(data))
    if (name := settings["group_column"]) is not None:
        columns = getattr(data, "label_set", None) is not None and data.columns
        if not columns or name not in columns:
            there = ", ".join(columns or ()) or "none"
            raise DataError(
                f"{data.source}: --group-column must name a column of the file; got {name!r}, and "
                f"the columns are {there}. Name one of them; without a header they have numbers."
            )
        groups.append(same_cells(columns[name]))
    return [np.asarray(each) for each in groups]


def _path_of(file: str, folder: str | None, part: str) -> str:
    """Return the name of a part: reviews.tsv.gz becomes reviews.train.tsv."""
    place, name = os.path.split(file)
    while name.endswith(_COMPRESSED):
        name = os.path.splitext(name)[0]
    stem, ending = os.path.splitext(name)
    return os.path.join(place if folder is None else folder, f"{stem}.{part}{ending}")


def _report(unit: str, paths: dict[str, str], counts: dict[str, int], *, as_json: bool) -> None:
    from linguine.reports.tables import json_line

    if as_json:
        write(json_line({name: {"path": paths[name], "n": n} for name, n in counts.items()}))
        return
    for name, n in counts.items():
        note(f"wrote {paths[name]}: {n:,} {unit}")
