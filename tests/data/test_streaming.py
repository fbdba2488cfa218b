"""A file read block after block gives the documents of the whole file, for every format."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from linguine import _core
from linguine.data import Documents, iterate_documents, read_documents

from .files import write

CONTENTS = {
    "a.tsv": "label\ttext\nham\tone\n\nspam\ttwo — drei\nham\t\nspam\tfour",
    "b.csv": 'text,label\n"one\n""1""",ham\n\n"two,\r\n2",spam\r\nthree,ham\n',
    "c.jsonl": '{"text": "one", "label": 1, "x": [1]}\n\n{"label": 2, "text": "zw\\u00f6lf"}\n',
    "d.txt": "__label__ham one\n__label__spam two\n\n__label__ham three\n",
    "e.svm": "1 1:2 3:4\n# note\n-1 2:5.5\n1 7:1\n",
    "f.tsv": "label\tcounts\npos\ta:1 b:2\nneg\tc:3\n",
    "g.tsv.gz": "ham\tone\nspam\ttwo\n",
    "h.csv": "label;text\r\nham;one\r\nspam;two\r\n",
}


def describe(documents: Documents) -> list[tuple[object, ...]]:
    """Return everything about each document."""
    rows: list[tuple[object, ...]] = []
    for i, label in enumerate(documents.labels or [""] * len(documents)):
        bag: object = None
        if documents.bags is not None:
            begin, end = documents.bags.offsets[i : i + 2].tolist()
            names = documents.bags.names.slice(begin, end).tolist()
            bag = (names, documents.bags.values[begin:end].tolist())
        more = {name: column[i] for name, column in documents.columns.items()}
        rows.append((documents.texts[i], label, int(documents.lines[i]), more, bag))
    return rows


@pytest.mark.parametrize("block_bytes", [1, 2, 3, 5, 8, 13, 21, 1000])
@pytest.mark.parametrize(("name", "content"), CONTENTS.items(), ids=CONTENTS.keys())
def test_blocks_of_any_size_give_the_same_documents(
    tmp_path: Path, name: str, content: str, block_bytes: int
) -> None:
    path = write(tmp_path, name, content)
    whole = describe(read_documents(path))
    blocks = iterate_documents(path, block_bytes=block_bytes, need_labels=True)
    assert [row for block in blocks for row in describe(block)] == whole


@pytest.mark.parametrize("block_bytes", [1, 2, 3, 7, 1000])
def test_plain_lines_keep_their_number_in_blocks(tmp_path: Path, block_bytes: int) -> None:
    path = write(tmp_path, "a.txt", "\n\none\n\r\ntwo\n\n")
    blocks = list(iterate_documents(path, block_bytes=block_bytes))
    texts = [text for block in blocks for text in block.texts.tolist()]
    assert texts == ["", "", "one", "", "two", ""]
    assert np.concatenate([block.lines for block in blocks]).tolist() == [1, 2, 3, 4, 5, 6]


def test_blocks_stay_small(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", "some text\n" * 20_000)
    sizes = [block.texts.n_bytes for block in iterate_documents(path, block_bytes=10_000)]
    assert 20 <= len(sizes) <= 22
    assert max(sizes) <= 10_000


@pytest.mark.parametrize(
    ("name", "before", "after"), [("a.txt", "", "\n"), ("a.csv", 'ham,"', '"\n')],
    ids=["line", "quoted-lines"],
)  # fmt: skip
def test_a_very_long_record_is_not_parsed_again_for_every_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, before: str, after: str
) -> None:
    n_bytes = 0
    parse = _core.parse_delimited

    def count(data: np.ndarray, **options: object) -> object:
        nonlocal n_bytes
        n_bytes += len(data)
        return parse(data, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(_core, "parse_delimited", count)
    text = "word\n" * 100_000 if name == "a.csv" else "word " * 100_000
    path = write(tmp_path, name, before + text + after)
    (documents,) = iterate_documents(path, block_bytes=1000)
    assert documents.texts.n_bytes == len(text)
    assert n_bytes < 4 * len(text)
