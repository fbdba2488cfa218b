"""Targets: binary tables: Parquet and Arrow files, and vectors of words."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from linguine import _core
from linguine.data import iterate_documents, read_documents
from linguine.data.formats.arrow_tables import holds_label_lists
from linguine.data.word_vectors import read_word_vectors

from .case import Case
from .mutations import damage_bytes, mutate_lines

__all__ = ["ArrowTarget", "VectorTarget"]

_VECTORS = "2 3\ncash 0.5 -1 2e-3\nNaïve café 1 0 0\n你好 0 0 1\n".encode()
_WORDS = "cash\nNaïve\n\n你好\n".encode()


def _table() -> Any:
    import pyarrow as pa  # not for every worker

    texts = ["Win a prize", "", "Naïve café 你好, which is longer than twelve bytes", "ok"]
    kinds = pa.array(["ham", "spam", "ham", "ham"]).dictionary_encode()
    return pa.table(
        {
            "text": texts,
            "large": pa.array(texts, pa.large_string()),
            "label": kinds,
            "n": pa.array([1, 2, None, 4]),
            "labels": [["a"], ["a", "b"], [], ["b"]],
            "vector": pa.array([[0.5, 1.0]] * 4, pa.list_(pa.float32(), 2)),
        }
    )


@dataclass(frozen=True)
class ArrowTarget:
    """A Parquet or an Arrow file, damaged.

    Parameters
    ----------
    ending
        ``".parquet"`` or ``".arrow"``.
    """

    ending: str

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        import pyarrow as pa
        import pyarrow.parquet as pq

        sink, table = io.BytesIO(), _table()
        if self.ending == ".parquet":
            packed = random.choice(["none", "snappy"])
            pq.write_table(table, sink, row_group_size=2, compression=packed)
        else:
            with pa.ipc.new_file(sink, table.schema) as writer:
                writer.write_table(table, max_chunksize=2)
        data = sink.getvalue()
        for _ in range(random.choice([1, 1, 2, 3])):
            data = damage_bytes(data, random, head=len(data))
        return data, {
            "need_labels": random.random() < 0.6,
            "text": random.choice([None, "text", "large", "n"]),
            "label": random.choice([None, None, "label", "labels", "n"]),
            "in_parts": random.random() < 0.5,
        }

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        path = folder / f"x{self.ending}"
        path.write_bytes(case.data)
        options = dict(case.settings)
        holds_label_lists(str(path), self.ending[1:], options["label"])
        if options.pop("in_parts"):
            found = list(iterate_documents(path, **options))
        else:
            found = [read_documents(path, **options)]
        for documents in found:
            documents.texts.tolist()
            if documents.label_lists is not None:
                list(documents.label_lists.sets)
            assert documents.labels is None or len(documents.labels) == len(documents)


@dataclass(frozen=True)
class VectorTarget:
    """Vectors of words: a text file, or a matrix beside its words."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        if random.random() < 0.5:
            return mutate_lines(_VECTORS, random), {"ending": ".txt", "words": ""}
        sink = io.BytesIO()
        matrix = np.arange(12).reshape(4, 3).astype(random.choice(["f4", "f8", "i2", ">f4", "f2"]))
        if random.random() < 0.1:
            np.savez(sink, matrix)
        else:
            np.save(sink, matrix)
        words = _WORDS if random.random() < 0.7 else mutate_lines(_WORDS, random)
        data = damage_bytes(sink.getvalue(), random)
        return data, {"ending": ".npy", "words": words.decode("utf-8", "replace")}

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        path = folder / f"x{case.settings['ending']}"
        path.write_bytes(case.data)
        (folder / "x.words").write_text(case.settings["words"], "utf-8")
        table = read_word_vectors(path)
        words = _core.Texts(["cash Naïve café", "", "你好 unheard"])
        assert max(table.native.find(_core.Texts(["cash", "", "你好"]))) < len(table)
        assert np.isfinite(table.native.means(words, 1)).all()
