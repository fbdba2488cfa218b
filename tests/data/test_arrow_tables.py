"""Parquet and Arrow files are read as tables are, and answers are written beside their columns."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import linguine
from linguine.data import iterate_documents, read_documents
from linguine.data.formats.arrow_lists import lists_of_texts
from linguine.data.formats.arrow_tables import holds_label_lists
from linguine.errors import DataError
from linguine.serving.app import main

from ..messages import has_three_parts
from ..serving.command_line import process_environment

TEXTS = ["win cash now", "lunch at noon", "free cash", "see you at noon, naïve 日本"]
LABELS = ["spam", "ham", "spam", "ham"]
KINDS = {
    "parquet": "x.parquet",
    "pq": "x.pq",
    "arrow": "x.arrow",
    "feather": "x.feather",
    "parquet by content": "x.data",
}


def table(**more: Any) -> Any:
    return pa.table({"text": TEXTS, "label": LABELS, "n": [1, 2, 3, 4], **more})


def put(path: Path, content: Any) -> Path:
    if path.suffix in (".arrow", ".feather"):
        with pa.ipc.new_file(str(path), content.schema) as writer:
            writer.write_table(content)
    else:
        pq.write_table(content, path, row_group_size=2)
    return path


@pytest.fixture(params=list(KINDS.values()), ids=list(KINDS))
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return put(tmp_path / request.param, table())


def test_texts_labels_and_columns_come_by_name(path: Path) -> None:
    documents = read_documents(path)
    assert documents.texts.tolist() == TEXTS
    assert documents.labels == LABELS
    assert documents.columns["n"].tolist() == ["1", "2", "3", "4"]
    assert documents.lines.tolist() == [1, 2, 3, 4]
    assert documents.text_columns == ("text",)


def test_files_are_read_row_group_by_row_group(path: Path, monkeypatch: Any) -> None:
    from linguine.data.formats import arrow_tables

    monkeypatch.setattr(arrow_tables, "_N_ROWS", 3)
    blocks = list(iterate_documents(path, need_labels=True))
    assert len(blocks) > 1
    assert [text for block in blocks for text in block.texts.tolist()] == TEXTS
    assert [line for block in blocks for line in block.lines.tolist()] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("kind", "values", "wanted"),
    [
        (pa.large_string(), TEXTS, TEXTS),
        (pa.dictionary(pa.int32(), pa.string()), TEXTS, TEXTS),
        (pa.float64(), [0.5, 1.0, None, -2.0], ["0.5", "1", "", "-2"]),
        (pa.bool_(), [True, False, None, True], ["true", "false", "", "true"]),
    ],
    ids=["large strings", "categories", "numbers", "truth values"],
)
def test_values_of_all_kinds_become_texts(
    kind: Any, values: list[Any], wanted: list[str], tmp_path: Path
) -> None:
    more = pa.array(values, pa.string() if pa.types.is_dictionary(kind) else kind)
    content = table(x=more.dictionary_encode() if pa.types.is_dictionary(kind) else more)
    assert read_documents(put(tmp_path / "x.parquet", content)).columns["x"].tolist() == wanted


def test_lists_are_no_texts_but_can_be_had(tmp_path: Path) -> None:
    tags = [["a", "b"], [], ["c"], ["a"]]
    numbers = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]
    content = table(tags=tags, numbers=numbers)
    documents = read_documents(put(tmp_path / "x.parquet", content))
    assert "tags" not in documents.columns
    texts, offsets = lists_of_texts(documents, "tags")
    assert texts.tolist() == ["a", "b", "c", "a"]
    assert offsets.tolist() == [0, 2, 2, 3, 4]
    assert documents.table["numbers"].to_pylist() == numbers


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (table().set_column(0, "text", [[None, *TEXTS[1:]]]), "row 1"),
        (table().set_column(1, "label", [[*LABELS[:3], None]]), "row 4"),
        (table().slice(0, 0), "without rows"),
        (pa.table({"a": ["x"], "b": ["y"], "c": ["z"]}), "cannot tell which column"),
    ],
    ids=["no text", "no label", "no rows", "other names"],
)
def test_what_is_missing_is_said(content: Any, says: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=says) as caught:
        read_documents(put(tmp_path / "x.parquet", content))
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("name", ["x.parquet", "x.arrow"])
def test_cut_files_are_refused_in_three_parts(name: str, tmp_path: Path) -> None:
    data = put(tmp_path / name, table()).read_bytes()
    for n in [0, 3, 8, len(data) // 2, len(data) - 1]:
        (tmp_path / name).write_bytes(data[:n])
        with pytest.raises(DataError) as caught:
            read_documents(tmp_path / name)
        assert has_three_parts(str(caught.value)), str(caught.value)


def numbers(*cells: int) -> bytes:
    return np.array(cells, np.int32).tobytes()


@pytest.mark.parametrize("what", ["end of the last text", "text", "label"])
def test_cells_that_point_out_of_the_file_are_refused(what: str, tmp_path: Path) -> None:
    """Arrow gives such cells away without a word, and who reads them falls over."""
    content = table(label=pa.array(LABELS).dictionary_encode())
    old, new = {
        "end of the last text": (numbers(12, 25, 34), numbers(12, 25, 2**31 - 1)),
        "text": ("naïve".encode(), b"na\xff\xffve"),
        "label": (numbers(0, 1, 0, 1), numbers(0, 1, 0, 1 << 30)),
    }[what]
    path = put(tmp_path / "x.arrow", content)
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, 1))
    with pytest.raises(DataError, match="must be whole") as caught:
        read_documents(path)
    assert has_three_parts(str(caught.value))


def test_a_column_whose_name_is_no_text_is_refused(tmp_path: Path) -> None:
    path = put(tmp_path / "x.arrow", table(extra=LABELS))
    path.write_bytes(path.read_bytes().replace(b"extra", b"\xff\xfexx\xff"))
    assert not holds_label_lists(str(path), "arrow", None)
    with pytest.raises(DataError, match="must be whole"):
        read_documents(path)


def test_verbs_read_tables_and_write_answers_beside_columns(tmp_path: Path) -> None:
    data = put(tmp_path / "x.parquet", pa.concat_tables([table()] * 5))
    model, out = str(tmp_path / "m.linguine"), tmp_path / "out.parquet"
    train = ["train", str(data), "--algorithm", "naive-bayes", "--model", model, "--quiet"]
    assert main(train) == 0
    assert main(["evaluate", model, str(data)]) == 0
    assert main(["predict", model, str(data), "-o", str(out), "--all"]) == 0
    answers = pq.read_table(out)
    named = ["text", "label", "n", "predicted_label", "probability", "p:ham", "p:spam"]
    assert answers.column_names == named
    assert answers["n"].type == pa.int64()
    clf = linguine.TextClassifier.load(model)
    assert answers["predicted_label"].to_pylist() == clf.predict(TEXTS * 5).tolist()
    found = np.stack([answers["p:ham"].to_numpy(), answers["p:spam"].to_numpy()], axis=1)
    assert found == pytest.approx(clf.predict_proba(TEXTS * 5))


def test_lines_of_text_become_a_table_too(tmp_path: Path) -> None:
    data = put(tmp_path / "x.parquet", pa.concat_tables([table()] * 5))
    model, out = str(tmp_path / "m.linguine"), tmp_path / "out.arrow"
    main(["train", str(data), "--algorithm", "naive-bayes", "--model", model, "--quiet"])
    (tmp_path / "new.txt").write_text("free lunch\ncash\n", "utf-8")
    assert main(["predict", model, str(tmp_path / "new.txt"), "-o", str(out)]) == 0
    answers = pa.ipc.open_file(str(out)).read_all()
    assert answers.column_names == ["text", "label", "probability"]
    assert answers["text"].to_pylist() == ["free lunch", "cash"]


def test_a_missing_package_is_named_with_what_installs_it(tmp_path: Path) -> None:
    data = put(tmp_path / "x.parquet", table())
    code = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from linguine.serving.app import main\n"
        f"sys.exit(main(['train', {str(data)!r}, '--model', 'x.linguine']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=process_environment(), capture_output=True, text=True, timeout=120, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 1
    assert "pip install 'linguine[arrow]'" in done.stderr
