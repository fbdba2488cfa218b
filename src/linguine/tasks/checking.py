"""Checking data: everything that can be odd about it, asked of the row of its task."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from linguine.errors import OptionError
from linguine.reports.checks.doubts import find_suspicious
from linguine.reports.checks.finding import Checkup, Finding
from linguine.reports.checks.labels import find_giveaways, find_label_faults
from linguine.reports.checks.repeats import find_leaks, find_repeats
from linguine.reports.checks.texts import find_odd_texts

if TYPE_CHECKING:
    from linguine.reports.checks.evidence import Evidence
    from linguine.reports.page.material import Answered
    from linguine.tasks.task import Settings, Task

__all__ = ["check_data", "check_test"]


def check_data(
    task: Task, data: Any, settings: Settings, test: Any = None, progress: Any = None
) -> Checkup:
    """Return what is odd about some examples, and about a test file beside them."""
    seen = task.evidence(data)
    other = None if test is None else task.evidence(test)
    found = list(_look(seen, other))
    doubts = task.doubts(data, settings, progress)
    if doubts is None and (settings["suspicious"] or settings["algorithm"] != "auto"):
        raise OptionError(
            "--suspicious and --algorithm ask models of the other examples; nothing can judge "
            f"these {len(seen):,} {task.examples} of {seen.source}: they are phrases, words that "
            "are counted, of one label, or too few. Leave both out."
        )
    if doubts is not None:
        found += find_suspicious(seen, doubts, settings["suspicious"])
    return Checkup(seen.source, task.examples, len(seen), found)


def check_test(task: Task, answered: Answered, training: Any) -> Checkup | None:
    """Return what is odd about a file to judge by, also beside what was learned from, if given.

    None: nobody can look at such data. No model is asked: that is what ``check`` is for.
    """
    if not task.checks or answered.examples is None:
        return None
    seen = task.evidence(answered.examples())
    found = [*find_odd_texts(seen), *find_repeats(seen)]
    if training is not None:
        found += find_leaks(task.evidence(training), seen)
    return Checkup(seen.source, task.examples, len(seen), found)


def _look(seen: Evidence, test: Evidence | None) -> Iterator[Finding]:
    yield from find_odd_texts(seen)
    yield from find_repeats(seen)
    if test is not None:
        yield from find_leaks(seen, test)
    yield from find_label_faults(seen, test)
    yield from find_giveaways(seen)
