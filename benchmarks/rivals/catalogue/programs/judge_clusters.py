"""GOLD PREDICTED: normalised mutual information and purity, for all rivals alike.

GOLD has a label before a tab or comma; PREDICTED a cluster a line.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from linguine.reports.text.clusters import evaluate_clusters

gold, predicted = (Path(name).read_text("utf-8").splitlines() for name in sys.argv[1:])
labels = [re.split(r"[\t,]", line, maxsplit=1)[0] for line in gold]
judged = evaluate_clusters(list(map(int, predicted)), labels)
print(json.dumps({"accuracy": judged.nmi, "nmi": judged.nmi, "purity": judged.purity}))
