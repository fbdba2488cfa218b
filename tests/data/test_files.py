"""Many files are one: names and patterns, kinds of files, and what is wrong with one of them."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from linguine.data import Files
from linguine.data.reading.files import find_files, read_files
from linguine.errors import DataError

LINES = "label\ttext\nspam\tcash {0}\nham\tlunch {0}\n"


def write_parts(folder: Path, n: int = 3) -> list[Path]:
    paths = [folder / f"{i}.tsv" for i in range(n)]
    for i, path in enumerate(paths):
        path.write_text(LINES.format(i))
    return paths


def test_a_pattern_is_its_files_in_alphabetical_order(tmp_path: Path) -> None:
    paths = write_parts(tmp_path)
    assert find_files(str(tmp_path / "*.tsv")) == [str(each) for each in paths]


def test_a_name_with_brackets_that_is_there_is_no_pattern(tmp_path: Path) -> None:
    path = tmp_path / "a[1].tsv"
    path.write_text(LINES)
    assert find_files(path) == [str(path)]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["*.csv"], "no name is like this pattern"),
        (["*.tsv", "1.tsv"], "each file must be named once"),
        ([], "There must be at least one file"),
    ],
    ids=["nothing", "twice", "none"],
)
def test_names_that_mean_no_files_are_told(tmp_path: Path, given: list[str], told: str) -> None:
    write_parts(tmp_path)
    with pytest.raises(DataError, match=told):
        find_files([str(tmp_path / each) for each in given])


def test_blocks_and_all_at_once_are_the_same(tmp_path: Path) -> None:
    paths = write_parts(tmp_path)
    packed = tmp_path / "3.tsv.gz"
    packed.write_bytes(gzip.compress(LINES.format(3).encode()))
    files = Files.of([*paths, packed])
    texts = [text for each in files.blocks(1) for text in each.texts.tolist()]
    whole = read_files(files.paths)
    assert (
        whole.texts.tolist() == texts == [f"{w} {i}" for i in range(4) for w in ("cash", "lunch")]
    )
    assert whole.labels == ["spam", "ham"] * 4
    assert whole.columns["text"].tolist() == texts


def test_parquet_and_arrow_are_files_like_others(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.feather as feather
    import pyarrow.parquet as pq

    table = pa.table({"label": ["a", "b"], "text": ["one", "two"]})
    pq.write_table(table, tmp_path / "0.parquet")
    pq.write_table(table, tmp_path / "1.parquet")
    feather.write_feather(table, tmp_path / "0.arrow", compression="uncompressed")
    for pattern, n in (("*.parquet", 4), ("*.arrow", 2)):
        files = Files.of(str(tmp_path / pattern))
        assert sum(len(each) for each in files.blocks()) == n
        assert len(read_files(files.paths)) == n


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("9.jsonl", '{"label": "a", "text": "b"}\n', "the format is jsonl here and tsv"),
        ("9.tsv", "class\ttext\nspam\tcash\n", "label column is class here and label"),
        ("9.tsv", "label\tbody\nspam\tcash\n", "text column is body here and text"),
        ("9.tsv", "", "got an empty file"),
        ("9.tsv", "label\ttext\n", "only a line of column names"),
        ("9.tsv", "label\ttext\nspam\n", "9.tsv:2"),
    ],
    ids=["format", "label", "text", "empty", "header", "broken"],
)
def test_a_part_that_is_not_like_the_others_is_told_with_its_name(
    tmp_path: Path, name: str, content: str, told: str
) -> None:
    write_parts(tmp_path)
    (tmp_path / name).write_text(content)
    paths = [tmp_path / "0.tsv", tmp_path / "1.tsv", tmp_path / name]
    for read in (lambda: list(Files.of(paths).blocks()), lambda: read_files(find_files(paths))):
        with pytest.raises(DataError, match=told) as error:
            read()
        assert name in str(error.value)


def test_a_file_that_changes_while_it_is_read_is_told(tmp_path: Path) -> None:
    paths = write_parts(tmp_path)
    blocks = Files.of(paths).blocks(1)
    next(blocks)
    with paths[0].open("a") as file:
        file.write("spam\tlate\n")
    with pytest.raises(DataError, match="must stay as it is while it is learned from"):
        list(blocks)


def test_several_labels_for_a_text_are_no_stream(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"label": ["a", "b"], "text": "c"}\n' * 3)
    with pytest.raises(DataError, match="several labels for a text"):
        list(Files.of(path).blocks())


def test_lists_of_labels_of_several_files_are_one(tmp_path: Path) -> None:
    for i, labels in enumerate(('["a", "b"]', "[]", '["c", "a"]')):
        (tmp_path / f"{i}.jsonl").write_text(f'{{"label": {labels}, "text": "c"}}\n')
    found = read_files(find_files(str(tmp_path / "*.jsonl")), several=True)
    assert found.labels == [("a", "b"), (), ("a", "c")]
