"""The rivals of the parsing suites, by name: commands in an environment of their own."""

from __future__ import annotations

from benchmarks.rivals import RIVALS, Rival
from benchmarks.rivals.parsing import linguine, spacy
from benchmarks.rivals.trial import TrialRival

PARSING_RIVALS: dict[str, TrialRival] = {
    "linguine": TrialRival(RIVALS["linguine"], linguine.TRIALS),
    "spacy": TrialRival(
        Rival("spacy", spacy.PACKAGE, spacy.REQUIREMENTS, {}), spacy.TRIALS, most_threads=1
    ),
}
