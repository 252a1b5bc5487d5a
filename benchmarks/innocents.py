"""How often mechanism H names an innocent client, in random runs with exact calls, calls up to a slack, and noisy
tests.

`python benchmarks/innocents.py [RUNS]` plays so many runs of each kind, a million by default (two minutes on one core),
and stops with an error if an innocent client is named, an output is wrong, or more calls or tests are made than
promised.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from incentives_book.consensus.what_mechanism_h_withstands import random_outcomes

KINDS = {
    "exact": {"slack": False, "noise": False},
    "slack": {"slack": True, "noise": False},
    "noise": {"slack": False, "noise": True},
    "slack and noise": {"slack": True, "noise": True},
}


def main(runs: int) -> None:
    """Play, print a line for each kind, and stop at the first promise that is broken."""
    for number, (name, kind) in enumerate(KINDS.items()):
        begun = time.process_time()
        counts = random_outcomes(runs, np.random.default_rng([2026, number]), **kind)
        told = ", ".join(f"{key} {value:,}" for key, value in counts.items())
        print(f"{name}: {told}; {time.process_time() - begun:.0f} s", flush=True)
        if counts["innocent"] or counts["outside"] or counts["too many"]:
            raise SystemExit(f"{name}: a promise of mechanism H is broken")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
