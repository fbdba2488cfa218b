"""How the answers of all are judged, and which answers `scoring` counts."""

from __future__ import annotations

from pathlib import Path

from benchmarks.rivals.trial import Command, Place


def judge_trees(place: Place, gold: str) -> Command:
    """Compare the trees in ``place.scratch`` with those of a file."""
    return _judged(place, "judge_trees", str(place.data / gold), str(place.scratch / gold))


def judge_clusters(place: Place, gold: str) -> Command:
    """Compare the clusters in ``place.scratch`` with the labels of a file."""
    return _judged(place, "judge_clusters", str(place.data / gold), str(place.scratch / "clusters"))


def trees_to_score(place: Place) -> tuple[Path, Command]:
    """Trees of a counted grammar, made once by linguine: the file, and the command."""
    answers = place.kept / f"{place.data.name}-answers"
    return answers / "test.mrg", _judged(
        place, "linguine_trees", str(place.data), '{"algorithm": "pcfg"}', str(answers), "test.mrg"
    )


def _judged(place: Place, program: str, *arguments: str) -> Command:
    return (str(place.judge), str(place.programs / f"{program}.py"), *arguments)
