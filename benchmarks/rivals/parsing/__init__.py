"""The rivals of the parsing suites, by name: commands in an environment of their own."""

from __future__ import annotations

from benchmarks.rivals import RIVALS, Rival
from benchmarks.rivals.parsing import linguine, spacy, udpipe
from benchmarks.rivals.trial import TrialRival

PARSING_RIVALS: dict[str, TrialRival] = {
    "linguine": TrialRival(RIVALS["linguine"], linguine.TRIALS),
    **{
        name: TrialRival(Rival(name, rival.PACKAGE, rival.REQUIREMENTS, {}), rival.TRIALS, 1)
        for name, rival in (("spacy", spacy), ("udpipe", udpipe))
    },
}
