"""Structures as a user would write them, and linguine's as if a user had written them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np


class Hidden:
    """Linguine's structure behind another class, so that the core must ask Python."""

    def __init__(self, structure: Any, *without: str) -> None:
        self.structure, self.without = structure, without

    def __getattr__(self, name: str) -> Any:
        if name in ("structure", "without") or name in self.without:
            raise AttributeError(name)
        return getattr(self.structure, name)


def documented(name: str) -> Any:
    """Return a class as docs/structures.md has it."""
    text = (Path(__file__).parents[1] / "docs" / "structures.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (block,) = [each for each in blocks if f"class {name}" in each]
    lines = [line[4:] for line in block.splitlines() if line.startswith((">>> ", "... ", "..."))]
    end = next((i for i, line in enumerate(lines) if f"{name}(" in line), len(lines))
    space: dict[str, Any] = {"np": np}
    exec("\n".join(lines[:end]), space)
    return space[name]
