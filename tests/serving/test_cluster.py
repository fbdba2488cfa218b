"""cluster: from a file of texts to clusters, their words, a model and the cluster of each text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..tasks.test_clusterer import texts
from .command_line import fail, run


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    path = tmp_path / "docs.txt"
    path.write_text("".join(f"{text}\n" for text in texts()[0]))
    return path
