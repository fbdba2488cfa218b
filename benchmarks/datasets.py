"""The matrices: uni+bigram tf-idf of real text, made once by scikit-learn and kept in a cache.

Run as ``python -m benchmarks.datasets NAME...`` in the scikit-learn environment; everybody else
only loads.
"""

from __future__ import annotations

import gzip
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from scipy.sparse import csr_matrix

CACHE = Path(__file__).parent / ".cache"
DATA_VARIABLE = "LINGUINE_DATA"


@dataclass(frozen=True)
class Dataset:
    """Where a matrix comes from. ``folder`` is empty for a synthetic one."""

    name: str
    n_labels: int
    folder: str = ""
    min_df: int = 1
    dtype: str = "float64"

    def file(self, split: str) -> Path:
        return CACHE / f"{self.name}-{split}.npz"

    @property
    def is_prepared(self) -> bool:
        return self.file("train").exists() and self.file("test").exists()


_ALL = (
    Dataset("20newsgroups", 20, "20newsgroups", min_df=2),
    Dataset("imdb", 2, "imdb"),
    Dataset("20newsgroups-float32", 20, "20newsgroups", min_df=2, dtype="float32"),
    Dataset("imdb-float32", 2, "imdb", dtype="float32"),
    Dataset("synthetic-4", 4),
    Dataset("synthetic-2", 2),
    Dataset("synthetic-4-float32", 4, dtype="float32"),
)
DATASETS = {dataset.name: dataset for dataset in _ALL}
QUICK = tuple(dataset.name for dataset in _ALL if not dataset.folder)


def load(dataset: Dataset, split: str) -> tuple[csr_matrix, np.ndarray[Any, Any]]:
    """X in CSR form with 32-bit indices; y as numbers 0..K-1 in the order of the label names."""
    import numpy as np
    from scipy.sparse import csr_matrix

    with np.load(dataset.file(split)) as parts:
        n_rows, n_features = (int(n) for n in parts["shape"])
        X = csr_matrix(
            (parts["data"], parts["indices"], parts["indptr"]), shape=(n_rows, n_features)
        )
        return X, parts["y"]


def missing_data(dataset: Dataset) -> str | None:
    """Say why the text of a data set cannot be read, or None."""
    if not dataset.folder or dataset.is_prepared:
        return None
    root = os.environ.get(DATA_VARIABLE)
    if not root:
        return (
            f"The data set {dataset.name!r} is read from the folder that {DATA_VARIABLE} names, "
            f"and {DATA_VARIABLE} is not set. "
            f"Set it, e.g. `{DATA_VARIABLE}=path/to/data make bench`, "
            "or try `--quick`, which needs no data."
        )
    file = Path(root) / dataset.folder / "train.tsv.gz"
    if not file.exists():
        return (
            f"The data set {dataset.name!r} needs {dataset.folder}/train.tsv.gz and test.tsv.gz; "
            f"{DATA_VARIABLE}={root} has none. "
            f"Point {DATA_VARIABLE} to the folder that holds {dataset.folder}/."
        )
    return None


def prepare(dataset: Dataset) -> None:
    CACHE.mkdir(exist_ok=True)
    splits = _from_text(dataset) if dataset.folder else _synthetic(dataset)
    for split, (X, y) in splits.items():
        _save(dataset.file(split), X.astype(dataset.dtype, copy=False), y)
        if dataset.folder:
            print(f"{dataset.name} {split}: {X.shape[0]} x {X.shape[1]}, {X.nnz} values")


def _read(file: Path) -> tuple[list[str], list[str]]:
    labels, texts = [], []
    with gzip.open(file, "rt", encoding="utf-8", newline="\n") as lines:
        next(lines)
        for line in lines:
            label, text = line.rstrip("\n").split("\t")
            labels.append(label)
            texts.append(text)
    return labels, texts


def _from_text(dataset: Dataset) -> dict[str, tuple[Any, Any]]:
    import numpy as np
    from sklearn.feature_extraction.text import TfidfVectorizer

    folder = Path(os.environ[DATA_VARIABLE]) / dataset.folder
    vectorizer = TfidfVectorizer(ngram_range=(1, 2), min_df=dataset.min_df)
    labels, texts = _read(folder / "train.tsv.gz")
    names, y = np.unique(labels, return_inverse=True)
    train = vectorizer.fit_transform(texts)
    labels, texts = _read(folder / "test.tsv.gz")
    return {
        "train": (train, y),
        "test": (vectorizer.transform(texts), np.searchsorted(names, labels)),
    }


def _synthetic(dataset: Dataset) -> dict[str, tuple[Any, Any]]:
    """Documents drawn from one word distribution per label: tiny, for ``--quick``."""
    import numpy as np
    from scipy.sparse import csr_matrix

    random = np.random.default_rng(7)
    words = random.dirichlet(np.full(300, 0.3), size=dataset.n_labels)
    splits = {}
    for split, n_rows in (("train", 400), ("test", 200)):
        y = random.integers(dataset.n_labels, size=n_rows)
        X = np.stack([random.multinomial(20, 0.5 * words[k] + 0.5 / 300) for k in y])
        norms = np.linalg.norm(X, axis=1, keepdims=True)
        splits[split] = (csr_matrix(X / norms), y)
    return splits


def _save(file: Path, X: Any, y: Any) -> None:
    import numpy as np

    X.sort_indices()
    unfinished = file.with_suffix(".part.npz")  # an interrupted run must not leave half a matrix
    np.savez(
        unfinished,
        data=X.data,
        indices=X.indices.astype(np.int32, copy=False),
        indptr=X.indptr.astype(np.int32, copy=False),
        shape=np.array(X.shape, dtype=np.int64),
        y=np.asarray(y, dtype=np.int64),
    )
    unfinished.replace(file)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        prepare(DATASETS[name])
