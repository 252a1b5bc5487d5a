"""The runs of the page "leave one out in learning", repeated over seeds, with robust averages beside them.

python -m incentives_book.study experiments/training-seeds/study.toml
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch

from incentives.learning import federation
from incentives.learning.data import load
from incentives.learning.deviations import Bias, FlipLabels, Rescale, Rotate, Strategy
from incentives.learning.local_update import LocalWork
from incentives.learning.robust_averaging import RULES, RobustAveraging
from incentives.methods.consensus_by_training import TASKS, consensus_by_training, learning_problem
from incentives_book.study.kinds import Kind

HARMLESS, HARMFUL = ("honest", "times 2"), ("times -8", "bias", "rotate", "flip")
RATES = {"linear": 0.05, "logistic": 0.5, "network": 0.5}
TOLERANCES = {"linear": 0.16, "logistic": 0.45, "network": 0.45}


def lie(name: str, kind: str) -> Mapping[int, Strategy]:
    """The behaviour of client 1 of six under this name.

    >>> lie("times -8", "linear"), lie("honest", "linear")
    ({1: Rescale(factor=-8.0)}, {})
    """
    lies: dict[str, Strategy] = {
        "times 2": Rescale(2.0),
        "times -8": Rescale(-8.0),
        "bias": Bias(6.0),
        "rotate": Rotate(2.5),
        "flip": FlipLabels(None if kind == "linear" else 10),
    }
    return {} if name == "honest" else {1: lies[name]}


@dataclass(frozen=True)
class Setting:
    """One run.

    Args:
        kind: "linear", "logistic" or "network".
        lie: what client 1 does.
        data_seed: who holds which digits.
        seed: of the first model and the batches.
        rounds: of training.
    """

    kind: str
    lie: str
    data_seed: int = 0
    seed: int = 1
    rounds: int = 80

    def __post_init__(self) -> None:
        if self.kind not in TASKS or self.lie not in (*HARMLESS, *HARMFUL):
            raise ValueError(
                f"kind must be in {sorted(TASKS)} and lie in {(*HARMLESS, *HARMFUL)}, got {self.kind!r} and "
                f"{self.lie!r}"
            )


def run(setting: Setting) -> dict[str, Any]:
    """Leave-one-out with its test, the joint run, and the joint run with each robust average."""
    problem = learning_problem(setting.kind, seed=setting.data_seed)
    work = LocalWork(rate=RATES[setting.kind], steps=2, batch_size=None if setting.kind == "linear" else 32)
    common: dict[str, Any] = {
        "rounds": setting.rounds, "seed": setting.seed, "deviations": lie(setting.lie, setting.kind),
    }  # fmt: skip
    found = consensus_by_training(problem, work, tolerance=TOLERANCES[setting.kind], **common)
    robust = {}
    for name, rule in RULES.items():
        algorithm = RobustAveraging(torch.full((problem.clients,), 1 / problem.clients), rule=rule)
        trained = federation.run(problem.task, problem.data, work, algorithm=algorithm, engine="stacked", **common)
        robust[name] = round(float(problem.accuracies(trained.bank)[0]), 4)
    return {
        "suspects": sorted(found.suspects),
        "everybody_passes": found.everybody_passes,
        "joint": round(float(found.accuracies[-1]), 4),
        "chosen": None if found.chosen is None else round(float(found.accuracies[found.chosen]), 4),
        **robust,
    }


def as_described(record: Mapping[str, Any]) -> bool:
    """True if only the candidate without client 1 passes after a harmful lie, and everything passes otherwise."""
    if record["settings"]["lie"] in HARMFUL:
        return record["suspects"] == [1] and not record["everybody_passes"]
    return record["suspects"] == list(range(6)) and record["everybody_passes"]


def line(record: Mapping[str, Any]) -> str:
    """A record in one line."""
    asked = record["settings"]
    robust = ", ".join(f"{name} {record[name]}" for name in RULES)
    return (
        f"{asked['kind']:8} {asked['lie']:8} data {asked['data_seed']} seed {asked['seed']}: suspects "
        f"{record['suspects']}, "
        f"joint {record['joint']}, chosen {record['chosen']}, {robust}"
    )


KIND = Kind(
    setting=Setting,
    run=run,
    line=line,
    code=lambda setting: ("incentives_book.study.training_seeds:run",),
    packages=("numpy", "torch"),
    precision="double",
    data=lambda setting: load("digits").checksum,
)
