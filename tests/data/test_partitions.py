"""Files are cut into parts that others read, and lose nothing by it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from linguine.data import Files, read_documents
from linguine.data.reading import partitions


@pytest.mark.parametrize("ending", ["tsv", "csv", "jsonl", "fasttext", "tsv.gz", "parquet"])
def test_every_format_is_cut_without_losing_a_text(
    tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partitions, "_BYTES", 4_000)
    rows = [("spam", f"win cash {i}") if i % 3 else ("ham", f"see you at {i}") for i in range(500)]
    path = tmp_path / f"texts.{ending}"
    if ending.startswith("tsv"):
        content = "label\ttext\n" + "".join(f"{a}\t{b}\n" for a, b in rows)
        path.write_bytes(
            gzip.compress(content.encode()) if ending[-2:] == "gz" else content.encode()
        )
    elif ending == "csv":
        path.write_text("label,text\n" + "".join(f'{a},"{b}\n!"\n' for a, b in rows))
    elif ending == "jsonl":
        path.write_text("".join(json.dumps({"label": a, "text": b}) + "\n" for a, b in rows))
    elif ending == "fasttext":
        path.write_text("".join(f"__label__{a} {b}\n" for a, b in rows))
    else:
        pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
        import pyarrow.parquet as pq

        table = pa.table({"label": [a for a, _ in rows], "text": [b for _, b in rows]})
        pq.write_table(table, path, row_group_size=50)
    cut = partitions.cut_files(Files.of(path))
    found = [text for each in cut for part in each.documents() for text in part.texts.tolist()]
    assert found == read_documents(path).texts.tolist()
    assert (len(cut) > 1) == (ending not in ("csv", "tsv.gz"))


def test_small_files_become_parts_of_about_one_size(tmp_path: Path) -> None:
    sizes = [10, 30, 2000, 10, 100, 5]
    for i, size in enumerate(sizes):
        (tmp_path / f"{i}.tsv").write_text("spam\tcash\n" * (size * 1024 // 10))
    cut = partitions.cut_files(Files.of(tmp_path / "*.tsv"))
    joined = partitions.join_small(cut)
    assert [len(each) for each in joined] == [2, 1, 3]
    assert [each for part in joined for each in part] == cut
