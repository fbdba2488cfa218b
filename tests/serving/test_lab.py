"""linguine lab: figures by name, with their data's options, or all on a page."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from linguine.reports.lab.table import FIGURES

from .command_line import CommandLine, process_environment
from .test_without_extras import BARE


def test_without_a_name_all_figures_are_listed_with_their_sources(linguine: CommandLine) -> None:
    page = linguine.succeed("lab")
    for name in FIGURES.names:
        assert f"\n{name} " in f"\n{page}"
        assert FIGURES.get(name).source in page


@pytest.mark.parametrize(
    ("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")]
)
def test_a_figure_is_written_as_its_ending_says(
    ending: str, start: bytes, linguine: CommandLine, tmp_path: Path
) -> None:
    path = tmp_path / f"f.{ending}"
    assert linguine.succeed("lab", "losses", "-o", path, "--quiet") == ""
    assert path.read_bytes().startswith(start)


def test_without_an_output_the_file_has_the_name_of_the_figure(
    linguine: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = linguine("lab", "one-versus-all", "--means", "-2,0:2,0:0,3", "--seed", "4")
    assert (outcome.code, outcome.err) == (0, "wrote one-versus-all.png\n")
    assert Path("one-versus-all.png").stat().st_size > 10_000


def test_options_change_the_data(linguine: CommandLine, tmp_path: Path) -> None:
    first, second = tmp_path / "a.svg", tmp_path / "b.svg"
    linguine.succeed("lab", "perceptron-path", "-o", first)
    options = ("--variances", "0.5,2", "--balance", "0.3", "--sizes", "40,40", "--every", "2")
    linguine.succeed("lab", "perceptron-path", "-o", second, *options)
    assert first.read_bytes() != second.read_bytes()


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["boundary"], 2, "Did you mean 'boundaries'?"),
        (["boundaries", "--balance", "2"], 2, "--balance must be a number > 0 and < 1; got 2.0."),
        (["boundaries", "--means", "1,2,3"], 2, "points are written X,Y with a colon"),
        (["boundaries", "--sizes", "many"], 2, "whole numbers are written with a comma"),
        (["boundaries", "--variances", "1;2"], 2, "numbers are written with a comma"),
        (["losses", "--means", "0,0:1,1"], 2, "--means must be given to a figure that has it"),
        (["all", "--balance", "0.2"], 2, "--balance must be given to a figure that has it"),
        (["losses", "-o", "losses.gif"], 2, "must be saved as .png, .svg or .pdf"),
        (["losses", "-o", "nowhere/losses.png"], 1, "Create the folder first"),
        (["all", "-o", "my.html"], 2, "Say --output my and open my/index.html"),
        (["--balance", "0.2"], 2, "a figure must be named to be drawn"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(
    words: list[str], code: int, told: str, linguine: CommandLine, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert told in linguine.fail("lab", *words, code=code)
    assert not list(tmp_path.iterdir())


def test_a_shell_completes_figures(linguine: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_LINGUINE_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_CWORD", "2")
    monkeypatch.setenv("COMP_WORDS", "linguine lab ma")
    assert linguine.succeed().splitlines() == ["plain,margins"]


def test_where_matplotlib_is_missing_the_extra_is_named(tmp_path: Path) -> None:
    bare = BARE.replace('("scipy", "sklearn")', '("matplotlib",)')
    bare = bare.replace('assert not {"scipy", "sklearn"}', 'assert not {"matplotlib"}')
    run = [sys.executable, "-c", bare]
    settings = {"env": process_environment(), "capture_output": True, "text": True, "cwd": tmp_path}
    listed = subprocess.run([*run, "lab"], **settings)  # type: ignore[call-overload]
    assert listed.returncode == 0, listed.stderr
    for words in (["lab", "losses"], ["lab", "all"]):
        done = subprocess.run([*run, *words], **settings)  # type: ignore[call-overload]
        assert (done.returncode, done.stderr) == (
            1,
            "linguine: The laboratory needs matplotlib; it is not installed here. Install it: "
            "pip install 'linguine[report]'.\n",
        )
    assert not list(tmp_path.iterdir())
