"""A file that somebody makes shorter while it is learned from: an error in words, no SIGBUS.

Each case runs in a process of its own, since before it was the process that ended.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="mapped files cannot be made shorter there"
)

LINES = 40_000

SCRIPT = """
import faulthandler, os, signal, sys
from linguine.data import read_documents
from linguine.data.reading.source import mapping
from linguine.errors import DataError
from linguine.features import Extractor, WordNgrams

path = {path!r}
try:
{steps}
except DataError as error:
    print(error)
else:
    print("nothing was noticed")
"""

CASES = {
    "while it is read": """
    with mapping(path) as content:
        os.truncate(path, 100)
        int(content.sum())
""",
    "within its last page": """
    with mapping(path) as content:
        os.truncate(path, os.path.getsize(path) - 1)
        int(content.sum())
""",
    "before features are made of it": """
    documents = read_documents(path)
    os.truncate(path, 100)
    Extractor(WordNgrams(), n_threads=2).fit_transform(documents.texts)
""",
    "when somebody has a handler, too": """
    faulthandler.enable()
    documents = read_documents(path)
    os.truncate(path, 0)
    Extractor(WordNgrams(), hash_bits=12, n_threads=1).fit_transform(documents.texts)
""",
}


def run(path: Path, steps: str) -> subprocess.CompletedProcess[str]:
    script = SCRIPT.format(path=str(path), steps=steps)
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120
    )


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "mail.tsv"
    path.write_text("".join(f"{'ab'[i % 2]}\tword{i} and more\n" for i in range(LINES)))
    return path


@pytest.mark.parametrize("case", CASES)
def test_a_file_that_becomes_shorter_is_told(case: str, table: Path) -> None:
    done = run(table, CASES[case])
    assert done.returncode == 0, (done.returncode, done.stderr[-2000:])
    assert done.stdout.startswith(f"{table}: a file must stay as it is while it is learned from;")
    assert "made shorter" in done.stdout
    assert done.stdout.endswith("Train again once it is complete.\n")


def test_a_file_that_is_replaced_is_read_to_its_end(table: Path, tmp_path: Path) -> None:
    """The old file has lost its name, not its content."""
    (tmp_path / "new.tsv").write_text("a\tshort\n")
    steps = f"""
    documents = read_documents(path)
    os.replace({str(tmp_path / "new.tsv")!r}, path)
    extractor = Extractor(WordNgrams())
    extractor.fit_transform(documents.texts)
    print(extractor.n_features)
"""
    assert run(table, steps).stdout == f"{LINES + 2}\nnothing was noticed\n"


def test_a_bus_error_of_somebody_else_still_ends_the_process(table: Path) -> None:
    done = run(table, "    read_documents(path)\n    os.kill(os.getpid(), signal.SIGBUS)\n")
    assert done.returncode == -signal.SIGBUS
