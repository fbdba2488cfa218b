"""The rivals of the text suites, by name: each a set of commands, in an environment of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks.rivals import RIVALS, Rival
from benchmarks.rivals.text import fast_text, linguine, scikit_learn, vowpal_wabbit
from benchmarks.rivals.text.trial import Maker


@dataclass(frozen=True)
class TextRival:
    """A library and its trials by (job, setting). ``rival`` names its environment."""

    rival: Rival
    trials: Mapping[tuple[str, str], Maker]

    def settings(self, job: str) -> tuple[str, ...]:
        return tuple(setting for name, setting in self.trials if name == job)


TEXT_RIVALS: dict[str, TextRival] = {
    "linguine": TextRival(RIVALS["linguine"], linguine.TRIALS),
    "scikit-learn": TextRival(RIVALS["scikit-learn"], scikit_learn.TRIALS),
    "fasttext": TextRival(
        Rival("fasttext", fast_text.PACKAGE, fast_text.REQUIREMENTS, {}), fast_text.TRIALS
    ),
    "vowpalwabbit": TextRival(
        Rival("vowpalwabbit", vowpal_wabbit.PACKAGE, vowpal_wabbit.REQUIREMENTS, {}),
        vowpal_wabbit.TRIALS,
    ),
}
