"""Model card: what a model is, from what it was made, and where it should not be trusted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.reports.page.material import Answered, Card
from linguine.reports.tables import percent, shorten, size

if TYPE_CHECKING:
    from linguine.model.file.loaded_model import LoadedModel
    from linguine.tasks.task import Settings, Task

__all__ = ["make_card"]

#: Examples of a label below which its figures say little, and labels that are named.
_FEW, _N_NAMED = 30, 5
#: An F1 that is so far below that of all is worth a word.
_FAR = 0.1


def make_card(
    task: Task, opened: LoadedModel, answered: Answered, source: str, settings: Settings
) -> Card:
    """Return the card of a model: from its file, from its figures, and from who made it."""
    facts = opened.describe()
    with opened.building():  # what a file says about its training may be anything
        rows = task.describe(facts["config"])
    if facts["config"].get("quantization") is not None:
        rows.append(("quantised", f"to {facts['config']['quantization']}"))
    rows += [
        ("size", size(facts["bytes"])),
        ("file", f"format {facts['format_version']}, written by linguine "
                 f"{facts['library_version']}"),
        ("checksum", str(facts["checksum"])),
    ]  # fmt: skip
    if settings.get("date"):
        rows.insert(0, ("date", settings["date"]))
    n = answered.evaluation.ledger.n
    about = (
        f"This is {task.makes}: a linear model, whose answers are sums of weights that can be "
        f"read. It was judged by {n:,} {task.examples if n else task.unit} of {source}."
    )
    own = [settings["limits"]] if settings.get("limits") else []
    limits = [*own, *_limits(answered)]
    return Card(about, [(name, str(told)) for name, told in rows], settings.get("use"), limits)


def _limits(answered: Answered) -> Iterator[str]:
    """Yield what these figures say against trusting the model."""
    ledger = answered.evaluation.ledger
    if ledger.figures and ledger.figures[0].is_share:
        head = ledger.head
        value, ends = ledger.values[head.name], ledger.interval(head.name)
        between = "" if ends is None else f" ({percent(ends[0])} to {percent(ends[1])})"
        if not np.isnan(value):
            told = f"{head.title} is {percent(value)}{between}"
            yield f"On this test file its {told}; elsewhere it may be less."
    if answered.scores is not None:
        yield from _weak(answered.scores[1])
    unknown = getattr(answered.evaluation, "unknown_labels", None)
    if unknown:
        names = ", ".join(shorten(str(name), 30) for name in list(unknown)[:_N_NAMED])
        yield f"It can never answer {names}: the test file has them, but it has not learned them."
    if answered.items is not None and answered.items.confidence is None:
        yield "It does not say how sure it is."
    yield (
        "What it has learned from is all that it knows: of other languages, kinds of text or times "
        "these figures say nothing, and what was unfair in its data it will repeat."
    )


def _weak(scores: Any) -> Iterator[str]:
    known = {name: each for name, each in scores.items() if each.support >= _FEW}
    if known:
        total = sum(each.support for each in known.values())
        usual = sum(each.f1 * each.support for each in known.values()) / total
        weak = sorted((name for name in known if known[name].f1 < usual - _FAR),
                      key=lambda name: known[name].f1)  # fmt: skip
        if weak:
            told = ", ".join(
                f"{shorten(str(name), 30)} ({known[name].f1:.2f})" for name in weak[:_N_NAMED]
            )
            yield f"Its F1 is far below the others for {told}."
    few = [name for name, each in scores.items() if 0 < each.support < _FEW]
    if few:
        told = ", ".join(shorten(str(name), 30) for name in few[:_N_NAMED])
        more = f" and {len(few) - _N_NAMED:,} more" if len(few) > _N_NAMED else ""
        yield f"Fewer than {_FEW} test examples say something about {told}{more}."
