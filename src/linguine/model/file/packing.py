"""Packed tensors: the arrays of a quantised model file, compressed by zlib.

Names and keys of features are most of a file, whatever the width of its weights. A packed tensor is
a U8 tensor ``NAME.packed``; the configuration says under ``packed`` which type and shape it stands
for and in which form its bytes were compressed:

``bytes``
    as they are;
``planes``
    the first byte of all numbers, then the second, and so on;
``steps``
    of numbers that ascend: the first number and the differences, as planes.

Files are checked before anything is unpacked: together the tensors may have 32 times the size of
the file, and each exactly as many bytes as is said.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError
from linguine.features.vocabulary import LazyVocabulary, Vocabulary
from linguine.model.file.loaded_model import LoadedModel

__all__ = ["pack_small", "pack_tensors", "read_vocabulary", "unpack_tensors"]

#: Bytes that all tensors may have, for each byte of the file.
_MOST_GROWTH = 32
#: Smaller tensors are not worth it.
_LEAST_BYTES = 1024
#: What packing must save; less is not worth the time of unpacking.
_LARGEST_SHARE = 0.95
_SUFFIX = ".packed"
_TYPES = {
    name: np.dtype(name) for name in ("uint8 uint16 uint32 uint64 int8 float16 float32".split())
}
_FORMS = ("bytes", "planes", "steps")


def pack_tensors(
    tensors: Mapping[str, NDArray[Any]],
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return tensors of which some are packed, and what the configuration has to say about it.

    Examples
    --------
    >>> keys = np.arange(2_000, dtype=np.uint64) ** 5
    >>> tensors, config = pack_tensors({"keys": keys})
    >>> list(tensors), config["packed"]["keys"]
    (['keys.packed'], {'dtype': 'uint64', 'form': 'steps', 'shape': [2000]})
    """
    out: dict[str, NDArray[Any]] = {}
    packed: dict[str, Any] = {}
    for name, values in tensors.items():
        form = _form(values)
        data = zlib.compress(_arrange(values, form), 6) if _is_worth_it(values) else b""
        if not data or len(data) > _LARGEST_SHARE * values.nbytes:
            out[name] = values
            continue
        out[name + _SUFFIX] = np.frombuffer(data, np.uint8)
        shape = list(values.shape)
        packed[name] = {"dtype": values.dtype.name, "form": form, "shape": shape}
    n_bytes = sum(values.nbytes for values in out.values())
    if not packed or sum(map(_size, packed.values())) > _MOST_GROWTH * n_bytes:
        return dict(tensors), {}
    return out, {"packed": packed}


