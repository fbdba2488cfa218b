"""The files that take longest are begun first, so that two workers are done at the same time."""

from __future__ import annotations

import pytest

#: Of the minutes of the processor that all take, these take most; a file goes to one worker, for
#: its tests share what they trained.
LONGEST = (
    "parsers",
    "taggers",
    "peers",
    "text",
    "hidden_structures",
    "kernels",
    "scores",
    "vectors",
)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    order = {f"test_{name}": place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.path.stem, len(order)))
