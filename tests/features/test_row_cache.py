"""Rows on a disk come back as they were, or not at all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from linguine import _core
from linguine.data.keeping.scratch import Scratch, open_scratch
from linguine.errors import DataError
from linguine.features.text.counted import CountedRows
from linguine.features.text.row_cache import RowCache
from tests.reference.packed_rows import unpack

UNKNOWN = 2**32 - 1


def rows(seed: int, n_rows: int, n_numbers: int) -> CountedRows:
    draw = np.random.default_rng(seed)
    sizes = draw.integers(0, 12, n_rows)
    sizes[draw.random(n_rows) < 0.2] = 0
    counts = draw.choice([1.0, 1.0, 2.0, 254.0, 255.0, 0.5, 1e6, 0.0], sizes.sum())
    return CountedRows(
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32),
        draw.integers(0, n_numbers, sizes.sum()).astype(np.int32),
        counts.astype(np.float32),
    )


def as_lists(counts: CountedRows) -> list[list[tuple[int, float]]]:
    return [
        [(int(counts.indices[j]), float(counts.values[j])) for j in range(begin, end)]
        for begin, end in zip(counts.indptr[:-1], counts.indptr[1:], strict=True)
    ]


@pytest.mark.parametrize("n_numbers", [200, 60_000, 10_000_000, 17_000_000])
def test_packed_rows_are_what_the_judge_reads(n_numbers: int) -> None:
    given = rows(1, 300, n_numbers)
    frequencies = np.zeros(n_numbers, np.uint32)
    packed, _ = _core.pack_rows(given.indptr, given.indices, given.values, frequencies)
    assert unpack(packed.tobytes()) == as_lists(given)
    assert np.array_equal(frequencies, np.bincount(given.indices, minlength=n_numbers))


@pytest.mark.parametrize("n_threads", [1, 2])
def test_rows_come_back_in_the_order_that_is_asked_for(n_threads: int, tmp_path: Path) -> None:
    given = rows(2, 500, 1000)
    with open_scratch(None) as scratch:
        cache = RowCache(scratch, 100)
        cache.append(given, frequencies := np.zeros(1000, np.uint32))
        cache.finish(frequencies)
        everything = np.arange(1000, dtype=np.uint32)
        order = np.random.default_rng(0).permutation(len(cache.blocks)).tolist()
        borders, lists = cache.first_rows(), as_lists(given)
        expected = [each for i in order for each in lists[borders[i] : borders[i + 1]]]
        assert len(order) > 10
        assert as_lists(cache.read(order, everything, n_threads)) == expected


@pytest.mark.parametrize("sizes", [[300], [1] * 300, [299, 1], [7, 0, 200, 93]])
def test_blocks_end_where_the_rows_say_however_these_come(sizes: list[int]) -> None:
    given = rows(4, 300, 1000)
    with open_scratch(None) as scratch, open_scratch(None) as other:
        whole, cache = RowCache(scratch, 100), RowCache(other, 100)
        frequencies = np.zeros(1000, np.uint32)
        whole.append(given, frequencies.copy())
        whole.finish(frequencies.copy())
        for begin, end in zip(np.cumsum([0, *sizes]), np.cumsum(sizes), strict=False):
            cache.append(given.rows(int(begin), int(end)), frequencies)
        cache.finish(frequencies)
        assert [each.n_rows for each in cache.blocks] == [each.n_rows for each in whole.blocks]
        assert cache.checksum() == whole.checksum()
        assert all(each.n_entries >= 100 for each in cache.blocks[:-1])
    assert np.array_equal(frequencies, np.bincount(given.indices, minlength=1000))


def test_memory_that_is_used_again_is_nobodys_any_more() -> None:
    given = rows(5, 40_000, 1000)
    with open_scratch(None) as scratch:
        cache = RowCache(scratch, 30_000)
        cache.append(given, frequencies := np.zeros(1000, np.uint32))
        cache.finish(frequencies)
        everything = np.arange(1000, dtype=np.uint32)
        first = cache.read([0], everything, 1)
        expected = as_lists(first)
        for i in range(1, len(cache.blocks)):
            cache.read([i], everything, 1)
        assert as_lists(first) == expected == as_lists(given)[: first.n_rows]
        again = as_lists(cache.read(range(len(cache.blocks)), everything, 2))
    assert again == as_lists(given)


def test_features_that_are_left_out_are_gone_and_others_have_their_ids() -> None:
    given = rows(3, 100, 50)
    ids = np.full(50, UNKNOWN, np.uint32)
    ids[10:20] = np.arange(10)
    with open_scratch(None) as scratch:
        cache = RowCache(scratch, 64)
        cache.append(given, frequencies := np.zeros(50, np.uint32))
        cache.finish(frequencies)
        found = cache.read(range(len(cache.blocks)), ids, 1)
    expected = [[(n - 10, c) for n, c in row if 10 <= n < 20] for row in as_lists(given)]
    assert as_lists(found) == expected


def test_limits_of_blocks_do_not_depend_on_how_rows_come() -> None:
    given = rows(4, 400, 300)
    found = []
    for piece in (1, 7, 400):
        with open_scratch(None) as scratch:
            cache, frequencies = RowCache(scratch, 50), np.zeros(300, np.uint32)
            for i in range(0, 400, piece):
                cache.append(given.rows(i, min(i + piece, 400)), frequencies)
            cache.finish(frequencies)
            found.append(cache.blocks)
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("harm", ["flip", "cut", "grow"])
def test_rows_that_somebody_has_changed_are_never_looked_at(harm: str) -> None:
    given = rows(5, 60, 300)
    with open_scratch(None) as scratch:
        cache = RowCache(scratch, 10_000)
        cache.append(given, frequencies := np.zeros(300, np.uint32))
        cache.finish(frequencies)
        size = scratch.size("rows")
        path = Path(scratch.path) / "rows"
        whole = path.read_bytes()
        everything = np.arange(300, dtype=np.uint32)
        for at in range(0, size, 31):
            changed = bytearray(whole)
            changed[at] ^= 1 << at % 8
            if harm == "cut":
                changed = bytearray(whole[:at])
            if harm == "grow":
                changed = bytearray(whole[:at] + b"\xff" + whole[at:])
            path.write_bytes(changed)
            with pytest.raises(DataError, match="must be read as they were written"):
                cache.read([0], everything, 1)


def test_a_block_with_a_right_checksum_and_wrong_numbers_is_refused() -> None:
    given = rows(6, 30, 300)
    packed, checksum = _core.pack_rows(
        given.indptr, given.indices, given.values, np.zeros(300, np.uint32)
    )
    few = np.arange(10, dtype=np.uint32)
    with pytest.raises(ValueError, match="without a number"):
        _core.unpack_rows([packed], [checksum], few, 1)
    for at in (0, 4, 8, 12, 16, 20):
        broken = packed.copy()
        broken[at : at + 4] = 255
        with pytest.raises(ValueError, match="a block of rows"):
            _core.unpack_rows(
                [broken], [_core.checksum(broken)], np.arange(300, dtype=np.uint32), 1
            )


@pytest.mark.parametrize("count", [np.nan, np.inf, -1.0])
def test_a_block_with_a_right_checksum_and_an_impossible_count_is_refused(count: float) -> None:
    given = CountedRows(
        np.array([0, 2], np.int32), np.arange(2, dtype=np.int32), np.array([1, count], np.float32)
    )
    frequencies = np.zeros(2, np.uint32)
    packed, checksum = _core.pack_rows(given.indptr, given.indices, given.values, frequencies)
    with pytest.raises(ValueError, match="a count that is none"):
        _core.unpack_rows([packed], [checksum], np.arange(2, dtype=np.uint32), 1)


@pytest.mark.parametrize("field", ["offset", "n_rows", "n_entries"])
def test_an_index_that_says_other_things_than_its_blocks_is_refused(
    tmp_path: Path, field: str
) -> None:
    scratch = Scratch(str(tmp_path))
    cache, frequencies = RowCache(scratch, 60), np.zeros(200, np.uint32)
    cache.append(rows(7, 150, 200), frequencies)
    index = scratch.read("index", np.uint64).reshape(-1, 5)
    index[:, ["offset", "size", "n_rows", "n_entries"].index(field)] += np.uint64(1)
    scratch.cut("index", 0)
    scratch.append("index", index)
    again = RowCache(scratch, 60)
    with pytest.raises(DataError, match="must be read as they were written"):
        again.restore(len(index), again.checksum(), np.zeros(200, np.uint32))
    scratch.close(remove=True)


def test_a_cache_goes_on_behind_the_blocks_that_count(tmp_path: Path) -> None:
    given, everything = rows(7, 300, 200), np.arange(200, dtype=np.uint32)
    scratch = Scratch(str(tmp_path))
    cache, frequencies = RowCache(scratch, 60), np.zeros(200, np.uint32)
    cache.append(given.rows(0, 150), frequencies)
    n_blocks, checksum, n_rows = len(cache.blocks), cache.checksum(), cache.n_rows
    before = frequencies.copy()
    cache.append(given.rows(150, 200), frequencies)  # is lost
    scratch.close(remove=False)
    scratch = Scratch(str(tmp_path))
    again, counted = RowCache(scratch, 60), np.zeros(200, np.uint32)
    again.restore(n_blocks, checksum, counted)
    assert np.array_equal(counted, before)
    again.append(given.rows(n_rows, 300), counted)
    again.finish(counted)
    assert as_lists(again.read(range(len(again.blocks)), everything, 1)) == as_lists(given)
    scratch.close(remove=True)
