"""Runs a page as its reader would: files are written, lines typed, Python entered, in order."""

from __future__ import annotations

import doctest
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from linguine.serving.app import main
from linguine.tasks.task import tasks
from tests.serving.command_line import put_lines
from tools.pages.blocks import Block, blocks

from .shell import run

_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
#: Models of other programs, which the readers of a page have: small ones.
_LENT = {"model.bin": "softmax.bin", "chain.crfsuite": "chain.crfsuite"}
_BOXES = Path(__file__).parents[1] / "files" / "opened"
#: What a clock or a machine says, which no page can promise.
_CLOCK = re.compile(r"\d+(?:\.\d+)? (?:ms|s|seconds)\b")
_CHECKSUM = re.compile(r"\bcrc32:[0-9a-f]{8}|\bwritten by linguine [\d.]+")
#: A file grows by what a later version keeps in it.
_SIZE = re.compile(r"\d[\d,.]* (?:B|kB|MB)\b")
#: More digits than every processor agrees on.
_LONG = re.compile(r"\d+\.\d{7,}")
_SHELL = ("bash",)
_PRINTED = ("text",)


class PageRunner:
    """Runs blocks of a page in a folder of their own."""

    def __init__(self, name: str, demos: Path, patch: pytest.MonkeyPatch) -> None:
        self.name = name
        self.demos = demos
        self.patch = patch
        self.names: dict[str, Any] = {}
        self.printed: str | None = None

    def run(self, page: str) -> int:
        """Run all blocks and return how many commands and examples there were."""
        self.lend(page)
        return sum(self._run(block) for block in blocks(page))

    @staticmethod
    def lend(page: str) -> None:
        """Copy the files that a page speaks of, and that its readers have."""
        for name, source in _LENT.items():
            if name in page:
                shutil.copy(_BOXES / source, name)

    def _run(self, block: Block) -> int:
        printed, self.printed = self.printed, None
        if block.title:
            Path(block.title).parent.mkdir(parents=True, exist_ok=True)
            Path(block.title).write_text(block.text, encoding="utf-8")
            return 0
        if block.language in _SHELL:
            self.printed = "".join(self._type(line, at) for at, line in block.commands)
            return len(block.commands)
        if block.language in _PRINTED and printed is not None:
            self._compare(block, printed)
            return 0
        return self._enter(block) if ">>>" in block.text else 0

    def _type(self, line: str, at: int) -> str:
        try:
            demo = re.fullmatch(r"linguine demo(?: (\w+))? --output (\w+)(?:\s+#.*)?", line)
            return self._demo(demo[1], demo[2]) if demo else run(line, self.patch)
        except AssertionError as error:
            pytest.fail(f"{self.name}:{at}: {line}\n{error}")

    def _demo(self, task: str, folder: str) -> str:
        """Make the files and models of a demo, once for all pages; it has tests of its own."""
        kept = self.demos / (task or "text")
        if not kept.exists():
            kept.mkdir()
            row = next(row for row in tasks() if (row.in_demo or row.name) == kept.name)
            with self.patch.context() as inner:
                inner.chdir(kept)
                tour = row.tour(lambda name, lines: put_lines(kept / name, lines))
                for _, step in tour.journey:
                    if step[0] in ("train", "cluster"):
                        assert main([*step, "--quiet"]) == 0
        shutil.copytree(kept, folder)
        return ""

    def _compare(self, block: Block, printed: str) -> None:
        wanted, got = (_plain(each) for each in (block.text, printed))
        if not doctest.OutputChecker().check_output(
            wanted.strip() + "\n", got.strip() + "\n", _FLAGS
        ):
            pytest.fail(
                f"{self.name}:{block.line}: the page shows\n{block.text}\nbut this is\n{printed}"
            )

    def _enter(self, block: Block) -> int:
        test = doctest.DocTestParser().get_doctest(
            block.text, self.names, self.name, self.name, block.line - 1
        )
        said: list[str] = []
        runner = doctest.DocTestRunner(optionflags=_FLAGS)
        runner.run(test, out=said.append, clear_globs=False)
        self.names = test.globs
        if runner.failures:
            pytest.fail("".join(said))
        return len(test.examples)


def _plain(printed: str) -> str:
    """Return what is printed without what differs between clocks and processors."""
    steady = _SIZE.sub("0 B", _CHECKSUM.sub("", _CLOCK.sub("0 s", printed)))
    return _LONG.sub(lambda found: f"{float(found[0]):.6f}", steady)
