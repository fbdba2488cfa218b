"""The command ``python -m tests.fuzz``; ``make fuzz`` calls it."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import warnings
from pathlib import Path

from .campaign import Campaign, prepare
from .targets import TARGETS


def main() -> int:
    """Run a campaign, or replay cases; 1 if there is a finding."""
    parser = argparse.ArgumentParser(
        prog="make fuzz", description="Broken inputs, by the thousand."
    )
    parser.add_argument("--cases", type=int, default=20_000, help="how many; default 20000")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="the most time")
    parser.add_argument("--seed", type=int, default=0, help="the same seed makes the same cases")
    parser.add_argument("--target", choices=sorted(TARGETS), help="only one; default all")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--findings", type=Path, default=Path("build/fuzz"), help="where they go")
    parser.add_argument("--replay", type=Path, nargs="+", default=[], help="run these files again")
    told = parser.parse_args()
    warnings.simplefilter("ignore")
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="linguine-fuzz-") as folder:
        seeds = prepare(Path(folder) / "seeds")
        campaign = Campaign(seeds, told.seed, told.target, told.seconds, told.replay)
        campaign.run(told.cases, told.workers)
        paths = [] if told.replay else campaign.write_findings(told.findings)
    for i, finding in enumerate(campaign.findings):
        place = told.replay[finding.number] if told.replay else paths[i]
        print(f"{place}: {finding.why.strip()[:700]}")
    n_cases = sum(campaign.counts.values())
    print(*(f"{name} {n:,}" for name, n in sorted(campaign.counts.items())), sep=", ")
    seconds = time.monotonic() - begin
    print(
        f"{n_cases:,} cases in {seconds:.0f} s, seed {told.seed}: {len(campaign.findings)} findings"
    )
    return 1 if campaign.findings else 0


if __name__ == "__main__":
    sys.exit(main())
