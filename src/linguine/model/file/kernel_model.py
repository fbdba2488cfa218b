"""Kernel models in files: a kernel by name, support vectors and their coefficients."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import ParameterError
from linguine.extras import needed_by
from linguine.features import read_matrix
from linguine.learning.kernels.kernel import Kernel
from linguine.learning.kernels.strings import Spectrum, Subsequence
from linguine.learning.kernels.trees import SubsetTree
from linguine.learning.kernels.vectors import RBF, Polynomial
from linguine.model.file.labels import read_classes
from linguine.model.file.loaded_model import LoadedModel
from linguine.model.file.schema import (
    anything,
    choice,
    list_of,
    record,
    table_of,
)
from linguine.model.file.weight_limits import check_weights
from linguine.registry import Registry

__all__ = ["KernelModel", "build_kernel_model", "pack_kernel_model"]

TASK = "kernel-classification"
KERNELS: Registry[type[Kernel]] = Registry(
    "kernel", {each.kind: each for each in (Polynomial, RBF, Spectrum, Subsequence, SubsetTree)}
)
SCHEMA = record(
    {
        "machine": choice(("svm", "perceptron")),
        "kernel": table_of(anything),
        "parameters": table_of(anything),
        "labels": list_of(anything, at_least=2),
        "label_type": choice(("str", "int", "float", "bool")),
    }
)


@dataclass(frozen=True, eq=False)
class KernelModel:
    """All that a kernel model is.

    Parameters
    ----------
    machine
        ``"svm"`` or ``"perceptron"``.
    kernel, parameters
        What it was made with.
    classes
        Sorted labels.
    rows, counts
        Which items of the training data the vectors are, and how many each class has.
    vectors
        Matrix or list of texts.
    coefficients, bias
        As the estimator has them.
    """

    machine: str
    kernel: Kernel
    parameters: dict[str, Any]
    classes: NDArray[Any]
    rows: NDArray[np.int64]
    counts: NDArray[np.int32]
    vectors: Any
    coefficients: NDArray[np.float64]
    bias: NDArray[np.float64]


def pack_kernel_model(model: KernelModel) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return what the file holds."""
    if not isinstance(model.kernel, Kernel):
        raise ParameterError(
            f"A model file holds no code; the kernel of this model is {model.kernel!r}. "
            "Use one of linguine.kernels, or pickle the estimator."
        )
    check_weights("coefficients", model.coefficients)
    labels = model.classes.tolist()
    config = {
        "task": TASK,
        "machine": model.machine,
        "kernel": model.kernel.to_config(),
        "parameters": model.parameters,
        "labels": labels,
        "label_type": type(labels[0]).__name__,
    }
    tensors: dict[str, NDArray[Any]] = {
        "coefficients": model.coefficients,
        "bias": model.bias,
        "rows": model.rows.astype(np.int64),
        "counts": model.counts.astype(np.int32),
        **_pack_vectors(model.vectors),
    }
    return tensors, config


def _pack_vectors(vectors: Any) -> dict[str, NDArray[Any]]:
    if isinstance(vectors, list):
        encoded = [each.encode() for each in vectors]
        return {
            "vectors.bytes": np.frombuffer(b"".join(encoded), dtype=np.uint8),
            "vectors.lengths": np.array([len(each) for each in encoded], dtype=np.uint32),
        }
    if not hasattr(vectors, "tocsr"):
        return {"vectors.values": np.ascontiguousarray(vectors)}
    return {
        "vectors.values": vectors.data,
        "vectors.indices": vectors.indices.astype(np.int64),
        "vectors.indptr": vectors.indptr.astype(np.int64),
        "vectors.shape": np.array(vectors.shape, dtype=np.int64),
    }


def build_kernel_model(loaded: LoadedModel, machine: str, reader: str) -> KernelModel:
    """Return the model of an opened file, whose machine must be the one that reads it."""
    loaded.check_task(reader, TASK, SCHEMA)
    if loaded.config["machine"] != machine:
        raise ParameterError(
            f"{loaded.name}: {reader} reads models of the machine {machine!r}; got "
            f"{loaded.config['machine']!r}. Use the class that saved it."
        )
    with loaded.building():
        return _build(loaded, machine)


def _build(loaded: LoadedModel, machine: str) -> KernelModel:
    settings = dict(loaded.setting("kernel", dict))
    kernel = KERNELS.get(settings.pop("kernel"))(**settings)
    parameters = dict(loaded.setting("parameters", dict))
    if "C" in parameters and parameters["C"] is None:
        parameters["C"] = float("inf")
    classes = read_classes(loaded)
    n_labels = len(classes)
    vectors = _read_texts(loaded) if kernel.domain != "matrix" else _read_matrix(loaded)
    n_vectors = len(vectors) if isinstance(vectors, list) else int(vectors.shape[0])
    n_rows, n_biases = _shape(machine, n_labels)
    coefficients = loaded.tensor("coefficients", dtype=np.float64, shape=(n_rows, n_vectors))
    bias = loaded.tensor("bias", dtype=np.float64, shape=(n_biases,))
    check_weights("coefficients", coefficients)
    check_weights("biases", bias)
    counts = loaded.tensor("counts", dtype=np.int32, shape=(n_labels,))
    if (counts < 0).any() or int(counts.sum(dtype=np.int64)) != n_vectors:
        raise loaded.damaged(
            f"the counts of support vectors must add up to {n_vectors}; got {counts.tolist()[:5]}"
        )
    kernel.read(vectors)
    return KernelModel(
        machine,
        kernel,
        parameters,
        classes,
        np.array(loaded.tensor("rows", dtype=np.int64, shape=(n_vectors,))),
        np.array(counts),
        vectors,
        np.array(coefficients),
        np.array(bias),
    )


def _shape(machine: str, n_labels: int) -> tuple[int, int]:
    """Return how many rows of coefficients and how many biases there are."""
    if n_labels == 2:
        return 1, 1
    if machine == "perceptron":
        return n_labels, n_labels
    return n_labels - 1, n_labels * (n_labels - 1) // 2


def _read_texts(loaded: LoadedModel) -> list[str]:
    lengths = loaded.tensor("vectors.lengths", dtype=np.uint32, shape=(None,))
    data = loaded.tensor("vectors.bytes", dtype=np.uint8, shape=(None,)).tobytes()
    ends = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    if int(ends[-1]) != len(data):
        raise loaded.damaged(f"the texts must have {ends[-1]} bytes; they have {len(data)}")
    return [data[a:b].decode() for a, b in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)]


def _read_matrix(loaded: LoadedModel) -> Any:
    if "vectors.indptr" not in loaded.tensors:
        vectors = np.array(loaded.tensor("vectors.values", shape=(None, None)))
        read_matrix(vectors)
        return vectors
    with needed_by("A kernel model of sparse vectors"):
        from scipy.sparse import csr_array

    n_rows, n_features = loaded.tensor("vectors.shape", dtype=np.int64, shape=(2,)).tolist()
    indptr = np.array(loaded.tensor("vectors.indptr", dtype=np.int64, shape=(n_rows + 1,)))
    indices = np.array(loaded.tensor("vectors.indices", dtype=np.int64, shape=(None,)))
    values = np.array(loaded.tensor("vectors.values", shape=(len(indices),)))
    loaded.check_memory("features", 4 * n_features)
    if int(indptr[-1]) != len(indices) or (np.diff(indptr) < 0).any():
        raise loaded.damaged("the rows of support vectors must lie one after the other")
    made = csr_array((values, indices, indptr), (n_rows, n_features))
    read_matrix(made)
    return made
