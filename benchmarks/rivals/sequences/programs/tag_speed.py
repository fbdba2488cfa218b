"""Tag several times, and print a row of speeds."""

from __future__ import annotations

import json
from collections.abc import Callable

from passes import speeds, time_passes


def print_speed(tag: Callable[[], list[list[str]]]) -> list[list[str]]:
    """Return the tags."""
    tags, seconds = time_passes(tag)
    row = speeds("tokens", sum(map(len, tags)), seconds)
    print(json.dumps({"seconds": min(seconds), **row}))
    return tags
