"""The rivals of the sequence suites, by name: commands in an environment of their own."""

from __future__ import annotations

from benchmarks.rivals import RIVALS, Rival
from benchmarks.rivals.sequences import crfsuite, linguine
from benchmarks.rivals.trial import TrialRival

SEQUENCE_RIVALS: dict[str, TrialRival] = {
    "linguine": TrialRival(RIVALS["linguine"], linguine.TRIALS),
    "python-crfsuite": TrialRival(
        Rival("python-crfsuite", crfsuite.PACKAGE, crfsuite.REQUIREMENTS, {}),
        crfsuite.TRIALS,
        most_threads=1,
    ),
}
