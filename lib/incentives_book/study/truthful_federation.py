"""The study behind the page "leave one out in learning": twenty clients, and images of clothes.

    python -m incentives_book.study experiments/truthful-federation/study.toml

Sets other than the digits need INCENTIVES_DATA or the Hugging Face hub.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch

from incentives.learning import federation
from incentives.learning.data import load
from incentives.learning.deviations import Bias, FlipLabels, Rescale, Rotate, Strategy
from incentives.learning.local_update import LocalWork
from incentives.methods.consensus_by_training import TASKS, LearningProblem, consensus_by_training, learning_problem
from incentives_book.study.data_here import require_here
from incentives_book.study.kinds import Kind

# Two classes for each of five archetypes.
FIVE_PAIRS = tuple((2 * k, 2 * k + 1) for k in range(5))
LIES = ("nobody", "rescale", "bias", "rotate", "flip")


def lie(name: str, kind: str, *, clients: int) -> Mapping[int, Strategy]:
    """The behaviour of client 1 under this name, strong enough to matter among so many clients.

    >>> lie("rescale", "logistic", clients=20)
    {1: Rescale(factor=-24.0)}
    """
    lies: dict[str, Strategy] = {
        "rescale": Rescale(-4.0 - clients),
        "bias": Bias(float(clients)),
        "rotate": Rotate(2.5),
        "flip": FlipLabels(None if kind == "linear" else 10),
    }
    if name not in LIES:
        raise ValueError(f"lie must be one of {LIES}, got {name!r}")
    return {} if name == "nobody" else {1: lies[name]}


@dataclass(frozen=True)
class Setting:
    """One run.

    Args:
        name: of the set of images.
        kind: "linear", "logistic" or "network".
        lie: one of `LIES`, told by client 1.
        copies: clients per archetype; five archetypes of two classes.
        most: training examples per client at most.
        rounds, steps, batch_size, rate: of local SGD; all examples in every step if batch_size is 0.
        tolerance: of the test on held-out data, in units of the loss.
        seed: of partition, first model and batches.
    """

    name: str
    kind: str
    lie: str
    copies: int = 4
    most: int = 60
    rounds: int = 60
    steps: int = 2
    batch_size: int = 32
    rate: float = 0.5
    tolerance: float = 0.4
    seed: int = 0

    def __post_init__(self) -> None:
        if self.kind not in TASKS or self.lie not in LIES:
            raise ValueError(f"kind must be in {sorted(TASKS)} and lie in {LIES}, got {self.kind!r} and {self.lie!r}")


def run(setting: Setting) -> dict[str, Any]:
    """All leave-one-out runs, the test, and the time of one run with everybody for comparison."""
    problem: LearningProblem = learning_problem(
        setting.kind,
        name=setting.name,
        kinds=FIVE_PAIRS,
        copies=setting.copies,
        most=setting.most,
        seed=setting.seed,
    )
    work = LocalWork(rate=setting.rate, steps=setting.steps, batch_size=setting.batch_size or None)
    told = lie(setting.lie, setting.kind, clients=problem.clients)
    common = {"rounds": setting.rounds, "seed": setting.seed, "deviations": told}
    started = time.perf_counter()
    found = consensus_by_training(problem, work, tolerance=setting.tolerance, **common)
    middle = time.perf_counter()
    federation.run(problem.task, problem.data, work, engine="stacked", **common)
    ended = time.perf_counter()
    excess = (found.losses - found.losses[:, :-1].min(dim=1, keepdim=True).values).max(dim=0).values
    return {
        "clients": problem.clients,
        "parameters": problem.task.layout.size,
        "suspects": sorted(found.suspects),
        "everybody_passes": found.everybody_passes,
        "accuracy_with_everybody": round(float(found.accuracies[-1]), 4),
        "accuracy_chosen": None if found.chosen is None else round(float(found.accuracies[found.chosen]), 4),
        # A diverged model has an infinite loss, which JSON does not hold.
        "excess": [None if value == torch.inf else round(value, 4) for value in excess.tolist()],
        "seconds": round(middle - started, 2),
        "seconds_of_one_run": round(ended - middle, 2),
    }


def line(record: Mapping[str, Any]) -> str:
    """A record in one line."""
    asked = record["settings"]
    return (
        f"{asked['name']:13} {asked['kind']:8} {asked['lie']:7} seed {asked['seed']}: suspects "
        f"{record['suspects']}, accuracy {record['accuracy_with_everybody']:.3f} -> "
        f"{record['accuracy_chosen']}, {record['seconds']:.1f} s ({record['seconds_of_one_run']:.1f} s for one run)"
    )


@cache
def _checksum(name: str) -> str:
    """Of the images that are trained on; those for testing come with them."""
    require_here(name, "train")
    return load(name).checksum


KIND = Kind(
    setting=Setting,
    run=run,
    line=line,
    code=lambda setting: ("incentives_book.study.truthful_federation:run",),
    packages=("numpy", "torch"),
    precision="double",
    data=lambda setting: _checksum(setting.name),
)
