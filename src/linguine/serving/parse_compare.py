"""Comparison of parsers: every algorithm on the same two files."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from linguine.reports.trees.comparison import TreeComparison, TreeComparisonRow
from linguine.serving.bars import show_steps
from linguine.serving.console import note, write, write_json
from linguine.serving.failures import in_words_of_the_command_line
from linguine.serving.parse_options import parser_settings
from linguine.serving.parse_train import read_treebank
from linguine.serving.tag_compare import told_once
from linguine.serving.timing import measure_speed
from linguine.serving.token_files import is_universal
from linguine.tasks import PARSER_ALGORITHMS, DependencyParser
from linguine.tasks.parser.evaluation import evaluate_parses
from linguine.tasks.parser.file import parser_bytes

__all__ = ["compare_parsers"]


def compare_parsers(
    train: str, test: str, algorithms: Sequence[str], settings: Mapping[str, Any]
) -> None:
    """Train parsers, measure them and write the table."""
    names = list(algorithms) or list(PARSER_ALGORITHMS.names)
    universal = is_universal(train, settings)
    made = {
        name: parser_settings(settings, is_universal=universal, algorithm=name) for name in names
    }
    for name in names:  # complain about options before long files are read
        DependencyParser(**made[name])
    sentences, questions = read_treebank(train, settings), read_treebank(test, settings)
    rows, notes = [], dict[str, None]()
    with show_steps(len(names), is_shown=sys.stderr.isatty() and not settings["quiet"]) as begin:
        for name in names:
            begin(name)
            parser = DependencyParser(**made[name])
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                parser.fit(sentences)
            model = parser.model_
            assert model is not None
            trees = model.parse(questions)
            evaluation, found = evaluate_parses(
                questions, trees, relations=model.relations, allows_roots=not model.single_root
            )
            notes |= dict.fromkeys(told_once(name, each) for each in caught)
            notes |= dict.fromkeys(f"{questions.source}: {each}." for each in found)
            speed = measure_speed(partial(model.parse, questions), len(questions))
            rows.append(
                TreeComparisonRow(
                    name,
                    evaluation.scores.uas,
                    evaluation.scores.uas_interval,
                    evaluation.scores.las,
                    evaluation.scores.las_interval,
                    parser.seconds_ or 0.0,
                    speed,
                    len(parser_bytes(model)),
                    model.has_probabilities,
                )
            )
    for each in notes:
        note(f"linguine: warning: {in_words_of_the_command_line(each)}")
    comparison = TreeComparison(tuple(rows), n_train=len(sentences), n_test=len(questions))
    if settings["json"]:
        write_json(comparison.to_dict())
    else:
        write(comparison.to_text() + "\n")
