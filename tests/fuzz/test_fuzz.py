"""The fuzzer finds what it is for, says the same again, and what it once found stays mended."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from .campaign import Campaign, prepare
from .case import Case, read_case, write_case
from .targets import TARGETS, make_case

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.case"))

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits are those of Linux")


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepare(tmp_path_factory.mktemp("fuzz") / "seeds")


def test_what_once_failed_is_answered_in_words(seeds: Path) -> None:
    campaign = Campaign(seeds, replay=CORPUS)
    campaign.run(0)
    assert [(CORPUS[each.number].name, each.why) for each in campaign.findings] == []
    assert sum(campaign.counts.values()) == len(CORPUS) > 0


def test_a_few_new_cases_are_answered_in_words(seeds: Path) -> None:
    campaign = Campaign(seeds, seed=11)
    campaign.run(300)
    assert [(each.case, each.why) for each in campaign.findings] == []
    assert sum(campaign.counts.values()) == 300


def test_every_kind_of_failure_is_found_and_the_others_still_run(
    seeds: Path, tmp_path: Path
) -> None:
    kinds = ["good", "raise", "refuse", "abort", "good", "forever", "memory", "good"]
    paths = [tmp_path / f"{i}.case" for i in range(len(kinds))]
    for path, kind in zip(paths, kinds, strict=True):
        write_case(path, Case("faults", kind.encode()))
    campaign = Campaign(seeds, replay=paths, limit=0.5)
    campaign.run(0)
    found = {kinds[each.number]: each.why for each in campaign.findings}
    assert list(found) == ["raise", "abort", "forever", "memory"]
    assert "KeyError" in found["raise"]
    assert "SIGABRT" in found["abort"]
    assert "longer than the limit" in found["forever"]
    assert "MemoryError" in found["memory"]


@pytest.mark.parametrize("target", [name for name, (share, _) in TARGETS.items() if share])
def test_the_same_seed_makes_the_same_cases(seeds: Path, target: str) -> None:
    first = [make_case(3, i, seeds, target) for i in range(20)]
    assert first == [make_case(3, i, seeds, target) for i in range(20)]
    assert len({(each.data, str(each.settings)) for each in first}) > 5


def test_a_case_in_a_file_is_the_same_case(tmp_path: Path) -> None:
    case = Case("tsv", b"a\tb\n\xff\0\n", {"text": 1, "header": None})
    write_case(tmp_path / "x.case", case, why="nothing", seed=4)
    assert read_case(tmp_path / "x.case") == case
