"""The rivals of the text suites, by name: each a set of commands, in an environment of its own."""

from __future__ import annotations

from benchmarks.rivals import RIVALS, Rival
from benchmarks.rivals.text import fast_text, linguine, scikit_learn, vowpal_wabbit
from benchmarks.rivals.trial import TrialRival

TEXT_RIVALS: dict[str, TrialRival] = {
    "linguine": TrialRival(RIVALS["linguine"], linguine.TRIALS),
    "scikit-learn": TrialRival(RIVALS["scikit-learn"], scikit_learn.TRIALS),
    "fasttext": TrialRival(
        Rival("fasttext", fast_text.PACKAGE, fast_text.REQUIREMENTS, {}), fast_text.TRIALS
    ),
    "vowpalwabbit": TrialRival(
        Rival("vowpalwabbit", vowpal_wabbit.PACKAGE, vowpal_wabbit.REQUIREMENTS, {}),
        vowpal_wabbit.TRIALS,
    ),
}
