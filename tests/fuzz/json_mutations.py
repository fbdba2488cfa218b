"""Mutations of JSON: a value somewhere in it becomes another, is lost, doubled or buried."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

from .mutations import mutate_lines, nasty_number, nasty_text

__all__ = ["mutate_json", "mutate_json_lines"]


def mutate_json(value: Any, random: Random) -> Any:
    """Return JSON data with something changed somewhere."""
    changed = [copy.deepcopy(value)]
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        holder, key = _choose_place(changed, random)
        _change(holder, key, random)
    return changed[0] if changed else None


def _choose_place(root: list[Any], random: Random) -> tuple[Any, Any]:
    holder: Any = root
    key: Any = 0
    while holder:
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        key = random.choice(list(keys))
        inner = holder[key]
        if not isinstance(inner, dict | list) or not inner or random.random() < 0.15:
            break
        holder = inner
    return holder, key


def _change(holder: Any, key: Any, random: Random) -> None:
    if not holder:
        return
    kind = random.randrange(8)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, dict):
        holder[random.choice([nasty_text(random), "\udc00"])] = holder.pop(key)
    elif kind == 1:
        holder.insert(key, holder[random.randrange(len(holder))])
    elif kind == 2:
        others = list(holder.values()) if isinstance(holder, dict) else holder
        holder[key] = copy.deepcopy(random.choice(others))
    elif kind == 3:
        holder[key] = random.choice([[holder[key]], {"x": holder[key]}, [holder[key]] * 50])
    else:
        holder[key] = _other(holder[key], random)


def _other(value: Any, random: Random) -> Any:
    if isinstance(value, int) and random.random() < 0.5:
        return random.choice([value + 1, value - 1, -value, value * 2, nasty_number(random)])
    if isinstance(value, str) and random.random() < 0.5:
        at = random.randrange(len(value) + 1)
        return value[:at] + nasty_text(random) + value[at + random.randrange(3) :]
    if isinstance(value, list) and random.random() < 0.5:
        return random.sample(value, len(value)) if random.random() < 0.5 else value[:-1]
    return random.choice(
        [
            None,
            True,
            False,
            0.5,
            -1e300,
            1e-320,
            [],
            {},
            "",
            "\ud800",
            nasty_number(random),
            nasty_text(random),
        ]
    )


def mutate_json_lines(data: bytes, random: Random) -> bytes:
    """Change the data of one line, or the lines as text."""
    lines = data.split(b"\n")
    i = random.randrange(len(lines))
    try:
        value = json.loads(lines[i])
    except (ValueError, RecursionError):
        return mutate_lines(data, random)
    if random.random() < 0.3:
        return mutate_lines(data, random)
    written = json.dumps(mutate_json(value, random), ensure_ascii=random.random() < 0.5)
    lines[i] = written.encode("utf-8", "replace")
    return b"\n".join(lines)
