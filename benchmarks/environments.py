"""One environment per rival: no library brings its threads or versions into another's process."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

from benchmarks.machine import ROOT
from benchmarks.rivals import Rival

VENVS = Path(__file__).parent / ".venvs"
_NATIVE = ("core", "bindings", "src")
_BUILD = ("CMakeLists.txt", "pyproject.toml")


def python_of(rival: Rival, linguine_from: Path | None = None) -> Path:
    """The interpreter of a rival's environment, made anew if what it should hold has changed."""
    is_built = rival.name == "linguine" and linguine_from is None
    folder = VENVS / (f"{rival.name}-built" if is_built else rival.name)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    requirements = list(rival.requirements)
    wanted = "\n".join([sys.version, *requirements])
    if is_built:
        requirements.append(str(ROOT))
        wanted += "\n" + _sources()
    stamp = folder / "installed"
    if not stamp.exists() or stamp.read_text() != wanted:
        print(f"making the environment of {rival.name}", flush=True)
        stamp.unlink(missing_ok=True)
        _run(sys.executable, "-m", "venv", "--clear", str(folder))
        _run(str(python), "-m", "pip", "install", "--quiet", *requirements)
        stamp.write_text(wanted)
    return python


def _sources() -> str:
    """A digest of all that is compiled or installed: a changed file means a new installation."""
    files = [file for folder in _NATIVE for file in (ROOT / folder).rglob("*") if file.is_file()]
    files += [ROOT / name for name in _BUILD]
    digest = hashlib.sha256()
    for file in sorted(files):
        if file.suffix not in (".pyc", ".so"):
            digest.update(str(file.relative_to(ROOT)).encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _run(*command: str) -> None:
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise SystemExit(
            f"Could not make an environment: `{' '.join(command[:5])} ...` failed.\n"
            f"{done.stderr.strip()}\n"
            "Check that pip reaches PyPI, and for linguine that a C++20 compiler is installed."
        )
