"""The site as it is built; needs what `make docs` installs."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tools.pages.navigation import ROOT, sections


def test_docstrings_become_what_markdown_knows() -> None:
    pytest.importorskip("griffe")
    pytest.importorskip("latex2mathml")
    for_the_page = import_module("tools.pages.docstrings").for_the_page
    text = "See :class:`linguine.features.Extractor`.\n\n.. math::\n    \\theta_1\n\nAnd :math:`x`."
    made = for_the_page(text)
    assert made.startswith('See `Extractor`.\n\n\n<div class="equation"><math')
    assert made.count("<math") == 2
    assert "math::" not in made
    assert for_the_page("=  ==\na  bb\n=  ==") == "```text\n=  ==\na  bb\n=  ==\n```"


@pytest.mark.slow
def test_the_site_is_built_without_a_warning_and_has_every_page(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    pytest.importorskip("mkdocstrings")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        [*build, "--site-dir", str(tmp_path)], cwd=ROOT, env=quiet, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    listed = (tmp_path / "llms.txt").read_text("utf-8")
    for _, pages in sections():
        for page in pages:
            assert (tmp_path / page).exists()
            assert f"({page})" in listed
    assert "<math" in (tmp_path / "reference" / "matrices.html").read_text("utf-8")