def pack_small(
    tensors: dict[str, NDArray[Any]], config: dict[str, Any]
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Pack the tensors of a quantised model: who wants a small file; others can be mapped."""
    if config["quantization"] is None:
        return tensors, config
    tensors, packed = pack_tensors(tensors)
    return tensors, {**config, **packed}


def unpack_tensors(loaded: LoadedModel) -> LoadedModel:
    """Return a model with the tensors that were packed; each is unpacked when it is asked for."""
    if "packed" not in loaded.config:
        return loaded
    packed = loaded.setting("packed", dict)
    for name, facts in packed.items():
        _check(loaded, name, facts)
    total = sum(map(_size, packed.values()))
    if total > _MOST_GROWTH * loaded.n_bytes:
        raise loaded.damaged(
            f"the tensors of a model file may grow {_MOST_GROWTH}-fold when they are unpacked; "
            f"{loaded.n_bytes:,} bytes would become {total:,}"
        )
    return replace(loaded, tensors=_Unpacked(loaded, packed))


def read_vocabulary(loaded: LoadedModel, n: int, prefix: str = "") -> Vocabulary:
    """Return a vocabulary of n features; names that are packed stay so until one is asked for."""
    keys = loaded.tensor(f"{prefix}keys", dtype=np.uint64, shape=(n,))
    lengths = loaded.tensor(f"{prefix}name_lengths", shape=(n,))
    is_count = lengths.dtype.kind == "u" and lengths.dtype.itemsize <= 4  # no sum wraps around
    if not is_count or not (keys[1:] > keys[:-1]).all():
        raise loaded.damaged(
            "the keys of features must ascend, and their names have lengths; "
            f"{prefix}keys or {prefix}name_lengths do not"
        )
    offsets = np.zeros(n + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:], dtype=np.int64)
    name = f"{prefix}name_bytes"
    shape = (int(offsets[-1]),)

    def read() -> NDArray[np.uint8]:
        return loaded.tensor(name, dtype=np.uint8, shape=shape)

    facts = loaded.config.get("packed", {}).get(name)
    if facts is None:
        return Vocabulary(keys, offsets, read())
    if facts["dtype"] != "uint8" or facts["shape"] != list(shape):
        raise loaded.damaged(
            f"the names of features must have the lengths that the file says; {name!r} has shape "
            f"{facts['shape']}, not {list(shape)}"
        )
    return LazyVocabulary(keys, offsets, read)


class _Unpacked(Mapping[str, NDArray[Any]]):
    """The tensors of a file by their names before packing."""

    def __init__(self, loaded: LoadedModel, packed: Mapping[str, Any]) -> None:
        self._loaded = loaded
        self._packed = {
            name: (facts, loaded.tensors[name + _SUFFIX]) for name, facts in packed.items()
        }
        self._ready = {
            name: values
            for name, values in loaded.tensors.items()
            if not name.endswith(_SUFFIX) or name.removesuffix(_SUFFIX) not in packed
        }

    def __getitem__(self, name: str) -> NDArray[Any]:
        if name not in self._ready:
            facts, data = self._packed[name]
            self._ready[name] = self._unpack(name, facts, data)
        return self._ready[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._packed
        yield from (name for name in self._ready if name not in self._packed)

    def __len__(self) -> int:
        return len(self._packed.keys() | self._ready.keys())

    def _unpack(self, name: str, facts: Mapping[str, Any], data: NDArray[Any]) -> NDArray[Any]:
        size, reader = _size(facts), zlib.decompressobj()
        try:
            found = reader.decompress(data.tobytes(), size + 1)  # one more, to see the end
        except zlib.error as error:
            raise self._damaged(name, f"does not unpack ({error})") from None
        if len(found) != size or not reader.eof or reader.unused_data:
            raise self._damaged(name, f"does not have the {size:,} bytes that the file states")
        values = _restore(found, _TYPES[facts["dtype"]], facts["form"]).reshape(facts["shape"])
        values.flags.writeable = False
        return values

    def _damaged(self, name: str, reason: str) -> DataError:
        rule = "packed tensors must unpack to what the file says"
        return self._loaded.damaged(f"{rule}; {name!r} {reason}")


def _check(loaded: LoadedModel, name: str, facts: Any) -> None:
    is_right = (
        isinstance(facts, dict)
        and facts.get("dtype") in _TYPES
        and facts.get("form") in _FORMS
        and isinstance(facts.get("shape"), list)
        and all(type(n) is int and n >= 0 for n in facts["shape"])
        and (facts["form"] != "steps" or facts["dtype"].startswith("uint"))
    )
    if not is_right or name in loaded.tensors:
        raise loaded.damaged(
            f"a packed tensor must have a type, a form and a shape, and its name once; {name!r} "
            f"has {str(facts)[:80]}"
        )
    loaded.tensor(name + _SUFFIX, dtype=np.uint8, shape=(None,))


def _size(facts: Mapping[str, Any]) -> int:
    return int(math.prod(facts["shape"])) * _TYPES[facts["dtype"]].itemsize


def _is_worth_it(values: NDArray[Any]) -> bool:
    return values.nbytes >= _LEAST_BYTES and values.dtype.name in _TYPES


def _form(values: NDArray[Any]) -> str:
    if values.dtype.itemsize == 1:
        return "bytes"
    is_steps = (
        values.dtype.kind == "u" and values.ndim == 1 and bool((values[1:] >= values[:-1]).all())
    )
    return "steps" if is_steps else "planes"


def _arrange(values: NDArray[Any], form: str) -> bytes:
    flat = np.ascontiguousarray(values).astype(values.dtype.newbyteorder("<")).ravel()
    if form == "bytes":
        return flat.tobytes()
    if form == "steps":
        flat = np.diff(flat, prepend=flat.dtype.type(0))
    return flat.view(np.uint8).reshape(len(flat), -1).T.tobytes()


def _restore(data: bytes, dtype: np.dtype[Any], form: str) -> NDArray[Any]:
    if form == "bytes":
        return np.frombuffer(data, dtype).copy()
    planes = np.frombuffer(data, np.uint8).reshape(dtype.itemsize, -1)
    values = np.ascontiguousarray(planes.T).view(dtype.newbyteorder("<")).ravel().astype(dtype)
    return np.cumsum(values, dtype=dtype) if form == "steps" else values
