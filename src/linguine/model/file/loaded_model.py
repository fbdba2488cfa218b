"""Loaded model: what was in a model file, with questions that fail clearly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

from linguine.errors import DataError, LinguineError, OutOfMemoryError, named, said
from linguine.model.file.schema import Kind

__all__ = ["LoadedModel"]

Value = TypeVar("Value")

#: What a model may take in memory: so much, or so many times the size of its file.
_MEMORY = 1 << 30
_TIMES = 100


@dataclass(frozen=True, eq=False)
class LoadedModel:
    """The tensors and the configuration of a model file.

    Parameters
    ----------
    tensors
        Name -> read-only array, aligned to 64 bytes, a view of the mapped file.
    config
        The configuration as it was saved; tuples have become lists.
    format_version, library_version
        What wrote the file.
    checksum
        The CRC-32 of the file, ``"crc32:"`` and eight hexadecimal digits.
    n_bytes
        Size of the file.
    name
        Its path, for messages.

    Examples
    --------
    >>> from linguine.model.file.container import load_model, model_bytes
    >>> model = load_model(model_bytes({"bias": np.array([0.5, -1.0])}, {"l2": 0.1}))
    >>> model.tensor("bias", dtype=np.float64, shape=(2,)).sum()
    np.float64(-0.5)
    >>> model.setting("l2", float)
    0.1
    """

    tensors: Mapping[str, NDArray[Any]]
    config: dict[str, Any]
    format_version: int
    library_version: str
    checksum: str
    n_bytes: int
    name: str

    def __post_init__(self) -> None:
        # A copy of what may change; a mapping of another kind knows what it does.
        is_plain = isinstance(self.tensors, dict)
        tensors = MappingProxyType(dict(self.tensors) if is_plain else self.tensors)
        object.__setattr__(self, "tensors", tensors)

    def tensor(
        self,
        name: str,
        *,
        dtype: DTypeLike | None = None,
        shape: tuple[int | None, ...] | None = None,
    ) -> NDArray[Any]:
        """Return a tensor, or raise DataError if it is missing or not as expected; None is any."""
        values = self.tensors.get(name)
        if values is None:
            raise self._unfit(f"it has no tensor {name!r}")
        if dtype is not None and values.dtype != np.dtype(dtype):
            raise self._unfit(f"tensor {name!r} is {values.dtype}, not {np.dtype(dtype)}")
        if shape is not None and (
            len(shape) != values.ndim
            or any(want not in (None, got) for want, got in zip(shape, values.shape, strict=True))
        ):
            raise self._unfit(f"tensor {name!r} has shape {values.shape}, not {shape}")
        return values

    def setting(self, key: str, kind: type[Value]) -> Value:
        """Return an entry of the configuration, or raise DataError if it is not a ``kind``."""
        value = self.config.get(key)
        # A bool is an int to Python, but no number to a user.
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            shown = repr(value)[:40] if key in self.config else "nothing"
            raise self._unfit(f"setting {key!r} is {shown}, not of type {kind.__name__}")
        return value

    def texts(self, key: str, *, distinct: bool = False) -> tuple[str, ...]:
        """Return an entry of the configuration that is a list of texts, at least one."""
        found = self.setting(key, list)
        if not found or not all(isinstance(each, str) for each in found):
            raise self._unfit(f"{key} must be a list of texts, not {str(found)[:40]}")
        if distinct and (n_same := len(found) - len(set(found))):
            raise self.damaged(f"{key} must be different; {n_same} of {len(found)} are not")
        return tuple(found)

    def check_task(self, reader: str, task: str, schema: Kind) -> None:
        """Raise DataError unless the model is for a task; ``reader`` is who asks."""
        found = self.setting("task", str)
        if found != task:
            raise DataError(
                f"{self.name}: {reader} reads models of the task {task!r}; got {found!r}. "
                "Use the class that saved it."
            )
        self.check_config(schema)

    def check_config(self, schema: Kind) -> None:
        """Raise DataError unless the configuration has what a task's schema says."""
        if wrong := schema(self.config, "config"):
            raise self.damaged(f"the settings of a model must be of the right types; {wrong}")

    def check_memory(self, what: str, n_bytes: int) -> None:
        """Raise DataError if a model asks for far more memory than its file can be a reason for."""
        if n_bytes > max(_MEMORY, _TIMES * self.n_bytes):
            raise DataError(
                f"{self.name}: a model may take 1 GiB, or {_TIMES} times the size of its file "
                f"({self.n_bytes:,} bytes); its {what} would take {n_bytes:,} bytes. Do not use "
                "it if it comes from a stranger; if it is yours, train it with fewer labels."
            )

    @contextmanager
    def building(self) -> Iterator[None]:
        """Turn whatever goes wrong while a model is made of the file into a DataError."""
        try:
            yield
        except DataError:
            raise
        except LinguineError as error:  # a setting that no model can have
            raise self.damaged(f"the settings of a model must be valid; {error}") from None
        except MemoryError:
            raise OutOfMemoryError(
                f"{self.name}: a model must fit into memory; there is not enough for this one. "
                f"Close other programs, or train a smaller one: fewer {named('hash_bits')}, "
                f"{said('min_df', 2)} or {said('max_features', 100000)}."
            ) from None
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError) as error:
            raise self.damaged(f"the parts of a model must fit together; {error}") from None

    def describe(self) -> dict[str, Any]:
        """Return what the file holds, as plain JSON data."""
        tensors = [
            {
                "name": name,
                "dtype": str(values.dtype),
                "shape": list(values.shape),
                "bytes": values.nbytes,
            }
            for name, values in sorted(self.tensors.items())
        ]
        return {
            "file": self.name,
            "bytes": self.n_bytes,
            "tensor_bytes": sum(values.nbytes for values in self.tensors.values()),
            "format_version": self.format_version,
            "library_version": self.library_version,
            "checksum": self.checksum,
            "tensors": tensors,
            "config": self.config,
        }

    def damaged(self, wrong: str) -> DataError:
        """Return the error that says what is wrong with the file: the rule; what was got."""
        return DataError(
            f"{self.name}: {wrong.removesuffix('.')}. The file is damaged: save the model again."
        )

    def _unfit(self, reason: str) -> DataError:
        return DataError(
            f"{self.name}: the parts of a model must fit together; {reason}. "
            "Train and save it again with this version of linguine."
        )
