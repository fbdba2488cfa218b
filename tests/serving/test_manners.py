"""Manners: short options, logs that stay short, and pipes that others close."""

from __future__ import annotations

import subprocess
from pathlib import Path

from .command_line import CommandLine, process_arguments, process_environment, run_process
from .conftest import Desk

SVM = ("--algorithm", "svm", "--calibration", "none")


def test_a_redirected_training_logs_nothing_but_its_summary(desk: Desk, tmp_path: Path) -> None:
    done = run_process("train", desk.train, "-o", tmp_path / "m.linguine", *SVM)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) < 12


def test_a_verbose_training_logs_plain_lines(desk: Desk, tmp_path: Path) -> None:
    done = run_process("train", desk.train, "-v", "-o", tmp_path / "m.linguine", *SVM)
    assert done.returncode == 0
    assert done.stderr
    assert len(done.stderr.splitlines()) < 10
    assert "\x1b" not in done.stderr
    assert "\r" not in done.stderr


def test_a_quiet_training_says_nothing(desk: Desk, tmp_path: Path) -> None:
    done = run_process("train", desk.train, "-q", "-v", "-o", tmp_path / "m.linguine", *SVM)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_verbose_comparison_names_each_algorithm_as_it_begins(desk: Desk) -> None:
    names = ("svm", "naive-bayes")
    asked = [word for name in names for word in ("--algorithm", name)]
    done = run_process("compare", desk.train, desk.test, "-v", *asked)
    assert done.stderr.splitlines() == [f"linguine: {name}" for name in names]


def test_whoever_reads_one_line_and_leaves_ends_the_command_quietly(
    desk: Desk, tmp_path: Path
) -> None:
    many = tmp_path / "many.txt"
    many.write_text("the app crashes\n" * 300_000)  # more answers than a pipe holds
    with subprocess.Popen(
        process_arguments("predict", desk.model, many),
        env=process_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"bug\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_a_short_option_is_its_long_one(desk: Desk, linguine: CommandLine, tmp_path: Path) -> None:
    models = [tmp_path / "short.linguine", tmp_path / "long.linguine"]
    linguine.succeed("train", desk.train, "-q", "-o", models[0], *SVM)
    linguine.succeed("train", desk.train, "--quiet", "--model", models[1], *SVM)
    assert models[0].read_bytes() == models[1].read_bytes()
