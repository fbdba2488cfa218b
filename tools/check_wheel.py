"""Installs a wheel into an environment of its own, without a compiler, and walks the journey there.

usage: python tools/check_wheel.py WHEEL

The environment has no more than the wheel and its dependencies: neither SciPy nor scikit-learn, and
no folder with a compiler in PATH. Ends with 0 if a model can be trained and asked there.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

LINES = ["spam\tfree cash now", "ham\tlunch at noon", "spam\tcheap pills", "ham\tnotes of today"]


def main(wheel: Path) -> None:
    """Install the wheel and use it."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        venv.create(place / "venv", with_pip=True)
        programs = place / "venv" / "bin"
        # --only-binary: what would have to be compiled is an error, not a detour
        run([programs / "python", "-m", "pip", "--disable-pip-version-check", "install", "-qq",
             "--only-binary", ":all:", wheel.resolve()], programs)  # fmt: skip
        data, model = place / "mail.tsv", place / "mail.linguine"
        data.write_text("\n".join(LINES * 5) + "\n", encoding="utf-8")
        linguine = programs / "linguine"
        run([linguine, "--version"], programs)
        run([linguine, "train", data, "--algorithm", "svm", "--model", model, "-q"], programs)
        for verb in ("predict", "evaluate", "explain"):
            run([linguine, verb, model, data], programs)
    print(f"{wheel.name}: installed, trained, asked; no compiler was there")


def run(command: list[str | Path], path: Path) -> None:
    """Run a command with one folder in PATH; its end is ours if it fails."""
    words = [str(each) for each in command]
    done = subprocess.run(words, env={"PATH": str(path)}, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
