"""The rivals of the catalogue suites, by name: commands in an environment of their own."""

from __future__ import annotations

from benchmarks.rivals import RIVALS, Rival
from benchmarks.rivals.catalogue import linguine, nltk, pgmpy, pyagrum, pyevalb, scikit_learn
from benchmarks.rivals.trial import TrialRival

CATALOGUE_RIVALS: dict[str, TrialRival] = {
    "linguine": TrialRival(RIVALS["linguine"], linguine.TRIALS),
    "scikit-learn": TrialRival(RIVALS["scikit-learn"], scikit_learn.TRIALS),
    **{
        name: TrialRival(Rival(name, rival.PACKAGE, rival.REQUIREMENTS, {}), rival.TRIALS, 1)
        for name, rival in (
            ("nltk", nltk),
            ("pyevalb", pyevalb),
            ("pgmpy", pgmpy),
            ("pyagrum", pyagrum),
        )
    },
}
