"""A cold start is short because little is imported."""

from __future__ import annotations

import subprocess
import sys

from .conftest import Desk

HEAVY = ("sklearn", "scipy", "matplotlib", "pandas", "polars", "pyarrow", "rich", "joblib", "dask")

SCRIPT = """
import sys
from linguine.serving.app import main
code = main(sys.argv[1:])
print(code, *[name for name in {names!r} if name in sys.modules])
"""


def loaded_by(*arguments: str, names: tuple[str, ...]) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(names=names), *arguments],
        capture_output=True, text=True, check=True, input="the app crashes\n",
    )  # fmt: skip
    code, *loaded = done.stdout.splitlines()[-1].split()
    assert code == "0"
    return loaded


def test_predicting_imports_nothing_heavy(desk: Desk) -> None:
    assert loaded_by("predict", str(desk.model), "-", "--proba", names=HEAVY) == []


def test_help_does_not_even_import_numpy() -> None:
    for arguments in (["--help"], ["train", "--help"], ["predict", "--help"]):
        assert loaded_by(*arguments, names=("numpy", "rich", "linguine._core")) == []
